/**
 * Comparisons that pass immediately for identical values. tap compares by printing both sides, which takes seconds
 * for lists of thousands. Values that differ are still compared by tap.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Test } from 'tap';

type Equality = (found: unknown, wanted: unknown, ...more: unknown[]) => boolean;

/** Applies this to the test and all of its subtests. */
export function quicken(test: Test): void {
  const assertions = test as unknown as Record<'same' | 'strictSame', Equality>;
  for (const name of ['same', 'strictSame'] as const) {
    const compare = assertions[name].bind(test);
    assertions[name] = (found, wanted, ...more) =>
      isDeepStrictEqual(found, wanted) ? test.pass(...(more as [string])) : compare(found, wanted, ...more);
  }
  test.on('subtestAdd', (child) => quicken(child as Test));
}
