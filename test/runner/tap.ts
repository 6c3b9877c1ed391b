/**
 * The current test file's `t`. Many files run one after another in a process (`file-process.ts`), each in its own
 * subtest, whose hooks and teardowns end with the file. If a file runs in its own process, this is tap's `t`.
 */
import tap, { type Test } from 'tap';

export type { Test };

/** For `t.test`, and for a whole file's hooks. */
export let t: Test = tap;

export const enterFile = (file: Test): void => {
  t = file;
};
