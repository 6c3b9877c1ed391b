/** After a workspace is deleted, its subscription ends at Stripe and a worker deletes its links, even if it is killed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEndBilling } from '../../../daemon/billing/end-billing.ts';
import type { Db } from '../../../daemon/core/tables.ts';
import { markDeleted } from '../../../daemon/ownership/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { insertSession } from '../../../shared/people/session-queries.ts';
import { updateUser } from '../../../shared/people/user-queries.ts';
import { hashPassword } from '../../../shared/secrets/passwords.ts';
import { password } from '../../fixtures/accounts.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { service } from '../../fixtures/processes.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';
import { addCustomer, event, send, startWithStripe, subscription } from '../billing/stripe-server.ts';

async function startPaid(t: Test) {
  const world = await startWithStripe(t, { PLANS_FREE_REQUESTS_PER_MINUTE: '100000' });
  const { db } = world.daemon.context;
  const paid = await addCustomer(world);
  const passwordHash = await hashPassword(password);
  const token = await inTransaction(db, async (trx) => {
    await updateUser(trx, paid.userId, { passwordHash }, new Date());
    return insertSession(trx, paid.userId, new Date(Date.now() + 3_600_000), { now: new Date() });
  });
  const subscriptions = [
    subscription('price_pro_month'),
    subscription('price_team_month', { status: 'past_due' }),
    subscription('price_pro_year', { status: 'canceled' }),
  ] as [Json, Json, Json];
  paid.have(...subscriptions);
  await send(world.daemon, event('customer.subscription.updated', paid.customer));
  const session = caller(world.daemon, token);
  const remove = () => session('DELETE', '/workspace', { name: 'Workspace', currentPassword: password });
  return { ...world, ...paid, db, subscriptions, session, remove };
}

t.test('a subscription is cancelled before its workspace is deleted', async (t) => {
  const { stripe, daemon, db, customer, id, subscriptions, session, remove } = await startPaid(t);
  t.match((await session('GET', '/workspace/deletion')).json, { plan: 'pro', hasSubscription: true });
  await session('POST', '/billing/checkout', { plan: 'scale', interval: 'year' });
  stripe.sessions.push({ id: 'cs_test900', customer, status: 'open', url: '' });
  stripe.isDown = true;
  const away = await remove();
  t.equal(away.status, 503);
  t.ok(away.headers.get('retry-after'));
  t.equal((await session('GET', '/workspace')).json.plan, 'pro', 'while Stripe is down nothing is done');
  stripe.isDown = false;
  t.equal((await remove()).status, 200);
  t.same(
    subscriptions.map((one) => stripe.subscriptions.get(customer)?.find(({ id }) => id === one.id)?.status),
    ['canceled', 'canceled', 'canceled'],
  );
  t.ok(
    stripe.sessions.every((one) => one.customer !== customer || one.status === 'expired'),
    'no checkout can be paid any more',
  );
  t.equal(
    (await send(daemon, event('customer.subscription.deleted', customer))).status,
    200,
    'its events are accepted',
  );
  const account = await db.selectFrom('billing_accounts').selectAll().where('workspace_id', '=', id).execute();
  t.match(account, [{ plan: 'free', status: 'canceled' }]);

  const bought = subscription('price_pro_month');
  stripe.subscriptions.get(customer)?.push(bought);
  const endBilling = createEndBilling(daemon.context);
  await endBilling(id);
  t.equal(stripe.subscriptions.get(customer)?.at(-1)?.status, 'canceled', 'data added in between is deleted too');
  await endBilling(id);
  stripe.customers.delete(customer);
  await endBilling(id);
});

t.test('an account is deleted with its paid workspace, whose subscription ends first', async (t) => {
  const { stripe, daemon, customer, session } = await startPaid(t);
  const remove = () => session('DELETE', '/auth/me', { currentPassword: password });
  stripe.isDown = true;
  t.equal((await remove()).status, 503);
  t.equal((await session('GET', '/auth/me')).status, 200);
  stripe.isDown = false;
  t.equal((await remove()).status, 200);
  t.ok(stripe.subscriptions.get(customer)?.every(({ status }) => status === 'canceled'));
  t.equal((await session('GET', '/auth/me')).status, 401);
  t.equal((await send(daemon, event('customer.subscription.deleted', customer))).status, 200);
});

/** A finished import, with its records about its rows. */
async function addImport(db: Db, workspaceId: number) {
  const ended = {
    actor: '{}',
    status: 'done',
    requested_format: 'auto',
    on_taken: 'skip',
    dry_run: false,
    options: '{}',
  } as const;
  const { insertId } = await db
    .insertInto('imports')
    .values({ ...ended, public_id: 'imp_1', workspace_id: workspaceId, file_name: 'a.csv', created_at: new Date() })
    .executeTakeFirstOrThrow();
  const of = { import_id: Number(insertId), row_no: 1 };
  await db
    .insertInto('import_rows')
    .values({ ...of, fate: 'failed', cells: '{}', why: 'No.' })
    .execute();
  await db
    .insertInto('import_changes')
    .values({ ...of, object_id: 'lnk_1', previous: null, version: '1' })
    .execute();
}

t.test("another worker completes a killed worker's deletion, and every process applies it", async (t) => {
  const daemon = await startDaemon(t, { env: { DEFAULT_SHORT_DOMAIN: 'go.waypost.test' } });
  const { db } = daemon.context;
  const { id, userId } = await addWorkspace(db, 'scale');
  const links = 20_000;
  const rows = (from: number) =>
    Array.from({ length: 1_000 }, (_, n) => ({
      public_id: `lnk_${String(from + n).padStart(20, '0')}`,
      workspace_id: id,
      domain_id: 0,
      slug: `many${from + n}`,
      url: 'https://example.com/',
      redirect_type: 302,
      created_at: new Date(),
      updated_at: new Date(),
    }));
  for (let from = 0; from < links; from += 1_000) await db.insertInto('links').values(rows(from)).execute();
  await addImport(db, id);
  await inTransaction(db, (trx) => markDeleted(trx, id, new Date()));
  t.ok(userId);
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-worker-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const { mysqlUrl, redisUrl, redisPrefix } = daemon.stores;
  const env = { MYSQL_URL: mysqlUrl, REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix, LOCAL_DIR: localDir };
  const worker = await service(t, 'daemon/worker.js', 'METRICS_PORT', env, '/metrics');
  const left = async () => {
    const { n } = await db
      .selectFrom('links')
      .select((e) => e.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  await worker.start();
  while ((await left()) === links) await sleep(5);
  await worker.end('SIGKILL');
  const between = await left();
  t.ok(between > 0 && between < links, `${between} of ${links} were left`);
  await worker.start();
  while ((await left()) > 0) await sleep(100);
  const kept = await db
    .selectFrom('deleted_links')
    .select((e) => e.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  t.equal(Number(kept.n), links, 'each was deleted once');
  const changes = await db
    .selectFrom('link_changes')
    .select((e) => e.fn.count('slug').distinct().as('n'))
    .where('kind', '=', 'link')
    .executeTakeFirstOrThrow();
  t.equal(Number(changes.n), links, 'and every process learns of each');
  for (const table of ['imports', 'import_rows', 'import_changes'] as const) {
    await until(async () => (await db.selectFrom(table).selectAll().execute()).length === 0);
  }
  await worker.end('SIGTERM');
});
