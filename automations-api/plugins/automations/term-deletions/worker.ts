/** Ends the deletions of tags and lists that are begun, here or in a process that is gone. */
import { Loop } from '../../../../shared/loop.ts';
import type { Context } from '../context.ts';
import { removeMembers } from './remove-members.ts';

const lookEveryMs = 5_000;

export type TermDeletions = {
  /** Call it after a deletion began. */
  nudge: () => void;
};

/** Ends with the plugin, at the latest after the part it is at. */
export function startTermDeletions(context: Context): TermDeletions {
  const { log, onStop } = context;
  let stopped = false;
  const loop = new Loop(
    async () => {
      while (!stopped && (await removeMembers(context)));
    },
    (err) => log.warn({ err }, 'a deleted tag or list could not be taken from its contacts; tried again'),
  );
  const timer = setInterval(() => loop.run(), lookEveryMs);
  timer.unref();
  loop.run();
  onStop(async () => {
    stopped = true;
    clearInterval(timer);
    await loop.end();
  });
  return { nudge: () => loop.run() };
}
