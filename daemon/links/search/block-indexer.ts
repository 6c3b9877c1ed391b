/** The background task that adds links to search blocks when enough links are in none. */
import type { Log } from '../../../shared/log/log.ts';
import type { Db } from '../../core/tables.ts';
import { sealAll } from './block-queries.ts';

const linksBetween = 256;
/** Delay after which the links of a burst are sealed together, because creations wait for each sealing transaction. */
const gatherMs = 500;

export type BlockIndexer = {
  /** Counts links that this process has created. */
  countCreated(workspaceId: number, count: number): void;
  /** Seals blocks now. */
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
    countCreated(workspaceId, count) {
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
