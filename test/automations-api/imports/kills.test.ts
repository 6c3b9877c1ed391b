/**
 * An import of contacts, and its undo. Both process each row once, although their process is killed at random moments
 * and the databases fail. IMPORT_KILLS=20 sets the number of kills; the size of the file depends on it.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { insertExampleContacts } from '../../../automations-api/demo/contact-queries.ts';
import { withPrefix } from '../../../automations-api/host/table-prefix.ts';
import { type AutomationsTables, tables } from '../../../automations-api/plugins/automations/core/tables.ts';
import { openDb } from '../../../shared/db/db.ts';
import { numbers } from '../../../shared/demo/chance.ts';
import { addTerms, type Body, findWrongCounts, startAutomations } from '../../fixtures/automations.ts';
import { type Killable, startKillable } from '../../fixtures/killable.ts';
import { madeAt } from '../../fixtures/many-contacts.ts';
import { startServers } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const kills = Number(process.env.IMPORT_KILLS ?? 1);
const undoKills = Math.ceil(kills / 4);
const rowsAKill = 500;
const rows = (kills + 1) * rowsAKill;
const random = numbers(Date.now() % 1_000_000);

/** The rows: every tenth contact exists before, one in 50 rows is invalid, and some emails are repeated in capitals. */
const isKnown = (n: number) => n % 10 === 0;
const isWrong = (n: number) => n % 50 === 5;
const isAgain = (n: number) => n % 250 === 9;
const numbersOf = Array.from({ length: rows }, (_, n) => n);
const rowOf = (n: number) => {
  if (isWrong(n)) return `nobody${n},N,,,`;
  if (isAgain(n)) return `P${n - 1}@X.EXAMPLE,Again,"All, t${(n - 1) % 7}",Pro ${n - 1},`;
  return `p${n}@x.example,New ${n},"All, t${n % 7}",Pro ${n},${n % 10 === 1 ? 'unsubscribed' : ''}`;
};
const known = numbersOf.filter(isKnown);
const failed = numbersOf.filter(isWrong).length;
const again = numbersOf.filter(isAgain).length;
const created = rows - known.length - failed - again;
const changed = known.length + again;
const contacts = created + known.length;

const servers = await startServers(t);
const stores = {
  mysqlUrl: servers.mysql.url,
  redisUrl: servers.redis.url,
  redisPrefix: randomBytes(4).toString('hex'),
};
const service = await startAutomations(t, {}, stores);
const [held] = (await addTerms(service, 'tag', ['Held'])) as [number];
const ids = await insertExampleContacts(
  service.db,
  known.map((n) => ({ email: `p${n}@x.example`, f_name: 'Before', creation_date: madeAt, termIds: [held] })),
);
const events = ['contact.created', 'contact.updated', 'contact.deleted', 'contact.status_changed', 'tag.added'];
await service.post('/webhook/add', { url: 'https://nobody.example/', events });
const { key } = service;
await service.stop();

const raw = openDb<AutomationsTables>(stores.mysqlUrl, { poolSize: 4 });
t.teardown(() => raw.destroy());
const db = withPrefix(raw, 'wp_', tables);
const worker = await startKillable(t, stores, key);

const stateOf = (id: number) =>
  db.selectFrom('automations_imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const numberOf = async (table: 'automations_contacts' | 'automations_contact_terms' | 'automations_field_values') =>
  Number(
    (
      await db
        .selectFrom(table)
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

/** Returns, for each event, the number of webhook events and of their contacts. */
async function received(): Promise<Record<string, [number, number]>> {
  const found = await db
    .selectFrom('automations_webhook_deliveries')
    .select((e) => ['event', e.fn.countAll().as('n'), sql<number>`COUNT(DISTINCT contact_id)`.as('whom')])
    .groupBy('event')
    .execute();
  return Object.fromEntries(found.map(({ event, n, whom }) => [event, [Number(n), Number(whom)]]));
}

/** Kills the process repeatedly, each time some way past its last `progress`, and calls `between` after each kill. */
async function killOften(
  { end, start }: Killable,
  times: number,
  progress: () => Promise<number>,
  between: (kill: number) => Promise<void> = async () => {},
): Promise<void> {
  for (let kill = 0; kill < times; kill++) {
    const beyond = (await progress()) + random() * rowsAKill * 0.6;
    await until(async () => (await progress()) > beyond);
    await sleep(random() * 40);
    await end('SIGKILL');
    await start();
    await between(kill);
  }
}

t.test(`each row is imported once despite ${kills} kills and outages of Redis and MariaDB`, async (t) => {
  const text = ['email,first name,tags,plan,status', ...numbersOf.map(rowOf), ''].join('\n');
  const root = `http://127.0.0.1:${worker.port}/wp-json/automations`;
  const sent = await fetch(`${root}/import/add?api_key=${key}&name=killed.csv&create_fields=1`, {
    method: 'POST',
    body: text,
  });
  const { import: added } = ((await sent.json()) as Body).data;
  const id: number = added.ID;
  const middle = Math.ceil(kills / 2) - 1;
  await killOften(
    worker,
    kills,
    async () => (await stateOf(id)).position,
    async (kill) => {
      if (kill !== middle) return;
      for (const server of [servers.redis, servers.mysql]) {
        const { position } = await stateOf(id);
        if (server === servers.mysql) {
          await until(async () => {
            const now = await stateOf(id);
            return now.position > position || now.status === 'done';
          });
        }
        await server.kill('SIGTERM');
        await sleep(random() * 1_000);
        await server.start();
      }
    },
  );
  const done = await until(async () => (await stateOf(id)).status === 'done' && (await stateOf(id)));
  t.match(done, { total: rows, position: rows, created, changed, skipped: 0, failed });
  const reported = await db
    .selectFrom('automations_import_rows')
    .select('row_no')
    .where('fate', '=', 'failed')
    .execute();
  t.strictSame(
    reported.map(({ row_no }) => row_no).sort((a, b) => a - b),
    numbersOf.filter(isWrong).map((n) => n + 1),
  );
  t.equal(await numberOf('automations_contacts'), contacts);
  t.equal(await numberOf('automations_contact_terms'), 2 * contacts + known.length);
  t.equal(await numberOf('automations_field_values'), contacts);
  t.strictSame(await findWrongCounts(db), []);
  t.strictSame(await received(), {
    'contact.created': [created, created],
    'contact.updated': [changed, changed],
    'tag.added': [2 * contacts, contacts],
  });

  await worker.ask('POST', `/import/undo/${id}`);
  const undone = async () => {
    const { undo_deleted, undo_restored, undo_kept } = await stateOf(id);
    return undo_deleted + undo_restored + undo_kept;
  };
  await killOften(worker, undoKills, undone);
  await until(async () => (await stateOf(id)).undo_status === 'done');
  t.match(await stateOf(id), { undo_deleted: created, undo_restored: changed, undo_kept: 0 });
  const left = await db.selectFrom('automations_contacts').select(['id', 'f_name', 'status']).orderBy('id').execute();
  t.strictSame(
    left,
    ids.map((id) => ({ id, f_name: 'Before', status: 0 })),
  );
  t.equal(await numberOf('automations_contact_terms'), known.length);
  t.strictSame(await findWrongCounts(db), []);
  t.strictSame(await received(), {
    'contact.created': [created, created],
    'contact.updated': [2 * changed, changed],
    'contact.deleted': [created, created],
    'tag.added': [2 * contacts, contacts],
  });
  await worker.end('SIGTERM');
});
