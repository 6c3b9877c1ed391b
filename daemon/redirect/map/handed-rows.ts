/**
 * Rows of new links as one process hands them to the others, which then know the links before they can read MySQL. Pure.
 * Releases whose rows have other columns do not understand each other, and read MySQL as ever.
 */
import { type RecordRow, recordsKnow } from './rows.ts';

/** Parsing one takes well under a millisecond of the redirect loop; a row that needs more is left to the change feed. */
const messageChars = 32_768;

/** How messages of this release begin. */
const opening = `{"columns":${JSON.stringify(recordsKnow)},`;

/** Messages for some rows; one at least, which says that there are changes. */
export function toMessages(rows: RecordRow[]): string[] {
  const groups: string[][] = [];
  let left = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (text.length > messageChars) continue;
    if (text.length > left) {
      groups.push([]);
      left = messageChars;
    }
    groups.at(-1)?.push(text);
    left -= text.length;
  }
  if (groups.length === 0) return [''];
  return groups.map((texts) => `${opening}"rows":[${texts.join()}]}`);
}

/** The rows in a message; none in one that only says that there are changes, or says it in another release's words. */
export function rowsIn(message: string): RecordRow[] {
  if (!message.startsWith(opening)) return [];
  const { rows } = JSON.parse(message) as { rows: RecordRow[] };
  return rows.map(withDates);
}

const withDates = (row: RecordRow): RecordRow => ({
  ...row,
  expires_at: row.expires_at && new Date(row.expires_at),
  starts_at: row.starts_at && new Date(row.starts_at),
});
