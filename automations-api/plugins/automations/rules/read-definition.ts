/** What a request says of a rule, checked: its trigger, conditions and steps, and whether its caller may say so. */
import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import type { AskedRoute, Caller } from '../../../host/route.ts';
import type { Context } from '../context.ts';
import { unprocessable } from '../errors.ts';
import { nameFieldsById } from '../fields/name-by-id.ts';
import { parseFilter } from '../finder/parse-filter.ts';
import { needFull, needSite } from '../permission.ts';
import type { Db } from '../tables.ts';
import { hasConditions, isFarewell, isWebhook, type NewDefinition, type NewStep, type When } from './definition.ts';
import type { NewRule } from './schema.ts';
import { isDeletion, numbered, readSteps } from './steps.ts';
import { readTrigger } from './triggers.ts';

type Said = Pick<Static<typeof NewRule>, 'trigger' | 'conditions' | 'steps'>;

/** @throws unprocessable_entity or required_fields_missing */
export async function readDefinition({ config }: Pick<Context, 'config'>, db: Db, said: Said): Promise<NewDefinition> {
  const when = await readWhen(db, said);
  const steps = readSteps(said.steps, when.trigger, config.allowPrivateDestinations);
  return { ...when, steps: await nameFields(db, steps) };
}

/** As far as the trigger and the conditions go. @throws unprocessable_entity or required_fields_missing */
export async function readWhen(db: Db, said: Omit<Said, 'steps'>): Promise<When> {
  const trigger = readTrigger(said.trigger as Record<string, unknown>);
  const conditions = await parseFilter(db, said.conditions ?? {});
  if (isFarewell(trigger) && hasConditions({ conditions })) {
    throw unprocessable(`After ${trigger.event} there is nobody left to meet conditions.`);
  }
  return { trigger, conditions };
}

async function nameFields(db: Db, steps: NewStep[]): Promise<NewStep[]> {
  const named: NewStep[] = [];
  for (const [index, step] of steps.entries()) {
    const byId = nameFieldsById(db, step).catch((error) => {
      throw numbered(error, index);
    });
    named.push(await byId);
  }
  return named;
}

/** Whoever may not delete contacts may not let a rule do it. @throws permission_denied */
export function checkMayDelete(caller: Caller | undefined, steps: NewStep[]): void {
  if (steps.some(isDeletion)) needFull(caller);
}

const webhooksOf = (steps: NewStep[]) => steps.filter(isWebhook).map(({ url }) => url);

/**
 * A step with a webhook is a webhook: whoever may not manage those neither adds, changes nor removes such a step, and leaves
 * those that are there as they are. @throws permission_denied
 */
export async function checkMayChangeWebhooks(
  request: Pick<AskedRoute, 'caller' | 'user'>,
  before: NewStep[],
  after: NewStep[],
): Promise<void> {
  if (isDeepStrictEqual(webhooksOf(before), webhooksOf(after))) return;
  await needSite(request, 'Only administrators may add, change or remove steps with a webhook.');
}
