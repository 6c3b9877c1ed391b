/** Parsing of a rule's steps, with the checks that need no database. Pure. */
import { ApiError } from '../../../../shared/errors.ts';
import { readJson } from '../../../../shared/http/body.ts';
import { rules } from '../../../../shared/limits-of-fields.ts';
import { cleanMembers } from '../../../host/clean-members.ts';
import type { RuleStep, Step, Trigger } from '../../../host/extensions.ts';
import type { Context } from '../context/context.ts';
import { type ErrorCode, fail, renderError, statuses, unprocessable } from '../core/errors.ts';
import { endsContact, findKind, kindOf } from './definition.ts';
import { type WaitUntil, waitUntilOf } from './steps/wait-until.ts';
import { readContactEvent } from './triggers.ts';
import { depthOf, listSteps, numberOf } from './walk.ts';

type Kinds = Context['registries'];

const deepest = 5;

/** Reads and checks steps. @throws unprocessable_entity or required_fields_missing, with the number of the step */
export function readSteps(registries: Kinds, given: unknown[], trigger: Trigger): Step[] {
  const { steps: kinds, events } = registries;
  const steps = readList(registries, given, '');
  if (listSteps(steps).length > rules.steps) throw unprocessable(`A rule can have at most ${rules.steps} steps.`);
  checkEnd(kinds, steps);
  if (endsContact(events, trigger) && !listSteps(steps).every((step) => kindOf(kinds, step).needsNobody)) {
    const names = kinds.list().flatMap(({ name, needsNobody }) => (needsNobody ? name : []));
    throw unprocessable(`After ${trigger.event} the contact no longer exists: only ${names.join(', ')} can follow.`);
  }
  return steps;
}

function readList(registries: Kinds, given: unknown[], prefix: string): Step[] {
  if (given.length > rules.steps) throw unprocessable(`A rule can have at most ${rules.steps} steps.`);
  const steps = given.map((one, index) => {
    const path = `${prefix}${index}`;
    const step = inStep(path, () => readStep(registries, one, depthOf(path)));
    if (step.if === undefined) return step;
    const [first, second] = [step.then ?? [], step.else ?? []];
    return {
      ...step,
      then: readList(registries, first, `${path}.then.`),
      else: readList(registries, second, `${path}.else.`),
    };
  });
  const early = steps.slice(0, -1).find((step) => kindOf(registries.steps, step).isLast);
  if (early) throw unprocessable(`${early.action} must be the last step`);
  return steps;
}

/** Refuses a wait that nothing follows. */
function checkEnd(kinds: Kinds['steps'], steps: Step[]): void {
  const last = steps.at(-1);
  if (!last || kindOf(kinds, last).pauses) throw unprocessable('steps must end with an action');
  for (const branch of [last.then ?? [], last.else ?? []]) if (branch.length > 0) checkEnd(kinds, branch);
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
  if (depth >= deepest) throw unprocessable(`if can be nested ${deepest} deep`);
  if (first.length + second.length === 0) throw unprocessable('if must have a step in then or else');
}

function readFields({ name, members, ignores = [], isBare, read }: RuleStep, { id, ...step }: Step): Step {
  const known = ['action', ...Object.keys(members.properties), ...ignores];
  const unknown = Object.keys(step).filter((member) => !known.includes(member));
  if (unknown.length > 0) throw unprocessable(`has unknown field(s): ${unknown.slice(0, 20).join(', ')}`);
  const cleaned = { ...(isBare ? {} : { action: name }), ...cleanMembers(members, { ...step }) };
  return { id, ...(read ? read(cleaned) : cleaned) } as Step;
}

function inStep<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw numbered(error, path);
  }
}

/** Adds the step's number to its fault. */
export const numbered = (error: unknown, path: string) => labelled(error, `Step ${numberOf(path)}`);

/** Adds the name of a part of the rule to its fault. */
export function labelled(error: unknown, label: string): unknown {
  const rendered = error instanceof ApiError ? renderError(error) : undefined;
  if (!rendered) return error;
  const { code, message } = rendered.body as { code: ErrorCode; message: string };
  return code in statuses ? fail(code, `${label}: ${message}`) : error;
}
