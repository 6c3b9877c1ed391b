/** The transaction that creates and changes the links of a batch, and stores the results of its rows. */
import { duplicateKey, inTransaction } from '../../shared/db/db.ts';
import type { ApiError } from '../../shared/errors.ts';
import type { Finish, Outcome } from '../../shared/import/target.ts';
import type { Actor } from '../../shared/people/actor.ts';
import { externalIdTaken, isApiError } from '../api/errors.ts';
import type { Tables, Trx } from '../core/tables.ts';
import { notifyOfNewLinks } from '../links/core/notify-webhooks.ts';
import { listLinksByIds } from '../links/core/queries.ts';
import { heldSince } from '../links/core/slug-queries.ts';
import { type Outcome as Created, createLinks, type Draft, rowsIn } from '../links/create/create-links.ts';
import { versionOf } from '../links/version.ts';
import { sentenceOf } from './core/labels.ts';
import type { ImportContext } from './import-context.ts';
import type { Acting } from './permission-queries.ts';
import { type Plan, plannedOutcome } from './plan-items.ts';

/**
 * Writes the plans of a batch. `hashed`: the drafts of the plans that create links, in order, or the reason why a
 * link cannot be created. `actor`: the user in the audit log; the links of an import have no entries of their own.
 */
export async function writePlans(
  context: ImportContext,
  who: Acting,
  plans: Plan[],
  { hashed, finish, actor }: { hashed: (Draft | ApiError)[]; finish: Finish<Tables>; actor?: Actor },
): Promise<void> {
  const { config, db } = context;
  const now = new Date();
  const drafts = hashed.filter((draft): draft is Draft => !isApiError(draft));
  const beforeCommit = async (trx: Trx, created: Created[]) => {
    const next = created.values();
    const results = hashed.map(
      (draft): Created => (isApiError(draft) ? { error: draft } : (next.next().value as Created)),
    );
    await finish(trx, await outcomesOf(trx, who, plans, results));
    if (!who.hasWebhooks) return;
    await notifyOfNewLinks(trx, config, { workspaceId: who.workspaceId, event: 'link.created', now }, rowsIn(created));
  };
  const { workspaceId } = who;
  const limit = config.plans[who.plan].linksPerMonth;
  try {
    if (drafts.length === 0) await inTransaction(db, (trx) => beforeCommit(trx, []));
    else {
      const job = { workspaceId, limit, drafts, actor, now, beforeCommit };
      await createLinks(db, [job], { since: heldSince(config, now), announce: context.announceChanges });
    }
  } catch (error) {
    throw duplicateKey(error) === 'links_external_id' ? externalIdTaken() : error;
  }
  if (plans.some(({ kind }) => kind === 'change')) context.announceChanges();
}

async function outcomesOf(trx: Trx, { workspaceId }: Acting, plans: Plan[], results: Created[]): Promise<Outcome[]> {
  const next = results.values();
  const outcomes: Outcome[] = [];
  for (const plan of plans) {
    if (plan.kind === 'create') outcomes.push(outcomeOf(next.next().value as Created));
    else if (plan.kind === 'change') {
      await plan.write(trx);
      const [row] = await listLinksByIds(trx, workspaceId, [plan.link.id]);
      if (!row) throw new Error('a link that was just changed is deleted');
      const change = { objectId: row.public_id, previous: plan.capture(), version: versionOf(row) };
      outcomes.push({ ...plannedOutcome(plan), change });
    } else outcomes.push(plannedOutcome(plan));
  }
  return outcomes;
}

function outcomeOf(created: Created): Outcome {
  if ('error' in created) {
    return { fate: 'failed', why: sentenceOf(created.error), isNew: created.error.code === 'plan_limit_reached' };
  }
  return {
    fate: 'created',
    isNew: true,
    change: { objectId: created.row.public_id, previous: null, version: versionOf(created.row) },
  };
}
