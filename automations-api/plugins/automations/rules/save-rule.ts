/** Rules made, changed and deleted: what they name must be there, and what is created for their steps comes and goes with them. */
import type { MadeWebhook, Step } from '../../../host/extensions.ts';
import { openChanges } from '../contacts/actions/contact-changes.ts';
import { loadKnown } from '../contacts/resolve.ts';
import type { Context } from '../context/context.ts';
import { unprocessable } from '../core/errors.ts';
import type { Trx } from '../core/tables.ts';
import { parseFieldValue } from '../fields/core/values.ts';
import { holdSegments, resolveFilter } from '../finder/resolve.ts';
import { lockTerms } from '../terms/core/membership-queries.ts';
import { TermType } from '../terms/core/queries.ts';
import { type Definition, findKind, type StepKinds } from './definition.ts';
import { deleteRule, insertRule, insertVersion, listDefinitions } from './queries.ts';
import { numbered } from './read-steps.ts';

type Source = Pick<Context, 'registries' | 'erasedAddresses'>;
/** Secrets that are shown only once, such as those of webhooks. */
type Shown = MadeWebhook[];

/** The new rule's id, and what is shown only now. */
export async function addRule(
  context: Source,
  trx: Trx,
  rule: { name: string; active: boolean; created_at: Date },
  definition: Definition,
): Promise<{ id: number; shown: Shown }> {
  await checkNamed(context, trx, definition);
  const id = await insertRule(trx, rule);
  return { id, shown: await saveVersion(context, trx, { id, version: 1 }, { definition, former: [] }) };
}

/** Writes the next version; what was made for the steps of an earlier one is kept. */
export async function addVersion(
  context: Source,
  trx: Trx,
  { id, version }: { id: number; version: number },
  definition: Definition,
): Promise<Shown> {
  await checkNamed(context, trx, definition);
  return saveVersion(context, trx, { id, version }, { definition, former: await listSteps(trx, id) });
}

/** With what was made for its steps, and what is still to be sent of it. */
export async function removeRule(context: Source, trx: Trx, id: number): Promise<void> {
  const { steps: kinds } = context.registries;
  const contacts = openChanges(context, trx);
  const steps = await listSteps(trx, id);
  for (const { name, forget } of kinds.list()) {
    const own = stepsOfKind(kinds, steps, name);
    if (forget && own.length > 0) await kinds.run(name, () => forget(contacts, own));
  }
  await deleteRule(trx, id);
}

/** In all versions of the rule. */
const listSteps = async (trx: Trx, ruleId: number): Promise<Step[]> =>
  (await listDefinitions(trx, ruleId)).flatMap(({ steps }) => steps);

const stepsOfKind = (kinds: StepKinds, steps: readonly Step[], name: string) =>
  steps.filter((step) => findKind(kinds, step)?.name === name);

async function saveVersion(
  context: Source,
  trx: Trx,
  { id, version }: { id: number; version: number },
  { definition, former }: { definition: Definition; former: readonly Step[] },
): Promise<Shown> {
  const { steps: kinds } = context.registries;
  const contacts = openChanges(context, trx);
  const shown: Shown = [];
  const steps: Step[] = [];
  for (const step of definition.steps) {
    const { name = '', save } = findKind(kinds, step) ?? {};
    const known = stepsOfKind(kinds, [...former, ...steps], name);
    const saved = save ? await kinds.run(name, () => save(contacts, step, known)) : { step };
    steps.push(saved.step);
    if (saved.shown) shown.push(saved.shown);
  }
  await insertVersion(trx, id, version, { ...definition, steps });
  return shown;
}

/** The segments, tags, lists and fields that a rule names are there, and values fit their fields. @throws unprocessable_entity */
async function checkNamed({ registries }: Source, trx: Trx, { trigger, conditions, steps }: Definition): Promise<void> {
  await holdSegments(trx, conditions);
  await resolveFilter(trx, conditions, registries.criteria);
  await checkTerms(trx, TermType.tag, trigger.tag === undefined ? [] : [trigger.tag]);
  await checkTerms(trx, TermType.list, trigger.list === undefined ? [] : [trigger.list]);
  for (const [index, step] of steps.entries()) {
    await checkStep(trx, step).catch((error) => {
      throw numbered(error, index);
    });
  }
}

async function checkStep(trx: Trx, { tags = [], lists = [], field }: Step): Promise<void> {
  await checkTerms(trx, TermType.tag, tags);
  await checkTerms(trx, TermType.list, lists);
  if (field) await checkValues(trx, field);
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
