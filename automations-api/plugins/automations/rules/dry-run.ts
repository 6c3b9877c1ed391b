/** Dry runs of a rule for a contact. The steps really run, in a transaction that is rolled back. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import type { Step } from '../../../host/extensions.ts';
import { findContactById } from '../contacts/core/queries.ts';
import type { Context } from '../context/context.ts';
import { contactNotFound, renderError } from '../core/errors.ts';
import type { ContactEvent, Emit } from '../core/events.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { FilterArgs } from '../finder/filter-args.ts';
import { findMatching } from '../finder/match.ts';
import { type Definition, endsContact, goalOf, hasConditions, kindOf, refusesEntry } from './definition.ts';
import type { Rule } from './queries.ts';
import { findOpenRun } from './run-list-queries.ts';
import { listEntries } from './run-queries.ts';
import { act, branchOf, notMet } from './run-step.ts';
import { withoutBranches } from './show.ts';
import { isTriggeredBy } from './triggers.ts';
import { listPlaces, type Place, placeAfter } from './walk.ts';

type Would = {
  would: 'change' | 'change_nothing' | 'wait' | 'send' | 'then' | 'else' | 'stop' | 'fail' | 'not_come';
  detail: string;
};
/** A step with its result. `taken`: the contact would reach this step. */
type Tried = Would & Place & { taken: boolean };

const goalReached = 'the goal is reached';

/** Thrown to roll back, with the answer. */
class RolledBack extends Error {
  readonly tried: Tried[];

  constructor(tried: Tried[]) {
    super('a dry run has ended');
    this.tried = tried;
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
  const tried = await runAndRollBack(context, definition, contactId);
  const refused = rule && (await findRefusal(db, rule.id, definition, contactId));
  const reason = unmet.length > 0 ? `${notMet}: ${unmet.join(', ')}` : (refused ?? stopOf(tried[0]) ?? null);
  return {
    rule_id: rule?.id ?? null,
    contact_id: contactId,
    active: rule?.active ?? false,
    would_run: reason === null,
    reason,
    conditions: { met: unmet.length === 0, unmet },
    steps: tried.map(showTried),
  };
}

const stopOf = (first: Tried | undefined) => (first?.would === 'stop' ? first.detail : undefined);

/** Returns why the rule would not start for the contact: its open run, or its entry. */
async function findRefusal(db: Db, ruleId: number, { entry }: Definition, contactId: number) {
  const open = await findOpenRun(db, ruleId, contactId);
  if (open) return `run ${open.id} has not ended, and a contact has one run of a rule at a time`;
  const entries = await listEntries(db, [contactId], [ruleId]);
  if (!entries.some(({ entered_at }) => refusesEntry(entry, entered_at as Date, new Date()))) return undefined;
  return typeof entry === 'string'
    ? 'the rule runs once for a contact'
    : `the rule runs again ${entry.after} after the start of the last run`;
}

function showTried({ step, path, taken, would, detail }: Tried) {
  const { id, ...fields } = withoutBranches(step);
  return { step: id as number, path, ...fields, taken, would, detail };
}

/** Finds the fields of the conditions that the contact does not match. */
async function findUnmet(context: Context, { conditions }: Definition, contactId: number): Promise<string[]> {
  const unmet: string[] = [];
  for (const [name, value] of Object.entries(conditions)) {
    const met = await findMatching(context, context.db, { [name]: value }, [contactId]);
    if (met.size === 0) unmet.push(name);
  }
  return unmet;
}

async function runAndRollBack(context: Context, definition: Definition, contactId: number): Promise<Tried[]> {
  try {
    return await inTransaction(context.db, async (trx) => {
      throw new RolledBack(await trySteps(context, trx, definition, contactId));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.tried;
    throw error;
  }
}

/** Tries the steps in order. Both branches are listed, with the branch that the contact would take. */
async function trySteps(context: Context, trx: Trx, definition: Definition, contactId: number): Promise<Tried[]> {
  const places = listPlaces(definition.steps);
  const tried = new Map<string, Tried>();
  const { event: goal } = goalOf(definition.goal);
  let [checks, isReached] = [true, false];
  const emit = (event: ContactEvent) => {
    isReached ||= goal !== undefined && isTriggeredBy(context.registries.events, goal, event);
  };
  for (let place = places[0]; place; ) {
    const stopped = isReached ? goalReached : await findStop(context, trx, definition, { contactId, checks });
    const result: Would = stopped
      ? { would: 'stop', detail: stopped }
      : await tryStep(context, trx, contactId, { step: place.step, emit });
    tried.set(place.path, { ...place, ...result, taken: true });
    const kind = kindOf(context.registries.steps, place.step);
    if (result.would === 'stop' || result.would === 'fail' || kind.isLast) break;
    checks = kind.pauses !== undefined;
    place = placeAfter(definition.steps, place, branchOf(result.would));
  }
  return places.map((place) => tried.get(place.path) ?? { ...place, would: 'not_come', detail: '', taken: false });
}

/** Finds the reason why a run would end before its next step. */
async function findStop(
  context: Context,
  trx: Trx,
  definition: Definition,
  { contactId, checks }: { contactId: number; checks: boolean },
): Promise<string | undefined> {
  const isMet = async (filter: FilterArgs) => (await findMatching(context, trx, filter, [contactId])).size > 0;
  const { filter: goal } = goalOf(definition.goal);
  if (goal && (await isMet(goal))) return goalReached;
  return checks && hasConditions(definition) && !(await isMet(definition.conditions)) ? notMet : undefined;
}

/** Outcomes of steps as results of a dry run. All other outcomes are changes. */
const woulds: { [outcome: string]: Would['would'] } = {
  waiting: 'wait',
  sent: 'send',
  unchanged: 'change_nothing',
  ...{ then: 'then', else: 'else' },
};

async function tryStep(
  context: Context,
  trx: Trx,
  contactId: number,
  { step, emit }: { step: Step; emit: Emit },
): Promise<Would> {
  const { tries } = kindOf(context.registries.steps, step);
  if (tries) return { would: 'send', detail: tries(step) };
  const work = { rule: { id: 0, name: '' }, runs: [{ id: 0, contactId, event: '' }], now: new Date() };
  try {
    const { outcome, detail } = (await act(context, trx, work, { step, emit }))(contactId);
    return { would: woulds[outcome] ?? 'change', detail };
  } catch (error) {
    const rendered = error instanceof ApiError ? renderError(error) : undefined;
    if (!rendered || rendered.status >= 500) throw error;
    return { would: 'fail', detail: (rendered.body as { message: string }).message };
  }
}
