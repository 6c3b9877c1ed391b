/**
 * Permissions beyond the method: routes that need `full`, such as deleting by POST and reading the audit log, and routes for
 * administrators, such as webhooks.
 */
import { type Caller, isPerson, type Permission, type RequestHead } from '../../../host/core/route.ts';
import { fail } from './errors.ts';

/** @throws permission_denied */
export function needFull(caller: Caller | undefined): void {
  if (caller?.permission !== 'full') throw fail('permission_denied', 'This key needs the full permission.');
}

/** Restricts settings of the site to administrators and keys. @throws permission_denied */
export async function needSite(
  { caller, user }: Pick<RequestHead, 'caller' | 'user'>,
  message = 'Only administrators can do this.',
): Promise<void> {
  if (isPerson(caller) && (await user())?.role !== 'administrator') throw fail('permission_denied', message);
}

/** `needSite` for a whole route. */
export const siteOnly: Permission = async (request) => {
  await needSite(request);
  return request.caller;
};

/** For GET routes that act for a contact or expose its data: closed to viewers. */
export const notForViewers: Permission = async ({ caller, user }) => {
  if (isPerson(caller) && (await user())?.role === 'viewer') {
    throw fail('permission_denied', 'Your role, viewer, is read-only.');
  }
  return caller;
};

/** For signed-in administrators only: no key can do this, not even with the permission `full`. */
export const administratorOnly: Permission = async (request) => {
  if (!isPerson(request.caller)) throw fail('permission_denied', 'Only signed-in administrators can do this.');
  return siteOnly(request);
};

/** Deletes contacts without being called so: for keys with that permission, and for editors. */
export const fullPermission: Permission = ({ caller }) => {
  needFull(caller);
  return caller;
};

/** For routes that nobody else may call. */
export const fullOnly: Permission = async (request) => {
  needFull(request.caller);
  return siteOnly(request);
};
