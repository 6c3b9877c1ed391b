/**
 * What a rule would do to a contact now. Its steps are really done, one after the other, in a transaction that is rolled
 * back, so that the answer is what a run would meet and not a guess.
 */
import { inTransaction } from '../../../../shared/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { applyIn } from '../actions/apply.ts';
import { findContactById } from '../contacts/queries.ts';
import type { Context } from '../context.ts';
import { contactNotFound, renderError } from '../errors.ts';
import type { ContactFinder } from '../finder/finder.ts';
import { resolveFilter } from '../finder/resolve.ts';
import type { Trx } from '../tables.ts';
import { hasConditions, isAsked, isFarewell, isWait, type NewDefinition, type NewStep } from './definition.ts';
import type { Rule } from './queries.ts';
import { findOpenRun } from './run-list-queries.ts';
import { notMet } from './run-step.ts';

type Would = { would: 'change' | 'change_nothing' | 'wait' | 'send' | 'stop' | 'fail' | 'not_come'; detail: string };

/** Carries the answer out of the transaction that it rolls back. */
class RolledBack extends Error {
  readonly would: Would[];

  constructor(would: Would[]) {
    super('a dry run is over');
    this.would = would;
  }
}

type Sources = Pick<Context, 'db' | 'finder'>;

/** `rule`: whose definition it is, or undefined of one that is not saved. @throws contact_not_exists */
export async function showDryRun(
  sources: Sources,
  definition: NewDefinition,
  contactId: number,
  rule?: Pick<Rule, 'id' | 'active'>,
) {
  const { db } = sources;
  if (!isFarewell(definition.trigger) && !(await findContactById(db, contactId))) throw contactNotFound();
  const unmet = await findUnmet(sources, definition, contactId);
  const waiting = rule && (await findOpenRun(db, rule.id, contactId));
  const would = await tryInVain(sources, definition, contactId);
  const open = waiting && `run ${waiting.id} has not ended, and a contact has one run of a rule at a time`;
  const reason = unmet.length > 0 ? `${notMet}: ${unmet.join(', ')}` : (open ?? null);
  return {
    rule_id: rule?.id ?? null,
    contact_id: contactId,
    active: rule?.active ?? false,
    would_run: reason === null,
    reason,
    conditions: { met: unmet.length === 0, unmet },
    steps: definition.steps.map((step, index) => ({ step: index + 1, ...step, ...(would[index] as Would) })),
  };
}

/** The members of the filter that the contact does not meet. */
async function findUnmet({ db, finder }: Sources, { conditions }: NewDefinition, contactId: number): Promise<string[]> {
  const unmet: string[] = [];
  for (const [name, value] of Object.entries(conditions)) {
    const filter = await resolveFilter(db, { [name]: value });
    const found = await finder.among(filter, [contactId]);
    if (found.length === 0) unmet.push(name);
  }
  return unmet;
}

async function tryInVain({ db, finder }: Sources, definition: NewDefinition, contactId: number): Promise<Would[]> {
  try {
    return await inTransaction(db, async (trx) => {
      throw new RolledBack(await trySteps(finder, trx, definition, contactId));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.would;
    throw error;
  }
}

async function trySteps(
  finder: ContactFinder,
  trx: Trx,
  definition: NewDefinition,
  contactId: number,
): Promise<Would[]> {
  const isMet = async () =>
    (await finder.among(await resolveFilter(trx, definition.conditions), [contactId], trx)).length > 0;

  const would: Would[] = [];
  let ended = false;
  for (const [index, step] of definition.steps.entries()) {
    const came: Would = ended
      ? { would: 'not_come', detail: '' }
      : isAsked(definition, index) && hasConditions(definition) && !(await isMet())
        ? { would: 'stop', detail: notMet }
        : await tryStep(trx, step, contactId);
    ended ||= came.would === 'stop' || came.would === 'fail';
    would.push(came);
  }
  return would;
}

async function tryStep(trx: Trx, step: NewStep, contactId: number): Promise<Would> {
  if (isWait(step)) return { would: 'wait', detail: `${step.wait}; conditions are asked again then` };
  if (step.action === 'webhook') return { would: 'send', detail: step.url };
  const told: string[] = [];
  try {
    await applyIn(trx, [contactId], step, ({ name }) => void told.push(name));
  } catch (error) {
    const rendered = error instanceof ApiError ? renderError(error) : undefined;
    if (!rendered || rendered.status >= 500) throw error;
    return { would: 'fail', detail: (rendered.body as { message: string }).message };
  }
  return told.length > 0 ? { would: 'change', detail: told.join(', ') } : { would: 'change_nothing', detail: '' };
}
