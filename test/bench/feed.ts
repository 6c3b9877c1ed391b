/**
 * The delay until a committed change is in two other processes' maps, with and without Redis's notification. Also the changes per
 * second that one reader processes when many are committed at once.
 */

import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordLinkChanges } from '../../daemon/change-feed/changes.ts';
import { announceChanges, onAnnouncedChanges } from '../../daemon/change-feed/nudge.ts';
import type { Tables } from '../../daemon/core/tables.ts';
import { createHosts } from '../../daemon/redirect/map/hosts.ts';
import { SlugMap } from '../../daemon/redirect/map/slug-map.ts';
import { type CurrentMap, Sync } from '../../daemon/redirect/map/sync.ts';
import { readConfig } from '../../shared/config/config.ts';
import { inTransaction, openDb } from '../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { createLog } from '../../shared/log/log.ts';
import { migrate } from '../../shared/migrations/migrate.ts';
import { openRedis } from '../../shared/redis/redis.ts';
import { putLink } from '../fixtures/redirects.ts';

const writes = 1_000;
const config = readConfig({});
const log = createLog('bench', 'silent');
const dir = await mkdtemp(path.join(tmpdir(), 'waypost-bench-'));
const options = { dir, durable: false, report: console.log };
const [mysql, redis] = await Promise.all([prepareMysql(options), prepareRedis(options)]);
await Promise.all([mysql.start(), redis.start()]);
await migrate(mysql.url);
const db = openDb<Tables>(mysql.url, { poolSize: 8 });
const now = new Date();
await db
  .insertInto('workspaces')
  .values({ id: 1, public_id: 'ws', name: 'bench', plan: 'scale', created_at: now, updated_at: now })
  .execute();

async function reader(nudged: boolean) {
  const own = openDb<Tables>(mysql.url, { poolSize: 2 });
  const current: CurrentMap = { map: new SlugMap() };
  const sync = new Sync({
    db: own,
    current,
    hosts: createHosts('x'),
    log,
    everyMs: config.syncEveryMs,
    gapSeconds: 60,
  });
  sync.start();
  await sync.caughtUp;
  const subscriber = openRedis(redis.url, 'subscriber', log);
  if (nudged) {
    onAnnouncedChanges(subscriber, 'bench', () => sync.nudge());
  }
  return {
    current,
    stop: async () => {
      subscriber.disconnect();
      await sync.stop();
      await own.destroy();
    },
  };
}

async function measure(nudged: boolean): Promise<void> {
  const publisher = openRedis(redis.url, 'queue', log);
  const readers = await Promise.all([reader(nudged), reader(nudged)]);
  const delays: number[] = [];
  for (let n = 0; n < writes; n++) {
    const slug = `${nudged ? 'n' : 'p'}${n}`;
    await putLink(db, { slug });
    const committed = performance.now();
    if (nudged) void announceChanges(publisher, 'bench');
    const seen = readers.map(async ({ current }) => {
      while (current.map.find(0, slug) < 0) await sleep(1);
      delays.push(performance.now() - committed);
    });
    if (n % 10 === 9) await Promise.all(seen);
    await sleep(Math.random() * 10);
  }
  await sleep(1_000);
  delays.sort((a, b) => a - b);
  const at = (part: number) => (delays[Math.floor(delays.length * part)] as number).toFixed(1);
  console.log(
    `${nudged ? 'with a nudge by Redis' : 'by polling alone'}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(0.9999)} ms (${delays.length} sightings)`,
  );
  await Promise.all(readers.map(({ stop }) => stop()));
  publisher.disconnect();
}

/** Measures how fast a reader applies `changes` new links that were committed in transactions of 1,000. */
async function measureRate(changes: number): Promise<void> {
  const { current, stop } = await reader(false);
  const began = performance.now();
  for (let from = 0; from < changes; from += 1_000) {
    const slugs = Array.from({ length: Math.min(1_000, changes - from) }, (_, n) => `rate${from + n}`);
    await inTransaction(db, async (trx) => {
      const at = new Date();
      const rows = slugs.map((slug) => ({
        public_id: `lnk_${slug}`,
        workspace_id: 1,
        domain_id: 0,
        slug,
        url: 'https://example.com/',
        redirect_type: 302,
        created_at: at,
        updated_at: at,
      }));
      await trx.insertInto('links').values(rows).execute();
      await recordLinkChanges(
        trx,
        slugs.map((slug) => ({ domainId: 0, slug })),
      );
    });
  }
  const written = performance.now();
  while (current.map.find(0, `rate${changes - 1}`) < 0) await sleep(1);
  const known = performance.now();
  const rate = (ms: number) => Math.round(changes / (ms / 1_000)).toLocaleString('en');
  console.log(
    `${changes.toLocaleString('en')} links: written at ${rate(written - began)}/s, taken in at ${rate(known - began)}/s; the last was known ${(known - written).toFixed(0)} ms after its commit`,
  );
  await stop();
}

await measure(true);
await measure(false);
await measureRate(Number(process.env.BENCH_CHANGES || 200_000));
await db.destroy();
await Promise.all([mysql.kill('SIGKILL'), redis.kill('SIGKILL')]);
rmSync(dir, { recursive: true, force: true });
process.exit(0);
