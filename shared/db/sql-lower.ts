/**
 * The form in which searches of both services compare text: lower case by the database server, with ss for ß and ẞ,
 * compared byte by byte. Some servers' tables do not know the capital ẞ.
 */
// biome-ignore-all lint/plugin: a part of statements, which folders put into theirs.
import { type Expression, sql } from 'kysely';

export const lowered = <T extends string | null = string>(text: Expression<unknown>) =>
  sql<T>`REPLACE(REPLACE(LOWER(${text}), '\u1e9e', 'ß'), 'ß', 'ss')`;

/** The same as bytes, which servers replace and find several times as fast as characters. */
const loweredBytes = (text: Expression<unknown>) =>
  sql<Buffer>`REPLACE(REPLACE(CAST(LOWER(${text}) AS BINARY), '\u1e9e', 'ß'), 'ß', 'ss')`;

/** The form for finding a text, as bytes. What ß is replaced by concerns only texts with an s. */
export const bytesToFind = (text: string) =>
  /[sß\u1e9e]/i.test(text) ? loweredBytes : (each: Expression<unknown>) => sql<Buffer>`CAST(LOWER(${each}) AS BINARY)`;
