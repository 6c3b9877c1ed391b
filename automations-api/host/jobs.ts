/**
 * Work of plugins that is due every so often or at a time of the day. Of the processes of a site one does it: it claims it in the
 * plugin's options, and its claim runs out when it dies, so that another takes over.
 */

import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import type { PluginOptions } from './options.ts';

/** `everyMs`, or `at` a time of the day in UTC, as in `08:00`. */
export type ScheduledJob = {
  name: string;
  /** It is tried again a minute after it failed. `signal` says that the plugin is to end. */
  run: (signal: AbortSignal) => Promise<unknown>;
} & ({ everyMs: number } | { at: string });

/**
 * Milliseconds since 1970: when it was done last, and until when a process has it. `begun`: how often it was begun since it last
 * ended otherwise than with its process.
 */
type JobState = { done: number; claimed: number; begun?: number };

const never: JobState = { done: 0, claimed: 0, begun: 0 };
const mostEnds = 2;
const lookEveryMs = 10_000;
/** Longest time without a look at a job that is not due. */
const restMs = 60_000;
const claimMs = 60_000;
const dayMs = 86_400_000;
const timeOfDay = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Returns how to end it. @throws when its time is none */
export function startJob(
  { options, log }: { options: PluginOptions; log: Log },
  job: ScheduledJob,
): () => Promise<void> {
  const dueAt = dueAfter(job);
  const option = `job.${job.name}`;
  let restUntil = 0;
  const isDue = ({ done, claimed }: JobState, now: number) => claimed <= now && dueAt(done, now) <= now;
  const change = (values: Partial<JobState>) =>
    options.change<JobState>(option, never, (state) => ({ ...state, ...values }));

  async function claim(): Promise<boolean> {
    let isMine = false;
    let isPoison = false;
    await options.change<JobState>(option, never, (state) => {
      const { begun = 0 } = state;
      const isMyTurn = isDue(state, Date.now());
      isPoison = isMyTurn && begun >= mostEnds;
      isMine = isMyTurn && !isPoison;
      if (isPoison) return { done: Date.now(), claimed: 0, begun: 0 };
      return isMine ? { ...state, claimed: Date.now() + claimMs, begun: begun + 1 } : state;
    });
    if (isPoison) log.error({ job: job.name }, 'a job ended its process twice and is skipped until it is due again');
    return isMine;
  }

  async function look(stopping: AbortSignal): Promise<void> {
    if (Date.now() < restUntil) return;
    const state = await options.get(option, never);
    if (!isDue(state, Date.now())) {
      restUntil = Math.min(Date.now() + restMs, Math.max(state.claimed, dueAt(state.done, Date.now())));
      return;
    }
    if (!(await claim())) return;
    const renewal = repeat(log, `keep the job ${job.name}`, claimMs / 3, {
      work: () => change({ claimed: Date.now() + claimMs }),
    });
    const begun = Date.now();
    try {
      await job.run(stopping);
      await renewal.stop();
      await change({ done: begun, claimed: 0, begun: 0 });
    } catch (error) {
      await change({ begun: 0 }).catch(() => {});
      throw error;
    } finally {
      await renewal.stop();
    }
  }

  const everyMs = 'everyMs' in job ? Math.min(job.everyMs, lookEveryMs) : lookEveryMs;
  const { ask, stop } = repeat(log, job.name, everyMs, { work: look });
  void ask();
  return stop;
}

/** When it is due next, of when it was done last. */
function dueAfter(job: ScheduledJob): (done: number, now: number) => number {
  if ('everyMs' in job) return (done) => done + job.everyMs;
  const [, hours, minutes] = timeOfDay.exec(job.at) ?? [];
  if (hours === undefined) throw new Error(`the job ${job.name} has no time of the day, such as 08:00`);
  const ofDayMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  // The last of these times that has come, unless it was done since.
  return (done, now) => {
    const last = now - ((((now - ofDayMs) % dayMs) + dayMs) % dayMs);
    return done >= last ? last + dayMs : last;
  };
}
