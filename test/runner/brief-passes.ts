/**
 * Assertions that hold are told as one point for each test. tap parses each line once for every subtest that it lies in, and the
 * runner does so again: for tens of thousands of assertions that takes more of the processor than many of the tests.
 */
import type { Test } from 'tap';

const pass = /^ok \d+( - [^#\n]*)?\n$/;
const point = /^(ok|not ok) \d+/;
const plan = /^1\.\.\d+/;

/** The name of a point that stands for `count` assertions. */
const nameOf = (count: number) => `${count} assertions hold`;
/** How many assertions a point with this name stands for. */
export const assertionsOf = (name: string) => Number(/^(\d+) assertions hold$/.exec(name)?.[1] ?? 1);

/** Does so for the test and all of its subtests. */
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
