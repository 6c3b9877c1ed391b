/**
 * What the method alone does not decide: what needs the permission `full`, as deleting by POST and reading the audit log, and
 * what is for administrators, as webhooks.
 */
import type { AskedRoute, Caller, Permission } from '../../../host/core/route.ts';
import { fail } from './errors.ts';

/** @throws permission_denied */
export function needFull(caller: Caller | undefined): void {
  if (caller?.permission !== 'full') throw fail('permission_denied', 'This needs the permission full.');
}

/** What is a setting of the site: of the people who sign in, only administrators may. @throws permission_denied */
export async function needSite(
  { caller, user }: Pick<AskedRoute, 'caller' | 'user'>,
  message = 'Only administrators may do this.',
): Promise<void> {
  if (caller?.type === 'user' && (await user())?.role !== 'administrator') throw fail('permission_denied', message);
}

/** The same, of a whole route. */
export const siteOnly: Permission = async (request) => {
  await needSite(request);
  return request.caller;
};

/** What only reads by its method, but acts for a contact or takes its data along: who only looks may not. */
export const notForViewers: Permission = async ({ caller, user }) => {
  if (caller?.type === 'user' && (await user())?.role === 'viewer') {
    throw fail('permission_denied', 'Your role, viewer, only lets you look.');
  }
  return caller;
};

/** For administrators who are signed in: what no key may do, however full it is. */
export const administratorOnly: Permission = async (request) => {
  if (request.caller?.type !== 'user')
    throw fail('permission_denied', 'Only administrators who are signed in may do this.');
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
