/** Parsing of a rule in a request, and the check of the caller's permissions. */
import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import { requireFull, requireSite } from '../../../host/core/permission.ts';
import type { Caller, RequestHead } from '../../../host/core/route.ts';
import type { Step } from '../../../host/extensions.ts';
import type { Context } from '../context/context.ts';
import { unprocessable } from '../core/errors.ts';
import type { Db } from '../core/tables.ts';
import { nameFieldsById } from '../fields/name-by-id.ts';
import { parseFilter } from '../finder/parse-filter.ts';
import { type Definition, endsContact, findKind, hasConditions, type StepKinds, type When } from './definition.ts';
import { numbered, readSteps } from './read-steps.ts';
import type { NewRule } from './schema.ts';
import { readTrigger } from './triggers.ts';
import { listSteps, replaceSteps } from './walk.ts';

type Given = Pick<Static<typeof NewRule>, 'trigger' | 'conditions' | 'steps'>;
type Source = Pick<Context, 'registries'>;

/** Reads trigger, conditions and steps. @throws unprocessable_entity or required_fields_missing */
export async function readDefinition(context: Source, db: Db, given: Given): Promise<Definition> {
  const when = await readWhen(context, db, given);
  const steps = readSteps(context.registries, given.steps, when.trigger);
  return { ...when, steps: await readReferences(db, steps) };
}

/** Reads only trigger and conditions. @throws unprocessable_entity or required_fields_missing */
export async function readWhen({ registries }: Source, db: Db, given: Omit<Given, 'steps'>): Promise<When> {
  const trigger = readTrigger(registries.events, { ...given.trigger });
  const conditions = await parseFilter(db, given.conditions ?? {});
  if (endsContact(registries.events, trigger) && hasConditions({ conditions })) {
    throw unprocessable(`After ${trigger.event} the contact no longer exists, so there can be no conditions.`);
  }
  return { trigger, conditions };
}

/** Replaces field slugs with ids, and reads the filters of branches. */
const readReferences = (db: Db, steps: Step[]): Promise<Step[]> =>
  replaceSteps(steps, async ({ step, path }) => {
    try {
      const named = await nameFieldsById(db, step);
      return step.if === undefined ? named : { ...named, if: await parseFilter(db, step.if) };
    } catch (error) {
      throw numbered(error, path);
    }
  });

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
  request: Pick<RequestHead, 'caller' | 'user'>,
  before: Step[],
  after: Step[],
): Promise<void> {
  const guarded = (steps: Step[]) => listSteps(steps).flatMap((step) => guardedFields(kinds, step));
  if (isDeepStrictEqual(guarded(before), guarded(after))) return;
  await requireSite(request, 'Only administrators can add, change or remove steps with a webhook.');
}

/** Returns the fields of a step that only administrators can change. */
function guardedFields(kinds: StepKinds, step: Step) {
  const kind = findKind(kinds, step);
  if (kind?.right !== 'administrator') return [];
  return [[kind.name, ...Object.keys(kind.members.properties).map((member) => step[member])]];
}
