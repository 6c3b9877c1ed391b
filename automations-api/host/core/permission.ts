/**
 * Permissions for routes that need more than an ordinary key or role: `full` for the audit log, an administrator for
 * webhooks.
 */
import { ApiError } from '../../../shared/errors.ts';
import { type Caller, isPerson, type Permission, type RequestHead } from './route.ts';

const denied = (message: string) => new ApiError('permission_denied', message);

/** @throws permission_denied */
export function requireFull(caller: Caller | undefined): void {
  if (caller?.permission !== 'full') throw denied('This key needs the full permission.');
}

/** Allows only administrators and keys. @throws permission_denied */
export async function requireSite(
  { caller, user }: Pick<RequestHead, 'caller' | 'user'>,
  message = 'Only administrators can do this.',
): Promise<void> {
  if (isPerson(caller) && (await user())?.role !== 'administrator') throw denied(message);
}

/** The permission for routes that are open to administrators and keys. */
export const siteOnly: Permission = async (request) => {
  await requireSite(request);
  return request.caller;
};

/** The permission for GET routes that are closed to viewers, because they expose a contact's URLs or data. */
export const notForViewers: Permission = async ({ caller, user }) => {
  if (isPerson(caller) && (await user())?.role === 'viewer') {
    throw denied('Your role, viewer, is read-only.');
  }
  return caller;
};

/** The permission for routes that only signed-in administrators can use. Keys cannot. */
export const administratorOnly: Permission = async (request) => {
  if (!isPerson(request.caller)) throw denied('Only signed-in administrators can do this.');
  return siteOnly(request);
};

/** The permission for POST routes that delete contacts. It allows keys with `full`, administrators and editors. */
export const fullPermission: Permission = ({ caller }) => {
  requireFull(caller);
  return caller;
};

/** The permission for routes that are open to administrators and keys with `full`. */
export const fullOnly: Permission = async (request) => {
  requireFull(request.caller);
  return siteOnly(request);
};
