/** A registry of named entries. Entries are removed together with the plugin that added them. */
import { withinLimit } from './within-limit.ts';

/** The plugin that added an entry. `trusted`: it is built in and has no time limit. */
type Owner = { plugin: string; trusted: boolean };
type Named = { name: string };

/** The registry API for plugins. */
export type PluginRegistry<Entry extends Named> = Pick<Registry<Entry>, 'find' | 'list' | 'ownerOf' | 'run'> & {
  /** Adds an entry until the plugin stops. @throws if the name is taken or invalid */
  add: (entry: Entry) => void;
};

const runWithinMs = 5_000;
const namePattern = /^[a-z][a-z0-9_.-]{0,59}$/;

export class Registry<Entry extends Named> {
  readonly #what: string;
  readonly #runWithinMs: number;
  readonly #entries = new Map<string, { entry: Entry; owner: Owner }>();

  /** Creates a registry. `what` names an entry in errors. */
  constructor(what: string, withinMs = runWithinMs) {
    this.#what = what;
    this.#runWithinMs = withinMs;
  }

  /** Adds an entry. Returns a function that removes it. */
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

  /** Lists the entries in the order of their addition. */
  list(): Entry[] {
    return [...this.#entries.values()].map(({ entry }) => entry);
  }

  ownerOf(name: string): string | undefined {
    return this.#entries.get(name)?.owner.plugin;
  }

  /** Runs an entry's work, with a time limit unless its plugin is trusted. @throws its error, or a timeout */
  async run<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const owner = this.#entries.get(name)?.owner;
    return !owner || owner.trusted ? work() : withinLimit(this.#runWithinMs, work);
  }

  /** Returns the registry API of a plugin. Passes each entry's remove function to `onAdd`. */
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
