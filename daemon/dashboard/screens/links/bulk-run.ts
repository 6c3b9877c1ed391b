/** A run of one action on many links: progress, result and cancellation. */
import { useRef, useState } from 'preact/hooks';
import type { Progress } from '../../../../shared/ui/list/selection-bar.tsx';
import type { Params } from '../../../../shared/ui/service.ts';
import { toast, toastError } from '../../../../shared/ui/toast.tsx';
import { text } from '../../text/text.ts';
import { type BulkAction, gatherIds, type Outcome, runInBatches } from './bulk.ts';

export type Ended = { action: BulkAction; outcome: Outcome };

export function useRun(onChanged: (outcome: Outcome) => void) {
  const [progress, setProgress] = useState<Progress>();
  const [ended, setEnded] = useState<Ended>();
  const ending = useRef<AbortController>();

  const watched = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    ending.current = new AbortController();
    try {
      return await work(ending.current.signal);
    } finally {
      setProgress(undefined);
    }
  };

  const run = (action: BulkAction, ids: readonly string[]): Promise<void> =>
    watched(async (signal) => {
      const onProgress = (done: number) => setProgress({ label: action.doing, done, total: ids.length });
      onProgress(0);
      const outcome = await runInBatches(ids, action.send, onProgress, signal);
      const { undo } = action;
      if (outcome.done.length > 0) {
        toast(
          action.done(outcome.done.length),
          undo && { label: text.actions.undo, act: () => void run(undo, outcome.done) },
        );
      }
      if (outcome.failures.length > 0 || outcome.problem) setEnded({ action, outcome });
      onChanged(outcome);
    });

  /**
   * Fetches the ids of all links that match. Returns `undefined` if cancelled, or after showing a toast for a
   * failure.
   */
  const gather = (filters: Params): Promise<string[] | undefined> =>
    watched(async (signal) => {
      const onProgress = (done: number) => setProgress({ label: text.links.gathering, done });
      onProgress(0);
      try {
        return await gatherIds(filters, onProgress, signal);
      } catch (error) {
        if (!signal.aborted) toastError(error as Error);
        return undefined;
      }
    });

  return { progress, ended, run, gather, cancel: () => ending.current?.abort(), forget: () => setEnded(undefined) };
}
