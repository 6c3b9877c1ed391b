/** Decides when this process adds links to search blocks: in the background, once enough are in none. */

import type { Log } from '../../../shared/log/log.ts';
import type { Db } from '../../core/tables.ts';
import { sealAll } from './block-queries.ts';

const linksBetween = 256;
/** Links of a burst are sealed together, because creates wait for each transaction that seals. */
const gatherMs = 500;

export type BlockIndexer = {
  /** Links were made by this process. */
  made(workspaceId: number, count: number): void;
  /** Index now. */
  index(workspaceId: number): void;
};

export function createBlockIndexer(db: Db, log: Log): BlockIndexer {
  const since = new Map<number, number>();
  const running = new Set<number>();
  const gathering = new Set<number>();

  function index(workspaceId: number): void {
    if (running.has(workspaceId)) return;
    running.add(workspaceId);
    since.delete(workspaceId);
    sealAll(db, workspaceId)
      .catch((err) => log.warn({ err, workspaceId }, 'search blocks could not be sealed; retrying later'))
      .finally(() => running.delete(workspaceId));
  }

  return {
    made(workspaceId, count) {
      const total = (since.get(workspaceId) ?? 0) + count;
      since.set(workspaceId, total);
      if (total < linksBetween || gathering.has(workspaceId)) return;
      gathering.add(workspaceId);
      setTimeout(() => {
        gathering.delete(workspaceId);
        index(workspaceId);
      }, gatherMs).unref();
    },
    index,
  };
}
