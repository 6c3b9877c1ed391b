/**
 * Steps of rules, also in branches, after waits for events and before goals. Each takes effect once although processes are
 * killed at any moment, Redis loses all its data and MySQL restarts.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { withPrefix } from '../../../automations-api/host/table-prefix.ts';
import { type AutomationsTables, type Db, tables } from '../../../automations-api/plugins/automations/core/tables.ts';
import { openDb } from '../../../shared/db/db.ts';
import { addTerms, type Body, findWrongCounts, startAutomations } from '../../fixtures/automations.ts';
import { insist, type Killable, startKillable } from '../../fixtures/killable.ts';
import { addRule } from '../../fixtures/rules.ts';
import { startServers } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const people = 600;
const killsEach = 2;

const servers = await startServers(t);
const redis = new Redis(servers.redis.url.replace('unix://', ''));
t.teardown(() => redis.disconnect());
const stores = {
  mysqlUrl: servers.mysql.url,
  redisUrl: servers.redis.url,
  redisPrefix: randomBytes(4).toString('hex'),
};

t.test('every step of every run is performed and reported once, even if processes are killed', async (t) => {
  const { plain, branching, clicked, bought, key } = await prepare();
  const processes = await Promise.all([0, 1].map(() => startKillable(t, stores, key)));
  const raw = openDb<AutomationsTables>(stores.mysqlUrl, { poolSize: 4 });
  t.teardown(() => raw.destroy());
  const db = withPrefix(raw, 'wp_', tables);
  const runs = db.selectFrom('automations_rule_runs');
  const allWaitAt = (path: string) =>
    until(async () => {
      const waiting = runs.select('id').where('rule_id', '=', branching.ID).where('status', '=', 'waiting');
      return (await waiting.where('path', '=', path).execute()).length === people;
    });

  await change(processes, db, {});
  await allWaitAt('0');
  await change(processes, db, { tags: [clicked] });
  await allWaitAt('4');
  await change(processes, db, { tags: [bought] });
  await until(async () => (await runs.select('id').where('is_open', '=', true).execute()).length === 0);

  const ended = await runs
    .select((e) => ['rule_id', 'status', e.fn.countAll<number>().as('n')])
    .groupBy(['rule_id', 'status'])
    .orderBy('rule_id')
    .execute();
  t.strictSame(
    ended.map(({ rule_id, status, n }) => [rule_id, status, Number(n)]),
    [...plain.map(({ ID }) => [ID, 'done', people]), [branching.ID, 'reached_goal', people]],
  );
  const received = await db
    .selectFrom('automations_webhook_deliveries')
    .select((e) => [
      'webhook_id',
      'event',
      e.fn.countAll<number>().as('n'),
      sql<number>`COUNT(DISTINCT contact_id)`.as('whom'),
    ])
    .groupBy(['webhook_id', 'event'])
    .orderBy('webhook_id')
    .orderBy('event')
    .execute();
  const shown = received.map(({ event, n, whom }) => [event, Number(n), Number(whom)]);
  t.strictSame(shown, [
    ['contact.status_changed', people, people],
    ['list.added', people, people],
    ['tag.added', 4 * people, people],
    ['rule.webhook', people, people],
  ]);
  const noted = await db
    .selectFrom('automations_rule_run_steps')
    .select((e) => ['rule_id', 'step', 'state', e.fn.countAll<number>().as('n')])
    .groupBy(['rule_id', 'step', 'state'])
    .orderBy('rule_id')
    .orderBy('step')
    .execute();
  const half = people / 2;
  t.strictSame(
    noted.map(({ rule_id, step, state, n }) => [rule_id, step, state, Number(n)]),
    [
      ...plain.flatMap(({ ID, steps }) => steps.map(({ id }: Body) => [ID, id, 'went_on', people])),
      ...[people, people, half, half, people, people].map((n, index) => [branching.ID, index + 1, 'went_on', n]),
      [branching.ID, 7, 'reached_goal', people],
    ],
  );
  const scores = await db
    .selectFrom('automations_contacts')
    .select((e) => ['country', 'points', e.fn.countAll<number>().as('n')])
    .groupBy(['country', 'points'])
    .orderBy('points')
    .execute();
  t.strictSame(
    scores.map(({ country, points, n }) => [country, points, Number(n)]),
    [
      ['DE', 108, half],
      ['FR', 110, half],
    ],
    'points are added once, and in one branch',
  );
  t.strictSame(await findWrongCounts(db), []);
  for (const process of processes) await process.end('SIGTERM');
});

let kills = 0;

/** Changes all contacts in batches. During each, a process is killed, and Redis loses its data or MySQL restarts. */
async function change(processes: Killable[], db: Db, given: object): Promise<void> {
  for (let n = 0; n < killsEach; n++) {
    const some = Array.from({ length: people / killsEach }, (_, at) => n + at * killsEach);
    const contacts = some.map((at) => ({ email: `killed${at}@x.example`, country: n ? 'DE' : 'FR', ...given }));
    await allContinue(db);
    const changed = insist(processes, '/contacts/batch', { contacts });
    await sleep(Math.random() * 500);
    const victim = processes[kills % 2] as Killable;
    await victim.end('SIGKILL');
    if (kills % 3 === 1) await redis.flushall();
    if (kills % 3 === 2) {
      await servers.mysql.stop();
      await servers.mysql.start();
    }
    kills++;
    await victim.start();
    await changed;
  }
}

/** Waits until all rules with due runs continue: a run during which two processes end counts as the cause, and fails. */
async function allContinue(db: Db): Promise<void> {
  const count = async () => {
    const steps = db.selectFrom('automations_rule_run_steps').select((e) => ['rule_id', e.fn.countAll().as('n')]);
    return new Map((await steps.groupBy('rule_id').execute()).map(({ rule_id, n }) => [rule_id, Number(n)]));
  };
  const before = await count();
  await until(async () => {
    const runs = db.selectFrom('automations_rule_runs').select('rule_id').distinct();
    const due = await runs.where('is_open', '=', true).where('due_at', '<=', new Date()).execute();
    const now = await count();
    return due.every(({ rule_id: id }) => (now.get(id) ?? 0) > (before.get(id) ?? 0));
  });
}

/** Creates two rules, the first of which triggers the second, a webhook for their events, and a rule with branches. */
async function prepare() {
  const service = await startAutomations(t, {}, stores);
  const [first, second, clicked, bought] = (await addTerms(service, 'tag', ['1', '2', 'Clicked', 'Bought'])) as [
    ...[number, number, number, number],
  ];
  const [list] = (await addTerms(service, 'list', ['Reached'])) as [number];
  const events = ['tag.added', 'list.added', 'contact.status_changed'];
  await service.post('/webhook/add', { url: 'https://nobody.example/', events });
  const trigger = { event: 'contact.created' };
  const one = await addRule(service, {
    trigger,
    steps: [
      { action: 'add_tags', tags: [first] },
      { wait: '1 second' },
      { action: 'set_status', status: 'subscribed' },
      { action: 'add_points', points: 3 },
      { action: 'webhook', url: 'https://nobody.example/rule' },
      { wait: '2 seconds' },
      { action: 'add_tags', tags: [second] },
    ],
  });
  const two = await addRule(service, {
    trigger: { event: 'tag.added', tag: second },
    steps: [{ action: 'add_lists', lists: [list] }],
  });
  const branching = await addRule(service, {
    trigger,
    goal: { event: 'tag.added', tag: bought },
    steps: [
      { wait_until: { event: 'tag.added', tag: clicked, at_most: '30 days' } },
      {
        if: { country: 'DE' },
        then: [{ action: 'add_points', points: 5 }],
        else: [{ action: 'add_points', points: 7 }],
      },
      { wait: '1 second' },
      { action: 'add_points', points: 100 },
      { wait: '30 days' },
      { action: 'add_points', points: 1_000 },
    ],
  });
  const { key } = service;
  await service.stop();
  return { plain: [one, two], branching, clicked, bought, key };
}
