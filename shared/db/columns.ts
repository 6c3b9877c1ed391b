/** Kysely column types for the tables of both services. */
import type { ColumnType } from 'kysely';

/** TINYINT(1): written as a boolean or number, read as a boolean; columns with a default can be omitted. */
export type Flag = ColumnType<boolean, boolean | undefined, boolean>;
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
