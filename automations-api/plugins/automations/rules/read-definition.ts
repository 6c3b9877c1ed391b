/** Parsing of a rule in a request, and the check of the caller's permissions. */
import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import { requireFull, requireSite } from '../../../host/core/permission.ts';
import type { Caller, RequestHead } from '../../../host/core/route.ts';
import type { Step, Trigger } from '../../../host/extensions.ts';
import type { Context } from '../context/context.ts';
import { unprocessable } from '../core/errors.ts';
import type { Db } from '../core/tables.ts';
import { isFieldId, slugOfKey } from '../fields/core/keys.ts';
import { listFields } from '../fields/core/queries.ts';
import { FieldType } from '../fields/core/types.ts';
import { nameFieldsById } from '../fields/name-by-id.ts';
import { parseFilter } from '../finder/parse-filter.ts';
import {
  type Definition,
  type Entry,
  endsContact,
  findKind,
  type Goal,
  hasConditions,
  type StepKinds,
  type When,
} from './definition.ts';
import { inPart, inStep, readSteps } from './read-steps.ts';
import type { NewRule } from './schema.ts';
import { parseWait } from './steps/wait.ts';
import { dateColumn, type WaitUntil, waitUntilOf } from './steps/wait-until.ts';
import { readContactEvent, readTrigger } from './triggers.ts';
import { listSteps, replaceSteps } from './walk.ts';

type Given = Pick<Static<typeof NewRule>, 'trigger' | 'conditions' | 'steps' | 'goal' | 'entry'>;
type Source = Pick<Context, 'registries'>;

type Saving = { head: Pick<RequestHead, 'caller' | 'user'>; before: Step[] };

/**
 * Reads a whole definition that the caller can save after a version with the steps `before`.
 * @throws unprocessable_entity, required_fields_missing or permission_denied
 */
export async function readDefinition(
  context: Source,
  db: Db,
  given: Given,
  { head, before }: Saving,
): Promise<Definition> {
  const { registries } = context;
  const when = await readWhen(context, db, given);
  const steps = await readReferences(db, await readSteps(registries, given.steps, when.trigger));
  const goal = await inPart('Goal', () => readGoal(context, db, given.goal ?? null, when.trigger));
  const entry = await inPart('Entry', () => readEntry(given.entry ?? 'again'));
  checkCanSave(registries.steps, head.caller, steps);
  await checkCanChange(registries.steps, head, before, steps);
  return { ...when, steps, goal, entry };
}

/** Reads only trigger and conditions. @throws unprocessable_entity or required_fields_missing */
export async function readWhen(
  { registries }: Source,
  db: Db,
  given: Pick<Given, 'trigger' | 'conditions'>,
): Promise<When> {
  const trigger = await inPart('Trigger', () => readTrigger(registries.events, { ...given.trigger }));
  const conditions = await inPart('Conditions', () => parseFilter(db, given.conditions ?? {}));
  if (endsContact(registries.events, trigger) && hasConditions({ conditions })) {
    throw unprocessable(`Conditions: After ${trigger.event} the contact no longer exists.`);
  }
  return { trigger, conditions };
}

async function readGoal(
  { registries: { events } }: Source,
  db: Db,
  given: object | null,
  trigger: Trigger,
): Promise<Goal | null> {
  if (given === null) return null;
  if (endsContact(events, trigger)) throw unprocessable(`After ${trigger.event} the contact no longer exists.`);
  if ('event' in given && typeof given.event === 'string') return readContactEvent(events, { ...given });
  const filter = await parseFilter(db, given);
  if (Object.keys(filter).length === 0) throw unprocessable('a filter must have a condition');
  return filter;
}

function readEntry(given: unknown): Entry {
  if (given === 'once' || given === 'again') return given;
  const { after, ...unknown } = typeof given === 'object' && given !== null ? (given as { after?: unknown }) : {};
  if (typeof after !== 'string' || Object.keys(unknown).length > 0)
    throw unprocessable('entry must be "once", "again" or { "after": "30 days" }');
  return { after: parseWait(after).text };
}

/** Reads the key of a date. @throws unprocessable_entity */
async function readDateField(db: Db, key: unknown): Promise<WaitUntil['field']> {
  if (key === dateColumn) return key;
  const text = String(key);
  const named = (await listFields(db)).find(
    ({ id, slug }) => (isFieldId(text) ? String(id) : slug) === slugOfKey(text),
  );
  if (named?.type !== FieldType.date) throw unprocessable(`There is no date field ${text.slice(0, 100)}.`);
  return named.id;
}

/** Replaces field slugs with ids, and reads the filters of branches. */
const readReferences = (db: Db, steps: Step[]): Promise<Step[]> =>
  replaceSteps(steps, ({ step, path }) =>
    inStep(path, async () => {
      const named = await nameFieldsById(db, step);
      const wait = waitUntilOf(step);
      if (wait?.field !== undefined)
        return { ...named, wait_until: { ...wait, field: await readDateField(db, wait.field) } };
      return step.if === undefined ? named : { ...named, if: await parseFilter(db, step.if) };
    }),
  );

/**
 * Checks whether the caller can save steps that need the permission `full`, such as deleting the contact.
 * @throws permission_denied
 */
export function checkCanSave(kinds: StepKinds, caller: Caller | undefined, steps: Step[]): void {
  if (listSteps(steps).some((step) => findKind(kinds, step)?.right === 'full')) requireFull(caller);
}

/**
 * Checks whether the caller can change the steps with a webhook. Only administrators can.
 * @throws permission_denied
 */
export async function checkCanChange(
  kinds: StepKinds,
  head: Saving['head'],
  before: Step[],
  after: Step[],
): Promise<void> {
  const guarded = (steps: Step[]) => listSteps(steps).flatMap((step) => guardedFields(kinds, step));
  if (isDeepStrictEqual(guarded(before), guarded(after))) return;
  await requireSite(head, 'Only administrators can add, change or remove steps with a webhook.');
}

/** Returns the fields of a step that only administrators can change. */
function guardedFields(kinds: StepKinds, step: Step) {
  const kind = findKind(kinds, step);
  if (kind?.right !== 'administrator') return [];
  return [[kind.name, ...Object.keys(kind.members.properties).map((member) => step[member])]];
}
