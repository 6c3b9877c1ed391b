/** Unfinished jobs and their progress. */
import { useRef } from 'preact/hooks';
import { number } from '../../../../shared/ui/format.ts';
import { useEvery, useLoad } from '../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { Job } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.dashboard.jobs;
const shown = 5;
/** Reload intervals with and without running jobs. */
const busyEveryMs = 2_000;
const idleEveryMs = 15_000;

/** Shows unfinished jobs. Calls `onEnd` when one of them ends. */
export function JobsUnderWay({ onEnd }: { onEnd: () => void }) {
  const before = useRef<number[]>([]);
  const jobs = useLoad(async (signal) => {
    const { jobs } = await api.get<{ jobs: Job[] }>('/jobs', { status: 'open', limit: shown }, signal);
    const ids = jobs.map(({ ID }) => ID);
    if (before.current.some((id) => !ids.includes(id))) onEnd();
    before.current = ids;
    return jobs;
  }, []);
  useEvery(jobs.data?.length ? busyEveryMs : idleEveryMs, jobs.reload);
  return (
    <section class="card" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <a class="text small" href={pathTo('jobs')}>
          {words.all}
        </a>
      </header>
      <Show of={jobs} bones={<Bones rows={1} />}>
        {(open) =>
          open.length === 0 ? (
            <p class="none calm">{words.none}</p>
          ) : (
            <ul class="under-way">
              {open.map((job) => (
                <Running key={job.ID} job={job} />
              ))}
            </ul>
          )
        }
      </Show>
    </section>
  );
}

function Running({ job }: { job: Job }) {
  const done = job.done + job.failed;
  const name = text.jobs.actions[job.action] ?? job.action;
  return (
    <li>
      <span class="first cut" dir="auto">
        {name}
      </span>
      <span class="when">
        {job.status === 'queued' ? text.jobs.statuses.queued : text.jobs.doneOf(number(done), number(job.total))}
      </span>
      <progress value={done} max={Math.max(1, job.total)} aria-label={name} />
    </li>
  );
}
