/**
 * The host's own tables, without their prefix, and their rows. Two more are the record of migrations, which is read
 * nowhere else, and its lock.
 */
import type { Kysely } from 'kysely';

export type HostTables = { waypost_options: { name: string; value: string; autoload: boolean } };

/** The database as the host sees it: its own tables under the prefix. */
export type HostDb = Kysely<HostTables>;

export const recordTable = 'waypost_migrations';
export const hostTables = ['waypost_options', recordTable] as const;
