/** Shared salts that are deleted, partitions created ahead, and the removal of clicks beyond every plan's retention. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mock } from 'node:test';
import { sql } from 'kysely';
import { recordAudit } from '../../../daemon/audit-log/record.ts';
import { deleteReleasedBatches } from '../../../daemon/clicks/batch-queries.ts';
import { retainClicks } from '../../../daemon/clicks/retain-clicks.ts';
import { createSalts } from '../../../daemon/clicks/salts.ts';
import { dayMs, dayOf } from '../../../daemon/clicks/time.ts';
import { startForgetting } from '../../../daemon/workers/delete-expired.ts';
import { startMaintenance } from '../../../daemon/workers/run-maintenance.ts';
import { updatePlan } from '../../../daemon/workspaces/queries.ts';
import { type PlanName, readConfig } from '../../../shared/config/config.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { system } from '../../../shared/people/actor.ts';
import { insertInvite } from '../../../shared/people/invite-queries.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { batchOf, clickOf, countsByDay, recordClicks } from '../../fixtures/clicks.ts';
import { log, openTestDb, putLink } from '../../fixtures/redirects.ts';
import { createStores, startServers } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const today = dayOf(Date.now());

t.test("processes agree on today's and tomorrow's salts, and yesterday's salt is deleted", async (t) => {
  const stores = await createStores(t);
  const db = await openTestDb(t, stores);
  const redis = openRedis(stores.redisUrl, 'queue', log);
  t.teardown(() => redis.disconnect());
  await db
    .insertInto('click_salts')
    .values({ day: today - 1, salt: Buffer.alloc(32, 1) })
    .execute();
  const made = Array.from({ length: 3 }, () => createSalts({ db, redis, redisPrefix: stores.redisPrefix, log }));
  await Promise.all(made.map((salts) => salts.start()));
  t.teardown(() => {
    for (const salts of made) salts.stop();
  });
  for (const day of [today, today + 1]) t.equal(new Set(made.map((salts) => salts.get(day).toString('hex'))).size, 1);
  const kept = await db.selectFrom('click_salts').select('day').orderBy('day').execute();
  t.same(
    kept.map(({ day }) => day),
    [today, today + 1],
  );
  const left = await redis.pttl(`${stores.redisPrefix}:click-salt:${today}`);
  const ends = Date.now() + left - (today + 1) * dayMs;
  t.ok(left > 0 && Math.abs(ends) < 5_000, `the copy in Redis ends with the day, ${ends} ms after it`);
});

t.test('a process whose clock is days ahead deletes no salt that other processes use', async (t) => {
  const stores = await createStores(t);
  const db = await openTestDb(t, stores);
  const redis = openRedis(stores.redisUrl, 'queue', log);
  t.teardown(() => redis.disconnect());
  const salt = Buffer.alloc(32, 1);
  const days = [today - 1, today, today + 1];
  await db
    .insertInto('click_salts')
    .values(days.map((day) => ({ day, salt })))
    .execute();
  const now = () => Date.now() + 9 * dayMs;
  await createSalts({ db, redis, redisPrefix: stores.redisPrefix, log, now }).refresh();
  const kept = await db.selectFrom('click_salts').select('day').orderBy('day').execute();
  t.same(
    kept.map(({ day }) => day),
    [today, today + 1, today + 9, today + 10],
  );
});

t.test('once a day is over, a process deletes its salt and derives the next salt without a database', async (t) => {
  const { mysql, redis: redisServer } = await startServers(t);
  const db = await openTestDb(t, { mysqlUrl: mysql.url });
  const redis = openRedis(redisServer.url, 'commands', log);
  t.teardown(() => redis.disconnect());
  await once(redis, 'ready');
  await Promise.all([mysql.stop(), redisServer.stop()]);
  let now = Date.now();
  const salts = createSalts({ db, redis, redisPrefix: 'test', log, now: () => now });
  t.teardown(() => salts.stop());
  await salts.refresh();
  const first = salts.get(today);
  now += dayMs;
  await salts.refresh();
  t.same(salts.get(today + 1), createHmac('sha256', first).update('the next day').digest());
  t.notSame(salts.get(today), first);
});

t.test(
  'without MySQL, the salt in Redis is used; without both, a process creates a salt and derives later salts from it',
  async (t) => {
    const { mysql, redis: redisServer } = await startServers(t);
    const db = await openTestDb(t, { mysqlUrl: mysql.url });
    const redis = openRedis(redisServer.url, 'commands', log);
    t.teardown(() => redis.disconnect());
    await once(redis, 'ready');
    const start = async () => {
      const salts = createSalts({ db, redis, redisPrefix: 'test', log });
      await salts.start();
      t.teardown(() => salts.stop());
      return salts;
    };
    const first = (await start()).get(today);
    await mysql.stop();
    t.same((await start()).get(today), first);
    await redisServer.stop();
    const alone = await start();
    t.notSame(alone.get(today), first);
    t.same(alone.get(today + 1), alone.get(today + 1));
    t.notSame(alone.get(today + 1), alone.get(today));
  },
);

t.test("each day's partition is created before the day starts, and old partitions are dropped", async (t) => {
  const stores = await createStores(t);
  const db = await openTestDb(t, stores);
  const linkId = await putLink(db, { slug: 'a' });
  const config = readConfig({});
  const record = async (ago: number) =>
    recordClicks(db, log, batchOf([clickOf(linkId, (today - ago) * dayMs + 5)]), new Date());
  // Scale keeps clicks for five years; other plans' clicks are deleted before a partition is.
  for (const ago of [0, 29, 40, 1_824, 1_899, 1_900]) await record(ago);
  await retainClicks(db, config, new Date());
  await retainClicks(db, config, new Date());
  const names = await sql<{ name: string }>`
    SELECT PARTITION_NAME AS name FROM information_schema.PARTITIONS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'click_blocks' ORDER BY PARTITION_ORDINAL_POSITION`.execute(db);
  t.same(
    names.rows.map(({ name }) => name),
    [...Array.from({ length: 7 }, (_, n) => `day_${today + n}`), 'rest'],
  );
  const ages = async () => {
    const blocks = await db.selectFrom('click_blocks').select('day').execute();
    return blocks.map(({ day }) => today - day).sort((a, b) => a - b);
  };
  t.same(await ages(), [0, 29, 40, 1_824]);
  const { id } = await db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow();
  const move = (plan: PlanName) => inTransaction(db, (trx) => updatePlan(trx, id, plan, new Date()));
  await move('pro');
  await move('free');
  await retainClicks(db, config, new Date());
  t.same(await ages(), [0, 29, 40, 1_824], 'for a while after a downgrade nothing is lost');
  await move('unlimited');
  await record(1_900);
  await retainClicks(db, config, new Date());
  t.same(await ages(), [0, 29, 40, 1_824, 1_900], 'without limits everything is kept');
  const bounded = readConfig({ PLANS_UNLIMITED_RETENTION_DAYS: '1830' });
  await retainClicks(db, bounded, new Date());
  t.same(await ages(), [0, 29, 40, 1_824], 'but for the days that are set');
  await move('free');
  await db
    .updateTable('workspaces')
    .set({ downgraded_at: new Date(Date.now() - 31 * dayMs) })
    .execute();
  await retainClicks(db, config, new Date());
  t.same(await ages(), [0, 29]);
  const left = (await countsByDay(db)).filter((count) => count.linkId === linkId);
  t.equal(left.length, 2);
  await retainClicks(db, config, new Date(Date.now() + 40 * dayMs));
  t.same(await ages(), [], 'past partitions are emptied and created again');
  await record(0);
  t.same(await ages(), [0]);
});

t.test(
  "a worker whose clock is a year ahead deletes only rows that are old according to the database's clock",
  async (t) => {
    const db = await openTestDb(t, await createStores(t));
    const config = readConfig({});
    const linkId = await putLink(db, { slug: 'a' });
    await recordClicks(db, log, batchOf([clickOf(linkId, Date.now())]), new Date());
    await db.updateTable('click_batches').set({ released_at: new Date() }).execute();
    const auditAt = (at: number, objectId: string) =>
      inTransaction(db, (trx) =>
        recordAudit(trx, [{ workspaceId: null, actor: system, action: 'site.remove', objectId }], new Date(at)),
      );
    await auditAt(Date.now(), 'young');
    await auditAt(Date.now() - 500 * dayMs, 'old');
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 365 * dayMs });
    t.teardown(() => mock.timers.reset());
    const entries = async () =>
      (await db.selectFrom('audit_entries').select('object_id').execute()).map((e) => e.object_id);
    const stopForgetting = startForgetting(config, db, log, 20);
    t.teardown(stopForgetting);
    await until(async () => (await entries()).length === 1);
    await stopForgetting();
    t.same(await entries(), ['young']);
    await startMaintenance({ db, config, log }).close();
    t.equal((await countsByDay(db)).length, 1);
    t.equal((await db.selectFrom('click_batches').select('id').execute()).length, 1);
  },
);

t.test("a batch's mark is kept until the spool has removed the batch", async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const linkId = await putLink(db, { slug: 'a' });
  const batch = batchOf([clickOf(linkId, Date.now())]);
  await recordClicks(db, log, batch, new Date());
  const later = new Date(Date.now() + 400 * dayMs);
  await deleteReleasedBatches(db, later, 10);
  t.equal((await recordClicks(db, log, batch, later)).length, 0, 'still recognised after more than a year');
  await db.updateTable('click_batches').set({ released_at: new Date() }).execute();
  await deleteReleasedBatches(db, later, 10);
  t.same(await db.selectFrom('click_batches').selectAll().execute(), []);
});

t.test('invitations to contacts alone are deleted once they have expired', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const invite = { workspaceId: null, role: null, siteId: 1, contactsRole: 'viewer', invitedBy: 1 } as const;
  for (const [email, days] of [
    ['old@example.com', -1],
    ['open@example.com', 1],
  ] as const) {
    const expiresAt = new Date(Date.now() + days * dayMs);
    await inTransaction(db, (trx) => insertInvite(trx, { ...invite, email, expiresAt }, new Date()));
  }
  const emails = async () => (await db.selectFrom('invites').select('email').execute()).map(({ email }) => email);
  const stopForgetting = startForgetting(readConfig({}), db, log, 20);
  t.teardown(stopForgetting);
  await until(async () => (await emails()).length === 1);
  t.same(await emails(), ['open@example.com']);
});
