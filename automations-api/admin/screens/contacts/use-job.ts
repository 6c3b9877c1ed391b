/** A job for many contacts: its start, progress and cancellation. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Progress } from '../../../../shared/ui/list/selection-bar.tsx';
import { toast, toastError } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { Job } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.jobs;
const reloadEveryMs = 700;

export const isOver = ({ status }: Job): boolean => status !== 'queued' && status !== 'running';

/** Returns the current job. Calls `onEnd` whenever a job ends, even if it was cancelled. */
export function useJob(onEnd: () => void) {
  const [job, setJob] = useState<Job>();
  const latest = useRef(onEnd);
  latest.current = onEnd;
  const id = job?.ID;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setInterval(() => {
      api.get<{ job: Job }>(`/job/${id}`).then(
        ({ job: now }) => {
          if (!isOver(now)) return setJob(now);
          clearInterval(timer);
          setJob(undefined);
          toast(words.ended(now.status, now.action, now.done, now.failed));
          latest.current();
        },
        // The next interval tries again; a notice above the screen shows the problem.
        () => {},
      );
    }, reloadEveryMs);
    return () => clearInterval(timer);
  }, [id]);
  const progress: Progress | undefined = job && {
    label: words.doing(job.action),
    done: job.done + job.failed,
    total: job.total,
  };
  return {
    progress,
    start: async (body: object) => setJob((await api.post<{ job: Job }>('/contacts/action', body)).job),
    cancel: () => {
      if (id !== undefined) api.post(`/job/cancel/${id}`).catch(toastError);
    },
  };
}
