/**
 * The creation of short links that a site requests for its emails. External ids are unique, so a request that is repeated
 * or interrupted creates nothing twice.
 */
import { ImportFault, type Outcome } from '../../shared/import/target.ts';
import { system } from '../../shared/people/actor.ts';
import type { Trx } from '../core/tables.ts';
import type { ImportContext } from '../imports/import-context.ts';
import { findActing } from '../imports/permission-queries.ts';
import { planItems } from '../imports/plan-items.ts';
import { writePlans } from '../imports/write-plans.ts';
import { deleteLinkRequest, type LinkRequest, listLinkRequests, setLinkFault } from './queries.ts';

const atOnce = 50;
const options = { onTaken: 'skip', domainOf: async () => ({ id: 0, hostname: null }) } as const;

/** Creates requested links of a workspace on the default domain. Returns whether there may be more. */
export async function createRequestedLinks(context: ImportContext, workspaceId: number): Promise<boolean> {
  const { db } = context;
  const requests = await listLinkRequests(db, workspaceId, atOnce);
  if (requests.length === 0) return false;
  try {
    const who = await findActing(db, workspaceId, system, { id: '', name: '' });
    const plans = await planItems(context, who, requests.map(toItem), options);
    const hashed = plans.flatMap((plan) => {
      if (plan.kind !== 'create') return [];
      const { created_by: _, creator_name: __, ...draft } = plan.draft;
      return [draft];
    });
    await writePlans(context, who, plans, {
      hashed,
      actor: system,
      finish: (trx, outcomes) => endAll(trx, workspaceId, requests, outcomes),
    });
    await context.recordWrite?.(workspaceId);
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    for (const { externalId } of requests) await setLinkFault(db, workspaceId, externalId, error.message);
  }
  return requests.length === atOnce;
}

const toItem = ({ externalId, url, title }: LinkRequest) => ({ externalId, url, title, tags: ['email'] });

async function endAll(trx: Trx, workspaceId: number, requests: LinkRequest[], outcomes: Outcome[]): Promise<void> {
  for (const [index, { externalId }] of requests.entries()) {
    const { fate, why = '' } = outcomes[index] as Outcome;
    if (fate === 'created') await deleteLinkRequest(trx, workspaceId, externalId);
    else await setLinkFault(trx, workspaceId, externalId, why);
  }
}
