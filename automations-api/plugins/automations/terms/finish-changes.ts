/** Workers that finish deletions and merges of tags and lists, including those that another process started. */
import { repeat } from '../../../../shared/jobs/repeat.ts';
import type { Context } from '../context/context.ts';
import { moveMembers } from './move-members.ts';
import { removeMembers } from './remove-members.ts';

const lookEveryMs = 5_000;

export type TermWork = {
  /** Starts the worker. Call it after starting a deletion or merge. */
  nudge: () => void;
};

export const startTermDeletions = (context: Context) =>
  start(context, 'remove deleted tags and lists from their contacts', 'term_deletions', removeMembers);

export const startTermMerges = (context: Context) =>
  start(context, 'move contacts of merged tags and lists', 'term_merges', moveMembers);

/** Starts a worker. `table` is the table of started work; `doSome` resolves to true if there is more to do. */
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
