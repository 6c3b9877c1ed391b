/**
 * Passing assertions are reported as one point per test. tap parses each line once for every enclosing subtest, and so does the
 * runner: for tens of thousands of assertions that costs more than many tests.
 */
import type { Test } from 'tap';

const pass = /^ok \d+( - [^#\n]*)?\n$/;
const point = /^(ok|not ok) \d+/;
const plan = /^1\.\.\d+/;

/** The name of a point for `count` assertions. */
const nameOf = (count: number) => `${count} assertions hold`;
/** The number of assertions behind a point's name. */
export const assertionsOf = (name: string) => Number(/^(\d+) assertions hold$/.exec(name)?.[1] ?? 1);

/** Applies this to the test and all of its subtests. */
export function brief(test: Test): void {
  const { parser } = test;
  const write = parser.write.bind(parser) as (text: string) => boolean;
  let points = 0;
  let held = 0;
  parser.write = (text: unknown): boolean => {
    const line = String(text);
    if (pass.test(line)) {
      held++;
      return true;
    }
    if (plan.test(line)) {
      if (held > 0) write(`ok ${++points} - ${nameOf(held)}\n`);
      return write(line.replace(plan, `1..${points}`));
    }
    return write(point.test(line) ? line.replace(point, `$1 ${++points}`) : line);
  };
  test.on('subtestAdd', (child) => brief(child as Test));
}
