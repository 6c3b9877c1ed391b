/**
 * The safety check by itself: microseconds a check, memory and swap of a list of a million entries beside a plain Set of
 * strings in the same run, the longest pause of a swap, and the index of destinations against a changed list.
 */

import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Tables } from '../../daemon/core/tables.ts';
import { createHosts } from '../../daemon/redirect/map/hosts.ts';
import { canonical, expressionsOf } from '../../daemon/safety/core/canonical.ts';
import { checkDestination } from '../../daemon/safety/core/check.ts';
import { toSource } from '../../daemon/safety/lists/download.ts';
import { createBuilder, type PrefixSet, sortPrefixes } from '../../daemon/safety/lists/prefix-set.ts';
import { refreshList } from '../../daemon/safety/lists/refresh.ts';
import { createThreatLists } from '../../daemon/safety/lists/threat-lists.ts';
import { watchLists } from '../../daemon/safety/lists/watch-lists.ts';
import { createRules } from '../../daemon/safety/safety.ts';
import { applyLists } from '../../daemon/safety/scans/apply-lists.ts';
import { indexFromFeed } from '../../daemon/safety/scans/index-from-feed.ts';
import { createScanner } from '../../daemon/safety/scans/scanner.ts';
import { readConfig } from '../../shared/config/config.ts';
import { openDb } from '../../shared/db/db.ts';
import { prepareMysql } from '../../shared/local/stack.ts';
import { createLog } from '../../shared/log/log.ts';
import { migrate } from '../../shared/migrations/migrate.ts';

const many = Number(process.env.BENCH_ENTRIES || 1_000_000);
const links = Number(process.env.BENCH_LINKS || 100_000);
const rounds = 9;
const checks = 20_000;

const config = readConfig({ DEFAULT_SHORT_DOMAIN: 'go.example.com' });
const hosts = createHosts('go.example.com');
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
const seconds = (from: number) => ((performance.now() - from) / 1_000).toFixed(2);
/** Collected twice: array buffers are let go of by the second round. */
function used(): number {
  for (let n = 0; n < 2; n++) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const pageOf = (n: number) => `www.site${n}.example.net/downloads/${n % 97}/file-${n}.exe`;
const kinds: Record<string, (n: number) => string> = {
  'a short URL': (n) => `https://example${n % 1_000}.com/`,
  'a usual one (query, four directories)': (n) =>
    `https://www.shop${n % 1_000}.example.com/en/summer/sale/2026/item-${n}.html?ref=newsletter&id=${n}`,
  'the most expressions there can be (30)': (n) =>
    `https://a.b.c.d.e.f.g.example${n % 1_000}.com/1/2/3/4/5/6.html?q=${n}`,
  'an address': (n) => `http://93.184.${n % 256}.34/`,
  'an international host': (n) => `https://bücher-${n % 1_000}.example.de/`,
  '2,048 characters of escapes': (n) => `https://example.com/${n}${'%2541'.repeat(400)}`.slice(0, 2_048),
};

function buildSet(): PrefixSet {
  const prefixes = Buffer.concat(
    Array.from({ length: many }, (_, n) => createHash('sha256').update(pageOf(n)).digest().subarray(0, 8)),
  );
  const sorted = sortPrefixes(prefixes);
  const builder = createBuilder(sorted.length / 8);
  builder.add(sorted);
  return builder.build();
}

function checkSpeed(): void {
  const before = used();
  const set = buildSet();
  const mine = used() - before;
  const beforeNaive = used();
  const naive = new Set(Array.from({ length: many }, (_, n) => pageOf(n)));
  const theirs = used() - beforeNaive;
  console.log(
    `${many} entries: ${mib(set.bytes)} held (${(set.bytes / many).toFixed(2)} bytes an entry; the process grew by ${mib(mine)}), a Set of strings ${mib(theirs)} (${(theirs / many).toFixed(0)} bytes an entry)`,
  );

  const lists = createThreatLists();
  lists.replaceList('bench', set);
  const rules = createRules(config, hosts, lists);
  const naiveRules = createRules(config, hosts, {
    find: (expressions) =>
      expressions.some((one) => naive.has(one)) ? { verdict: 'blocked' as const, list: 'bench' } : undefined,
  });
  for (const [kind, urlOf] of Object.entries(kinds)) {
    const urls = Array.from({ length: checks }, (_, n) => urlOf(n));
    const time = (by: typeof rules) => {
      const from = performance.now();
      let refused = 0;
      for (const url of urls) if (checkDestination(url, by)) refused++;
      if (refused > 0) throw new Error(`${kind}: ${refused} refused`);
      return ((performance.now() - from) * 1_000) / checks;
    };
    const [a, b]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      a.push(time(rules));
      b.push(time(naiveRules));
    }
    const count = expressionsOf(canonical(new URL(urls[0] as string))).length;
    console.log(
      `check of ${kind}, ${count} expressions: ${median(a).toFixed(1)} µs, a Set of strings ${median(b).toFixed(1)} µs`,
    );
  }
  const hits = Array.from({ length: checks }, (_, n) => `http://${pageOf((n * 48_271) % many)}`);
  const from = performance.now();
  const found = hits.filter((url) => checkDestination(url, rules)?.reason === 'listed').length;
  console.log(
    `check of a listed URL: ${(((performance.now() - from) * 1_000) / checks).toFixed(1)} µs (${found === checks})`,
  );
  const misses = Array.from({ length: 1_000_000 }, () => randomBytes(8)).filter((prefix) => set.has(prefix)).length;
  console.log(`found by accident: ${misses} of 1,000,000 random prefixes`);
}

async function swapping(): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), 'waypost-bench-'));
  const mysql = await prepareMysql({ dir, durable: false, report: console.log });
  await mysql.start();
  await migrate(mysql.url);
  const db = openDb<Tables>(mysql.url, { poolSize: 8 });
  const log = createLog('bench', 'warn');
  const file = path.join(dir, 'list.txt');
  const source = toSource(file);
  const write = (shift: number) =>
    writeFile(file, Array.from({ length: many }, (_, n) => `http://${pageOf(n + shift)}\n`).join(''));

  const followed = await watchLists(db, log);
  const swaps: number[] = [];
  let longestMs = 0;
  for (let round = 0; round < 3; round++) {
    await write(round * 1_000);
    let from = performance.now();
    const refreshed = await refreshList(db, source, { limit: 2 ** 30 }, new Date());
    console.log(`list read, hashed, compared and stored in ${seconds(from)} s: ${JSON.stringify(refreshed)}`);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await sleep(50);
    delay.reset();
    from = performance.now();
    await followed.catchUp();
    swaps.push(performance.now() - from);
    await sleep(20);
    longestMs = Math.max(longestMs, delay.max / 1e6);
    delay.disable();
  }
  console.log(
    `swapped in by another process in ${median(swaps).toFixed(0)} ms, in turns of the loop; the loop was never held up longer than ${longestMs.toFixed(1)} ms`,
  );
  await followed.stop();

  const now = new Date();
  await db
    .insertInto('workspaces')
    .values({ id: 1, public_id: 'ws', name: 'bench', plan: 'scale', created_at: now, updated_at: now })
    .execute();
  for (let from = 0; from < links; from += 5_000) {
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      public_id: `lnk_${from + index}`,
      workspace_id: 1,
      domain_id: 0,
      slug: `s${from + index}`,
      url: (kinds['a usual one (query, four directories)'] as (n: number) => string)(from + index),
      redirect_type: 302,
      created_at: now,
      updated_at: now,
    }));
    await db.insertInto('links').values(rows).execute();
  }
  const scanner = await createScanner({ config, db, log, announceChanges: () => {} });
  await applyLists(scanner);
  let from = performance.now();
  const step = indexFromFeed(scanner);
  while (await step());
  const indexed = (performance.now() - from) / 1_000;
  console.log(`${links} links put into the index in ${indexed.toFixed(1)} s, ${Math.round(links / indexed)} links/s`);
  const { rows } = await db
    .selectFrom('link_expressions')
    .select((e) => e.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  await sql`ANALYZE TABLE link_expressions, link_scans`.execute(db);
  const { rows: sizes } = await sql<{ bytes: string }>`
    SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables
    WHERE table_schema = DATABASE() AND table_name IN ('link_expressions', 'link_scans')`.execute(db);
  const bytes = Number(sizes[0]?.bytes) / links;
  console.log(`${(Number(rows) / links).toFixed(1)} rows of the index a link, ${bytes.toFixed(0)} bytes with its plan`);
  const small = path.join(dir, 'small.txt');
  for (const [added, affected] of [
    [10_000, 0],
    [10_000, 100],
  ] as const) {
    const lines = Array.from({ length: added }, (_, n) => `http://${affected}.new${n}.example.org/x`);
    for (let n = 0; n < affected; n++) {
      lines.push(kinds['a usual one (query, four directories)']?.(n * 7) as string);
    }
    await writeFile(small, lines.join('\n'));
    await refreshList(db, toSource(small), { limit: 2 ** 30 }, new Date());
    from = performance.now();
    const banned = await applyLists(scanner);
    console.log(
      `${lines.length} entries added to a list: compared with ${links} links in ${seconds(from)} s, ${banned} of ${affected} banned`,
    );
  }
  await scanner.lists.stop();
  await db.destroy();
  await mysql.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
}

checkSpeed();
await swapping();
process.exit(0);
