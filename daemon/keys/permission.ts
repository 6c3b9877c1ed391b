/** Permissions of API keys, stored as the role with the same rights. */
import type { Role } from '../core/tables.ts';

export const permissions = ['read', 'write', 'admin'] as const;
export type Permission = (typeof permissions)[number];

export const roleOf: Record<Permission, Role> = { read: 'viewer', write: 'member', admin: 'admin' };
export const permissionOf: Record<Role, Permission> = { viewer: 'read', member: 'write', admin: 'admin' };
