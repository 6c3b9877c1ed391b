/**
 * Backups of a running installation, compared with a ledger of answers: everything before a backup's start is in it, nothing that
 * started after its end is, and every click counts once. BACKUP_POINTS is the number of moments tried.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RowDataPacket } from 'mysql2';
import { readRows } from '../../shared/backup/rows.ts';
import { connectTo } from '../../shared/backup/schema.ts';
import { startAutomations } from '../fixtures/automations.ts';
import { backUp, newPlace, openSite, type Place, peopleUrlOf, query, restore, type Site } from '../fixtures/backups.ts';
import { agents } from '../fixtures/clicks.ts';
import { caller } from '../fixtures/daemon.ts';
import { fill, keptHold } from '../fixtures/kept-secrets.ts';
import { send } from '../fixtures/requests.ts';
import { migrateLinks } from '../fixtures/schema.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

const points = Number(process.env.BACKUP_POINTS || 3);
const tableHead =
  '| | backup, ms | changes of links before | clicks before | clicks found | clicks before its end | links reported exactly | segments |\n' +
  '| --- | --- | --- | --- | --- | --- | --- | --- |';

/** A request: its subject, and when it was sent and answered. */
type Entry = { what: string; version: number; asked: number; answered: number };
type Ledger = Record<'links' | 'clicks' | 'contacts', Entry[]>;

const host = { host: 'localhost:8080', 'user-agent': agents.firefox };
const slugOf = (n: number) => `point-${n}`;

/** Creates links, clicks them for a while, changes them, and creates contacts, until `stopped`. */
async function load(origin: string, key: string, contacts: (at: string, body: unknown) => Promise<unknown>) {
  const ledger: Ledger = { links: [], clicks: [], contacts: [] };
  const call = caller({ origin }, key);
  const stopping = new AbortController();
  const note = async (of: keyof Ledger, what: string, version: number, work: () => Promise<unknown>) => {
    const asked = performance.now();
    await work();
    ledger[of].push({ what, version, asked, answered: performance.now() });
  };
  const expect = async (status: number, answer: Promise<{ status: number }>) => {
    const { status: found } = await answer;
    if (found !== status) throw new Error(`answered ${found}`);
  };
  const ids: string[] = [];
  const links = async () => {
    while (!stopping.signal.aborted) {
      const slug = slugOf(ids.length + 1);
      await note('links', slug, 0, async () => {
        const { status, json } = await call('POST', '/links', { url: 'https://example.com/0', slug });
        if (status !== 201) throw new Error(`answered ${status}`);
        ids.push(json.id);
      });
      const older = Math.floor(Math.random() * ids.length);
      const version = ids.length;
      await note('links', slugOf(older + 1), version, () =>
        expect(200, call('PATCH', `/links/${ids[older]}`, { url: `https://example.com/${version}` })),
      );
      await sleep(15);
    }
  };
  const clicks = async () => {
    while (!stopping.signal.aborted) {
      // Few at a time, so that most links are finished when a backup starts.
      const slug = slugOf(Math.max(1, ids.length - Math.floor(Math.random() * 5)));
      if (ids.length > 0)
        await note('clicks', slug, 0, () => expect(302, send(`${origin}/${slug}`, { headers: host })));
      await sleep(3);
    }
  };
  const people = async () => {
    for (let n = 1; !stopping.signal.aborted; n++) {
      const email = `contact${n}@example.com`;
      await note('contacts', email, 0, () => contacts('/contact/add', { email }));
      await sleep(30);
    }
  };
  const running = Promise.all([links(), clicks(), people()]);
  return {
    ledger,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

const startContacts = (t: Parameters<typeof newPlace>[0], { settings, config }: Place) =>
  startAutomations(t, { ...settings, CERTIFICATE_SECRET: '' }, config);

t.test(
  'a backup under load contains every write confirmed before a single point in time, and no later write',
  async (t) => {
    const source = await newPlace(t);
    await migrateLinks(peopleUrlOf(source));
    const automations = await startContacts(t, source);
    await query(source.config.mysqlUrl, 'CREATE TABLE wp_posts (ID INT)');
    const site = await openSite(t, source);
    const kept = await fill(site, source);
    const { ledger, stop } = await load(site.origin, kept.key, automations.post);

    const taken: { file: string; began: number; ended: number }[] = [];
    for (let n = 0; n < points; n++) {
      await sleep(300 + Math.random() * 1_200);
      const file = path.join(source.config.localDir, `${n}.tar`);
      const began = performance.now();
      const { contents } = await backUp(source, file);
      taken.push({ file, began, ended: performance.now() });
      t.notOk(
        contents.tables.some(({ name }) => name === 'wp_posts'),
        "WordPress's tables are not in it",
      );
    }
    await sleep(200);
    await stop();
    await site.close();
    await automations.stop();

    const target = await newPlace(t);
    let settled = 0;
    const tell = (row: string) => process.env.BACKUP_POINTS && process.stderr.write(`${row}\n`);
    tell(tableHead);
    for (const [n, { file, began, ended }] of taken.entries()) {
      const { segments } = await restore(target, file, { force: n > 0 });
      await automationsHold(t, target, ledger.contacts, began, ended);
      const restored = await openSite(t, target);
      await linksHold(t, restored, ledger.links, began, ended);
      const counted = await clicksHold(t, restored, ledger.clicks, began, ended);
      const changes = ledger.links.filter(({ answered }) => answered < began).length;
      settled += counted.settled;
      tell(
        `| ${n + 1} | ${Math.round(ended - began)} | ${changes} | ${counted.before} | ${counted.found} | ` +
          `${counted.within} | ${counted.settled} | ${segments} |`,
      );
      if (n === 0) await keptHold(t, target, restored, kept);
      await restored.close();
    }
    t.ok(settled > 0, 'some links got no clicks in between, so that their clicks are known exactly');
  },
);

type T = typeof t;

async function automationsHold(t: T, { config }: Place, contacts: Entry[], began: number, ended: number) {
  const rows = await query(config.mysqlUrl, 'SELECT email FROM wp_automations_contacts');
  const found = new Set(rows.map(({ email }) => email));
  const missing = contacts.filter(({ what, answered }) => answered < began && !found.has(what));
  t.same(missing, [], 'every contact answered before is there');
  t.same(
    contacts.filter(({ what, asked }) => asked > ended && found.has(what)),
    [],
    'none from later',
  );
}

async function linksHold(t: T, { db }: Site, entries: Entry[], began: number, ended: number) {
  const rows = await db.selectFrom('links').select(['slug', 'url']).execute();
  const found = new Map(rows.map(({ slug, url }) => [slug, Number(url.split('/').at(-1))]));
  const wrong: object[] = [];
  for (const slug of new Set(entries.map(({ what }) => what))) {
    const own = entries.filter(({ what }) => what === slug);
    const least = own.filter(({ answered }) => answered < began).at(-1)?.version ?? -1;
    const most = own.filter(({ asked }) => asked <= ended).at(-1)?.version ?? -1;
    const is = found.get(slug) ?? -1;
    if (is < least || is > most) wrong.push({ slug, is, least, most });
  }
  t.same(wrong, [], 'every link is as it was answered');
}

async function clicksHold(t: T, { db }: Site, entries: Entry[], began: number, ended: number) {
  const before = entries.filter(({ answered }) => answered < began);
  const sum = async () =>
    Number(
      (
        await db
          .selectFrom('links')
          .select((e) => e.fn.sum('clicks').as('clicks'))
          .executeTakeFirst()
      )?.clicks,
    );
  await until(sum, (clicks) => clicks >= before.length);
  // A double count would appear by now or in the worker's next round.
  await sleep(1_500);
  const rows = await db.selectFrom('links').select(['slug', 'clicks']).execute();
  const count = (list: Entry[], slug: string) => list.filter(({ what }) => what === slug).length;
  const within = entries.filter(({ asked }) => asked <= ended);
  const wrong = rows
    .map(({ slug, clicks }) => ({
      slug,
      clicks: Number(clicks),
      least: count(before, slug),
      most: count(within, slug),
    }))
    .filter(({ clicks, least, most }) => clicks < least || clicks > most);
  t.same(wrong, [], 'the clicks of every link are counted once');
  const settled = rows.filter(({ slug }) => count(before, slug) > 0 && count(before, slug) === count(within, slug));
  return { before: before.length, within: within.length, found: await sum(), settled: settled.length };
}

/** Every table's statement and rows, without tables about running processes. */
async function wholeOf(mysqlUrl: string): Promise<Record<string, string>> {
  const connection = await connectTo(mysqlUrl);
  const [tables] = await connection.query<RowDataPacket[][]>({ sql: 'SHOW TABLES', rowsAsArray: true });
  const whole: Record<string, string> = {};
  for (const [table] of tables) {
    const name = String(table);
    if (/^(leases|click_salts|click_workers|wp_posts|.*_lock)$/.test(name)) continue;
    const [[made]] = await connection.query<RowDataPacket[]>('SHOW CREATE TABLE ??', [name]);
    whole[name] = String(made?.['Create Table']);
    for await (const { sql } of readRows(connection, name)) whole[name] += sql.toString();
  }
  connection.destroy();
  return whole;
}

t.test('a restore returns the same data, byte for byte', async (t) => {
  const source = await newPlace(t);
  await migrateLinks(peopleUrlOf(source));
  const automations = await startContacts(t, source);
  await automations.post('/contact/add', { email: 'o\'neil"\\@example.com', first_name: 'a\nb\r\u2028🙂\0' });
  await automations.stop();
  const site = await openSite(t, source);
  await fill(site, source);
  await site.close();
  // A table of several parts, which are restored at once.
  for (let n = 0; n < 36; n++)
    await query(
      source.config.mysqlUrl,
      `INSERT INTO wp_waypost_options (name, value, autoload) VALUES ('large ${n}', REPEAT('x', 400000), 0)`,
    );
  const file = path.join(source.config.localDir, 'whole.tar');
  await backUp(source, file);
  const target = await newPlace(t);
  await restore(target, file);
  t.same(await wholeOf(peopleUrlOf(target)), await wholeOf(peopleUrlOf(source)));
  t.same(await wholeOf(target.config.mysqlUrl), await wholeOf(source.config.mysqlUrl));
  const { contents } = await backUp(target, file);
  t.equal(contents.tables.find(({ name }) => name === 'certificates')?.rows, 1, 'what was restored can be backed up');
});
