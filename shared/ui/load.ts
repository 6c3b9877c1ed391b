/** Loads a screen's data when it opens, and again when its dependencies change. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export type Loaded<T> = {
  /** While it loads again: what was there before. */
  data: T | undefined;
  error: Error | undefined;
  isLoading: boolean;
  /** Asks again; what is there stays until the answer comes. */
  reload: () => void;
  /** Shows something else at once, as after a change of one's own. */
  set: (change: (data: T) => T) => void;
};

/** Data that others change. */
export type Shown<T> = Omit<Loaded<T>, 'set'>;

/**
 * `load` is called again whenever one of `on` changes; what came before is ended by its signal. An undefined `load` waits.
 */
export function useLoad<T>(load: ((signal: AbortSignal) => Promise<T>) | undefined, on: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: Error; isLoading: boolean }>({ isLoading: true });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const isReady = load !== undefined;
  /** The latest question: the answer to an earlier one is shown as loading. */
  const asked = useRef<readonly unknown[]>([]);
  const isAnother = isReady && on.some((value, n) => value !== asked.current[n]);

  useEffect(() => {
    if (!latest.current) return;
    asked.current = on;
    const ending = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    latest.current(ending.signal).then(
      (data) => ending.signal.aborted || setState({ data, isLoading: false }),
      (error: Error) => ending.signal.aborted || setState((before) => ({ ...before, error, isLoading: false })),
    );
    return () => ending.abort();
  }, [...on, round, isReady]);

  const reload = useCallback(() => setRound((n) => n + 1), []);
  const set = useCallback((change: (data: T) => T) => {
    setState((before) => (before.data === undefined ? before : { ...before, data: change(before.data) }));
  }, []);
  return { data: state.data, error: state.error, isLoading: state.isLoading || isAnother, reload, set };
}

/** The value as it was when it last stood still for so long. */
export function useSettled<T>(value: T, ms = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Calls it again and again while the page is seen. */
export function useEvery(ms: number, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
}
