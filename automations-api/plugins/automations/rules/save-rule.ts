/** Creation, changes and deletion of rules, including the objects that their steps need, such as webhooks. */
import type { CreatedWebhook, Step, Trigger } from '../../../host/extensions.ts';
import { openChanges } from '../contacts/actions/contact-changes.ts';
import { loadKnown } from '../contacts/resolve.ts';
import type { Context } from '../context/context.ts';
import { unprocessable } from '../core/errors.ts';
import type { Trx } from '../core/tables.ts';
import { parseFieldValue } from '../fields/core/values.ts';
import type { Criteria } from '../finder/criteria/find-criteria.ts';
import type { FilterArgs } from '../finder/filter-args.ts';
import { lockSegments, resolveFilter } from '../finder/resolve.ts';
import { lockTerms } from '../terms/core/membership-queries.ts';
import { TermType } from '../terms/core/queries.ts';
import { awaitedEvent, type Definition, findKind, goalOf, type StepKinds } from './definition.ts';
import { deleteRule, insertRule, insertVersion, listDefinitions } from './queries.ts';
import { inPart, inStep } from './read-steps.ts';
import { listPlaces, listSteps, replaceSteps, withIds } from './walk.ts';

type Source = Pick<Context, 'registries' | 'erasedAddresses'>;
/** New webhooks, whose secrets are shown only once. */
type Shown = CreatedWebhook[];

/** Creates a rule. */
export async function addRule(
  context: Source,
  trx: Trx,
  rule: { name: string; active: boolean; keeps_runs: boolean; created_at: Date },
  definition: Definition,
): Promise<{ id: number; shown: Shown }> {
  await checkReferences(context, trx, definition);
  const id = await insertRule(trx, rule);
  return { id, shown: await saveVersion(context, trx, { id, version: 1 }, { definition, previous: [] }) };
}

/** Writes the next version. Keeps the objects that earlier versions' steps created. */
export async function addVersion(
  context: Source,
  trx: Trx,
  { id, version }: { id: number; version: number },
  definition: Definition,
): Promise<Shown> {
  await checkReferences(context, trx, definition);
  return saveVersion(context, trx, { id, version }, { definition, previous: await listSavedSteps(trx, id) });
}

/** Deletes a rule, the objects that its steps created, and their unsent deliveries. */
export async function removeRule(context: Source, trx: Trx, id: number): Promise<void> {
  const { steps: kinds } = context.registries;
  const contacts = openChanges(context, trx);
  const steps = await listSavedSteps(trx, id);
  for (const { name, forget } of kinds.list()) {
    const own = stepsOfKind(kinds, steps, name);
    if (forget && own.length > 0) await kinds.run(name, () => forget(contacts, own));
  }
  await deleteRule(trx, id);
}

/** Lists the steps of all versions. */
const listSavedSteps = async (trx: Trx, ruleId: number): Promise<Step[]> =>
  (await listDefinitions(trx, ruleId)).flatMap(({ steps }) => listSteps(steps));

const stepsOfKind = (kinds: StepKinds, steps: readonly Step[], name: string) =>
  steps.filter((step) => findKind(kinds, step)?.name === name);

async function saveVersion(
  context: Source,
  trx: Trx,
  { id, version }: { id: number; version: number },
  { definition, previous }: { definition: Definition; previous: readonly Step[] },
): Promise<Shown> {
  const { steps: kinds } = context.registries;
  const contacts = openChanges(context, trx);
  const shown: Shown = [];
  const done: Step[] = [];
  const steps = await replaceSteps(withIds(definition.steps, previous), async ({ step }) => {
    const { name = '', save } = findKind(kinds, step) ?? {};
    const known = stepsOfKind(kinds, [...previous, ...done], name);
    const saved = save ? await kinds.run(name, () => save(contacts, step, known)) : { step };
    done.push(saved.step);
    if (saved.shown) shown.push(saved.shown);
    return saved.step;
  });
  await insertVersion(trx, id, version, { ...definition, steps });
  return shown;
}

/** Checks that the rule's segments, tags, lists and fields exist, and that values fit. @throws unprocessable_entity */
async function checkReferences(context: Source, trx: Trx, definition: Definition): Promise<void> {
  const { criteria } = context.registries;
  const { trigger, conditions, steps, goal } = definition;
  const { event, filter } = goalOf(goal);
  await inPart('Trigger', () => checkTrigger(context, trx, trigger));
  await inPart('Conditions', () => checkFilter(criteria, trx, conditions));
  await inPart('Goal', () => (event ? checkTrigger(context, trx, event) : checkFilter(criteria, trx, filter)));
  for (const { step, path } of listPlaces(steps)) await inStep(path, () => checkStep(context, trx, step));
}

async function checkStep(context: Source, trx: Trx, step: Step): Promise<void> {
  const { if: filter, tags = [], lists = [], field } = step;
  await checkFilter(context.registries.criteria, trx, filter as FilterArgs | undefined);
  await checkTrigger(context, trx, awaitedEvent(step));
  await checkTerms(trx, TermType.tag, tags);
  await checkTerms(trx, TermType.list, lists);
  if (field) await checkValues(trx, field);
}

async function checkFilter(criteria: Criteria, trx: Trx, filter: FilterArgs = {}): Promise<void> {
  await lockSegments(trx, filter);
  await resolveFilter(trx, filter, criteria);
}

async function checkTrigger(context: Source, trx: Trx, trigger?: Trigger): Promise<void> {
  if (!trigger) return;
  const { event, tag, list } = trigger;
  await checkTerms(trx, TermType.tag, tag === undefined ? [] : [tag]);
  await checkTerms(trx, TermType.list, list === undefined ? [] : [list]);
  const { events } = context.registries;
  await events.run(event, () => events.find(event)?.check?.(openChanges(context, trx), trigger));
}

async function checkTerms(trx: Trx, type: TermType, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const terms = await lockTerms(trx, ids);
  const missing = ids.find((id) => !terms.some((term) => term.id === id && term.type === type));
  if (missing !== undefined) throw unprocessable(`There is no ${type === TermType.tag ? 'tag' : 'list'} ${missing}.`);
}

async function checkValues(trx: Trx, values: Record<string, unknown>): Promise<void> {
  const known = await loadKnown(trx, [{ columns: {}, fields: values }], []);
  for (const [key, value] of Object.entries(values)) {
    const field = known.field(key);
    if (!field) throw unprocessable(`There is no editable field ${key.slice(0, 100)}.`);
    parseFieldValue(field, value);
  }
}
