/** Parsing of a rule's steps, with the checks that need no database. Pure. */
import { ApiError } from '../../../../shared/errors.ts';
import { readJson } from '../../../../shared/http/body.ts';
import { rules } from '../../../../shared/limits-of-fields.ts';
import { cleanMembers } from '../../../host/clean-members.ts';
import type { RuleStep, Step, Trigger } from '../../../host/extensions.ts';
import type { Context } from '../context/context.ts';
import { type ErrorCode, fail, renderError, unprocessable } from '../core/errors.ts';
import { endsContact, findKind, kindOf } from './definition.ts';
import { type WaitUntil, waitUntilOf } from './steps/wait-until.ts';
import { readContactEvent } from './triggers.ts';
import { depthOf, listPlaces, numberOf, type Place, placeAfter } from './walk.ts';

type Kinds = Context['registries'];

const deepest = 5;

/** Reads and checks steps. @throws unprocessable_entity or required_fields_missing, with the number of the step */
export async function readSteps(registries: Kinds, given: unknown[], trigger: Trigger): Promise<Step[]> {
  let count = 0;
  const readList = async (list: unknown[], prefix: string): Promise<Step[]> => {
    count += list.length;
    if (count > rules.steps) throw unprocessable(`A rule can have at most ${rules.steps} steps.`);
    const steps: Step[] = [];
    for (const [index, one] of list.entries()) {
      const path = `${prefix}${index}`;
      const step = await inStep(path, () => readStep(registries, one, depthOf(path)));
      if (step.if !== undefined) {
        step.then = await readList(step.then ?? [], `${path}.then.`);
        step.else = await readList(step.else ?? [], `${path}.else.`);
      }
      steps.push(step);
    }
    return steps;
  };
  const steps = await readList(given, '');
  if (steps.length === 0) throw fail('required_fields_missing', 'Missing parameter(s): steps');
  for (const place of listPlaces(steps)) {
    await inStep(place.path, () => checkPlace(registries, { steps, place, trigger }));
  }
  return steps;
}

/** Checks whether a step can be at its place among the other steps. */
function checkPlace(
  { steps: kinds, events }: Kinds,
  { steps, place, trigger }: { steps: Step[]; place: Place; trigger: Trigger },
): void {
  const { name, isLast, pauses, needsNobody } = kindOf(kinds, place.step);
  const next = placeAfter(steps, place);
  if (isLast && next && depthOf(next.path) === depthOf(place.path))
    throw unprocessable(`${name} must be the last step`);
  if (pauses && !next) throw unprocessable(`${name} must be followed by another step`);
  if (needsNobody || !endsContact(events, trigger)) return;
  const names = kinds.list().flatMap((kind) => (kind.needsNobody ? kind.name : []));
  throw unprocessable(`After ${trigger.event} the contact no longer exists: only ${names.join(', ')} can follow.`);
}

function readStep({ steps: kinds, events }: Kinds, given: unknown, depth: number): Step {
  const read = typeof given === 'string' ? readJson(given) : given;
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw unprocessable('must be an object');
  const step: Step = { ...read };
  const bare = kinds.list().filter(({ isBare }) => isBare);
  const identifying = [...bare.map(({ name }) => name), 'action'].filter((name) => name in step);
  if (identifying.length !== 1)
    throw unprocessable(`must have either ${bare.map(({ name }) => name).join(', ')} or action`);
  const kind = findKind(kinds, step);
  if (!kind || (kind.isBare && 'action' in step)) {
    const actions = kinds.list().filter(({ isBare }) => !isBare);
    throw unprocessable(`action must be one of ${actions.map(({ name }) => name).join(', ')}`);
  }
  const { id, ...fields } = readFields(kind, step);
  if (fields.if !== undefined) checkBranches(fields, depth);
  const { at_most, ...event }: Partial<WaitUntil> = waitUntilOf(fields) ?? {};
  if (event.event !== undefined) fields.wait_until = { ...readContactEvent(events, event), at_most };
  return Number.isSafeInteger(Number(id)) ? { id: Number(id), ...fields } : fields;
}

function checkBranches({ then: first = [], else: second = [] }: Step, depth: number): void {
  if (depth >= deepest) throw unprocessable(`Branches can be nested at most ${deepest} deep.`);
  if (first.length + second.length === 0) throw unprocessable('a branch must have at least one step');
}

function readFields({ name, members, ignores = [], isBare, read }: RuleStep, { id, ...step }: Step): Step {
  const known = ['action', ...Object.keys(members.properties), ...ignores];
  const unknown = Object.keys(step).filter((member) => !known.includes(member));
  if (unknown.length > 0) throw unprocessable(`has unknown field(s): ${unknown.slice(0, 20).join(', ')}`);
  const cleaned = { ...(isBare ? {} : { action: name }), ...cleanMembers(members, { ...step }) };
  return { id, ...(read ? read(cleaned) : cleaned) } as Step;
}

/** Adds the step's number to faults. */
export const inStep = <T>(path: string, work: () => T | Promise<T>) => inPart(`Step ${numberOf(path)}`, work);

/** Adds the name of a part of the rule to faults. */
export async function inPart<T>(label: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const rendered = error instanceof ApiError ? renderError(error) : undefined;
    if (!rendered || rendered.status >= 500) throw error;
    const { code, message } = rendered.body as { code: ErrorCode; message: string };
    throw fail(code, `${label}: ${message}`);
  }
}
