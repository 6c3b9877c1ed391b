/** Clicks of contacts in MySQL: each, and what each contact has clicked. */
import { type Insertable, sql } from 'kysely';
import type { PageWindow } from '../../../host/route.ts';
import type { ClickedTable, Db, LinkClickTable, Trx } from '../tables.ts';
import type { Visit } from './bursts.ts';

/** The `kind` of a row of `automations_clicked`. */
export const clickedKinds = { link: 1, tag: 2 } as const;

/** Clicks of contacts between two times, both included. */
export async function listVisits(
  db: Db,
  contactIds: number[],
  from: Date,
  to: Date,
): Promise<(Visit & { contactId: number })[]> {
  const rows = await db
    .selectFrom('automations_link_clicks')
    .select(['contact_id as contactId', 'link_id as linkId', 'clicked_at', 'doubt'])
    .where('contact_id', 'in', contactIds)
    .where('clicked_at', '>=', from)
    .where('clicked_at', '<=', to)
    .execute();
  return rows.map(({ clicked_at, ...row }) => ({ ...row, at: clicked_at.getTime() }));
}

export const insertLinkClicks = (trx: Trx, rows: Insertable<LinkClickTable>[]) =>
  trx.insertInto('automations_link_clicks').values(rows).execute();

/** Adds to what is there. */
export const addClicked = (trx: Trx, rows: Insertable<ClickedTable>[]) =>
  trx
    .insertInto('automations_clicked')
    .values(rows)
    .onDuplicateKeyUpdate({
      clicks: sql`clicks + VALUES(clicks)`,
      first_at: sql`LEAST(first_at, VALUES(first_at))`,
      last_at: sql`GREATEST(last_at, VALUES(last_at))`,
    })
    .execute();

export const saveShortLinks = (trx: Trx, rows: { link_id: string; url: string }[]) =>
  trx.insertInto('automations_short_links').values(rows).onDuplicateKeyUpdate({ url: sql`VALUES(url)` }).execute();

/** Newest first; all of them when no window is given. */
export const listLinkClicks = (db: Db, contactId: number, window?: PageWindow) =>
  db
    .selectFrom('automations_link_clicks as c')
    .leftJoin('automations_short_links as l', 'l.link_id', 'c.link_id')
    .select(['c.link_id as linkId', 'l.url', 'c.clicked_at as clickedAt', 'c.qr', 'c.doubt'])
    .where('c.contact_id', '=', contactId)
    .orderBy('c.clicked_at', 'desc')
    .orderBy('c.id', 'desc')
    .$if(window !== undefined, (query) => query.limit(window?.limit as number).offset(window?.offset as number))
    .execute();

export async function countLinkClicks(db: Db, contactId: number): Promise<number> {
  const { n } = await db
    .selectFrom('automations_link_clicks')
    .select((e) => e.fn.countAll().as('n'))
    .where('contact_id', '=', contactId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function deleteClicksOfContacts(trx: Trx, contactIds: number[]): Promise<void> {
  for (const table of ['automations_link_clicks', 'automations_clicked'] as const) {
    await trx.deleteFrom(table).where('contact_id', 'in', contactIds).execute();
  }
}
