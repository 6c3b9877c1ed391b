/** Steps of rules. They run once although their workers are killed at any moment and Redis loses all its data. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { withPrefix } from '../../../automations-api/host/table-prefix.ts';
import { type AutomationsTables, tables } from '../../../automations-api/plugins/automations/core/tables.ts';
import { openDb } from '../../../shared/db/db.ts';
import { addTerms, findWrongCounts, startAutomations } from '../../fixtures/automations.ts';
import { type Killable, startKillable } from '../../fixtures/killable.ts';
import { addRule } from '../../fixtures/rules.ts';
import { startServers } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const people = 900;
const kills = 8;

const servers = await startServers(t);
const redis = new Redis(servers.redis.url.replace('unix://', ''));
t.teardown(() => redis.disconnect());
const stores = {
  mysqlUrl: servers.mysql.url,
  redisUrl: servers.redis.url,
  redisPrefix: randomBytes(4).toString('hex'),
};

t.test('every step of every run is performed and reported once, even if processes are killed', async (t) => {
  const { steps, rules, key } = await prepare();
  const processes = await Promise.all([0, 1].map(() => startKillable(t, stores, key)));
  const contacts = Array.from({ length: people }, (_, n) => ({ email: `killed${n}@x.example` }));
  for (let from = 0; from < people; from += 300) {
    const { status, text } = await (processes[(from / 300) % 2] as Killable).ask('POST', '/contacts/batch', {
      contacts: contacts.slice(from, from + 300),
    });
    t.equal(status, 200, text);
  }
  for (let n = 0; n < kills; n++) {
    await sleep(Math.random() * 700);
    await processes[n % 2]?.end('SIGKILL');
    if (n % 3 === 1) await redis.flushall();
    await processes[n % 2]?.start();
  }
  const raw = openDb<AutomationsTables>(stores.mysqlUrl, { poolSize: 4 });
  t.teardown(() => raw.destroy());
  const db = withPrefix(raw, 'wp_', tables);
  const open = () => db.selectFrom('automations_rule_runs').select('id').where('is_open', '=', true).execute();
  for (let left = 1_000; (await open()).length > 0 && left > 0; left--) await sleep(100);
  const ended = await db
    .selectFrom('automations_rule_runs')
    .select((e) => ['rule_id', 'status', e.fn.countAll<number>().as('n')])
    .groupBy(['rule_id', 'status'])
    .orderBy('rule_id')
    .execute();
  t.strictSame(
    ended.map(({ rule_id, status, n }) => [rule_id, status, Number(n)]),
    rules.map((id) => [id, 'done', people]),
  );
  const told = await db
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
  const shown = told.map(({ event, n, whom }) => [event, Number(n), Number(whom)]);
  t.strictSame(shown, [
    ['contact.status_changed', people, people],
    ['list.added', people, people],
    ['tag.added', 2 * people, people],
    ['rule.webhook', people, people],
  ]);
  const noted = await db.selectFrom('automations_rule_run_steps').select('run_id').execute();
  t.equal(noted.length, people * steps);
  const scores = await db.selectFrom('automations_contacts').select('points').distinct().execute();
  t.strictSame(scores, [{ points: 3 }], 'points are added once');
  t.strictSame(await findWrongCounts(db), []);
  for (const process of processes) await process.end('SIGTERM');
});

/** Creates two rules, the first of which triggers the second, and a webhook for their events. */
async function prepare() {
  const service = await startAutomations(t, {}, stores);
  const [first, second] = (await addTerms(service, 'tag', ['First', 'Second'])) as [number, number];
  const [list] = (await addTerms(service, 'list', ['Reached'])) as [number];
  const events = ['tag.added', 'list.added', 'contact.status_changed'];
  await service.post('/webhook/add', { url: 'https://nobody.example/', events });
  const steps = [
    { action: 'add_tags', tags: [first] },
    { wait: '1 second' },
    { action: 'set_status', status: 'subscribed' },
    { action: 'add_points', points: 3 },
    { action: 'webhook', url: 'https://nobody.example/rule' },
    { wait: '2 seconds' },
    { action: 'add_tags', tags: [second] },
  ];
  const one = await addRule(service, { trigger: { event: 'contact.created' }, steps });
  const onTag = { trigger: { event: 'tag.added', tag: second }, steps: [{ action: 'add_lists', lists: [list] }] };
  const two = await addRule(service, onTag);
  const { key } = service;
  await service.stop();
  return { steps: steps.length + 1, rules: [one.ID, two.ID], key };
}
