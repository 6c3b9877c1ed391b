/**
 * Rows of new links that one process sends to the others, so that the other processes know the links before they read
 * MySQL. Processes of another release, whose rows have other columns, ignore them and read MySQL. Pure.
 */
import { type RecordRow, recordsKnow } from './rows.ts';

/**
 * Maximum size of a message, which takes well under a millisecond to parse. Larger rows are left to the change feed.
 */
const messageChars = 32_768;

/** The start of messages of this release. */
const opening = `{"columns":${JSON.stringify(recordsKnow)},`;

/** Builds the messages for some rows. Returns at least one, because a message announces changes. */
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

/** Parses the rows in a message. Returns none if it only announces changes, or is from another release. */
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
