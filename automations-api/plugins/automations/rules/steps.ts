/** The steps of a rule as a request gives them, checked as far as that can be done without the database. Pure. */
import { ApiError } from '../../../../shared/errors.ts';
import { readJson } from '../../../../shared/http/body.ts';
import { readReceiverUrl } from '../../../../shared/webhooks/send.ts';
import { compileArgs } from '../../../host/args.ts';
import { ActionArgs, actionNames, readAction } from '../actions/schema.ts';
import { type ErrorCode, fail, renderError, statuses, unprocessable } from '../core/errors.ts';
import { isFarewell, isWait, type NewStep, type Trigger } from './definition.ts';
import { parseWait } from './waits.ts';

const clean = compileArgs(ActionArgs, { forgiving: true });

/** @throws unprocessable_entity or required_fields_missing, with the number of the step */
export function readSteps(given: unknown[], trigger: Trigger, allowPrivate: boolean): NewStep[] {
  const steps = given.map((step, index) => {
    try {
      return readStep(step, allowPrivate);
    } catch (error) {
      throw numbered(error, index);
    }
  });
  const last = steps.at(-1);
  if (!last || isWait(last)) throw unprocessable('steps must end with an action');
  if (steps.slice(0, -1).some(isDeletion)) throw unprocessable('delete must be the last step');
  if (isFarewell(trigger) && !steps.every((step) => isWait(step) || step.action === 'webhook')) {
    throw unprocessable(`After ${trigger.event} there is nobody left: only webhooks can follow.`);
  }
  return steps;
}

export const isDeletion = (step: NewStep) => 'action' in step && step.action === 'delete';

function readStep(given: unknown, allowPrivate: boolean): NewStep {
  const step = typeof given === 'string' ? readJson(given) : given;
  if (typeof step !== 'object' || step === null || Array.isArray(step)) throw unprocessable('must be an object');
  const { wait, action, ...rest } = step as Record<string, unknown>;
  if ((wait === undefined) === (action === undefined)) throw unprocessable('must have either wait or action');
  if (wait !== undefined) {
    knowNothingElse(rest, []);
    return { wait: parseWait(String(wait)).text };
  }
  if (action === 'webhook') {
    knowNothingElse(rest, ['url', 'webhook_id', 'secret']);
    return { action, url: readUrl(rest.url, allowPrivate) };
  }
  if (!(actionNames as readonly unknown[]).includes(action)) {
    throw unprocessable(`action must be one of ${actionNames.join(', ')}, webhook`);
  }
  knowNothingElse(rest, Object.keys(ActionArgs.properties));
  return readAction(clean({ action, ...rest }) as ActionArgs);
}

function knowNothingElse(rest: Record<string, unknown>, known: string[]): void {
  const unknown = Object.keys(rest).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw unprocessable(`has unknown member(s): ${unknown.slice(0, 20).join(', ')}`);
}

function readUrl(url: unknown, allowPrivate: boolean): string {
  if (url === undefined || url === '') throw fail('required_fields_missing', 'Missing parameter(s): url');
  const read = readReceiverUrl(String(url), allowPrivate);
  if ('fault' in read) throw unprocessable(`url ${read.fault}`);
  return read.href;
}

/** A fault of one step as the caller is told of it. */
export function numbered(error: unknown, index: number): unknown {
  const rendered = error instanceof ApiError ? renderError(error) : undefined;
  if (!rendered) return error;
  const { code, message } = rendered.body as { code: ErrorCode; message: string };
  return code in statuses ? fail(code, `Step ${index + 1}: ${message}`) : error;
}
