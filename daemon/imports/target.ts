/** Links as the target of an import. */
import type { ImportRow } from '../../shared/import/tables.ts';
import type { Outcome, Target } from '../../shared/import/target.ts';
import type { Actor } from '../../shared/people/actor.ts';
import { planLimitReached } from '../api/errors.ts';
import type { Tables } from '../core/tables.ts';
import { findAllowanceLeft } from '../links/create/allowance.ts';
import { hashPasswords } from '../links/create/hash-passwords.ts';
import { sealAll } from '../links/search/block-queries.ts';
import type { LinkItem } from './core/item.ts';
import { sentenceOf } from './core/labels.ts';
import { createDomainFinder, mapDomain } from './domains.ts';
import type { ImportContext, ImportOptions, OnTaken } from './import-context.ts';
import { findActing } from './permission-queries.ts';
import { planItems, plannedOutcome } from './plan-items.ts';
import { undoLinks } from './undo-links.ts';
import { writePlans } from './write-plans.ts';

/** Number of new links after which a running import adds them to search, in at most `sealRounds` transactions. */
const sealAfter = 1_000;
const sealRounds = 4;

const never = new AbortController().signal;

/** The outcome of a row with the same key as an earlier one. */
const repeated = (onTaken: OnTaken): Outcome => ({
  fate: onTaken === 'skip' ? 'skipped' : 'changed',
  why: 'An earlier row has the same slug or external ID.',
});

/** @throws ImportFault if the import must stop */
export async function openTarget(context: ImportContext, row: ImportRow): Promise<Target<LinkItem, Tables>> {
  const { db } = context;
  const { domains = {} }: ImportOptions = JSON.parse(row.options);
  const onTaken = row.on_taken as OnTaken;
  const acting = (actor: string | null = row.actor) =>
    findActing(db, row.workspace_id, JSON.parse(actor ?? row.actor) as Actor, {
      id: row.public_id,
      name: row.file_name,
    });
  await acting();
  let unsealed = 0;
  const findDomains = () => createDomainFinder(context, row.workspace_id, domains);

  return {
    keysOf: ({ slug, domain, externalId }) => [
      ...(slug ? [`slug ${mapDomain(domains, domain)}/${slug}`] : []),
      ...(externalId ? [`id ${externalId}`] : []),
    ],
    async plan(items) {
      const planner = await acting();
      const plans = await planItems(context, planner, items, { onTaken, ...findDomains() });
      const drafts = plans.flatMap((each) => (each.kind === 'create' ? [each.draft] : []));
      const hashed = await hashPasswords(context, planner, drafts, never);
      return async (finish) => {
        // The user can lose the role, or the workspace its plan, while the previous batch is written.
        await writePlans(context, await acting(), plans, { hashed, finish });
        unsealed += drafts.length;
        if (unsealed < sealAfter) return;
        unsealed = 0;
        await sealAll(db, row.workspace_id, sealRounds);
      };
    },
    async foresee(items, earlier, needed) {
      const who = await acting();
      const limit = context.config.plans[who.plan].linksPerMonth;
      let left = (await findAllowanceLeft(db, row.workspace_id, limit, new Date())) - needed;
      const { domainOf, unknownOf } = findDomains();
      const plans = await planItems(context, who, items, { onTaken, domainOf });
      const hosts = await Promise.all(items.map(({ domain }) => unknownOf(domain)));
      return plans.map((each, index) => {
        const host = hosts[index];
        const withHost = (outcome: Outcome) => (host === undefined ? outcome : { ...outcome, host });
        if (each.kind !== 'create') return withHost(plannedOutcome(each));
        if (earlier[index] && onTaken !== 'suffix') return withHost(repeated(onTaken));
        if (left-- > 0) return withHost({ fate: 'created', isNew: true });
        return withHost({ fate: 'failed', why: sentenceOf(planLimitReached(limit)), isNew: true });
      });
    },
    async undo(changes, finish) {
      await undoLinks(context, await acting(row.undo_actor), changes, finish);
    },
    async end() {
      await sealAll(db, row.workspace_id);
      context.announceChanges();
      await context.recordWrite?.(row.workspace_id);
    },
  };
}
