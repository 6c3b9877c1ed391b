/** Workers that finish deletions and merges of tags and lists, also those started by another process. */
import { repeat } from '../../../../shared/jobs/repeat.ts';
import type { Context } from '../context/context.ts';
import { moveMembers } from './move-members.ts';
import { removeMembers } from './remove-members.ts';

const lookEveryMs = 5_000;

export type TermWork = {
  /** Call it after starting a deletion or merge. */
  nudge: () => void;
};

export const startTermDeletions = (context: Context) =>
  start(context, 'remove deleted tags and lists from their contacts', 'term_deletions', removeMembers);

export const startTermMerges = (context: Context) =>
  start(context, 'move contacts of merged tags and lists', 'term_merges', moveMembers);

/** Starts a worker. `table` has the started work; `doSome` resolves to whether there is more. */
function start(
  context: Context,
  name: string,
  table: string,
  doSome: (context: Context) => Promise<boolean>,
): TermWork {
  const work = async (stopping: AbortSignal) => {
    while (!stopping.aborted && (await doSome(context)));
  };
  const news = context.watch(table, `EXISTS (SELECT 1 FROM {prefix}automations_${table})`);
  const { ask, stop } = repeat(context.log, name, lookEveryMs, { work, news });
  void ask();
  context.onStop(stop);
  return { nudge: () => void ask() };
}
