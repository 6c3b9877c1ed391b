/**
 * Pure functions for the health of destinations: the result of a check, and the failures after which a link counts as
 * broken.
 */
import { dayMs } from '../../clicks/time.ts';
import type { HealthStatus } from '../../core/tables.ts';
import type { Chain } from './follow-redirects.ts';

export type StoredHealth = {
  health: HealthStatus;
  health_since: Date | null;
  http_status: number | null;
  failed_times: number;
  failed_since: Date | null;
};

/** The result of a check. It is `unclear` if a browser could get a different answer. */
export type Outcome = { is: 'ok' | 'failed' | 'unclear'; status: number | null };

/** Number of failed checks within a day after which a link counts as broken. */
const failuresToBreak = 3;
/** Delay before a failed check is repeated, so that the failures that count are hours apart. */
export const recheckMs = 4 * 3_600_000;

const isDead = (status: number) => status === 404 || status === 410 || (status >= 500 && status < 600);

/**
 * Returns a check's outcome. A server that refuses programs, for example with 403, 429 or a challenge, can still
 * serve browsers.
 */
export function outcomeOf({ end, isChallenge, ...last }: Chain): Outcome {
  const status = last.status ?? null;
  if (end === 'unreachable' || end === 'unconnected') return { is: 'failed', status: null };
  if (end === 'answered' && status !== null) return { is: !isChallenge && isDead(status) ? 'failed' : 'ok', status };
  return { is: end === 'too_large' ? 'ok' : 'unclear', status };
}

const severity = { ok: 0, unclear: 1, failed: 2 };

/** Returns the worst of a link's outcomes; unclear if none of its destinations was checked. */
export const worstOf = (outcomes: Outcome[]): Outcome =>
  outcomes.reduce<Outcome | undefined>(
    (worst, outcome) => (worst && severity[worst.is] >= severity[outcome.is] ? worst : outcome),
    undefined,
  ) ?? { is: 'unclear', status: null };

/** Returns a link's health after a check. Only failures at least `gapMs` apart count. */
export function nextHealth(stored: StoredHealth, { is, status }: Outcome, now: Date, gapMs: number): StoredHealth {
  const { health, health_since, http_status, failed_times: times, failed_since: since } = stored;
  if (is === 'unclear') return { health, health_since, http_status, failed_times: times, failed_since: since };
  const become = (next: HealthStatus) => ({
    health: next,
    health_since: next === health ? health_since : now,
    http_status: status,
  });
  if (is === 'ok') return { ...become('ok'), failed_times: 0, failed_since: null };
  if (since === null || now.getTime() - since.getTime() > dayMs) {
    return { ...become(health), failed_times: 1, failed_since: now };
  }
  const counts = now.getTime() >= since.getTime() + times * gapMs;
  const failures = Math.min(times + (counts ? 1 : 0), failuresToBreak);
  return {
    ...become(failures === failuresToBreak ? 'broken' : health),
    failed_times: failures,
    failed_since: since,
  };
}
