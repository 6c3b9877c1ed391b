/** Ends the merges of tags and lists that are begun, here or in a process that is gone. */
import type { Context } from '../context/context.ts';
import { startNudged } from '../context/nudged-work.ts';
import { moveMembers } from './move-members.ts';

const lookEveryMs = 5_000;

export type TermMerges = {
  /** Call it after a merge began. */
  nudge: () => void;
};

export const startTermMerges = (context: Context): TermMerges => ({
  nudge: startNudged(context, {
    everyMs: lookEveryMs,
    parts: [() => moveMembers(context)],
    problem: 'contacts of a merged tag or list could not be moved; tried again',
  }),
});
