/**
 * Values that are equal to the last bit pass at once. tap compares by writing out both sides, which for lists of thousands takes it
 * seconds; where they differ it does so as ever, and shows how.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Test } from 'tap';

type Equality = (found: unknown, wanted: unknown, ...more: unknown[]) => boolean;

/** For the test and all of its subtests. */
export function quicken(test: Test): void {
  const assertions = test as unknown as Record<'same' | 'strictSame', Equality>;
  for (const name of ['same', 'strictSame'] as const) {
    const compare = assertions[name].bind(test);
    assertions[name] = (found, wanted, ...more) =>
      isDeepStrictEqual(found, wanted) ? test.pass(...(more as [string])) : compare(found, wanted, ...more);
  }
  test.on('subtestAdd', (child) => quicken(child as Test));
}
