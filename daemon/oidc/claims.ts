/** What a provider says of somebody, read from its claims. */
import type { Config } from '../../shared/config/config.ts';
import { type ParsedAddress, parseAddress } from '../../shared/mail/email-address.ts';
import type { Role } from '../core/tables.ts';
import { atLeast } from '../identity/auth.ts';
import type { Identity } from './queries.ts';

export type Claims = Readonly<Record<string, unknown>>;

export type Person = {
  identity: Identity;
  /** Verified by the provider; undefined for one that is not. */
  email: ParsedAddress | undefined;
  name: string;
  /** In the workspace of OIDC_WORKSPACE; undefined: none. */
  role: Role | undefined;
};

type Settings = Pick<Config['oidc'], 'issuer' | 'roleClaim' | 'roles'>;

/**
 * The claims of both; those of the ID token go first. The address and whether it is verified come from one of them: the claim of
 * one vouches for no address of the other.
 */
export function joinClaims(idToken: Claims, userInfo: Claims): Claims {
  const whole = [idToken, userInfo].find((claims) => isSet(claims.email) && isSet(claims.email_verified));
  const { email, email_verified } = whole ?? { email: idToken.email ?? userInfo.email };
  return { ...userInfo, ...idToken, email, email_verified };
}

const isSet = (value: unknown) => value !== undefined && value !== null;

export function readClaims(claims: Claims, settings: Settings): Person {
  const email = typeof claims.email === 'string' ? claims.email : undefined;
  // Some providers send it as a text.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true';
  return {
    identity: { issuer: settings.issuer, subject: String(claims.sub) },
    email: isVerified && email !== undefined ? parseAddress(email) : undefined,
    name: nameOf(claims) || (email?.trim().toLowerCase().split('@')[0]?.slice(0, 100) ?? ''),
    role: roleOf(claims, settings),
  };
}

function nameOf({ name, given_name, family_name, preferred_username }: Claims): string {
  const full = [given_name, family_name].filter((part) => typeof part === 'string').join(' ');
  const found = [name, full, preferred_username].find((one) => typeof one === 'string' && one.trim() !== '') ?? '';
  return String(found).trim().slice(0, 100).toWellFormed();
}

/** The highest role that any value of the claim stands for. */
function roleOf(claims: Claims, { roleClaim, roles }: Settings): Role | undefined {
  const values = [roleClaim === '' ? [] : claimAt(claims, roleClaim)].flat();
  const pairs = roles.length === 0 ? ['admin=admin', 'member=member', 'viewer=viewer'] : roles;
  const found = pairs.flatMap((pair) => {
    const at = pair.lastIndexOf('=');
    return values.includes(pair.slice(0, at)) ? [pair.slice(at + 1) as Role] : [];
  });
  return found.reduce<Role | undefined>((best, role) => (best && atLeast(best, role) ? best : role), undefined);
}

/** By its name, which may hold dots itself, or by the names on the way to it: `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((inside, part) => {
    const isObject = typeof inside === 'object' && inside !== null && Object.hasOwn(inside, part);
    return isObject ? (inside as Claims)[part] : undefined;
  }, claims);
}
