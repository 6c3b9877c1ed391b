/** A provider's claims about a user: identity, and roles in the workspace and in contacts. */
import type { Config } from '../../shared/config/config.ts';
import { type ParsedAddress, parseAddress } from '../../shared/mail/email-address.ts';
import { toLine } from '../../shared/names.ts';
import type { Identity } from '../../shared/people/identity-queries.ts';
import type { ContactsRole, WorkspaceRole as Role } from '../../shared/people/tables.ts';

export type Claims = Readonly<Record<string, unknown>>;

type Person = {
  identity: Identity;
  /** The verified email address. `undefined` unless the provider verified it. */
  email: ParsedAddress | undefined;
  name: string;
};

/**
 * Merges the claims of both sources; the ID token's take precedence. The email address and its verification always
 * come from the same source.
 */
export function joinClaims(idToken: Claims, userInfo: Claims): Claims {
  const complete = [idToken, userInfo].find((claims) => isSet(claims.email) && isSet(claims.email_verified));
  const { email, email_verified } = complete ?? { email: idToken.email ?? userInfo.email };
  return { ...userInfo, ...idToken, email, email_verified };
}

const isSet = (value: unknown) => value !== undefined && value !== null;

function readPerson(claims: Claims, issuer: string): Person {
  const email = typeof claims.email === 'string' ? claims.email : undefined;
  // Some providers send `email_verified` as a string.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true';
  return {
    identity: { issuer, subject: String(claims.sub) },
    email: isVerified && email !== undefined ? parseAddress(email) : undefined,
    name: nameOf(claims) || (email?.trim().toLowerCase().split('@')[0]?.slice(0, 100) ?? ''),
  };
}

function nameOf({ name, given_name, family_name, preferred_username }: Claims): string {
  const full = [given_name, family_name].filter((part) => typeof part === 'string').join(' ');
  const found = [name, full, preferred_username].find((text) => typeof text === 'string' && text.trim() !== '') ?? '';
  return toLine(String(found)).slice(0, 100).trim().toWellFormed();
}

/** Returns whether a subject can be stored. MySQL compares subjects as ASCII and ignores trailing spaces. */
export const isSubject = (text: string): boolean => /^[ -~]{0,254}[!-~]$/.test(text);

/** Returns the highest of the `ranked` roles to which `pairs` such as `leads=admin` map the claim's values. */
function roleIn<Role extends string>(
  claims: Claims,
  { claim, pairs, ranked }: { claim: string; pairs: readonly string[]; ranked: readonly Role[] },
): Role | undefined {
  const values = [claim === '' ? [] : claimAt(claims, claim)].flat();
  const mapped = pairs.flatMap((pair) => {
    const at = pair.lastIndexOf('=');
    return values.includes(pair.slice(0, at)) ? [pair.slice(at + 1)] : [];
  });
  return ranked.find((role) => mapped.includes(role));
}

const contactsRoles = ['administrator', 'editor', 'viewer'] as const satisfies ContactsRole[];

/** Returns the role in contacts, `null` for no role, or `undefined` if claims do not set roles in contacts. */
const contactsRoleIn = (
  claims: Claims,
  oidc: Pick<Config['oidc'], 'roleClaim' | 'contactsRoles'>,
): ContactsRole | null | undefined =>
  oidc.contactsRoles.length === 0
    ? undefined
    : (roleIn(claims, { claim: oidc.roleClaim, pairs: oidc.contactsRoles, ranked: contactsRoles }) ?? null);

/** Finds a claim by its name, which can contain dots, or by a path such as `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((value, part) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, part);
    return isObject ? (value as Claims)[part] : undefined;
  }, claims);
}

/** A user who returns from the provider. */
export type ProviderUser = Person & {
  /** The role in the workspace of OIDC_WORKSPACE; `undefined` for no role. */
  role: Role | undefined;
  /** The role in contacts: `null` for no role, `undefined` if claims do not set roles in contacts. */
  contactsRole: ContactsRole | null | undefined;
};

type Settings = Pick<Config['oidc'], 'issuer' | 'roleClaim' | 'roles' | 'workspace' | 'contactsRoles'>;

const ranked = ['admin', 'member', 'viewer'] as const satisfies Role[];

export function readClaims(claims: Claims, settings: Settings): ProviderUser {
  const { issuer, roleClaim, roles, workspace } = settings;
  const pairs = roles.length === 0 ? ranked.map((role) => `${role}=${role}`) : roles;
  return {
    ...readPerson(claims, issuer),
    role: workspace === '' ? undefined : roleIn(claims, { claim: roleClaim, pairs, ranked }),
    contactsRole: contactsRoleIn(claims, settings),
  };
}
