/**
 * Actions and filters, as WordPress has them: named, with priorities (low first, then in order of adding), each
 * awaited before the next. One that throws is logged and passed over, so that no plugin can fail another's work.
 */
import type { Log } from '../../shared/log.ts';

type Callback = (...args: never[]) => unknown;
type Entry = { callback: Callback; priority: number };

/** What a plugin gets of the hooks. */
export type PluginHooks = Pick<Hooks, 'addAction' | 'addFilter' | 'doAction' | 'applyFilters'>;

export class Hooks {
  readonly #log: Log;
  readonly #actions = new Map<string, Entry[]>();
  readonly #filters = new Map<string, Entry[]>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Returns a function that takes the callback out again. */
  addAction<Args extends unknown[]>(name: string, callback: (...args: Args) => unknown, priority = 10): () => void {
    return add(this.#actions, name, { callback, priority });
  }

  addFilter<T, Args extends unknown[]>(
    name: string,
    callback: (value: T, ...args: Args) => T | Promise<T>,
    priority = 10,
  ): () => void {
    return add(this.#filters, name, { callback, priority });
  }

  /** The same hooks for one plugin; `onAdd` is told how to take out each callback it adds. */
  forPlugin(onAdd: (remove: () => void) => void): PluginHooks {
    const noted = (remove: () => void) => {
      onAdd(remove);
      return remove;
    };
    return {
      addAction: (name, callback, priority) => noted(this.addAction(name, callback, priority)),
      addFilter: (name, callback, priority) => noted(this.addFilter(name, callback, priority)),
      doAction: (name, ...args) => this.doAction(name, ...args),
      applyFilters: (name, value, ...args) => this.applyFilters(name, value, ...args),
    };
  }

  async doAction(name: string, ...args: unknown[]): Promise<void> {
    for (const { callback } of this.#actions.get(name) ?? []) {
      try {
        await callback(...(args as never[]));
      } catch (err) {
        this.#log.error({ err, action: name }, 'an action failed');
      }
    }
  }

  /** The value after every filter; a filter that throws leaves it as it was. */
  async applyFilters<T>(name: string, value: T, ...args: unknown[]): Promise<T> {
    let filtered = value;
    for (const { callback } of this.#filters.get(name) ?? []) {
      try {
        filtered = (await callback(...([filtered, ...args] as never[]))) as T;
      } catch (err) {
        this.#log.error({ err, filter: name }, 'a filter failed');
      }
    }
    return filtered;
  }
}

function add(entries: Map<string, Entry[]>, name: string, entry: Entry): () => void {
  const others = () => (entries.get(name) ?? []).filter((other) => other !== entry);
  entries.set(
    name,
    [...others(), entry].sort((a, b) => a.priority - b.priority),
  );
  return () => void entries.set(name, others());
}
