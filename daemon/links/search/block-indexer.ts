/** Decides when this process seals search blocks: in the background, once enough links were made or found unsealed. */
import type { Db } from '../../../shared/db.ts';
import type { Log } from '../../../shared/log.ts';
import { sealAll } from './blocks.ts';

const linksBetween = 512;

export type Sealer = {
  /** Links were made by this process. */
  made(workspaceId: number, count: number): void;
  /** Seal now. */
  seal(workspaceId: number): void;
};

export function createSealer(db: Db, log: Log): Sealer {
  const since = new Map<number, number>();
  const running = new Set<number>();

  function seal(workspaceId: number): void {
    if (running.has(workspaceId)) return;
    running.add(workspaceId);
    since.delete(workspaceId);
    sealAll(db, workspaceId)
      .catch((err) => log.warn({ err, workspaceId }, 'search blocks could not be sealed; they will be later'))
      .finally(() => running.delete(workspaceId));
  }

  return {
    made(workspaceId, count) {
      const total = (since.get(workspaceId) ?? 0) + count;
      since.set(workspaceId, total);
      if (total >= linksBetween) seal(workspaceId);
    },
    seal,
  };
}
