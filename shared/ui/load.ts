/** Loads a screen's data when it opens, and again when the data's dependencies change. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export type Loaded<T> = {
  /** The loaded data. During a reload, this is the previous data. */
  data: T | undefined;
  error: Error | undefined;
  isLoading: boolean;
  /** Loads again; the data is kept until the response arrives. */
  reload: () => void;
  /** Replaces the data immediately, for example after the user's own change. */
  set: (change: (data: T) => T) => void;
};

/** Loaded data that the user does not change here. */
export type Shown<T> = Omit<Loaded<T>, 'set'>;

/**
 * Loads data. `load` is called again when a value in `on` changes; its signal aborts the previous call. Waits while
 * `load` is undefined.
 */
export function useLoad<T>(load: ((signal: AbortSignal) => Promise<T>) | undefined, on: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: Error; isLoading: boolean }>({ isLoading: true });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const isReady = load !== undefined;
  /** The dependencies of the latest request. While they differ from the current ones, the data counts as loading. */
  const loaded = useRef<readonly unknown[]>([]);
  const isAnother = isReady && on.some((value, n) => value !== loaded.current[n]);

  useEffect(() => {
    if (!latest.current) return;
    loaded.current = on;
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

/** Returns a value once it has stayed the same for some time. */
export function useSettled<T>(value: T, ms = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Calls a function repeatedly while the page is visible. */
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
