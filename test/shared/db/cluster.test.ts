/** Agreement between the nodes of a Galera cluster. Each node accepts writes and has its own locks. */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addFactor } from '../../../daemon/accounts/change-factors.ts';
import { type Prove, provePassword } from '../../../daemon/accounts/prove.ts';
import { beginSession } from '../../../daemon/accounts/sign-in.ts';
import type { Tables, Trx } from '../../../daemon/core/tables.ts';
import type { Auth } from '../../../daemon/identity/auth.ts';
import { countOwned } from '../../../daemon/workspaces/queries.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { inTransaction, openDb } from '../../../shared/db/db.ts';
import { ifAlone } from '../../../shared/db/if-alone.ts';
import { migrateServices } from '../../../shared/local/migrate-services.ts';
import { migrate } from '../../../shared/migrations/migrate.ts';
import { unknownDevice } from '../../../shared/net/device.ts';
import { system } from '../../../shared/people/actor.ts';
import { giveFirstRoles, registerSite, setContactsRole } from '../../../shared/people/contact-roles.ts';
import { insertPasskey } from '../../../shared/people/factor-queries.ts';
import { takeFirstVisit } from '../../../shared/people/first-visit-queries.ts';
import { insertOperator } from '../../../shared/people/operator-queries.ts';
import { deleteUserRow, findUserByEmail, insertUser } from '../../../shared/people/user-queries.ts';
import { putSite, signUp } from '../../fixtures/accounts.ts';
import { agents } from '../../fixtures/clicks.ts';
import { makeDaysMeanwhile } from '../../fixtures/cluster-days.ts';
import { compare, endAccounts, startCluster, work } from '../../fixtures/cluster-work.ts';
import { addWorkspace, type Call, caller, type Daemon, startDaemon } from '../../fixtures/daemon.ts';
import { startGalera } from '../../fixtures/galera.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const servers = await startGalera(t, 3);
const nodes = servers.map(({ url }) => url);

t.test('migrations that start on every node at the same time are applied once', async (t) => {
  const applied = await Promise.all([...nodes, ...nodes].map((url) => migrate(url)));
  t.same(applied.flat().sort(), ['0001_baseline.sql', 'people/0001_baseline.sql']);
});

/** Returns a function that resolves once `count` transactions have called it, so that none commits before. */
function meeting(count: number): () => Promise<void> {
  let met = () => {};
  const all = new Promise<void>((resolve) => {
    met = resolve;
  });
  let come = 0;
  return () => {
    if (++come === count) met();
    return all;
  };
}

t.test('a site that registers while another node creates the first account gets an administrator', async (t) => {
  const dbs = nodes.slice(0, 2).map((url) => openDb<Tables>(url, { poolSize: 2 }));
  t.teardown(() => Promise.all(dbs.map((db) => db.destroy())));
  const [one, other] = dbs as [(typeof dbs)[number], (typeof dbs)[number]];
  const now = new Date();
  const bothDone = meeting(2);
  const registered = inTransaction(other, async (trx) => {
    await registerSite(trx, { name: 'first', url: 'https://contacts.example.com' }, now);
    await bothDone();
  });
  await inTransaction(one, async (trx) => {
    t.equal(await takeFirstVisit(trx), 0);
    const account = { email: 'first@example.com', name: 'First', passwordHash: null, verified: true };
    const { id } = await insertUser(trx, account, now);
    await insertOperator(trx, id, now);
    await giveFirstRoles(trx, now);
    await bothDone();
    await registered;
  });
  const roles = await one.selectFrom('contact_roles').select(['user_id as id', 'role']).execute();
  t.match(roles, [{ role: 'administrator' }]);
  await inTransaction(one, async (trx) => {
    await deleteUserRow(trx, roles[0]?.id ?? 0);
    await trx.deleteFrom('sites').execute();
  });
});

t.test('exclusive work runs on only one node at a time', async (t) => {
  const dbs = nodes.map((url) => openDb<Tables>(url, { poolSize: 4 }));
  t.teardown(() => Promise.all(dbs.map((db) => db.destroy())));
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 30));
    inside--;
  };
  let runs = 0;
  for (let turn = 0; turn < 20; turn++) {
    const ran = await Promise.all([...dbs, ...dbs].map((db) => ifAlone(db, 'work', work)));
    runs += ran.filter(Boolean).length;
  }
  t.equal(most, 1);
  t.ok(runs >= 10, `${runs} runs`);
});

t.test('after one node adds a first factor, no node accepts a password alone', async (t) => {
  const stores = await createStores(t);
  const [one, other] = (await Promise.all(
    nodes.slice(0, 2).map((mysqlUrl) => startDaemon(t, { stores: { ...stores, mysqlUrl } })),
  )) as [Daemon, Daemon];
  const { email, token } = await signUp(one);
  const user = await until(() => findUserByEmail(other.context.db, email));
  const auth = { userId: user.id, actor: { type: 'session', userId: user.id } } as Auth;
  const bothProven = meeting(2);
  const add = async (trx: Trx, now: Date) => {
    const passkey = { name: 'Key', credentialId: 'a', credentialHash: randomBytes(32), publicKey: randomBytes(9) };
    const id = await insertPasskey(trx, auth.userId, { ...passkey, counter: 0 }, now);
    await bothProven();
    return { id, type: 'passkey' as const, name: 'Key', recoveryCodes: [] };
  };
  const prove: Prove = async (...asked) => {
    const shown = await provePassword(other.context)(...asked);
    await bothProven();
    return shown;
  };
  const [added] = await Promise.allSettled([
    addFactor(one.context, auth, token, add),
    beginSession(other.context, user, { from: '192.0.2.1' }, { device: unknownDevice, now: new Date(), prove }),
  ]);
  t.equal(added.status, 'fulfilled');
  const sessions = one.context.db.selectFrom('sessions').select('begun_by as by').where('user_id', '=', auth.userId);
  t.same(await sessions.execute(), [{ by: 'factor' }]);
});

/** Waits until every node knows the API key, because a node applies another's commit a moment later. */
const untilKnown = (calls: Call[]) =>
  Promise.all(calls.map((call) => until(async () => (await call('GET', '/links')).status === 200)));

t.test(
  'a slug requested on both nodes at the same moment is given to one link, which redirects on both nodes',
  async (t) => {
    const stores = await createStores(t);
    const daemons = await Promise.all(nodes.map((mysqlUrl) => startDaemon(t, { stores: { ...stores, mysqlUrl } })));
    const [first] = daemons as [(typeof daemons)[number]];
    const { key } = await addWorkspace(first.context.db, 'pro');
    const calls = daemons.map((daemon) => caller(daemon, key));
    await untilKnown(calls);
    const slugs = Array.from({ length: 30 }, (_, n) => `both${n}`);
    for (const slug of slugs) {
      const link = { url: `https://example.com/${slug}`, slug };
      const answers = await Promise.all(calls.map((call) => call('POST', '/links', link)));
      t.same(answers.map(({ status }) => status).sort(), [201, 409, 409], slug);
    }
    for (const { origin } of daemons) {
      for (const slug of slugs) {
        const { status } = await fetch(`${origin}/${slug}`, { redirect: 'manual' });
        t.equal(status, 302, slug);
      }
    }
    const pages = await Promise.all(calls.map((call) => call('GET', '/links?limit=100')));
    for (const { json } of pages) t.equal(json.links.length, slugs.length);
  },
);

t.test('limits on numbers of objects are never exceeded, whichever nodes get the requests', async (t) => {
  const stores = await createStores(t);
  const limit = 5;
  const env = {
    ...{ PLANS_PRO_LINKS_PER_MONTH: `${limit}`, PLANS_PRO_DOMAINS: `${limit}`, PLANS_PRO_MEMBERS: `${limit}` },
    ...{ KEYS_PER_WORKSPACE: `${limit}`, WEBHOOKS_PER_WORKSPACE: `${limit}`, WORKSPACES_PER_USER: `${limit}` },
    PLANS_PRO_REQUESTS_PER_MINUTE: '100000',
  };
  const daemons = await Promise.all(
    nodes.slice(0, 2).map((mysqlUrl) => startDaemon(t, { env, stores: { ...stores, mysqlUrl } })),
  );
  const [first] = daemons as [(typeof daemons)[number]];
  const { key, id, userId } = await addWorkspace(first.context.db, 'pro');
  const calls = daemons.map((daemon) => caller(daemon, key));
  await untilKnown(calls);
  const { db } = first.context;
  const count = async (table: 'links' | 'domains' | 'api_keys' | 'webhooks' | 'invites') =>
    (await db.selectFrom(table).select('id').where('workspace_id', '=', id).execute()).length;
  const kinds: [path: string, body: (n: number) => object, counted: () => Promise<number>][] = [
    ['/links', (n) => ({ url: `https://example.com/${n}` }), () => count('links')],
    ['/domains', (n) => ({ hostname: `d${n}.example.com` }), () => count('domains')],
    ['/keys', (n) => ({ name: `key ${n}` }), () => count('api_keys')],
    ['/webhooks', (n) => ({ url: `https://example.com/${n}`, events: ['link.created'] }), () => count('webhooks')],
    [
      '/members/invite',
      (n) => ({ email: `m${n}@example.com`, role: 'viewer' }),
      async () => 1 + (await count('invites')),
    ],
    ['/workspaces', (n) => ({ name: `Workspace ${n}` }), () => inTransaction(db, (trx) => countOwned(trx, userId))],
  ];
  for (const [path, body, counted] of kinds) {
    const bodies = Array.from({ length: 6 }, (_, n) => n);
    const answers = await Promise.all(
      bodies.flatMap((n) => calls.map((call, at) => call('POST', path, body(2 * n + at)))),
    );
    const statuses = [...new Set(answers.map(({ status }) => status))].sort();
    t.match(String(statuses), /^201,(402|409)$/, `${path}: ${statuses}`);
    t.equal(await counted(), limit, path);
  }
});

t.test('maxClicks is exact even if the processes of two nodes redirect visitors at the same time', async (t) => {
  const stores = await createStores(t);
  const daemons = await Promise.all(
    nodes.slice(0, 2).map((mysqlUrl) => startDaemon(t, { stores: { ...stores, mysqlUrl } })),
  );
  const [first] = daemons as [(typeof daemons)[number]];
  const call = caller(first, (await addWorkspace(first.context.db, 'pro')).key);
  const maxClicks = 7;
  const { json } = await call('POST', '/links', { url: 'https://example.com/', slug: 'counted', maxClicks });
  t.equal(json.maxClicks, maxClicks);
  const visit = async ({ origin }: Pick<Daemon, 'origin'>) =>
    (await fetch(`${origin}/counted`, { headers: { 'User-Agent': agents.chrome }, redirect: 'manual' })).status;
  const visits = Array.from({ length: 3 * maxClicks }, () => daemons.map(visit)).flat();
  t.equal((await Promise.all(visits)).filter((status) => status === 302).length, maxClicks);
});

t.test('one administrator remains if two administrators lose the role on two nodes at the same time', async (t) => {
  const dbs = nodes.slice(0, 2).map((url) => openDb<Tables>(url, { poolSize: 4 }));
  t.teardown(() => Promise.all(dbs.map((db) => db.destroy())));
  const [db] = dbs as [(typeof dbs)[number]];
  const userIds: number[] = [];
  for (const _ of dbs) userIds.push((await addWorkspace(db, 'free')).userId);
  const siteId = await putSite(db);
  const now = new Date();
  for (let round = 0; round < 20; round++) {
    for (const userId of userIds)
      await inTransaction(db, (trx) => setContactsRole(trx, system, { userId, siteId, role: 'administrator' }, now));
    const bothCounted = meeting(dbs.length);
    const changes = dbs.map((at, n) =>
      inTransaction(at, async (trx) => {
        const outcome = await setContactsRole(trx, system, { userId: userIds[n] as number, siteId, role: null }, now);
        await bothCounted();
        return outcome;
      }),
    );
    t.same((await Promise.all(changes)).sort(), ['done', 'last'], `round ${round}`);
    t.equal((await db.selectFrom('contact_roles').selectAll().execute()).length, 1);
  }
});

t.test('a node that rejoins under load by a state transfer has all the data, with each click once', async (t) => {
  const [first = ''] = nodes;
  const { failed } = await migrateServices(readConfig({ MYSQL_URL: first }), first);
  t.same(failed, []);
  const cluster = await startCluster(t, servers);
  let stopped = false;
  const { ledger, ended } = work(cluster, () => stopped);
  await sleep(1_000);
  const third = servers[2] as (typeof servers)[number];
  await third.kill('SIGKILL');
  await sleep(1_000);
  await third.rejoin();
  await sleep(1_000);
  stopped = true;
  t.ok((await ended()) > 0, 'some of the contested slugs were given');
  t.ok(ledger.clicks.size > 0 && ledger.contacts.size > 0);
  await compare(t, cluster, servers, ledger);
  await makeDaysMeanwhile(t, cluster, servers, 8);
  await endAccounts(t, servers);
});
