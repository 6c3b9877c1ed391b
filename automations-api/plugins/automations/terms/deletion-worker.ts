/** Ends the deletions of tags and lists that are begun, here or in a process that is gone. */
import { repeat } from '../../../../shared/jobs/repeat.ts';
import type { Context } from '../context/context.ts';
import { removeMembers } from './remove-members.ts';

const lookEveryMs = 5_000;

export type TermDeletions = {
  /** Call it after a deletion began. */
  nudge: () => void;
};

export function startTermDeletions(context: Context): TermDeletions {
  const { ask, stop } = repeat(
    context.log,
    'take deleted tags and lists from their contacts',
    lookEveryMs,
    async (stopping) => {
      while (!stopping.aborted && (await removeMembers(context)));
    },
    context.watch('term deletions', 'EXISTS (SELECT 1 FROM {prefix}automations_term_deletions)'),
  );
  void ask();
  context.onStop(stop);
  return { nudge: () => void ask() };
}
