/** Ends the merges of tags and lists that are begun, here or in a process that is gone. */
import { repeat } from '../../../../shared/jobs/repeat.ts';
import type { Context } from '../context/context.ts';
import { moveMembers } from './move-members.ts';

const lookEveryMs = 5_000;

export type TermMerges = {
  /** Call it after a merge began. */
  nudge: () => void;
};

export function startTermMerges(context: Context): TermMerges {
  const { ask, stop } = repeat(
    context.log,
    'move contacts of merged tags and lists',
    lookEveryMs,
    async (stopping) => {
      while (!stopping.aborted && (await moveMembers(context)));
    },
    context.watch('term merges', 'EXISTS (SELECT 1 FROM {prefix}automations_term_merges)'),
  );
  void ask();
  context.onStop(stop);
  return { nudge: () => void ask() };
}
