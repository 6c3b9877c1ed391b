/**
 * The IP networks whose visits are a workspace's own, in the memory of a redirect process. They are read again when the
 * change feed names a workspace; until then the last known networks apply.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { withinMs } from '../../shared/db/db.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import { addressBytes } from '../../shared/net/address.ts';
import { createNetworkTest, type Network, parseNetwork } from '../../shared/net/networks.ts';
import type { AccessChange } from '../../shared/people/access-changes.ts';
import type { Db } from '../core/tables.ts';
import type { Clients } from './client.ts';
import type { Visit } from './core/visit.ts';
import { listOwnNetworks } from './own-network-queries.ts';

export type OwnNetworks = {
  /** Returns whether the visitor's IP address is in one of the workspace's networks. */
  include(workspaceId: number, visit: Pick<Visit, 'peer' | 'headers'>): boolean;
  /** Reads the networks again if they may have changed. */
  changed(changes: AccessChange[] | 'all'): void;
  close(): Promise<void>;
};

const readMs = 5_000;
const retryMs = 1_000;

export function openOwnNetworks(db: Db, clients: Pick<Clients, 'locate'>, log: Log): OwnNetworks {
  const address = Buffer.alloc(addressBytes);
  let tests = new Map<number, (bytes: Buffer, at: number) => boolean>();
  async function read(signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        const rows = await listOwnNetworks(withinMs(db, readMs));
        tests = new Map(rows.map(({ workspaceId, networks }) => [workspaceId, testOf(networks)]));
        return;
      } catch (err) {
        log.warn({ err }, "workspaces' own networks could not be read");
        await sleep(retryMs, undefined, { signal, ref: false });
      }
    }
  }
  const reading = repeat(log, 'read own networks', 0, { work: read });
  return {
    include(workspaceId, { peer, headers }) {
      const test = tests.get(workspaceId);
      if (test === undefined) return false;
      clients.locate(address, 0, peer, headers);
      return test(address, 0);
    },
    changed(changes) {
      if (changes === 'all' || changes.some((change) => 'workspaceId' in change)) void reading.ask();
    },
    close: reading.stop,
  };
}

const testOf = (networks: string[]) =>
  createNetworkTest(networks.map(parseNetwork).filter((network): network is Network => network !== undefined));
