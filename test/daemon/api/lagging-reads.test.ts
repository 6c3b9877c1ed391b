/** Reads from a real replica: it lags, stops and returns, and nobody misses their own writes. */
import { createConnection } from 'mysql2/promise';
import { wholeWorkspace } from '../../../daemon/clicks/counts.ts';
import { dayOf, hourMs } from '../../../daemon/clicks/time.ts';
import { startBeating } from '../../../daemon/workers/heartbeat.ts';
import { checkReplica } from '../../../shared/check/checks/mysql.ts';
import { beat } from '../../../shared/db/heartbeat-queries.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { startDatabaseServer } from '../../fixtures/database-server.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const [writer, replica] = await Promise.all([
  startDatabaseServer(t, ['--server-id=1', '--log-bin=bin', '--binlog-format=ROW']),
  startDatabaseServer(t, ['--server-id=2', '--read-only=1', '--slave-net-timeout=4']),
]);
const atReplica = async (...statements: string[]) => {
  const connection = await createConnection(replica.url);
  for (const statement of statements) await connection.query(statement);
  await connection.end();
};
await atReplica(
  `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${writer.port}, MASTER_USER = 'root', MASTER_USE_GTID = slave_pos`,
  'START SLAVE',
);

const urlOf = ({ port }: typeof writer) => `mysql://root@127.0.0.1:${port}/waypost`;
const stores = { ...(await createStores(t)), mysqlUrl: urlOf(writer) };
const env = { MYSQL_READ_URL: urlOf(replica), MYSQL_READ_LAG_SECONDS: '2' };
const [daemon, other] = [await startDaemon(t, { stores, env }), await startDaemon(t, { stores, env })];
const { config, db, log } = daemon.context;
await beat(db);
t.teardown(startBeating(config, db, log));

const { id, key } = await addWorkspace(db, 'team');
const [call, callOther] = [caller(daemon, key), caller(other, key)];
const link = (await call('POST', '/links', { url: 'https://example.com/', title: 'written' })).json;
const titles = async (by = call) => (await by('GET', '/links')).json.links.map((one: { title: string }) => one.title);
const markReplica = () => atReplica("UPDATE links SET title = 'at the replica'");
const look = () => checkReplica({ config, now: new Date() });
const reads = (title: string) => until(async () => (await titles())[0] === title);

t.test('analytics, lists and exports are read from the replica', async (t) => {
  // A busy machine's replica can lag more than the limit for a moment.
  await until(() => daemon.context.laggingReads?.find(id));
  await markReplica();
  await reads('at the replica');
  await until(async () => (await call('GET', '/links/export?format=csv')).text.includes('at the replica'));
  // In the last hour of a day, its total is read before its hours.
  const now = Date.now();
  for (const [table, column, value] of [
    ['click_hours', 'hour', Math.floor(now / hourMs)],
    ['click_days', 'day', dayOf(now)],
  ] as const) {
    await atReplica(
      `INSERT INTO ${table} (workspace_id, ${column}, link_id, clicks, unique_clicks, bot_clicks, breakdown)
       VALUES (${id}, ${value}, ${wholeWorkspace}, 7, 7, 0, '')`,
    );
  }
  await until(async () => (await call('GET', '/stats')).json.totals.clicks === 7);
  t.equal((await call('GET', `/links/${link.id}`)).json.title, 'written', 'one link is read from the primary');
});

t.test('a workspace reads its own writes through every process while the replica lags', async (t) => {
  await reads('at the replica');
  await atReplica('STOP SLAVE SQL_THREAD');
  await call('PATCH', `/links/${link.id}`, { title: 'mine' });
  t.same(await titles(), ['mine']);
  t.same(await titles(callOther), ['mine']);
  await atReplica('START SLAVE');
  await until(() => daemon.context.laggingReads?.find(id));
  t.same(await titles(), ['mine']);
});

t.test('a replica that lags more than the limit is not read until it has caught up', async (t) => {
  await markReplica();
  await reads('at the replica');
  await atReplica('STOP SLAVE SQL_THREAD');
  await reads('mine');
  t.match(await look(), { state: 'warning', found: /lags .* is not used/ });
  await atReplica('START SLAVE');
  await reads('at the replica');
  await until(async () => [await look()].flat()[0]?.state === 'ok');
});

t.test('reads continue while the replica is down, and use the replica again once it is back', async (t) => {
  await reads('at the replica');
  await replica.kill('SIGKILL');
  for (let n = 0; n < 5; n++) t.same(await titles(), ['mine']);
  t.match(await look(), { state: 'warning', todo: /MYSQL_READ_URL/ });
  await replica.start();
  await reads('at the replica');
});
