/**
 * The `t` of the test file at hand. Many files run one after another in one process (`file-process.ts`), each in a subtest of its own,
 * whose hooks and teardowns end with the file. Alone in a process it is tap's own.
 */
import tap, { type Test } from 'tap';

export type { Test };

/** For `t.test`, and for hooks of a whole file. */
export let t: Test = tap;

export const enterFile = (file: Test): void => {
  t = file;
};
