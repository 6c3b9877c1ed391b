/** What keys may do, in the words of the API; what is kept of it is the role that may do as much. */
import type { Role } from '../core/tables.ts';

export const permissions = ['read', 'write', 'admin'] as const;
export type Permission = (typeof permissions)[number];

export const roleOf: Record<Permission, Role> = { read: 'viewer', write: 'member', admin: 'admin' };
export const permissionOf: Record<Role, Permission> = { viewer: 'read', member: 'write', admin: 'admin' };
