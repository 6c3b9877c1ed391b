/**
 * Data that several screens share, such as the list of tags. The first screen that needs it loads it, and a screen that opens
 * later reloads it once it is old, so that others' changes show up. Only callers of `ensure` wait for it.
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
  /** @throws the reason why it could not be loaded */
  function request(): Promise<T> {
    if (loading) isRequestedAgain = true;
    loading ??= loadAll().finally(() => {
      loading = undefined;
    });
    return loading;
  }
  /** Resolves after loading, also if it failed. */
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
    /** @throws the reason why it could not be loaded, if it is not known yet */
    ensure: async (): Promise<T> => held.peek() ?? request(),
    /** Reloads after a change, unless nothing was loaded yet. */
    refresh: (): Promise<void> => (held.peek() === undefined && !loading ? Promise.resolve() : tryRequest()),
    /** Undefined while loading. */
    use(): T | undefined {
      useEffect(() => {
        if (!loading && Date.now() - loadedAt > freshMs) void tryRequest();
      }, []);
      return held.value;
    },
  };
}
