/** Case-insensitive comparison of texts, in MySQL's lower case. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import { lowered } from '../../../../../shared/db/sql-lower.ts';
import type { Db } from '../../core/tables.ts';
import type { Condition } from './criterion.ts';

const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);

/** Converts texts to lower case. MySQL converts non-ASCII texts, because its results differ from JavaScript's. */
export async function inLowerCase(db: Db, texts: string[]): Promise<string[]> {
  if (texts.every(isAscii)) return texts.map((text) => text.toLowerCase());
  const columns = texts.map((text, n) => sql`${lowered(sql`${text}`)} AS ${sql.ref(`t${n}`)}`);
  const { rows } = await sql<Record<string, string>>`SELECT ${sql.join(columns)}`.execute(db);
  return texts.map((_, n) => rows[0]?.[`t${n}`] as string);
}

/**
 * Builds the condition that a text is one of the values. It compares bytes, because collations ignore accents and
 * trailing spaces.
 */
export const isOneOf = (text: Condition, values: string[]): Condition =>
  sql`CAST(${text} AS BINARY) IN (${sql.join(values.map((value) => sql`CAST(${value} AS BINARY)`))})`;

export const hasPart = (text: Condition, parts: string[]): Condition =>
  sql`(${sql.join(
    parts.map((part) => sql`LOCATE(CAST(${part} AS BINARY), CAST(${text} AS BINARY)) > 0`),
    sql` OR `,
  )})`;
