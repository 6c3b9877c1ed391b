/**
 * What several screens know, such as the tags there are: loaded when the first one asks, and again when a screen opens that
 * finds it old, so that what others changed is seen. Not knowing it hinders nothing.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const freshMs = 15_000;

export function remember<T>(load: () => Promise<T>) {
  const held = signal<T | undefined>(undefined);
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;
  let isAskedAgain = false;

  async function loadAll(): Promise<void> {
    do {
      isAskedAgain = false;
      held.value = await load();
      loadedAt = Date.now();
    } while (isAskedAgain);
  }
  /** Resolves once it is known anew, or could not be asked for. */
  function ask(): Promise<void> {
    if (loading) isAskedAgain = true;
    loading ??= loadAll()
      .catch(() => {})
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }
  return {
    get value(): T | undefined {
      return held.value;
    },
    set value(value: T | undefined) {
      held.value = value;
    },
    /** Resolves once it is known, or could not be asked for. */
    ensure: (): Promise<void> => (held.peek() === undefined ? ask() : Promise.resolve()),
    /** After a change; where nobody has asked yet, nobody is in need of it. */
    refresh: (): Promise<void> => (held.peek() === undefined && !loading ? Promise.resolve() : ask()),
    /** Undefined while it is looked up. */
    use(): T | undefined {
      useEffect(() => {
        if (!loading && Date.now() - loadedAt > freshMs) void ask();
      }, []);
      return held.value;
    },
  };
}
