/** Waypost on MySQL Group Replication, with writes on every member. One member is lost and replaced. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { addPartitions } from '../../../daemon/clicks/partitions.ts';
import { dayOf } from '../../../daemon/clicks/time.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { inTransaction, openDb } from '../../../shared/db/db.ts';
import { isStoreDown } from '../../../shared/errors.ts';
import { migrateServices } from '../../../shared/local/migrate-services.ts';
import { makeDaysMeanwhile } from '../../fixtures/cluster-days.ts';
import { compare, endAccounts, startCluster, work } from '../../fixtures/cluster-work.ts';
import { ask, type Group, type Member, startGroup } from '../../fixtures/group-replication.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const program = process.env.TEST_MYSQLD;
const skip = program ? false : 'TEST_MYSQLD is not set';
const group = program ? await startGroup(t, program, 3) : undefined;

/** Resolves to true if the database answered, to false if it counts as down. @throws any other error */
async function answers(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error: unknown) => {
      if (!isStoreDown(error)) throw error;
      return false;
    },
  );
}

t.test('Waypost leaves a primary that is cut off from its group', { skip }, async (t) => {
  const { members } = group as Group;
  const [first, second, third] = members as [Member, Member, Member];
  await ask(first, 'CREATE TABLE waypost.proofs (id INT NOT NULL PRIMARY KEY)');
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`);
  const db = openDb<{ proofs: { id: number } }>(`mysql://root@${hosts}/waypost`, { poolSize: 2, queryMs: 2_000 });
  t.teardown(() => db.destroy());
  const read = () => answers(sql`SELECT 1 FROM proofs`.execute(db));
  let next = 0;
  const write = () => answers(inTransaction(db, (trx) => trx.insertInto('proofs').values({ id: ++next }).execute()));
  t.ok((await write()) && (await read()));
  await Promise.all([second.freeze(), third.freeze()]);
  await until(async () => !(await read()));
  t.notOk(await write());
  await Promise.all([second.thaw(), third.thaw()]);
  await until(read);
  await until(write);
  await ask(first, 'DROP TABLE waypost.proofs');
});

t.test('Waypost works on a group whose members all accept writes', { skip }, async (t) => {
  const { members, writeEverywhere } = group as Group;
  const [first, , third] = members as [Member, Member, Member];
  const { failed } = await migrateServices(readConfig({ MYSQL_URL: first.url }), first.url);
  t.same(failed, []);
  await writeEverywhere();
  const [mode] = await ask(third, 'SELECT @@group_replication_enforce_update_everywhere_checks AS checks');
  t.same(mode, { checks: 1 });

  const cluster = await startCluster(t, members);
  let stopped = false;
  const { ledger, ended } = work(cluster, () => stopped);
  const today = dayOf(Date.now());
  for (let days = 1; days <= 3; days++) await addPartitions(cluster.db, today + days);
  await sleep(1_000);
  await third.kill('SIGKILL');
  await sleep(1_000);
  await third.rejoin();
  await sleep(1_000);
  stopped = true;
  t.ok((await ended()) > 0, 'some of the contested slugs were given');
  t.ok(ledger.clicks.size > 0 && ledger.contacts.size > 0);
  await compare(t, cluster, members, ledger);
  await makeDaysMeanwhile(t, cluster, members, 8);
  await endAccounts(t, members);
});
