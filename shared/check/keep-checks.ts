/** A cache of a service's checks: simultaneous requests share one run, whose result is kept for a while. */
import type { Check, Subject } from './core/finding.ts';
import { type Checked, runChecks, worstOf } from './run-checks.ts';

export type Health = { checkedAt: Date; state: 'ok' | 'warning' | 'failed'; checks: Checked[] };

const keptMs = 30_000;

/** Creates the cache. `load` imports the checks, at the first request. */
export function keepChecks(
  load: () => Promise<readonly Check[]>,
  subject: Omit<Subject, 'now'>,
): () => Promise<Health> {
  let kept: { at: number; health: Promise<Health> } | undefined;

  async function look(checkedAt: Date): Promise<Health> {
    const checks = await runChecks(await load(), { ...subject, now: checkedAt });
    return { checkedAt, state: worstOf(checks), checks };
  }

  return () => {
    const now = Date.now();
    if (kept && now - kept.at < keptMs) return kept.health;
    const health = look(new Date(now));
    kept = { at: now, health };
    // A failed run is not cached.
    health.catch(() => {
      if (kept?.health === health) kept = undefined;
    });
    return health;
  };
}
