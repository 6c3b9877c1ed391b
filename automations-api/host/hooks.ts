/**
 * Actions and filters as in WordPress: named, ordered by priority (low first) and then by registration, and awaited
 * one by one. A callback that throws or takes too long is logged and skipped, so that it cannot block other plugins.
 */
import { FairQueue } from '../../shared/jobs/fair-queue.ts';
import type { Log } from '../../shared/log/log.ts';
import { type KnownActions, type KnownFilters, type KnownHook, knownHooks } from './known-hooks.ts';
import { withinLimit } from './within-limit.ts';

type Callback = (...args: never[]) => unknown;

/** A registered callback. `open`: unfinished calls; `late`: unfinished calls that timed out. */
type Entry = { callback: Callback; priority: number; plugin: string; open: number; late: number };

/** The hooks API of plugins. Callbacks of known hooks are typed. */
export type PluginHooks = Pick<Hooks, 'doAction' | 'queueAction' | 'applyFilters' | 'list'> & {
  /** Adds a callback. Returns a function that removes it. */
  addAction: {
    <Name extends keyof KnownActions>(
      name: Name,
      callback: (...args: KnownActions[Name]) => unknown,
      priority?: number,
    ): () => void;
    <Args extends unknown[]>(name: string, callback: (...args: Args) => unknown, priority?: number): () => void;
  };
  addFilter: {
    <Name extends keyof KnownFilters>(
      name: Name,
      callback: (
        value: KnownFilters[Name]['value'],
        ...args: KnownFilters[Name]['args']
      ) => KnownFilters[Name]['value'] | Promise<KnownFilters[Name]['value']>,
      priority?: number,
    ): () => void;
    <T, Args extends unknown[]>(
      name: string,
      callback: (value: T, ...args: Args) => T | Promise<T>,
      priority?: number,
    ): () => void;
  };
};

/** A hook with its plugins, in the order of their callbacks. */
type ListedHook = KnownHook & { plugins: string[] };

const callWithinMs = 5_000;
/** The number of unfinished calls at which a callback is skipped. */
const mostOpen = 1_000;
const queued = { capacity: 1_000, waitingEach: 10_000, waitingAtMost: 10_000 };

export class Hooks {
  readonly #log: Log;
  readonly #withinMs: number;
  readonly #actions = new Map<string, Entry[]>();
  readonly #filters = new Map<string, Entry[]>();
  /** The last queued action of each lane. */
  readonly #lanes = new Map<unknown, Promise<void>>();
  readonly #queued: FairQueue;

  /** Creates the hooks. `withinMs` limits the wait for a callback. */
  constructor(log: Log, withinMs = callWithinMs) {
    this.#log = log;
    this.#withinMs = withinMs;
    this.#queued = new FairQueue({
      ...queued,
      waitMs: withinMs,
      refusal: (isLate) => new Error(isLate ? `it could not start within ${withinMs} ms` : 'too many actions wait'),
    });
  }

  /** Adds a callback. Returns a function that removes it. */
  addAction<Args extends unknown[]>(
    name: string,
    callback: (...args: Args) => unknown,
    priority?: number,
    plugin?: string,
  ): () => void {
    return add(this.#actions, name, newEntry(callback, priority, plugin));
  }

  addFilter<T, Args extends unknown[]>(
    name: string,
    callback: (value: T, ...args: Args) => T | Promise<T>,
    priority?: number,
    plugin?: string,
  ): () => void {
    return add(this.#filters, name, newEntry(callback, priority, plugin));
  }

  /** Returns the hooks API of a plugin. Passes each callback's remove function to `onAdd`. */
  forPlugin(plugin: string, onAdd: (remove: () => void) => void): PluginHooks {
    const added = (remove: () => void) => {
      onAdd(remove);
      return remove;
    };
    return {
      addAction: (name: string, callback: Callback, priority?: number) =>
        added(add(this.#actions, name, newEntry(callback, priority, plugin))),
      addFilter: (name: string, callback: Callback, priority?: number) =>
        added(add(this.#filters, name, newEntry(callback, priority, plugin))),
      list: () => this.list(),
      doAction: (name, ...args) => this.doAction(name, ...args),
      queueAction: (lane, name, ...args) => this.queueAction(lane, name, ...args),
      applyFilters: (name, value, ...args) => this.applyFilters(name, value, ...args),
    };
  }

  async doAction(name: string, ...args: unknown[]): Promise<void> {
    for (const entry of this.#actions.get(name) ?? []) {
      if (entry.open >= mostOpen) continue;
      const context = { plugin: entry.plugin, action: name };
      const call = run(entry, args).catch((err) => this.#log.error({ err, ...context }, 'an action failed'));
      if (entry.open === mostOpen) this.#log.error(context, 'an action did not end and is skipped for now');
      // Does not wait for a callback that timed out before.
      if (entry.late > 0) continue;
      try {
        await withinLimit(this.#withinMs, () => call);
      } catch (err) {
        if (entry.late++ === 0)
          this.#log.error({ err, ...context }, 'an action took too long; the host stopped waiting for it');
        void call.finally(() => entry.late--);
      }
    }
  }

  /**
   * Runs an action in the background, after earlier ones of its lane. Resolves at once, or when a full queue has
   * room.
   */
  queueAction(lane: unknown, name: string, ...args: unknown[]): Promise<void> {
    const plugins = (this.#actions.get(name) ?? []).map(({ plugin }) => plugin);
    if (plugins.length === 0) return Promise.resolve();
    return new Promise((started) => {
      const work = () => {
        started();
        return this.#inLane(lane, () => this.doAction(name, ...args));
      };
      const logSkipped = (err: unknown) => this.#log.error({ err, plugins, action: name }, 'an action was skipped');
      void this.#queued.run('', work).catch(logSkipped).finally(started);
    });
  }

  async #inLane(lane: unknown, work: () => Promise<void>): Promise<void> {
    const done = (this.#lanes.get(lane) ?? Promise.resolve()).then(work);
    this.#lanes.set(lane, done);
    await done;
    if (this.#lanes.get(lane) === done) this.#lanes.delete(lane);
  }

  /** Waits for all queued actions. */
  async settle(): Promise<void> {
    await Promise.all(this.#lanes.values());
  }

  /** Lists the known hooks, and others that have callbacks. */
  list(): ListedHook[] {
    const pluginsOf = (kind: KnownHook['kind'], name: string) =>
      ((kind === 'action' ? this.#actions : this.#filters).get(name) ?? []).map(({ plugin }) => plugin);
    const isKnown = (kind: KnownHook['kind'], name: string) =>
      knownHooks.some((known) => known.kind === kind && known.name === name);
    const others = (kind: KnownHook['kind'], entries: Map<string, Entry[]>): KnownHook[] =>
      [...entries.keys()].filter((name) => !isKnown(kind, name)).map((name) => ({ name, kind, description: '' }));
    return [...knownHooks, ...others('action', this.#actions), ...others('filter', this.#filters)]
      .map((hook) => ({ ...hook, plugins: pluginsOf(hook.kind, hook.name) }))
      .filter(({ description, plugins }) => description !== '' || plugins.length > 0);
  }

  /** Returns the value after all filters. A filter that throws or takes too long is skipped. */
  async applyFilters<T>(name: string, value: T, ...args: unknown[]): Promise<T> {
    let filtered = value;
    for (const entry of this.#filters.get(name) ?? []) {
      // Skips a filter that timed out before and is still running.
      if (entry.late > 0) continue;
      const call = run(entry, [filtered, ...args]);
      let ended = false;
      const end = () => {
        ended = true;
      };
      void call.then(end, end);
      try {
        filtered = (await withinLimit(this.#withinMs, () => call)) as T;
      } catch (err) {
        this.#log.error({ err, plugin: entry.plugin, filter: name }, 'a filter failed');
        if (ended) continue;
        entry.late++;
        void call.then(
          () => entry.late--,
          () => entry.late--,
        );
      }
    }
    return filtered;
  }
}

const newEntry = (callback: Callback, priority = 10, plugin = ''): Entry => ({
  callback,
  priority,
  plugin,
  open: 0,
  late: 0,
});

async function run(entry: Entry, args: unknown[]): Promise<unknown> {
  entry.open++;
  try {
    return await entry.callback(...(args as never[]));
  } finally {
    entry.open--;
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
