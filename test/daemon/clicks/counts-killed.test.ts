/**
 * Counts that are computed after their clicks are stored, link totals and counts by day, with workers killed during it: each click
 * is in all of them once. Clicks are sent like by redirect processes.
 */
import { sql } from 'kysely';
import { findOpenDay } from '../../../daemon/clicks/made-day-queries.ts';
import { openPartQueue } from '../../../daemon/clicks/part-queue.ts';
import { dayMs, dayOf, hourMs } from '../../../daemon/clicks/time.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { batchOf, clickOf, clicksInBlocks, countsByDay, partsOf } from '../../fixtures/clicks.ts';
import { commit, forgetWorkers, killAt, type Step, startStack } from '../../fixtures/killed-worker.ts';
import { log, putLinks } from '../../fixtures/redirects.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const { redis, db, watchedWorker } = await startStack(t);
const watched = await watchedWorker();
const commands = openRedis(redis.url, 'queue', log);
t.teardown(() => commands.disconnect());
const queue = openPartQueue(commands, readConfig({}).redisPrefix);
const ids = await putLinks(db, 1_200);

type Sent = { id: number; day: number; n: number };
const sent: Sent[] = [];

async function send(clicks: ReturnType<typeof clickOf>[]): Promise<void> {
  sent.push(...clicks.map(({ linkId, at }) => ({ id: linkId, day: dayOf(at), n: 1 })));
  await queue.send(partsOf(batchOf(clicks)));
}

const untilStored = () => until(async () => (await commands.keys('*click-parts*')).length === 0);
const untilTotalled = () =>
  until(async () => !(await db.selectFrom('noted_clicks').select('id').limit(1).executeTakeFirst()));
const letNotesBeDue = () => sql`UPDATE noted_clicks SET noted_at = noted_at - INTERVAL 1 HOUR`.execute(db);

function sumBy<Row extends { n: number }>(rows: Row[], keyOf: (row: Row) => string): [key: string, n: number][] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.n);
  return [...sums].sort();
}
const byLink = ({ id }: { id: number }) => String(id);
const byDay = ({ id, day }: { id: number; day: number }) => `${day} ${id}`;

/** Clicks by link: in links, days, hours and blocks. */
async function countsByLink() {
  const [links, days, hours] = await Promise.all([
    db.selectFrom('links').select(['id', 'clicks as n']).where('clicks', '>', 0).execute(),
    countsByDay(db).then((counts) => counts.map(({ linkId, clicks }) => ({ id: linkId, n: clicks }))),
    db.selectFrom('click_hours').select(['link_id as id', 'clicks as n']).where('link_id', '>', 0).execute(),
  ]);
  const blocks = (await clicksInBlocks(db)).map(({ linkId }) => ({ id: linkId, n: 1 }));
  return [links, days, hours, blocks].map((rows) => sumBy(rows, byLink));
}

const noted = /insert into `noted_clicks`/i;
const added = /delete from `noted_clicks`/i;
/** Statements near which a worker is killed: while it records totals of many links, and while it adds them. */
const stepsOfTotals: Step[] = [
  ['it has recorded totals', noted, 'silent-after'],
  ['it has committed its records', commit, 'silent-after', noted],
  ['it has added a record', /UPDATE JSON_TABLE/, 'silent-after'],
  ['it asks to commit its additions', commit, 'silent-before', added],
  ['it has committed its additions', commit, 'silent-after', added],
];

t.test(
  'if a worker is killed while it records or adds totals of many links, each click is still counted once',
  async (t) => {
    const now = Date.now();
    for (const [round, step] of stepsOfTotals.entries()) {
      await send(
        ids.flatMap((id, n) =>
          Array.from({ length: 1 + ((n + round) % 2) }, (_, k) => clickOf(id, now - ((n + k) % 3) * dayMs)),
        ),
      );
      t.ok(await killAt(watched, step), step[0]);
      await forgetWorkers(db);
      await letNotesBeDue();
    }
    watched.worker.launch();
    await untilStored();
    await untilTotalled();
    const expected = sumBy(sent, byLink);
    t.same(await countsByLink(), [expected, expected, expected, expected]);
    await watched.worker.end('SIGKILL');
    await forgetWorkers(db);
  },
);

const read = /FROM click_hours WHERE workspace_id = \d+ AND hour = \d+ AND link_id >/;
const moved = /update `click_days_made`/;
/** Statements near which a worker is killed while it builds days. */
const stepsOfDays: Step[] = [
  ['it reads the hours', read, 'silent-before'],
  ['it has written days', /INSERT INTO click_days (?!.*DUPLICATE)/s, 'silent-after', read],
  ['it has moved the place', moved, 'silent-after'],
  ['it asks to commit', commit, 'silent-before', moved],
  ['it has committed', commit, 'silent-after', moved],
];

t.test(
  'if a worker is killed while it builds days that get new clicks, each day still counts each click once',
  async (t) => {
    // A day is built ten minutes after its end.
    const today = dayOf(Date.now() - 10 * 60_000);
    const first = today - 5;
    await db.deleteFrom('click_days').where('day', '>=', first).where('link_id', '>', 0).execute();
    await db.updateTable('click_days_made').set({ day: first, workspace_id: 0, link_id: 0 }).execute();
    const sendSome = (count: number) =>
      send(
        Array.from({ length: count }, () => {
          const id = ids[Math.floor(Math.random() ** 2 * ids.length)] as number;
          return clickOf(id, first * dayMs + Math.floor(Math.random() * 5 * 24) * hourMs);
        }),
      );
    for (const times of [1, 2]) {
      for (const step of stepsOfDays) {
        await sendSome(500);
        t.ok(await killAt(watched, step, times), `${step[0]} ${times}`);
        await forgetWorkers(db);
      }
    }
    t.ok((await findOpenDay(db)) < today, 'days are left to be built');
    await sendSome(500);
    watched.worker.launch();
    await until(async () => {
      await sendSome(20);
      return (await findOpenDay(db)) >= today;
    });
    await sendSome(500);
    await untilStored();
    await letNotesBeDue();
    await untilTotalled();
    const expected = sumBy(sent, byLink);
    t.same(await countsByLink(), [expected, expected, expected, expected]);
    const days = await db.selectFrom('click_days').selectAll().where('link_id', '>', 0).execute();
    const ofOver = (rows: Sent[]) =>
      sumBy(
        rows.filter(({ day }) => day < today),
        byDay,
      );
    t.same(ofOver(days.map(({ link_id: id, day, clicks: n }) => ({ id, day, n }))), ofOver(sent));
  },
);
