/**
 * The admin application over a million contacts (BENCH_CONTACTS) in Debian's chromium: how long it takes until rows stand there
 * after each thing that people do in the list, what the main thread does at one time at most, and frames while it scrolls. One
 * service process, the browser and MariaDB share the machine. BENCH_ROUNDS (10) may be set.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPool } from 'mysql2/promise';
import { chromium, type Page } from 'playwright-core';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import { type Db as AdminDb, tables, wordPressTables } from '../../automations-api/plugins/admin/core/tables.ts';
import { connectionOptions, openDb } from '../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/stack.ts';
import { addAdmin } from '../fixtures/admins.ts';
import { migrateAutomations } from '../fixtures/automations.ts';
import { signInAdmin } from '../fixtures/browser/admin.ts';
import { chromiumArgs, findChromium } from '../fixtures/browser/chromium.ts';
import { createEnds, type Ends } from '../fixtures/ends.ts';
import { service } from '../fixtures/processes.ts';
import { contacts, loadContacts } from './parts/contacts-load.ts';

const rounds = Number(process.env.BENCH_ROUNDS || 10);
const email = 'ada@example.com';
const round = (value: number) => Number(value.toPrecision(3));
const percentile = (values: number[], share: number) =>
  round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] as number);

/** In the page: what stands there, and the longest that its main thread was at something since it was last asked. */
const observe = `
  globalThis.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  globalThis.standing = () => !document.querySelector('main h1') || document.querySelector('main [aria-busy=true], main [aria-label=Loading]') ? undefined
    : [...document.querySelectorAll('main tbody tr a.first')].map((link) => link.href).join() + document.querySelector('main h2')?.textContent;
  globalThis.timed = async (act) => {
    const before = standing();
    longest = 0;
    const begun = performance.now();
    await act();
    await new Promise((resolve) => {
      const look = () => standing() !== undefined && standing() !== before ? resolve() : requestAnimationFrame(look);
      look();
    });
    return performance.now() - begun;
  };
  globalThis.press = (name) => [...document.querySelectorAll('main button')].find((one) => one.textContent.trim() === name || one.title === name).click();
  globalThis.write = (text) => {
    const box = document.querySelector('main input[type=search]');
    box.value = text;
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };`;

const print = (cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

/** `act` as a program of the page, with the round in `n`; `before` each, without being measured. */
async function measure(page: Page, what: string, act: string, before = ''): Promise<void> {
  const times: number[] = [];
  const tasks: number[] = [];
  for (let n = 0; n < rounds; n++) {
    if (before) await page.evaluate(`(async (n) => { ${before} })(${n})`);
    times.push(await page.evaluate<number>(`((n) => timed(async () => { ${act} }))(${n})`));
    tasks.push(await page.evaluate<number>('longest'));
  }
  print([what, percentile(times, 0.5), percentile(times, 0.95), round(Math.max(...tasks))]);
}

async function openPage(ends: Ends, origin: string, pageSize: number): Promise<Page> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
  ends.teardown(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(await signInAdmin({ origin }, email));
  await context.addInitScript(`localStorage.setItem('contacts-page-size', '${pageSize}');${observe}`);
  return context.newPage();
}

const untilThere = `new Promise((resolve) => {
  const look = () => standing() ? resolve(performance.now()) : requestAnimationFrame(look);
  look();
})`;

async function measureOpening(page: Page, what: string, address: string): Promise<void> {
  const times: number[] = [];
  const tasks: number[] = [];
  for (let n = 0; n < rounds; n++) {
    await page.goto(address);
    times.push(await page.evaluate<number>(untilThere));
    tasks.push(await page.evaluate<number>('longest'));
  }
  print([what, percentile(times, 0.5), percentile(times, 0.95), round(Math.max(...tasks))]);
}

/** Down the page by its wheel, a step each frame. */
async function measureScroll(page: Page): Promise<void> {
  const frames = await page.evaluate<number[]>(`(async () => {
    const frames = [];
    await new Promise((resolve) => setTimeout(resolve, 1000));
    let last = performance.now();
    for (let y = 0; y < document.documentElement.scrollHeight; y += 80) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      frames.push(performance.now() - last);
      last = performance.now();
    }
    return frames;
  })()`);
  console.log(
    `scrolling 250 rows: ${frames.length} frames, p50 ${percentile(frames, 0.5)} ms, p95 ${percentile(frames, 0.95)} ms, longest ${round(Math.max(...frames))} ms`,
  );
}

async function measureList(ends: Ends, origin: string): Promise<void> {
  const page = await openPage(ends, origin, 50);
  const list = `${origin}/wp-admin/contacts`;
  print(['what is done', 'p50 ms until it stands there', 'p95 ms', 'longest task ms']);
  print(['---', '---', '---', '---']);
  await measureOpening(page, 'the dashboard is opened', `${origin}/wp-admin`);
  await measureOpening(page, 'contacts are opened', list);
  await measureOpening(page, 'opened with a tag, a list and a status', `${list}?tag=3&list=210&status=subscribed`);
  await measureOpening(page, 'opened sorted by first name', `${list}?sort=f_name&order=asc`);
  await page.goto(list);
  await page.evaluate(untilThere);
  await measure(page, 'next page', `press('Next')`);
  await measure(page, 'page before', `press('Previous')`);
  await measure(page, 'sorted by email, and back', `press('Contact')`);
  await measure(page, 'search of a name (200 ms of rest included)', "write('first' + (1000 + n * 37))");
  await measure(
    page,
    'search of an address (200 ms of rest included)',
    `write('.' + (1 + n * 811 % ${contacts}) + '@')`,
  );
  await page.goto(list);
  await page.evaluate(untilThere);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const begun = performance.now();
  await page.getByRole('button', { name: /^Select all .* that match$/ }).click();
  console.log(`all that match are selected: ${round(performance.now() - begun)} ms`);
  const large = await openPage(ends, origin, 250);
  await large.goto(list);
  await large.evaluate(untilThere);
  await measureScroll(large);
  await measure(large, 'next page of 250', `press('Next')`);
}

const ends = createEnds();
const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
try {
  const report = (line: string) => console.error(line);
  const servers = await Promise.all([
    prepareMysql({ dir, durable: false, report }),
    prepareRedis({ dir, durable: false, report }),
  ]);
  ends.teardown(() => Promise.all(servers.map((server) => server.kill('SIGKILL'))));
  const [mysql, redis] = servers;
  await Promise.all(servers.map((server) => server.start()));
  await migrateAutomations(mysql.url);
  const pool = createPool({ ...connectionOptions(mysql.url), connectionLimit: 1 });
  await pool.query('SET GLOBAL innodb_buffer_pool_size = 2147483648');
  await loadContacts(pool);
  await pool.end();
  const db = openDb<unknown>(mysql.url, { poolSize: 1 });
  await addAdmin(withPrefix(db as unknown as AdminDb, 'wp_', [...tables, ...wordPressTables]), email);
  await db.destroy();
  const env: Record<string, string> = {
    MYSQL_URL: mysql.url,
    REDIS_URL: redis.url,
    LOCAL_DIR: dir,
    MIGRATE_ON_START: 'yes',
  };
  const api = await service(ends, 'automations-api/server.js', 'AUTOMATIONS_PORT', env);
  const origin = `http://localhost:${api.port}`;
  env.SITE_URL = origin;
  await api.start();
  while (!api.output().includes('contacts indexed')) await new Promise((resolve) => setTimeout(resolve, 100));
  await measureList(ends, origin);
} finally {
  await ends.end();
  rmSync(dir, { recursive: true, force: true });
}
