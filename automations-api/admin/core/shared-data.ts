/**
 * Data that several screens share, such as the list of tags. The first screen that needs it loads it. A screen that
 * opens later reloads old data, so that other users' changes show up. Only callers of `ensure` wait for it.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const freshMs = 15_000;

export function remember<T>(load: () => Promise<T>) {
  const held = signal<T | undefined>(undefined);
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<T> | undefined;
  let isRequestedAgain = false;

  async function loadAll(): Promise<T> {
    let value: T;
    do {
      isRequestedAgain = false;
      value = await load();
      held.value = value;
      loadedAt = Date.now();
    } while (isRequestedAgain);
    return value;
  }
  /** Loads the data, once more if a load is already running. @throws the reason why it could not be loaded */
  function request(): Promise<T> {
    if (loading) isRequestedAgain = true;
    loading ??= loadAll().finally(() => {
      loading = undefined;
    });
    return loading;
  }
  /** Loads the data and resolves even if that fails. */
  const tryRequest = (): Promise<void> =>
    request().then(
      () => {},
      () => {},
    );
  return {
    get value(): T | undefined {
      return held.value;
    },
    set value(value: T | undefined) {
      held.value = value;
    },
    /** Resolves to the data, loaded if needed. @throws the reason why it could not be loaded */
    ensure: async (): Promise<T> => held.peek() ?? loading ?? request(),
    /** Reloads after a change, unless nothing has been loaded yet. */
    refresh: (): Promise<void> => (held.peek() === undefined && !loading ? Promise.resolve() : tryRequest()),
    /** Returns the data; undefined while it is loading. */
    use(): T | undefined {
      useEffect(() => {
        if (!loading && Date.now() - loadedAt > freshMs) void tryRequest();
      }, []);
      return held.value;
    },
  };
}
