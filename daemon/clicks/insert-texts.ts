/**
 * Statements `INSERT … VALUES` with many rows, written as text. A batch has 100,000 numbers, and parameters would
 * cost more.
 */
// biome-ignore-all lint/plugin: clicks are stored with handwritten SQL.

import { sql } from 'kysely';
import { elementOf } from '../../shared/elements.ts';
import type { Trx } from '../core/tables.ts';

const rowsAStatement = 2_000;
/** Size of a statement. Servers accept statements of at least 16 MiB. */
const charactersAStatement = 4 << 20;

/** Inserts rows that are written as SQL, about 2,000 per statement. Returns the number of affected rows. */
export async function insertTexts(trx: Trx, head: string, rows: string[], tail = ''): Promise<number> {
  let affected = 0;
  for (let from = 0; from < rows.length; ) {
    let end = from;
    for (let length = 0; end < rows.length && end - from < rowsAStatement && length < charactersAStatement; end++) {
      length += elementOf(rows, end).length;
    }
    const text = `${head} VALUES ${rows.slice(from, end).join(',')} ${tail}`;
    affected += Number((await sql.raw(text).execute(trx)).numAffectedRows ?? 0);
    from = end;
  }
  return affected;
}

export const hex = (bytes: Buffer) => `x'${bytes.toString('hex')}'`;
