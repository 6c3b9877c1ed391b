/**
 * The normal form of text in searches of both services: lower case by the database server, with ss for ß and ẞ, compared
 * byte by byte. Some servers do not know the capital ẞ.
 */
// biome-ignore-all lint/plugin: expressions for the statements of other folders.
import { type Expression, sql } from 'kysely';

export const lowered = <T extends string | null = string>(text: Expression<unknown>) =>
  sql<T>`REPLACE(REPLACE(LOWER(${text}), '\u1e9e', 'ß'), 'ß', 'ss')`;

/** Returns the normal form as bytes, which servers process several times as fast as characters. */
const loweredBytes = (text: Expression<unknown>) =>
  sql<Buffer>`REPLACE(REPLACE(CAST(LOWER(${text}) AS BINARY), '\u1e9e', 'ß'), 'ß', 'ss')`;

/** Returns the normal form for finding a text, as bytes. ß is replaced only for texts with an s. */
export const bytesToFind = (text: string) =>
  /[sß\u1e9e]/i.test(text) ? loweredBytes : (each: Expression<unknown>) => sql<Buffer>`CAST(LOWER(${each}) AS BINARY)`;
