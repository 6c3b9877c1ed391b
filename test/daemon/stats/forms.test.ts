/**
 * Every stored form of the click counts gives the same numbers: hours, built days, top link lists, cached group sums, blocks, and
 * the totals in the links' rows.
 */
import { addNotes } from '../../../daemon/clicks/link-total-queries.ts';
import { makeDays } from '../../../daemon/clicks/make-days.ts';
import { dayMs, dayOf } from '../../../daemon/clicks/time.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { numbers } from '../../../shared/demo/chance.ts';
import { agents, batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { log } from '../../fixtures/redirects.ts';
import { t } from '../../runner/tap.ts';

const today = dayOf(Date.now());
const first = today - 6;
const random = numbers(7);
const below = (most: number) => Math.floor(random() * most);
const pick = <T>(some: readonly T[]) => some[below(some.length)] as T;

type Sum = { clicks: number; uniqueClicks: number };
const none: Sum = { clicks: 0, uniqueClicks: 0 };
const plus = (one: Sum, other: Sum): Sum => ({
  clicks: one.clicks + other.clicks,
  uniqueClicks: one.uniqueClicks + other.uniqueClicks,
});
const sumOf = ({ clicks, uniqueClicks }: Sum): Sum => ({ clicks, uniqueClicks });
const ranked = (links: (Sum & { linkId: string })[]) => links.map(({ linkId, clicks }) => `${linkId} ${clicks}`).sort();

t.test('after a random history all storage forms agree with each other and with the clicks', async (t) => {
  const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
  const { db } = daemon.context;
  const workspace = await addWorkspace(db, 'scale');
  const call = caller(daemon, workspace.key);
  const bodies = Array.from({ length: 30 }, () => ({ url: 'https://example.com/', tags: ['all'] }));
  const made = (await call('POST', '/links/bulk', { links: bodies })).json.results.map(({ link }: Json) => link.id);
  const rows = await db.selectFrom('links').select(['id', 'public_id']).where('public_id', 'in', made).execute();
  await db.updateTable('click_days_made').set({ day: first, workspace_id: 0, link_id: 0 }).execute();

  const expected = new Map<string, Sum>(rows.map((row) => [row.public_id, none]));
  const visitors = new Set<string>();
  async function record(): Promise<void> {
    const clicks = Array.from({ length: 1 + below(120) }, () => {
      const { id, public_id } = pick(rows);
      const at = first * dayMs + below((today - first) * dayMs);
      const [visitor, isBot] = [1 + below(40), random() < 0.1];
      if (!isBot) {
        const key = `${id} ${dayOf(at)} ${visitor}`;
        const count = { clicks: 1, uniqueClicks: visitors.has(key) ? 0 : 1 };
        visitors.add(key);
        expected.set(public_id, plus(expected.get(public_id) ?? none, count));
      }
      return clickOf(id, at, { visitor, qr: random() < 0.3, ...(isBot ? { userAgent: agents.bot } : {}) });
    });
    const batch = batchOf(clicks);
    await recordClicks(db, log, batch, new Date());
    if (random() < 0.3) await recordClicks(db, log, batch, new Date());
  }

  const ask = async (path: string, query: Record<string, string>): Promise<Json> => {
    const { status, json, text } = await call('GET', `${path}?${new URLSearchParams(query)}`);
    if (status !== 200) throw new Error(text);
    return json;
  };
  /** Filters read blocks; every click has one of the two triggers. */
  async function askBlocks(path: string, window: Record<string, string>): Promise<Sum> {
    const parts = await Promise.all(['qr', 'link'].map((trigger) => ask(path, { ...window, trigger })));
    return parts.map(({ totals }) => sumOf(totals)).reduce(plus);
  }

  const window = { from: new Date(first * dayMs).toISOString(), to: new Date(today * dayMs).toISOString() };
  async function compare(name: string): Promise<void> {
    const all = [...expected.values()].reduce(plus);
    for (const interval of ['day', 'hour']) {
      const asked = { ...window, interval };
      const [whole, group, each] = await Promise.all([
        ask('/stats', asked),
        ask('/stats', { ...asked, tag: 'all' }),
        ask('/stats/links', { ...asked, ids: made.join(',') }),
      ]);
      for (const { totals, timeseries, topLinks } of [whole, group]) {
        t.same(sumOf(totals), all, `${name}, by ${interval}`);
        t.same(timeseries.map(sumOf).reduce(plus), all);
        t.equal(topLinks.length, 10);
        for (const { linkId, clicks, uniqueClicks } of topLinks)
          t.same({ clicks, uniqueClicks }, expected.get(linkId), `${name}, top link`);
      }
      t.same(ranked(group.topLinks), ranked(whole.topLinks));
      for (const link of each.links) t.same(sumOf(link), expected.get(link.id), `${name}, one of many`);
      t.same(await askBlocks('/stats', asked), all, `${name}, blocks`);
      const one = pick(rows).public_id;
      t.same(sumOf((await ask(`/links/${one}/stats`, asked)).totals), expected.get(one), `${name}, one link`);
      t.same(await askBlocks(`/links/${one}/stats`, asked), expected.get(one), `${name}, blocks of one link`);
    }
    while (await inTransaction(db, (trx) => addNotes(trx)));
    const totals = await db
      .selectFrom('links')
      .select(['public_id', 'clicks'])
      .where('public_id', 'in', made)
      .execute();
    for (const { public_id, clicks } of totals) t.equal(clicks, expected.get(public_id)?.clicks, `${name}, total`);
  }

  for (let day = first; day <= today; day++) {
    for (let batches = 1 + below(3); batches > 0; batches--) await record();
    // Cached lists and sums must include the next rounds' clicks.
    await compare(`with the days before ${day - first} made`);
    await makeDays(db, new Date((day + 1) * dayMs - dayMs / 2));
  }
});
