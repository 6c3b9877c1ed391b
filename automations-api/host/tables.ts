/** The host's own tables, without prefix. */
import type { Kysely } from 'kysely';

export type HostTables = { waypost_options: { name: string; value: string; autoload: boolean } };

/** The host's database, with prefixed tables. */
export type HostDb = Kysely<HostTables>;

export const recordTable = 'waypost_migrations';
export const hostTables = ['waypost_options', recordTable] as const;
