/**
 * The writer of received clicks with the reasons to doubt them. It adds confirmed clicks to the sums per link and
 * tag.
 */
import type { Insertable } from 'kysely';
import type { ClickedTable, Trx } from '../core/tables.ts';
import type { Doubt } from './core/bursts.ts';
import { addClicked, clickedKinds, insertLinkClicks, saveShortLinks } from './core/queries.ts';
import type { WaitingClick } from './links-queries.ts';

export type CheckedClick = { click: WaitingClick; doubt: Doubt | null };

/** Saves one or more clicks. Rows are written in key order, so that two writers cannot deadlock. */
export async function saveClicks(trx: Trx, checked: CheckedClick[]): Promise<void> {
  const urls = new Map(checked.map(({ click }) => [click.link_id, click.short_url]));
  await saveShortLinks(
    trx,
    [...urls].sort(([a], [b]) => (a < b ? -1 : 1)).map(([link_id, url]) => ({ link_id, url })),
  );
  await insertLinkClicks(
    trx,
    checked.map(({ click: { contact_id, link_id, clicked_at, qr }, doubt }) => ({
      ...{ contact_id, link_id, clicked_at, qr, doubt },
    })),
  );
  const clicked = sumUp(checked.flatMap(({ click, doubt }) => (doubt === null ? [click] : [])));
  if (clicked.length > 0) await addClicked(trx, clicked);
}

type Clicked = Omit<Insertable<ClickedTable>, 'name'> & { name: string };

function sumUp(clicks: WaitingClick[]): Clicked[] {
  const rows = new Map<string, Clicked>();
  for (const { contact_id, link_id, tags, clicked_at } of clicks) {
    const add = (kind: number, name: string) => {
      const key = `${kind} ${contact_id} ${name}`;
      const row = rows.get(key) ?? { kind, name, contact_id, clicks: 0, first_at: clicked_at, last_at: clicked_at };
      row.clicks++;
      if (clicked_at < row.first_at) row.first_at = clicked_at;
      if (clicked_at > row.last_at) row.last_at = clicked_at;
      rows.set(key, row);
    };
    add(clickedKinds.link, link_id);
    for (const tag of JSON.parse(tags) as string[]) add(clickedKinds.tag, tag);
  }
  return [...rows.values()].sort(
    (a, b) =>
      a.kind - b.kind || Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) || a.contact_id - b.contact_id,
  );
}
