/** Types of databases that know other tables than their callers do. */
import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: Kysely's types cannot say that one knows more tables than another.
export type AnyDb = Kysely<any>;

/** Returns the same database or transaction, with the tables that the caller expects. */
export const withTables = <Expected extends AnyDb>(db: AnyDb): Expected => db as Expected;
