/** Types of columns as Kysely reads and writes them, in the tables of both services. */
import type { ColumnType } from 'kysely';

/** TINYINT(1): written as a boolean or number, read back as a boolean; columns with a default may be left out. */
export type Flag = ColumnType<boolean, boolean | undefined, boolean>;
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
