/** Dry runs of a rule for a contact. The steps really run, in a transaction that is rolled back. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import type { Step } from '../../../host/extensions.ts';
import { findContactById } from '../contacts/core/queries.ts';
import type { Context } from '../context/context.ts';
import { contactNotFound, renderError } from '../core/errors.ts';
import type { Trx } from '../core/tables.ts';
import { resolveFilter } from '../finder/resolve.ts';
import { checksConditions, type Definition, endsContact, hasConditions, kindOf } from './definition.ts';
import type { Rule } from './queries.ts';
import { findOpenRun } from './run-list-queries.ts';
import { act, notMet } from './run-step.ts';

type Would = { would: 'change' | 'change_nothing' | 'wait' | 'send' | 'stop' | 'fail' | 'not_come'; detail: string };

/** Thrown to roll back, with the answer. */
class RolledBack extends Error {
  readonly would: Would[];

  constructor(would: Would[]) {
    super('a dry run has ended');
    this.would = would;
  }
}

/** Runs a dry run. `rule` is undefined for an unsaved definition. @throws contact_not_exists */
export async function showDryRun(
  context: Context,
  definition: Definition,
  contactId: number,
  rule?: Pick<Rule, 'id' | 'active'>,
) {
  const { db, registries } = context;
  if (!endsContact(registries.events, definition.trigger) && !(await findContactById(db, contactId)))
    throw contactNotFound();
  const unmet = await findUnmet(context, definition, contactId);
  const waiting = rule && (await findOpenRun(db, rule.id, contactId));
  const would = await runAndRollBack(context, definition, contactId);
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

/** Finds the fields of the conditions that the contact does not match. */
async function findUnmet(context: Context, { conditions }: Definition, contactId: number): Promise<string[]> {
  const { db, finder, registries } = context;
  const unmet: string[] = [];
  for (const [name, value] of Object.entries(conditions)) {
    const filter = await resolveFilter(db, { [name]: value }, registries.criteria);
    const found = await finder.among(filter, [contactId]);
    if (found.length === 0) unmet.push(name);
  }
  return unmet;
}

async function runAndRollBack(context: Context, definition: Definition, contactId: number): Promise<Would[]> {
  try {
    return await inTransaction(context.db, async (trx) => {
      throw new RolledBack(await trySteps(context, trx, definition, contactId));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.would;
    throw error;
  }
}

async function trySteps(context: Context, trx: Trx, definition: Definition, contactId: number): Promise<Would[]> {
  const would: Would[] = [];
  let isOver = false;
  for (const [index, step] of definition.steps.entries()) {
    const result: Would = isOver
      ? { would: 'not_come', detail: '' }
      : (await isStopped(context, trx, definition, { index, contactId }))
        ? { would: 'stop', detail: notMet }
        : await tryStep(context, trx, step, contactId);
    isOver ||= result.would === 'stop' || result.would === 'fail';
    would.push(result);
  }
  return would;
}

async function isStopped(
  { finder, registries: { steps, criteria } }: Context,
  trx: Trx,
  definition: Definition,
  { index, contactId }: { index: number; contactId: number },
): Promise<boolean> {
  if (!checksConditions(steps, definition, index) || !hasConditions(definition)) return false;
  const filter = await resolveFilter(trx, definition.conditions, criteria);
  return (await finder.among(filter, [contactId], trx)).length === 0;
}

async function tryStep(context: Context, trx: Trx, step: Step, contactId: number): Promise<Would> {
  const { tries } = kindOf(context.registries.steps, step);
  if (tries) return tries(step);
  const work = { rule: { id: 0, name: '' }, runs: [{ id: 0, contactId, event: '' }], now: new Date() };
  try {
    const { outcome, detail } = (await act(context, trx, work, { step, emit: () => {} }))(contactId);
    return { would: outcome === 'unchanged' ? 'change_nothing' : 'change', detail };
  } catch (error) {
    const rendered = error instanceof ApiError ? renderError(error) : undefined;
    if (!rendered || rendered.status >= 500) throw error;
    return { would: 'fail', detail: (rendered.body as { message: string }).message };
  }
}
