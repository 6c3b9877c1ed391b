/** Unique clicks: which clicks of a batch are the first of their visitor, for that link and day, of all ever stored. */
// biome-ignore-all lint/plugin: storing clicks is written by hand.
import { sql } from 'kysely';
import type { Trx } from '../../shared/db.ts';
import { type Click, insertRows } from './rows.ts';

const keysAStatement = 900;

/** Sets `first` on the clicks that are. Another batch storing the same visitor is waited for, never overtaken. */
export async function markFirstClicks(trx: Trx, clicks: Click[], batchNo: number): Promise<void> {
  const candidates = new Map<string, Click>();
  for (const click of clicks) {
    click.first = false;
    const key = keyOf(click);
    if (!click.bot && !candidates.has(key)) candidates.set(key, click);
  }
  const sorted = [...candidates.values()].sort((a, b) => a.day - b.day || a.linkId - b.linkId || a.visitor - b.visitor);
  const inserted = await insertRows(
    trx,
    'INSERT IGNORE INTO click_visitors (day,link_id,visitor,batch_no)',
    sorted.map(({ day, linkId, visitor }) => `(${day},${linkId},${visitor},${batchNo})`),
  );
  if (inserted === sorted.length) {
    for (const click of sorted) click.first = true;
  } else if (inserted > 0) {
    for (const key of await listOwn(trx, sorted, batchNo)) (candidates.get(key) as Click).first = true;
  }
}

const keyOf = ({ day, linkId, visitor }: Pick<Click, 'day' | 'linkId' | 'visitor'>) => `${day},${linkId},${visitor}`;

/** The keys among `asked` that this batch has inserted. */
async function listOwn(trx: Trx, asked: Click[], batchNo: number): Promise<string[]> {
  const keys: string[] = [];
  for (let from = 0; from < asked.length; ) {
    const day = (asked[from] as Click).day;
    const part = asked.slice(from, from + keysAStatement).filter((click) => click.day === day);
    from += part.length;
    const pairs = part.map(({ linkId, visitor }) => `(${linkId},${visitor})`).join(',');
    const { rows } = await sql<{ linkId: number; visitor: number }>`
      SELECT link_id AS linkId, visitor FROM click_visitors
      WHERE day = ${sql.lit(day)} AND (link_id, visitor) IN (${sql.raw(pairs)}) AND batch_no = ${sql.lit(batchNo)}
    `.execute(trx);
    for (const { linkId, visitor } of rows) keys.push(keyOf({ day, linkId, visitor }));
  }
  return keys;
}
