/** The creation of links for requests. Concurrent requests share transactions, whose changes are then announced. */
import { createBatches } from '../../../shared/batches.ts';
import type { Context } from '../../api/context.ts';
import type { Trx } from '../../core/tables.ts';
import type { Auth } from '../../identity/auth.ts';
import { notifyOfNewLinks } from '../core/notify-webhooks.ts';
import { heldSince } from '../core/slug-queries.ts';
import type { BlockIndexer } from '../search/block-indexer.ts';
import { type CreateJob, createLinks, type Draft, type Outcome, rowsIn } from './create-links.ts';

/** Number of concurrent transactions. Other requests only wait if all of these wait for the disk or a lock. */
const lanes = 2;
const linksATransaction = 500;

/**
 * A function that resolves to an outcome for each draft, in order. `beforeCommit` runs in the transaction that
 * creates the links. `details` are the details of the entry in the audit log.
 */
export type CreateDrafts = (
  auth: Auth,
  drafts: Draft[],
  beforeCommit: (trx: Trx, outcomes: Outcome[]) => Promise<void>,
  details?: CreateJob['details'],
) => Promise<Outcome[]>;

export function createCreator({ db, config, announceChanges }: Context, indexer: BlockIndexer): CreateDrafts {
  const createAll = (jobs: CreateJob[]) =>
    createLinks(db, jobs, { since: heldSince(config, new Date()), announce: announceChanges });
  const batches = createBatches<CreateJob, Outcome[]>(createAll, {
    lanes,
    limit: linksATransaction,
    sizeOf: ({ drafts }) => drafts.length,
    // Jobs of the same workspace lock the same allowance.
    keyOf: ({ workspaceId }) => workspaceId,
  });
  return async ({ workspaceId, plan, actor, hasWebhooks }, drafts, beforeCommit, details) => {
    const limit = config.plans[plan].linksPerMonth;
    const now = new Date();
    const thenNotify = async (trx: Trx, outcomes: Outcome[]) => {
      await beforeCommit(trx, outcomes);
      await notifyOfNewLinks(trx, config, { workspaceId, event: 'link.created', now }, rowsIn(outcomes));
    };
    const job = {
      workspaceId,
      limit,
      drafts,
      actor,
      details,
      now,
      beforeCommit: hasWebhooks ? thenNotify : beforeCommit,
    };
    const outcomes = await batches.add(job);
    const created = rowsIn(outcomes).length;
    if (created > 0) indexer.countCreated(workspaceId, created);
    return outcomes;
  };
}
