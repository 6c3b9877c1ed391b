/** An import's current state, reloaded while it changes, and the user's changes to it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useShowProblem } from '../form.ts';
import { useEvery, useLoad } from '../load.ts';
import { ApiError } from '../service.ts';
import type { ImportWords } from '../text/en/import.ts';
import { toast, toastError } from '../toast.tsx';
import { type Act, type Choices, type ImportRecord, type ImportService, isLive, isOver } from './record.ts';

const lookEveryMs = 1_000;

export function useImport(service: ImportService, words: ImportWords, id: string, isNew: boolean) {
  const loaded = useLoad((signal) => service.get(id, signal), [id]);
  const [busy, setBusy] = useState<Act | 'start' | 'check'>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const showProblem = useShowProblem();
  // Waits for a slow response, because a new request would abort it.
  useEvery(lookEveryMs, () => loaded.data && isLive(loaded.data) && !loaded.isLoading && loaded.reload());
  useNews(loaded.data, words, isNew);
  useEnd(loaded.data, service);

  /** Runs an action and shows the import that it returns. */
  const run = async (what: NonNullable<typeof busy>, work: () => Promise<ImportRecord>) => {
    setBusy(what);
    setProblems({});
    try {
      const record = await work();
      loaded.set(() => record);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setProblems(fields);
      if (Object.keys(fields).length === 0) toastError(error as Error);
      else showProblem();
      loaded.reload();
    }
    setBusy(undefined);
  };
  return {
    loaded,
    busy,
    problems,
    act: (act: Act) => run(act, () => service.act(id, act)),
    start: (choices: Choices, dryRun: boolean) =>
      run(dryRun ? 'check' : 'start', () => service.start(id, { ...choices, dryRun })),
  };
}

/** Reports the end of an import or of its undo. */
function useEnd(record: ImportRecord | undefined, { onEnd }: ImportService): void {
  const isGoing = record && isLive(record);
  const wasGoing = useRef(isGoing);
  useEffect(() => {
    if (wasGoing.current && isGoing === false) onEnd?.();
    wasGoing.current = isGoing;
  }, [isGoing]);
}

/**
 * Shows a toast when an import ends. The import must have been running when the screen opened, or its file must have
 * just been sent.
 */
function useNews(record: ImportRecord | undefined, { news }: ImportWords, isNew: boolean): void {
  const wasOver = useRef(isNew ? false : undefined);
  const over = record === undefined ? undefined : isOver(record);
  useEffect(() => {
    if (record && over && wasOver.current === false) {
      const { status, dryRun } = record;
      if (status === 'done') toast(dryRun ? news.checked : news.done);
      else if (status === 'failed' || status === 'cancelled') toast(news[status]);
    }
    if (over !== undefined) wasOver.current = over;
  }, [over]);
}
