/** Queries for contacts' clicks and their sums per link and tag. */

import { type Insertable, sql } from 'kysely';
import { contains } from '../../../../../shared/db/like.ts';
import { countRows } from '../../../../../shared/db/results.ts';
import type { PageWindow } from '../../../../host/core/route.ts';
import type { ClickedTable, Db, LinkClickTable, Trx } from '../../core/tables.ts';
import type { Visit } from './bursts.ts';
import { placeOf } from './short-url.ts';

/** The `kind` of a row of `automations_clicked`. */
export const clickedKinds = { link: 1, tag: 2 } as const;

/** Lists clicks of contacts between two times, inclusive. */
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

/** Finds the time of the latest received click. */
export const findLastClick = async (db: Db): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('automations_link_clicks')
      .select('clicked_at as at')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.at;

export const insertLinkClicks = (trx: Trx, rows: Insertable<LinkClickTable>[]) =>
  trx.insertInto('automations_link_clicks').values(rows).execute();

/** Adds clicks to the stored sums. */
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

/** Lists short links whose URL contains the text, by URL. */
export const listShortLinks = (db: Db, search: string, { limit, offset }: PageWindow) =>
  db
    .selectFrom('automations_short_links')
    .selectAll()
    .$if(search.trim() !== '', (links) => links.where('url', 'like', contains(search.trim())))
    .orderBy('url')
    .limit(limit)
    .offset(offset)
    .execute();

/** Finds the ids of clicked links, given by id or by short URL with or without scheme. */
export async function findLinkIds(db: Db, links: string[]): Promise<string[]> {
  const ids = links.filter((text) => isLinkId(text));
  const urls = links.flatMap((text) => (text.includes('/') ? urlsOf(text) : []));
  if (ids.length + urls.length === 0) return [];
  const rows = await db
    .selectFrom('automations_short_links')
    .select('link_id')
    .where(({ or, eb }) =>
      or([...(ids.length > 0 ? [eb('link_id', 'in', ids)] : []), ...(urls.length > 0 ? [eb('url', 'in', urls)] : [])]),
    )
    .execute();
  return rows.map(({ link_id }) => link_id);
}

/** Checks for an ASCII id: other characters cannot be compared with the column. */
const isLinkId = (text: string) => /^[\w-]{1,32}$/.test(text);

/** Returns the forms in which the URL can be stored. */
const urlsOf = (text: string) => [`http://${placeOf(text)}`, `https://${placeOf(text)}`];

/** Lists the contacts that clicked one of these links or tags, without duplicates. */
export async function listClickers(db: Db, kind: number, names: string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('automations_clicked')
    .select('contact_id')
    .distinct()
    .where('kind', '=', kind)
    .where('name', 'in', names as unknown as Buffer[])
    .execute();
  return rows.map(({ contact_id }) => contact_id);
}

/** Lists a contact's clicks, newest first; all without a window. */
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

export const countLinkClicks = (db: Db, contactId: number): Promise<number> =>
  countRows(db.selectFrom('automations_link_clicks').where('contact_id', '=', contactId));

/** Moves clicks to another contact, and adds their sums. */
export async function moveClicks(trx: Trx, fromId: number, toId: number): Promise<void> {
  const to = { contact_id: toId };
  await trx.updateTable('automations_link_clicks').set(to).where('contact_id', '=', fromId).execute();
  const rows = await trx.selectFrom('automations_clicked').selectAll().where('contact_id', '=', fromId).execute();
  if (rows.length > 0) {
    await addClicked(
      trx,
      rows.map((row) => ({ ...row, name: row.name.toString(), ...to })),
    );
  }
}

export async function deleteClicksOfContacts(trx: Trx, contactIds: number[]): Promise<void> {
  for (const table of ['automations_link_clicks', 'automations_clicked'] as const) {
    await trx.deleteFrom(table).where('contact_id', 'in', contactIds).execute();
  }
}
