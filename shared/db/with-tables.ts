/** Conversion between database types with different tables. */
import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: Kysely's types cannot express a subset of tables.
export type AnyDb = Kysely<any>;

/** Returns the same database or transaction, with the tables that the caller expects. */
export const withTables = <Expected extends AnyDb>(db: AnyDb): Expected => db as Expected;
