/** Ends the deletions of tags and lists that are begun, here or in a process that is gone. */
import type { Context } from '../context/context.ts';
import { startNudged } from '../context/nudged-work.ts';
import { removeMembers } from './remove-members.ts';

const lookEveryMs = 5_000;

export type TermDeletions = {
  /** Call it after a deletion began. */
  nudge: () => void;
};

export const startTermDeletions = (context: Context): TermDeletions => ({
  nudge: startNudged(context, {
    everyMs: lookEveryMs,
    parts: [() => removeMembers(context)],
    problem: 'a deleted tag or list could not be taken from its contacts; tried again',
  }),
});
