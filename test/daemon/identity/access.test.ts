/** Authentication from memory: no query per request, and never a right that MySQL no longer gives. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Access } from '../../../daemon/identity/access.ts';
import { deleteKey, findKey, insertApiKey } from '../../../daemon/keys/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { type Answered, addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { log } from '../../fixtures/redirects.ts';
import { startServers } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const { mysql, redis } = await startServers(t);
const env = { PLANS_PRO_REQUESTS_PER_MINUTE: '100000' };
const stores = { mysqlUrl: mysql.url, redisUrl: redis.url, redisPrefix: 'access' };
const daemon = await startDaemon(t, { env, stores });
const other = await startDaemon(t, { env, stores });
const { db } = daemon.context;
const code = ({ status, json }: Answered) => [status, json?.error?.code ?? null];

t.test('an authenticated request runs only its own query', async (t) => {
  const { key } = await addWorkspace(db, 'pro');
  const call = caller(daemon, key);
  await call('GET', '/links/lnk_nothing');
  const selects = async () => {
    const { rows } = await sql<{ Value: string }>`SHOW GLOBAL STATUS LIKE 'Com_select'`.execute(db);
    return Number(rows[0]?.Value);
  };
  const before = await selects();
  const startedAt = Date.now();
  for (let n = 0; n < 400; n++) t.equal((await call('GET', '/links/lnk_nothing')).status, 404);
  const polls = (2 * (Date.now() - startedAt)) / 200;
  const made = (await selects()) - before;
  t.ok(made < 400 + 100 + 3 * polls, `${made} queries for 400 requests and the reading of the feed`);
});

t.test('many keys revoked at once are refused on both processes within a second', async (t) => {
  const { key } = await addWorkspace(db, 'pro');
  const admin = caller(daemon, key);
  const keys = await Promise.all(Array.from({ length: 20 }, (_, n) => admin('POST', '/keys', { name: `key ${n}` })));
  const uses = keys.flatMap(({ json }) => [caller(daemon, json.key), caller(other, json.key)]);
  for (const use of uses) t.equal((await use('GET', '/tags')).status, 200);
  await Promise.all(keys.map(({ json }) => admin('DELETE', `/keys/${json.id}`)));
  await sleep(1_000);
  for (const use of uses) t.same(code(await use('GET', '/tags')), [401, 'unauthorized']);
  t.equal((await admin('GET', '/tags')).status, 200);
});

t.test('a key revoked during its look-up is refused afterwards', async (t) => {
  const workspace = await addWorkspace(db, 'pro');
  const { key, publicId } = await insertApiKey(
    db,
    { workspaceId: workspace.id, createdBy: workspace.userId, role: 'admin', name: 'revoked in between' },
    new Date(),
  );
  let hold: { found: () => void; until: Promise<void> } | undefined;
  const held = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      hold?.found();
      await hold?.until;
      return result;
    },
  });
  const access = new Access({ db: held, log, sessionDays: 30, knownUntil: Date.now });
  const use = () => access.authenticate({ headers: { authorization: `Bearer ${key}` } });
  let release = () => {};
  const isFound = new Promise<void>((found) => {
    hold = {
      found,
      until: new Promise((resolve) => {
        release = resolve;
      }),
    };
  });
  const early = use();
  await isFound;
  const { id } = (await findKey(db, workspace.id, publicId)) as { id: number };
  await inTransaction(db, (trx) => deleteKey(trx, workspace.id, id));
  access.forget([{ workspaceId: workspace.id }]);
  hold = undefined;
  release();
  t.match(await early, { role: 'admin' }, 'it was requested before');
  t.equal(await use(), 'unknown');
});

t.test('while MySQL is down, cached access is not used, and afterwards current data applies', async (t) => {
  const workspace = await addWorkspace(db, 'pro');
  const admin = caller(daemon, workspace.key);
  const { key, id } = (await admin('POST', '/keys', { name: 'short-lived' })).json;
  const use = caller(other, key);
  t.equal((await use('GET', '/openapi.json')).status, 200);
  // Once the feed has reported the new key, its next use is cached.
  await sleep(1_000);
  t.equal((await use('GET', '/tags')).status, 200);
  await mysql.kill('SIGTERM');
  await sleep(1_200);
  t.same(code(await use('GET', '/tags')), [503, 'unavailable']);
  t.ok((await use('GET', '/tags')).headers.get('retry-after'));
  const asked = other.context.access.authenticate({ headers: { authorization: `Bearer ${key}` } });
  await t.rejects(asked, { code: /^(ENOENT|ECONNREFUSED|ECONNRESET|PROTOCOL_CONNECTION_LOST)$/ }, 'MySQL is queried');
  await mysql.start();
  while ((await admin('DELETE', `/keys/${id}`)).status !== 200) await sleep(50);
  await sleep(1_000);
  t.same(code(await use('GET', '/tags')), [401, 'unauthorized']);
});
