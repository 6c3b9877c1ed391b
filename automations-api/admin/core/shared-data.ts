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
  let isAskedAgain = false;

  async function loadAll(): Promise<T> {
    let value: T;
    do {
      isAskedAgain = false;
      value = await load();
      held.value = value;
      loadedAt = Date.now();
    } while (isAskedAgain);
    return value;
  }
  /** @throws why it could not be asked for */
  function ask(): Promise<T> {
    if (loading) isAskedAgain = true;
    loading ??= loadAll().finally(() => {
      loading = undefined;
    });
    return loading;
  }
  /** Resolves once it is known again, or could not be asked for. */
  const tryToAsk = (): Promise<void> =>
    ask().then(
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
    /** @throws why it is not known and could not be asked for */
    ensure: async (): Promise<T> => held.peek() ?? ask(),
    /** After a change; where nobody has asked yet, nobody is in need of it. */
    refresh: (): Promise<void> => (held.peek() === undefined && !loading ? Promise.resolve() : tryToAsk()),
    /** Undefined while it is looked up. */
    use(): T | undefined {
      useEffect(() => {
        if (!loading && Date.now() - loadedAt > freshMs) void tryToAsk();
      }, []);
      return held.value;
    },
  };
}
