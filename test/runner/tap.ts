/**
 * The current test file's `t`. Many files run in sequence in one process (`file-process.ts`), each in its own subtest, whose hooks
 * and teardowns end with the file. In a process of its own it is tap's.
 */
import tap, { type Test } from 'tap';

export type { Test };

/** For `t.test`, and for a whole file's hooks. */
export let t: Test = tap;

export const enterFile = (file: Test): void => {
  t = file;
};
