/** Compares clients' answers with MySQL's data and with both machines' slug maps. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../daemon/core/tables.ts';
import { findLastLinkId, sumRows } from '../../daemon/redirect/map/rows.ts';
import { indexParts } from '../../daemon/redirect/map/slug-map.ts';
import { snapshotFile } from '../../daemon/redirect/map/slug-map-lifecycle.ts';
import { readSnapshot } from '../../daemon/redirect/map/snapshot.ts';
import { until } from '../fixtures/until.ts';
import type { Ledger } from './ledger.ts';
import type { Machine } from './machines.ts';
import type { System } from './site.ts';

export type Verdict = {
  clicks: { received: number; lost: number; doubled: number };
  writes: { acknowledged: number; lost: number; doubled: number; half: number };
  /** One for each machine. */
  mapsEqual: boolean[];
};

const settledMs = 4_000;

/** Waits until all received clicks are stored, or no more arrive for a minute. */
export async function findVerdict(system: System, ledger: Ledger): Promise<Verdict> {
  await settle(system, ledger);
  const mapsEqual = await Promise.all(system.machines.map((machine) => isMapEqual(system, machine)));
  return { ...(await compare(system, ledger)), mapsEqual };
}

/** Compares the ledger with the stored data. */
export const compare = async (system: System, ledger: Ledger) => ({
  clicks: compareClicks(ledger, await system.look((db) => countClicks(db, ledger))),
  writes: await compareWrites(system, ledger),
});

const received = ({ clicks }: Ledger) => [...clicks.values()].reduce((sum, { received }) => sum + received, 0);

async function settle({ look }: System, ledger: Ledger): Promise<void> {
  let known = -1;
  let since = performance.now();
  for (;;) {
    const stored = [...(await look((db) => countClicks(db, ledger))).values()].reduce((sum, n) => sum + n, 0);
    if (stored !== known) since = performance.now();
    known = stored;
    const waitedMs = performance.now() - since;
    if (waitedMs > (stored >= received(ledger) ? settledMs : 60_000)) return;
    await sleep(500);
  }
}

/** Stored clicks by slug. */
async function countClicks(db: Db, { clicks }: Ledger): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('links')
    .innerJoin('click_hours', 'click_hours.link_id', 'links.id')
    .select((e) => ['links.slug', e.fn.sum<string>('click_hours.clicks').as('clicks')])
    .where('links.domain_id', '=', 0)
    .where('links.slug', 'in', [...clicks.keys()])
    .groupBy('links.slug')
    .execute();
  return new Map(rows.map(({ slug, clicks }) => [slug, Number(clicks)]));
}

/** A surplus is right as far as answers did not arrive. */
function compareClicks(ledger: Ledger, stored: Map<string, number>): Verdict['clicks'] {
  let [lost, doubled] = [0, 0];
  for (const [slug, { received, unknown }] of ledger.clicks) {
    const there = stored.get(slug) ?? 0;
    lost += Math.max(0, received - there);
    doubled += Math.max(0, there - received - unknown);
  }
  return { received: received(ledger), lost, doubled };
}

async function compareWrites(system: System, { created, changed, contacts }: Ledger): Promise<Verdict['writes']> {
  const links = await system.look((db) => findLinks(db, [...created.values()]));
  const urls = await system.look((db) => findUrls(db, [...changed.keys()]));
  const people = await findContacts(system, [...contacts]);
  const counts = [...links.values(), ...people.values()];
  const isThere = [
    ...[...created.values()].map((url) => links.has(url)),
    ...[...changed].map(([id, allowed]) => allowed.has(urls.get(id) ?? '')),
    ...[...contacts].map((email) => people.has(email)),
  ];
  return {
    acknowledged: isThere.length,
    lost: isThere.filter((there) => !there).length,
    doubled: counts.filter(({ rows }) => rows > 1).length,
    half: counts.filter(({ parts }) => parts !== 2).length,
  };
}

/** The links of each destination, and their number of tags. */
async function findLinks(db: Db, urls: string[]) {
  if (urls.length === 0) return new Map<string, { rows: number; parts: number }>();
  const rows = await db
    .selectFrom('links')
    .leftJoin('link_tags', 'link_tags.link_id', 'links.id')
    .select((e) => ['links.id', 'links.url', e.fn.count<string>('link_tags.tag_id').as('parts')])
    .where('links.url', 'like', 'https://example.com/new/%')
    .groupBy(['links.id', 'links.url'])
    .execute();
  return byName(
    rows.map(({ url, parts }) => ({ name: String(url), parts: Number(parts) })),
    urls,
  );
}

const findUrls = async (db: Db, ids: string[]) =>
  new Map(
    ids.length === 0
      ? []
      : (await db.selectFrom('links').select(['public_id', 'url']).where('public_id', 'in', ids).execute()).map(
          ({ public_id, url }) => [public_id, String(url)],
        ),
  );

/** The contacts of each email address, and their number of tags and lists. */
const findContacts = ({ look }: System, emails: string[]) =>
  look(async (_, db) => {
    const rows = await db
      .selectFrom('automations_contacts as contact')
      .leftJoin('automations_contact_terms as term', 'term.contact_id', 'contact.id')
      .select((e) => ['contact.id', 'contact.email', e.fn.count<string>('term.term_id').as('parts')])
      .groupBy(['contact.id', 'contact.email'])
      .execute();
    return byName(
      rows.map(({ email, parts }) => ({ name: String(email), parts: Number(parts) })),
      emails,
    );
  });

function byName(rows: { name: string; parts: number }[], wanted: string[]) {
  const names = new Set(wanted);
  const found = new Map<string, { rows: number; parts: number }>();
  for (const { name, parts } of rows) {
    if (names.has(name)) found.set(name, { rows: (found.get(name)?.rows ?? 0) + 1, parts });
  }
  return found;
}

/** Compares the map that a links process writes to disk at its end; the process then restarts from it. */
async function isMapEqual({ look }: System, { localDir, links }: Machine): Promise<boolean> {
  await until(links.isUp);
  // A committed change reaches the map within a second, with or without Redis.
  await sleep(1_500);
  await links.stop();
  const snapshot = await readSnapshot(snapshotFile({ localDir }));
  await links.start();
  if (!snapshot) return false;
  const { map } = snapshot;
  let sum = 0;
  for (let part = 0; part < indexParts; part++) for (const at of map.addressesIn(part)) sum ^= map.checksum(at);
  const [row] = await look(async (db) => sumRows(db, 0, (await findLastLinkId(db)) + 1, 1 << 30));
  return Number(row?.links) === map.size && Number(row?.checksum) === sum >>> 0;
}
