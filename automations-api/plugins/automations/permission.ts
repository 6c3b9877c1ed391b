/**
 * What the method alone does not decide: what needs the permission `full`, as deleting by POST and reading the audit log, and
 * what is for administrators, as webhooks.
 */
import type { Caller, Permission } from '../../host/route.ts';
import { fail } from './errors.ts';

/** @throws permission_denied */
export function needFull(caller: Caller | undefined): void {
  if (caller?.permission !== 'full') throw fail('permission_denied', 'This needs the permission full.');
}

/** What is a setting of the site: of the people who sign in, only administrators may. */
export const siteOnly: Permission = async ({ caller, user }) => {
  if (caller?.type === 'user' && (await user())?.role !== 'administrator') {
    throw fail('permission_denied', 'Only administrators may do this.');
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
