/** Parallel runs of checks, each within its time limit, and all within a total limit. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreDown } from '../errors.ts';
import { explain } from '../process/entry.ts';
import { type Check, type Finding, type Group, lookMs, StoreAway, type Subject, unknown } from './core/finding.ts';

export type Checked = Finding & { group: Group; name: string };

const allMs = 15_000;

export async function runChecks(checks: readonly Check[], subject: Subject): Promise<Checked[]> {
  const found = await Promise.all(checks.map((check) => runOne(check, subject)));
  return found.flat();
}

async function runOne({ group, name, look, withinMs = lookMs }: Check, subject: Subject): Promise<Checked[]> {
  const ended = new AbortController();
  const limitMs = Math.min(withinMs, allMs);
  const late = sleep(limitMs, undefined, { signal: ended.signal }).then(
    () =>
      unknown(
        `no answer within ${limitMs / 1_000} s`,
        'run `waypost check` again; if the problem remains, read the logs',
      ),
    () => [],
  );
  const findings = await Promise.race([look(subject).catch(whyUnknown), late]);
  ended.abort();
  return [findings].flat().map((finding) => ({ group, name, ...finding }));
}

function whyUnknown(error: unknown): Finding {
  if (error instanceof StoreAway || isStoreDown(error)) {
    return unknown('cannot be checked while a store is down', 'first repair MySQL and Redis');
  }
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ER_NO_SUCH_TABLE' || code === 'ER_BAD_FIELD_ERROR') {
    return unknown('its tables do not exist', '`waypost migrate`');
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return unknown(
      `this user has no permission (${code})`,
      'run `waypost check` as root or as the user of the services',
    );
  }
  return unknown(explain(error), 'run `waypost check` again; if the problem remains, read the logs');
}

const overall = ['ok', 'warning', 'failed'] as const;
const severity = { ok: 0, unknown: 1, warning: 1, failed: 2 } as const;

/** Returns the exit status for Nagios and similar tools: 0 OK, 1 warnings, 2 failures. */
export const statusOf = (checked: readonly Pick<Finding, 'state'>[]): 0 | 1 | 2 =>
  checked.reduce<0 | 1 | 2>((worst, { state }) => (severity[state] > worst ? severity[state] : worst), 0);

/** Returns the worst state. */
export const worstOf = (checked: readonly Pick<Finding, 'state'>[]) => overall[statusOf(checked)];
