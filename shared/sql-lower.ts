/** A text in lower case as the database server has it, with the capital ẞ, which some servers' tables are too old to know. */
// biome-ignore-all lint/plugin: a part of statements, which folders put into theirs.
import { type Expression, sql } from 'kysely';

export const lowered = <T extends string | null = string>(text: Expression<unknown>) =>
  sql<T>`REPLACE(LOWER(${text}), 'ẞ', 'ß')`;
