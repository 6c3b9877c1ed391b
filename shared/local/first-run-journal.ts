/**
 * A journal of the first start in LOCAL_DIR, readable only by its owner: the password to show and the result of each
 * step. After the login is shown, a mark replaces the journal, so that later starts skip these steps.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readOwned } from '../owned-files.ts';
import { writeWhole } from '../whole-file.ts';

export type Journal = Login & {
  /** The time when the interrupted start opened the journal; everything that it created is newer. */
  resumedFrom?: string;
  /** Returns the recorded result of a step, or runs the step and records its result. */
  once: <Result>(step: string, run: () => Promise<Result>) => Promise<Result>;
};

type Login = { email: string; password: string };
type Noted = Login & { openedAt: string; done: Record<string, unknown> };

/** Returns the path of the mark, which means that nothing is left to create. */
const markOf = (localDir: string) => path.join(localDir, 'first-run-done');
const journalName = 'first-run-begun';
const journalOf = (localDir: string) => path.join(localDir, journalName);

/** Returns whether a login is created or being created, but not shown yet. */
export const hasBegun = (localDir: string) => existsSync(journalOf(localDir));

export const isDone = (localDir: string) => existsSync(markOf(localDir));

export async function markDone(localDir: string): Promise<void> {
  // In this order a journal is never left beside the mark.
  await rm(journalOf(localDir), { force: true });
  await writeWhole(markOf(localDir), '');
}

/** Removes the mark, after another database has replaced the one with the first account. */
export const unmarkDone = (localDir: string): Promise<void> => rm(markOf(localDir));

/** Opens the journal of an interrupted first start, or a new one for this login. */
export async function openJournal(localDir: string, login: Login): Promise<Journal> {
  const file = journalOf(localDir);
  const text = readOwned(localDir, journalName)?.toString();
  const isResumed = text !== undefined;
  const noted: Noted = isResumed ? JSON.parse(text) : { ...login, openedAt: new Date().toISOString(), done: {} };
  const note = () => writeWhole(file, JSON.stringify(noted));
  await note();
  return {
    ...(isResumed ? { resumedFrom: noted.openedAt } : {}),
    email: noted.email,
    password: noted.password,
    async once(step, run) {
      if (!(step in noted.done)) {
        noted.done[step] = await run();
        await note();
      }
      // Only this step writes this field.
      return noted.done[step] as Awaited<ReturnType<typeof run>>;
    },
  };
}
