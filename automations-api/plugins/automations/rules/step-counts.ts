/** Counts of a rule's runs at its steps, reused while they are fresh. */
import { patient } from '../../../../shared/db/db.ts';
import type { Db } from '../core/tables.ts';
import { countRunsAtSteps, type StepCount } from './step-counts-queries.ts';

/**
 * Counts are reused for this many times the duration of their query. A process spends at most a twentieth of one
 * connection on a rule, however many runs it has, and a rule with few runs is counted every time.
 */
const reuse = 20;

type Counted = { counts: Promise<Map<number, StepCount>>; until: number };

/** Returns a function that counts a rule's runs. Callers at the same time share one query. */
export function openStepCounts(db: Db): (ruleId: number) => Promise<Map<number, StepCount>> {
  const kept = new Map<number, Counted>();
  const count = (ruleId: number): Counted => {
    const started = Date.now();
    const counted: Counted = { counts: countRunsAtSteps(patient(db), ruleId), until: Number.POSITIVE_INFINITY };
    const keepFor = (ms: number) => {
      counted.until = Date.now() + ms;
    };
    counted.counts.then(
      () => keepFor((Date.now() - started) * reuse),
      () => keepFor(0),
    );
    return counted;
  };
  return (ruleId) => {
    const now = Date.now();
    for (const [id, { until }] of kept) if (until <= now) kept.delete(id);
    const counted = kept.get(ruleId) ?? count(ruleId);
    kept.set(ruleId, counted);
    return counted.counts;
  };
}
