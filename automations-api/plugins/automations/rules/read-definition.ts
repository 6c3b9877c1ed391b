/** What a request says of a rule, checked: its trigger, conditions and steps, and whether its caller may say so. */
import type { Static } from 'typebox';
import type { Caller } from '../../../host/route.ts';
import type { Context } from '../context.ts';
import { unprocessable } from '../errors.ts';
import { needFull } from '../permission.ts';
import { parseFilter } from '../search/matching.ts';
import { hasConditions, isFarewell, type NewDefinition, type NewStep } from './definition.ts';
import type { NewRule } from './schema.ts';
import { isDeletion, readSteps } from './steps.ts';
import { readTrigger } from './triggers.ts';

type Said = Pick<Static<typeof NewRule>, 'trigger' | 'conditions' | 'steps'>;

/** @throws unprocessable_entity or required_fields_missing */
export function readDefinition({ config }: Pick<Context, 'config'>, said: Said): NewDefinition {
  const trigger = readTrigger(said.trigger as Record<string, unknown>);
  const steps = readSteps(said.steps, trigger, config.allowPrivateDestinations);
  const definition = { trigger, conditions: parseFilter(said.conditions ?? {}), steps };
  if (isFarewell(trigger) && hasConditions(definition)) {
    throw unprocessable(`After ${trigger.event} there is nobody left to meet conditions.`);
  }
  return definition;
}

/** Whoever may not delete contacts may not let a rule do it. @throws permission_denied */
export function checkMayDelete(caller: Caller | undefined, steps: NewStep[]): void {
  if (steps.some(isDeletion)) needFull(caller);
}
