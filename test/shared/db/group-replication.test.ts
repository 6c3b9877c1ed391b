/** Waypost on a group of MySQLs (Group Replication) that takes writes on every member, of which one is lost and replaced. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addPartitions } from '../../../daemon/clicks/partitions.ts';
import { dayOf } from '../../../daemon/clicks/time.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { migrateServices } from '../../../shared/local/migrate-services.ts';
import { makeDaysMeanwhile } from '../../fixtures/cluster-days.ts';
import { compare, endAccounts, startCluster, work } from '../../fixtures/cluster-work.ts';
import { ask, type Member, startGroup } from '../../fixtures/group-replication.ts';
import { t } from '../../runner/tap.ts';

const program = process.env.TEST_MYSQLD;

t.test('a group that takes writes on every member', { skip: program ? false : 'TEST_MYSQLD is not set' }, async (t) => {
  const group = await startGroup(t, program as string, 3);
  const { members } = group;
  const [first, , third] = members as [Member, Member, Member];
  const { failed } = await migrateServices(readConfig({ MYSQL_URL: first.url }), first.url);
  t.same(failed, []);
  await group.writeEverywhere();
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
  t.ok((await ended()) > 0, 'some of the slugs that all wanted were given');
  t.ok(ledger.clicks.size > 0 && ledger.contacts.size > 0);
  await compare(t, cluster, members, ledger);
  await makeDaysMeanwhile(t, cluster, members, 8);
  await endAccounts(t, members);
});
