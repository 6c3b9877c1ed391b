/** The command line of the host, with its own and the active plugins' commands. Opens the database on first use. */
import { Command } from 'commander';
import { openDb } from '../../shared/db/db.ts';
import { lacks, prepare } from '../../shared/process/boot.ts';
import { AdministerPlugins, type AdministerStores } from './administer-plugins.ts';
import type { InstalledPlugin, PluginSource } from './installed-plugins.ts';
import type { PluginCommands } from './plugin.ts';
import { migrateHost, migratePlugin, schemaOfPlugin, siteOf } from './plugin-migrations.ts';
import { toolsFor } from './plugin-tools.ts';
import { printAnswer } from './print-answer.ts';
import type { HostTables } from './tables.ts';

export type Flags = { json?: boolean };
type Opened = { administer: AdministerPlugins; stores: AdministerStores };

export class CommandLine {
  readonly program = new Command('waypost automations').description('Operate the contact automation service.');
  readonly #installed: PluginSource;
  readonly #initially: readonly string[];
  #opened: Promise<Opened> | undefined;

  constructor(installed: PluginSource, initially: readonly string[]) {
    this.#installed = installed;
    this.#initially = initially;
  }

  /** Creates a command with the option `--json`. */
  command(parent: Command, usage: string, description: string): Command {
    return parent.command(usage).description(description).option('--json', 'print the answer as one line of JSON');
  }

  /** Runs `work` and prints its answer. */
  async run(flags: Flags, work: (administer: AdministerPlugins) => Promise<unknown>): Promise<void> {
    const { administer } = await this.#open();
    printAnswer(await work(administer), flags);
  }

  /**
   * Adds the active plugins' commands. If the database is unavailable, adds the commands of the initially active
   * plugins, so that `--help` shows them.
   */
  async addPluginCommands(): Promise<void> {
    const active = await this.#open()
      .then(({ administer }) => administer.active.list())
      .catch(() => this.#initially);
    for (const name of active) {
      const found = await this.#installed.find(name).catch(() => undefined);
      found?.plugin.commands?.(this.#commandsFor(found));
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    await opened?.stores.db.destroy();
  }

  #commandsFor(found: InstalledPlugin): PluginCommands {
    return {
      program: this.program,
      command: (parent, usage, description) => this.command(parent, usage, description),
      run: async (flags, work) => {
        const { administer, stores } = await this.#open();
        await ensureTables(found, stores);
        printAnswer(await work(toolsFor(found.plugin, stores, administer.options)), flags);
      },
    };
  }

  #open(): Promise<Opened> {
    this.#opened ??= (async () => {
      const { config, log, mysqlUrl } = await prepare('automations-cli', { isCommand: true });
      const stores = { config, log, mysqlUrl, db: openDb<HostTables>(mysqlUrl, { poolSize: 4 }) };
      return { administer: new AdministerPlugins(this.#installed, this.#initially, stores), stores };
    })();
    return this.#opened;
  }
}

/** Applies migrations if MIGRATE_ON_START is on. @throws with the migrations that the database still lacks */
async function ensureTables(found: InstalledPlugin, stores: AdministerStores): Promise<void> {
  const site = siteOf(stores);
  if (stores.config.migrateOnStart) {
    await migrateHost(site);
    await migratePlugin(site, found);
  }
  const { pending } = await schemaOfPlugin(site, found);
  if (pending.length > 0) throw new Error(lacks(pending.map(({ name }) => name)));
}
