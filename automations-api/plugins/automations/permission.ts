/** What needs the permission `full` although its method does not: deleting by POST, and reading the audit log. */
import type { Caller, Permission } from '../../host/route.ts';
import { fail } from './errors.ts';

/** @throws permission_denied */
export function needFull(caller: Caller | undefined): void {
  if (caller?.permission !== 'full') throw fail('permission_denied', 'This needs the permission full.');
}

/** For routes that nobody else may call. */
export const fullOnly: Permission = ({ caller }) => {
  needFull(caller);
  return caller;
};
