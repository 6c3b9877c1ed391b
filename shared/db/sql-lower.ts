/**
 * A text in the form in which searches compare it: in lower case as the database server has it, with ss for ß and ẞ. Every search of
 * both services compares this form, byte by byte. Some servers' tables are too old to know the capital ẞ.
 */
// biome-ignore-all lint/plugin: a part of statements, which folders put into theirs.
import { type Expression, sql } from 'kysely';

export const lowered = <T extends string | null = string>(text: Expression<unknown>) =>
  sql<T>`REPLACE(REPLACE(LOWER(${text}), 'ẞ', 'ß'), 'ß', 'ss')`;
