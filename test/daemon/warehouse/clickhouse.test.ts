/** The manual's table and queries in a real ClickHouse give the same answers as analytics, even if clicks were sent twice. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { dayMs, dayOf } from '../../../daemon/clicks/time.ts';
import { findLinkId } from '../../../daemon/stats/link-name-queries.ts';
import { sendNextBatch } from '../../../daemon/warehouse/send-batch.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { clickhouseMissing, startClickhouse } from '../../fixtures/clickhouse.ts';
import { agents, batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { log } from '../../fixtures/redirects.ts';
import { t } from '../../runner/tap.ts';

const missing = await clickhouseMissing();

type Row = { value: string; clicks: number; uniqueClicks: number };
const numbersOf = ({ value, clicks, uniqueClicks }: Row): Row => ({ value, clicks, uniqueClicks });
const sorted = (rows: Row[]) => rows.map(numbersOf).sort((a, b) => (a.value < b.value ? -1 : 1));

/** The page's blocks, without their indentation. */
async function readPage() {
  const page = await readFile(path.join(projectRoot, '.github/docs/warehouse.md'), 'utf8');
  const [table = '', queries = ''] = [...page.matchAll(/^ {3}```sql\n(.*?)^ {3}```$/gms)].map(([, text]) => text);
  const [, address = ''] = /CLICKS_EXPORT_URL='([^']+)'/.exec(page) ?? [];
  return { table, address, queries: queries.split(';').filter((text) => text.trim() !== '') };
}

t.test("the manual's five queries give the same answers as analytics", { skip: missing }, async (t) => {
  const { table, address, queries } = await readPage();
  const clickhouse = await startClickhouse(t);
  await clickhouse.query(table);
  const url = address.replace('http://waypost:PASSWORD@clickhouse:8123/', clickhouse.url);
  t.match(url, /^http:\/\/waypost:secret@127\.0\.0\.1:\d+\/\?query=INSERT INTO clicks/);
  const daemon = await startDaemon(t, { env: { CLICKS_EXPORT_URL: url, DEFAULT_SHORT_DOMAIN: 'go.waypost.test' } });
  const { db, config } = daemon.context;
  const [workspace, other] = [await addWorkspace(db, 'scale'), await addWorkspace(db, 'scale')];
  const call = caller(daemon, workspace.key);
  const linksOf = async (of: typeof workspace, count: number) => {
    const ids: number[] = [];
    for (let n = 0; n < count; n++) {
      const { json } = await caller(daemon, of.key)('POST', '/links', { url: `https://example.com/${n}` });
      ids.push((await findLinkId(db, of.id, json.id)) as number);
    }
    return ids;
  };
  const links = await linksOf(workspace, 3);
  const others = await linksOf(other, 1);

  const from = (dayOf(Date.now()) - 2) * dayMs;
  const pick = <T>(values: readonly T[], n: number) => values[n % values.length] as T;
  const clicks = Array.from({ length: 600 }, (_, n) =>
    clickOf(pick([...links, ...links.slice(0, 1), ...others], n), from + Math.floor((n * 2 * dayMs) / 600) + (n % 7), {
      visitor: 1 + (n % 83),
      country: pick(['DE', '', 'FR', 'DE', 'JP'], n >> 1),
      userAgent: pick([agents.chrome, agents.iphone, agents.firefox, agents.chrome, agents.bot, agents.ipad], n >> 2),
      referrer: pick(['', 'news.example', 'www.google.com', ''], n >> 1),
      language: pick(['de-AT', 'EN'], n),
      qr: n % 5 === 0,
    }),
  );
  for (let at = 0; at < clicks.length; at += 100)
    await recordClicks(db, log, batchOf(clicks.slice(at, at + 100)), new Date(), { forWarehouse: true });

  // The worker that sent them was killed before it deleted them, so they are sent twice.
  const waiting = await db.selectFrom('warehouse_clicks').selectAll().execute();
  t.ok(waiting.length >= 6);
  while (await sendNextBatch(db, config));
  t.same(await db.selectFrom('warehouse_clicks').selectAll().execute(), []);
  await db.insertInto('warehouse_clicks').values(waiting).execute();
  while (await sendNextBatch(db, config));

  const [{ n } = { n: 0 }] = await clickhouse.query<{ n: number }>('SELECT count() AS n FROM clicks FINAL');
  t.equal(n, clicks.length, 'each click is there once');
  const { json: stats } = await call('GET', `/stats?from=${new Date(from).toISOString()}&interval=day`);
  const { timeseries, topLinks, breakdown } = stats as Json;
  const expected: Record<string, Row[]> = {
    'By day': timeseries
      .filter((one: Json) => one.clicks > 0)
      .map(({ time, ...one }: Json) => ({ value: time.slice(0, 10), ...one })),
    'The most clicked links': topLinks.map(({ linkId, ...one }: Json) => ({ value: linkId, ...one })),
    'By country': breakdown.country,
    'By referrer': breakdown.referrer,
    'By browser. Every other field works in the same way': breakdown.browser,
  };
  const asked: string[] = [];
  const ask = async (title: string, text: string) => {
    const rows = await clickhouse.query<Row>(text.replaceAll('ws_…', workspace.publicId));
    t.ok(rows.length > 1, title);
    t.same(sorted(rows), sorted(expected[title] as Row[]), title);
  };
  for (const query of queries) {
    const [, title = ''] = /-- (.+)/.exec(query) ?? [];
    asked.push(title);
    await ask(title, query);
  }
  t.same(asked, Object.keys(expected), 'all five');
  for (const name of ['os', 'device', 'trigger', 'language', 'utmSource']) {
    expected[name] = breakdown[name];
    if (breakdown[name].length > 1) await ask(name, (queries.at(-1) as string).replace('browser AS', `${name} AS`));
  }
});
