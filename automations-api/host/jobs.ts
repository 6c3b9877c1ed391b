/**
 * Scheduled jobs of plugins, at an interval or a time of day. One process of a site runs each job: it claims the job
 * in the plugin's options. If it dies, its claim expires and another process takes over.
 */
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import type { PluginOptions } from './options.ts';

/** A job due every `everyMs`, or daily `at` a time in UTC such as `08:00`. */
export type ScheduledJob = {
  name: string;
  /** Does the work. It is called again a minute after a failure. `signal` is aborted when the plugin stops. */
  run: (signal: AbortSignal) => Promise<unknown>;
} & ({ everyMs: number } | { at: string });

/**
 * A job's state. `done`: the start of the last completed run; `claimed`: the end of the current claim, both in ms
 * since 1970. `begun`: the number of starts without a result.
 */
type JobState = { done: number; claimed: number; begun?: number };

const never: JobState = { done: 0, claimed: 0, begun: 0 };
const mostEnds = 2;
const checkEveryMs = 10_000;
/** Longest time between two reads of the state of a job that is not due. */
const restMs = 60_000;
const claimMs = 60_000;
const dayMs = 86_400_000;
const timeOfDay = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Runs a job whenever it is due. Returns a function that stops it. @throws if its time of day is invalid */
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
      const isFree = isDue(state, Date.now());
      isPoison = isFree && begun >= mostEnds;
      isMine = isFree && !isPoison;
      if (isPoison) return { done: Date.now(), claimed: 0, begun: 0 };
      return isMine ? { ...state, claimed: Date.now() + claimMs, begun: begun + 1 } : state;
    });
    if (isPoison) log.error({ job: job.name }, 'a job ended its process twice and is skipped until it is due again');
    return isMine;
  }

  async function check(stopping: AbortSignal): Promise<void> {
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
    const startedAt = Date.now();
    try {
      await job.run(stopping);
      await renewal.stop();
      await change({ done: startedAt, claimed: 0, begun: 0 });
    } catch (error) {
      await change({ begun: 0 }).catch(() => {});
      throw error;
    } finally {
      await renewal.stop();
    }
  }

  const everyMs = 'everyMs' in job ? Math.min(job.everyMs, checkEveryMs) : checkEveryMs;
  const { ask, stop } = repeat(log, job.name, everyMs, { work: check });
  void ask();
  return stop;
}

/** Returns the function that computes the next due time from the last run. */
function dueAfter(job: ScheduledJob): (done: number, now: number) => number {
  if ('everyMs' in job) return (done) => done + job.everyMs;
  const [, hours, minutes] = timeOfDay.exec(job.at) ?? [];
  if (hours === undefined) throw new Error(`the job ${job.name} needs a time of day such as 08:00`);
  const ofDayMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  // The job is due if it has not run since its last time of day.
  return (done, now) => {
    const last = now - ((((now - ofDayMs) % dayMs) + dayMs) % dayMs);
    return done >= last ? last + dayMs : last;
  };
}
