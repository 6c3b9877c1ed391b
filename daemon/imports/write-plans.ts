/** The transaction that makes and changes the links of a batch, and stores what became of its rows. */
import { duplicateKey, inTransaction } from '../../shared/db/db.ts';
import type { ApiError } from '../../shared/errors.ts';
import type { Finish, Outcome } from '../../shared/import/target.ts';
import { externalIdTaken, isApiError } from '../api/errors.ts';
import type { Tables, Trx } from '../core/tables.ts';
import { notifyOfNewLinks } from '../links/core/notify-webhooks.ts';
import { listLinksByIds } from '../links/core/queries.ts';
import { heldSince } from '../links/core/slug-queries.ts';
import { createLinks, type Draft, type Outcome as Made } from '../links/create/create-links.ts';
import { versionOf } from '../links/version.ts';
import { sentenceOf } from './core/labels.ts';
import type { ImportContext } from './import-context.ts';
import type { Acting } from './permission-queries.ts';
import { type Plan, settled } from './plan-items.ts';

/** `hashed`: the drafts of the plans that make links, in their order, or why one cannot be made. */
export async function writePlans(
  context: ImportContext,
  who: Acting,
  plans: Plan[],
  { hashed, finish }: { hashed: (Draft | ApiError)[]; finish: Finish<Tables> },
): Promise<void> {
  const { config, db } = context;
  const now = new Date();
  const drafts = hashed.filter((draft): draft is Draft => !isApiError(draft));
  const beforeCommit = async (trx: Trx, made: Made[]) => {
    const next = made.values();
    const results = hashed.map((draft): Made => (isApiError(draft) ? { error: draft } : (next.next().value as Made)));
    await finish(trx, await outcomesOf(trx, who, plans, results));
    if (!who.hasWebhooks) return;
    const rows = made.flatMap((each) => ('row' in each ? [each.row] : []));
    await notifyOfNewLinks(trx, config, { workspaceId: who.workspaceId, event: 'link.created', now }, rows);
  };
  const { workspaceId, actor } = who;
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

async function outcomesOf(trx: Trx, { workspaceId }: Acting, plans: Plan[], results: Made[]): Promise<Outcome[]> {
  const next = results.values();
  const outcomes: Outcome[] = [];
  for (const plan of plans) {
    if (plan.kind === 'create') outcomes.push(outcomeOf(next.next().value as Made));
    else if (plan.kind === 'change') {
      await plan.write(trx);
      const [row] = await listLinksByIds(trx, workspaceId, [plan.link.id]);
      if (!row) throw new Error('a link that was just changed is deleted');
      const change = { objectId: row.public_id, former: plan.capture(), version: versionOf(row) };
      outcomes.push({ ...settled(plan), change });
    } else outcomes.push(settled(plan));
  }
  return outcomes;
}

function outcomeOf(made: Made): Outcome {
  if ('error' in made) {
    return { fate: 'failed', why: sentenceOf(made.error), isNew: made.error.code === 'plan_limit_reached' };
  }
  return {
    fate: 'created',
    isNew: true,
    change: { objectId: made.row.public_id, former: null, version: versionOf(made.row) },
  };
}
