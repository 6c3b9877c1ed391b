/** Reads and checks a request's rule: trigger, conditions and steps, and whether its caller is allowed to use them. */
import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import type { Caller, RequestHead } from '../../../host/core/route.ts';
import type { Step } from '../../../host/extensions.ts';
import type { Context } from '../context/context.ts';
import { unprocessable } from '../core/errors.ts';
import { requireFull, requireSite } from '../core/permission.ts';
import type { Db } from '../core/tables.ts';
import { nameFieldsById } from '../fields/name-by-id.ts';
import { parseFilter } from '../finder/parse-filter.ts';
import { type Definition, findKind, hasConditions, isFarewell, type StepKinds, type When } from './definition.ts';
import { numbered, readSteps } from './read-steps.ts';
import type { NewRule } from './schema.ts';
import { readTrigger } from './triggers.ts';

type Said = Pick<Static<typeof NewRule>, 'trigger' | 'conditions' | 'steps'>;
type Source = Pick<Context, 'registries'>;

/** @throws unprocessable_entity or required_fields_missing */
export async function readDefinition(context: Source, db: Db, said: Said): Promise<Definition> {
  const when = await readWhen(context, db, said);
  const steps = readSteps(context.registries, said.steps, when.trigger);
  return { ...when, steps: await nameFields(db, steps) };
}

/** Reads trigger and conditions only. @throws unprocessable_entity or required_fields_missing */
export async function readWhen({ registries }: Source, db: Db, said: Omit<Said, 'steps'>): Promise<When> {
  const trigger = readTrigger(registries.events, { ...said.trigger });
  const conditions = await parseFilter(db, said.conditions ?? {});
  if (isFarewell(registries.events, trigger) && hasConditions({ conditions })) {
    throw unprocessable(`After ${trigger.event} the contact no longer exists, so there can be no conditions.`);
  }
  return { trigger, conditions };
}

async function nameFields(db: Db, steps: Step[]): Promise<Step[]> {
  const named: Step[] = [];
  for (const [index, step] of steps.entries()) {
    const byId = nameFieldsById(db, step).catch((error) => {
      throw numbered(error, index);
    });
    named.push(await byId);
  }
  return named;
}

/** A caller who cannot delete contacts cannot let a rule do it. @throws permission_denied */
export function checkMaySave(kinds: StepKinds, caller: Caller | undefined, steps: Step[]): void {
  if (steps.some((step) => findKind(kinds, step)?.right === 'full')) requireFull(caller);
}

/**
 * A step with a webhook counts as a webhook: callers who cannot manage webhooks cannot add, change or remove such a step.
 * @throws permission_denied
 */
export async function checkMayChange(
  kinds: StepKinds,
  request: Pick<RequestHead, 'caller' | 'user'>,
  before: Step[],
  after: Step[],
): Promise<void> {
  const guarded = (steps: Step[]) => steps.flatMap((step) => guardedMembers(kinds, step));
  if (isDeepStrictEqual(guarded(before), guarded(after))) return;
  await requireSite(request, 'Only administrators can add, change or remove steps with a webhook.');
}

/** The members of a step that only administrators can change, without those made for it. */
function guardedMembers(kinds: StepKinds, step: Step) {
  const kind = findKind(kinds, step);
  if (kind?.right !== 'administrator') return [];
  return [[kind.name, ...Object.keys(kind.members.properties).map((member) => step[member])]];
}
