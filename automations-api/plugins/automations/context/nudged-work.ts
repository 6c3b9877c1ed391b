/** Work in parts that is left over from somewhere: done at the start, when nudged, and every so often. */
import { Loop } from '../../../../shared/jobs/loop.ts';
import type { Context } from './context.ts';

type NudgedWork = {
  everyMs: number;
  /** Does a part; false when none was left. */
  parts: (() => Promise<boolean>)[];
  /** What the log says when a part failed. */
  problem: string;
};

/** Ends with the plugin, at the latest after the part it is at. Answers what nudges it. */
export function startNudged({ log, onStop }: Context, { everyMs, parts, problem }: NudgedWork): () => void {
  let stopped = false;
  const work = async () => {
    for (const part of parts) while (!stopped && (await part()));
  };
  const loop = new Loop(work, (err) => log.warn({ err }, problem));
  const timer = setInterval(() => loop.run(), everyMs);
  timer.unref();
  loop.run();
  onStop(async () => {
    stopped = true;
    clearInterval(timer);
    await loop.end();
  });
  return () => loop.run();
}
