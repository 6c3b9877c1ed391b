/** Entries that plugins add by name. Each goes with the plugin that added it. It knows nothing of what the entries are. */
import { withinLimit } from './within-limit.ts';

/** `trusted`: it came along, and is not held to a time. */
type Owner = { plugin: string; trusted: boolean };
type Named = { name: string };

/** A registry as a plugin gets it. */
export type PluginRegistry<Entry extends Named> = Pick<Registry<Entry>, 'find' | 'list' | 'ownerOf' | 'run'> & {
  /** Taken out when the plugin stops. @throws when the name is taken, or no name. */
  add: (entry: Entry) => void;
};

const runWithinMs = 5_000;
const namePattern = /^[a-z][a-z0-9_.-]{0,59}$/;

export class Registry<Entry extends Named> {
  readonly #what: string;
  readonly #runWithinMs: number;
  readonly #entries = new Map<string, { entry: Entry; owner: Owner }>();

  /** `what` an entry is, for errors. */
  constructor(what: string, withinMs = runWithinMs) {
    this.#what = what;
    this.#runWithinMs = withinMs;
  }

  /** Returns a function that takes the entry out again. */
  add(entry: Entry, owner: Owner): () => void {
    const { name } = entry;
    if (!namePattern.test(name))
      throw new Error(`a ${this.#what} has a name of lower-case letters, digits, _, . and -`);
    const taken = this.#entries.get(name);
    if (taken) throw new Error(`the ${this.#what} ${name} already exists, from the plugin ${taken.owner.plugin}`);
    this.#entries.set(name, { entry, owner });
    return () => void this.#entries.delete(name);
  }

  find(name: string): Entry | undefined {
    return this.#entries.get(name)?.entry;
  }

  /** In the order of adding. */
  list(): Entry[] {
    return [...this.#entries.values()].map(({ entry }) => entry);
  }

  ownerOf(name: string): string | undefined {
    return this.#entries.get(name)?.owner.plugin;
  }

  /** Waits for what an entry does, for so long where its plugin did not come along. @throws what it throws, or that it was late */
  async run<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const owner = this.#entries.get(name)?.owner;
    return !owner || owner.trusted ? work() : withinLimit(this.#runWithinMs, work);
  }

  /** The same for one plugin; `onAdd` is handed what takes an entry out again. */
  forPlugin(owner: Owner, onAdd: (remove: () => void) => void): PluginRegistry<Entry> {
    return {
      add: (entry) => onAdd(this.add(entry, owner)),
      find: (name) => this.find(name),
      list: () => this.list(),
      ownerOf: (name) => this.ownerOf(name),
      run: (name, work) => this.run(name, work),
    };
  }
}
