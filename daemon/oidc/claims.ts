/** Reads a provider's claims about a person: identity, and roles here and in contact automation. */
import type { Config } from '../../shared/config/config.ts';
import { type Claims, contactsRoleIn, type Person, readPerson, roleIn } from '../../shared/oidc/claims.ts';
import type { ContactsRole } from '../../shared/sign-in/tables.ts';
import type { Role } from '../core/tables.ts';

export type Comer = Person & {
  /** The role in the workspace of OIDC_WORKSPACE; `undefined`: none. */
  role: Role | undefined;
  /** The role in contacts; `null`: none, `undefined`: claims do not say. */
  contactsRole: ContactsRole | null | undefined;
};

type Settings = Pick<Config['oidc'], 'issuer' | 'roleClaim' | 'roles' | 'workspace' | 'contactsRoles'>;

const ranked = ['admin', 'member', 'viewer'] as const satisfies Role[];

export function readClaims(claims: Claims, settings: Settings): Comer {
  const { issuer, roleClaim, roles, workspace } = settings;
  const pairs = roles.length === 0 ? ranked.map((role) => `${role}=${role}`) : roles;
  return {
    ...readPerson(claims, issuer),
    role: workspace === '' ? undefined : roleIn(claims, { claim: roleClaim, pairs, ranked }),
    contactsRole: contactsRoleIn(claims, settings),
  };
}
