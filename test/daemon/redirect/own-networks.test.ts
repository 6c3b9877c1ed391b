/** Own networks in a redirect process: while they cannot be read, the last known networks apply. */
import { sql } from 'kysely';
import { createClients } from '../../../daemon/redirect/client.ts';
import { peerOf } from '../../../daemon/redirect/core/visit.ts';
import { replaceOwnNetworks } from '../../../daemon/redirect/own-network-queries.ts';
import { openOwnNetworks } from '../../../daemon/redirect/own-networks.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { addWorkspace, startDaemon } from '../../fixtures/daemon.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

t.test(
  'while own networks cannot be read, the last known networks apply, and reading is retried until it succeeds',
  async (t) => {
    const { db, config, log } = (await startDaemon(t)).context;
    const { id } = await addWorkspace(db, 'pro');
    const clients = createClients(config, () => undefined);
    const networks = openOwnNetworks(db, clients, log);
    t.teardown(() => networks.close());
    const replace = (network: string) => inTransaction(db, (trx) => replaceOwnNetworks(trx, id, [network]));
    const isOwn = (ip: string) => networks.include(id, { peer: peerOf(ip), headers: { getHeader: () => '' } });

    await replace('192.0.2.0/24');
    networks.changed('all');
    await until(() => isOwn('192.0.2.1'));
    await replace('198.51.100.0/24');
    await sql`RENAME TABLE own_networks TO unreadable_networks`.execute(db);
    networks.changed('all');
    const start = Date.now();
    await until(() => Date.now() - start > 2_500);
    t.ok(isOwn('192.0.2.1'));
    await sql`RENAME TABLE unreadable_networks TO own_networks`.execute(db);
    await until(() => isOwn('198.51.100.1'));
    t.notOk(isOwn('192.0.2.1'));
  },
);
