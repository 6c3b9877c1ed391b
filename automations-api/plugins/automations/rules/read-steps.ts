/** Parsing of a rule's steps, with the checks that need no database. Pure. */
import { ApiError } from '../../../../shared/errors.ts';
import { readJson } from '../../../../shared/http/body.ts';
import { cleanMembers } from '../../../host/clean-members.ts';
import type { RuleStep, Step, Trigger } from '../../../host/extensions.ts';
import type { Context } from '../context/context.ts';
import { type ErrorCode, fail, renderError, statuses, unprocessable } from '../core/errors.ts';
import { endsContact, findKind, kindOf } from './definition.ts';

type Kinds = Context['registries'];

/** Reads and checks steps. @throws unprocessable_entity or required_fields_missing, with the number of the step */
export function readSteps({ steps: kinds, events }: Kinds, given: unknown[], trigger: Trigger): Step[] {
  const steps = given.map((step, index) => {
    try {
      return readStep(kinds, step);
    } catch (error) {
      throw numbered(error, index);
    }
  });
  const last = steps.at(-1);
  if (!last || kindOf(kinds, last).pauses) throw unprocessable('steps must end with an action');
  const early = steps.slice(0, -1).find((step) => kindOf(kinds, step).isLast);
  if (early) throw unprocessable(`${early.action} must be the last step`);
  if (endsContact(events, trigger) && !steps.every((step) => kindOf(kinds, step).needsNobody)) {
    const names = kinds.list().flatMap(({ name, needsNobody }) => (needsNobody ? name : []));
    throw unprocessable(`After ${trigger.event} the contact no longer exists: only ${names.join(', ')} can follow.`);
  }
  return steps;
}

function readStep(kinds: Kinds['steps'], given: unknown): Step {
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
  return readFields(kind, step);
}

function readFields({ name, members, ignores = [], isBare, read }: RuleStep, step: Step): Step {
  const known = ['action', ...Object.keys(members.properties), ...ignores];
  const unknown = Object.keys(step).filter((member) => !known.includes(member));
  if (unknown.length > 0) throw unprocessable(`has unknown field(s): ${unknown.slice(0, 20).join(', ')}`);
  const cleaned = { ...(isBare ? {} : { action: name }), ...cleanMembers(members, { ...step }) };
  return read ? read(cleaned) : cleaned;
}

/** Adds the step's number to its fault. */
export function numbered(error: unknown, index: number): unknown {
  const rendered = error instanceof ApiError ? renderError(error) : undefined;
  if (!rendered) return error;
  const { code, message } = rendered.body as { code: ErrorCode; message: string };
  return code in statuses ? fail(code, `Step ${index + 1}: ${message}`) : error;
}
