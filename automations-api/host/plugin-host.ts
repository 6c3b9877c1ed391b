/**
 * The plugins of one process. A record of each plugin's additions (routes, hooks, connections, workers) makes its
 * removal possible. A plugin that fails to start is removed completely; the others keep running.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Redis } from 'ioredis';
import type { Transaction } from 'kysely';
import type { Config } from '../../shared/config/config.ts';
import { openDb } from '../../shared/db/db.ts';
import type { AnyDb } from '../../shared/db/with-tables.ts';
import type { News } from '../../shared/jobs/pulse.ts';
import type { Log } from '../../shared/log/log.ts';
import { createAddressReader } from '../../shared/net/forwarded-address.ts';
import { projectRoot } from '../../shared/paths.ts';
import { dbOptions } from '../../shared/process/boot.ts';
import { openRedis, type RedisPurpose } from '../../shared/redis/redis.ts';
import type { ContactIdentity, Contacts, ErasedContact, ProvideContacts, TermChange } from './contacts.ts';
import { pluginError } from './core/errors.ts';
import type { Namespace, NamespaceExtension } from './core/route.ts';
import { Registries } from './extensions.ts';
import { Hooks, type PluginHooks } from './hooks.ts';
import { startJob } from './jobs.ts';
import { Options } from './options.ts';
import { type Page, Pages } from './pages.ts';
import { openPeople } from './people-database.ts';
import type { Plugin, PluginApi, PluginSwitch } from './plugin.ts';
import { toolsFor } from './plugin-tools.ts';
import { findLacking, hostName } from './requirements.ts';
import { type CheckAnswer, RestServer } from './rest-server.ts';
import { openSitePulse, type SitePulse } from './site-pulse.ts';
import { withPrefix } from './table-prefix.ts';
import { type HostDb, type HostTables, hostTables } from './tables.ts';
import { withinLimit } from './within-limit.ts';

/**
 * The host's stores. `mysqlUrl` is the database of `db`, for migrations, which use their own connection. `trusted`
 * lists the built-in plugins: they share the connections to MySQL and Redis, and tests check their routes. Other plugins
 * have their own connections, so that slow queries do not block the rest. Their routes are checked at the start.
 */
export type HostStores = {
  config: Config;
  db: HostDb;
  mysqlUrl: string;
  redisUrl: string;
  log: Log;
  plugins: PluginSwitch;
  trusted: readonly string[];
  checkAnswer?: CheckAnswer;
  /** True to allow writes even if DEMO is on. */
  takesWrites?: boolean;
};

/** Thrown if a required plugin does not run yet. The start is retried. */
export class RequirementMissing extends Error {}

const { version: hostVersion } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
  version: string;
};

const ownConnections = 4;
const silentNews: News = { isHeard: () => false, follow: () => () => {} };
const startWithinMs = 30_000;
const stopWithinMs = 5_000;

/** A running plugin. `db` adds no prefix. `extended`: the names to which it added routes. */
type Running = { plugin: Plugin; db: HostDb; namespaces: string[]; extended: string[]; stops: (() => unknown)[] };
/** The routes and pages that a plugin added while it registered. */
type Added = { namespaces: Namespace[]; extensions: NamespaceExtension[]; pages: Page[] };

export class PluginHost {
  readonly rest: RestServer;
  readonly pages: Pages;
  readonly hooks: Hooks;
  readonly options: Options;
  readonly registries = new Registries();
  readonly pulse: SitePulse;
  readonly #stores: HostStores;
  readonly #running = new Map<string, Running>();
  /** The Redis connections that the trusted plugins share. */
  readonly #redis = new Map<RedisPurpose, Redis>();
  #provideContacts: ProvideContacts | undefined;

  constructor(stores: HostStores) {
    const { config, db, log } = stores;
    this.#stores = stores;
    this.hooks = new Hooks(log);
    this.pulse = openSitePulse(stores);
    this.options = new Options(withPrefix(db, config.tablePrefix, hostTables));
    const site = { name: 'Waypost', description: 'Contact automation', url: config.siteUrl };
    const addressOf = createAddressReader(config.trustedProxies);
    const refusesWrites = config.demo && !stores.takesWrites;
    this.rest = new RestServer(site, log, addressOf, { checkAnswer: stores.checkAnswer, refusesWrites });
    this.pages = new Pages(log, addressOf, refusesWrites);
  }

  running(): string[] {
    return [...this.#running.keys()];
  }

  /** Starts a plugin whose tables exist. If it throws, stops everything it had started. @throws the plugin's error */
  async start(plugin: Plugin): Promise<void> {
    const { name } = plugin;
    if (this.#running.has(name)) throw new Error(`a plugin called ${name} already runs`);
    const lacking = this.lacking(plugin);
    if (lacking !== undefined) throw new RequirementMissing(lacking);
    const stops: Running['stops'] = [];
    const running: Running = { plugin, db: this.#dbFor(plugin, stops), namespaces: [], extended: [], stops };
    const added: Added = { namespaces: [], extensions: [], pages: [] };
    this.#running.set(name, running);
    try {
      const api = this.#apiFor(running, added);
      await withinLimit(startWithinMs, () => plugin.register(api));
      this.#mount(running, added);
    } catch (error) {
      await this.remove(name);
      throw error;
    }
  }

  #mount({ plugin: { name }, namespaces, extended, stops }: Running, added: Added): void {
    const isTrusted = this.#stores.trusted.includes(name);
    for (const namespace of added.namespaces) {
      this.rest.addNamespace(namespace, isTrusted);
      namespaces.push(namespace.name);
    }
    for (const extension of added.extensions) {
      extended.push(extension.to);
      if (!this.rest.canExtend(extension.to)) throw new RequirementMissing(lacksNamespace(extension.to));
      stops.push(this.rest.extend(extension, isTrusted));
    }
    for (const page of added.pages) stops.push(this.pages.add(page, name));
  }

  /** Returns a message about a missing requirement, if there is one. */
  lacking(plugin: Plugin): string | undefined {
    return findLacking(plugin, (name) => (name === hostName ? hostVersion : this.#running.get(name)?.plugin.version));
  }

  /** Lists running plugins whose requirements no longer run. */
  stranded(): string[] {
    const isStranded = ({ plugin, extended }: Running) =>
      this.lacking(plugin) !== undefined || extended.some((name) => !this.rest.canExtend(name));
    return [...this.#running].filter(([, running]) => isStranded(running)).map(([name]) => name);
  }

  /** Removes a plugin: first its routes, then everything else it added. */
  async remove(name: string): Promise<void> {
    const running = this.#running.get(name);
    if (!running) return;
    this.#running.delete(name);
    for (const namespace of running.namespaces) this.rest.removeNamespace(namespace);
    for (const stop of running.stops.reverse()) {
      try {
        await withinLimit(stopWithinMs, stop);
      } catch (err) {
        this.#stores.log.error({ err, plugin: name }, 'a plugin did not stop cleanly');
      }
    }
  }

  /** Stops all plugins, the last started first. */
  async stop(): Promise<void> {
    await withinLimit(stopWithinMs, () => this.hooks.settle()).catch((err) =>
      this.#stores.log.error({ err }, 'actions were still running when the process stopped'),
    );
    for (const name of this.running().reverse()) await this.remove(name);
    await this.pulse.close();
    for (const redis of this.#redis.values()) redis.disconnect();
  }

  /** Returns the contacts API. Looks up its provider at each call, as that plugin can be restarted. */
  #contactsFor({ plugin, stops }: Running, hooks: PluginHooks): Contacts {
    const provided = () => {
      if (!this.#provideContacts) throw new Error('no active plugin keeps contacts');
      return this.#provideContacts(plugin.name);
    };
    return {
      fields: async () => provided().fields(),
      terms: async (ids) => provided().terms(ids),
      faults: async (input) => provided().faults(input),
      find: async (by) => provided().find(by),
      ids: async (filter) => provided().ids(filter),
      links: async (contact) => provided().links(contact),
      shortUrls: async (mail, urls) => provided().shortUrls(mail, urls),
      emailParts: async (contact, mail) => provided().emailParts(contact, mail),
      addMailKind: (kind, write, { recordSent, recordOutcome } = {}) =>
        void stops.push(
          provided().addMailKind(kind, write, {
            recordSent: async (trx, mails) => recordSent?.(this.#within(plugin, trx), mails),
            recordOutcome: async (trx, outcome) => recordOutcome?.(this.#within(plugin, trx), outcome),
          }),
        ),
      change: async (work, by) => provided().change((contacts, trx) => work(contacts, this.#within(plugin, trx)), by),
      addSection: ({ list, move, remove, erase, ...named }) => {
        const section = {
          ...named,
          list: (_: unknown, contact: ContactIdentity) => list(contact),
          move: (trx: AnyDb, fromId: number, toId: number) => move(this.#within(plugin, trx), fromId, toId),
          remove: (trx: AnyDb, ids: number[]) => remove(this.#within(plugin, trx), ids),
          erase: async (trx: AnyDb, erased: ErasedContact) => erase?.(this.#within(plugin, trx), erased),
        };
        hooks.addFilter('automations_personal_data', (sections: object[]) => [...sections, section]);
      },
      addUses: ({ replace, ...named }) => {
        const uses = {
          ...named,
          replace: (trx: AnyDb, change: TermChange) => replace(this.#within(plugin, trx), change),
        };
        hooks.addFilter('automations_uses', (all: object[]) => [...all, uses]);
      },
    };
  }

  /** Returns another plugin's database or transaction with the prefix added to this plugin's tables. */
  #within({ tables, reads = [] }: Plugin, db: AnyDb): Transaction<unknown> {
    return withPrefix(db, this.#stores.config.tablePrefix, [...tables, ...reads]);
  }

  /** Returns the connections of a plugin: shared if it is trusted, otherwise its own. */
  #dbFor({ name }: Plugin, stops: (() => unknown)[]): HostDb {
    const { config, db, mysqlUrl, trusted } = this.#stores;
    if (trusted.includes(name)) return db;
    const own = openDb<HostTables>(mysqlUrl, { ...dbOptions(config), poolSize: ownConnections });
    stops.push(() => own.destroy());
    return own;
  }

  /** Returns a plugin's Redis connection: shared if it is trusted, otherwise its own. */
  #redisFor({ plugin, stops }: Running, purpose: RedisPurpose): Redis {
    const { redisUrl, log, trusted } = this.#stores;
    const isShared = trusted.includes(plugin.name);
    const redis = (isShared && this.#redis.get(purpose)) || openRedis(redisUrl, purpose, log);
    if (isShared) this.#redis.set(purpose, redis);
    else stops.push(() => redis.disconnect());
    return redis;
  }

  #apiFor(running: Running, added: Added): PluginApi {
    const { plugin, db, stops } = running;
    const { name } = plugin;
    const tools = toolsFor(plugin, { ...this.#stores, db }, this.options);
    const onStop = (stop: () => unknown) => void stops.push(stop);
    const owner = { plugin: name, trusted: this.#stores.trusted.includes(name) };
    const hooks = this.hooks.forPlugin(name, onStop);
    return {
      ...tools,
      hooks,
      registries: this.registries.forPlugin(owner, onStop),
      contacts: this.#contactsFor(running, hooks),
      within: (other) => this.#within(plugin, other as AnyDb),
      provideContacts: (provide) => {
        this.#provideContacts = provide;
        onStop(() => {
          this.#provideContacts = undefined;
        });
      },
      schedule: (job) => {
        onStop(this.registries.jobs.add(job, owner));
        onStop(startJob(tools, job));
      },
      dbOf: (other = name) => {
        const raw = this.#running.get(other)?.db ?? db;
        return raw === db ? tools.db : toolsFor(plugin, { ...this.#stores, db: raw }, this.options).db;
      },
      watch: (what, scalar) => {
        // A slow or invalid statement of an untrusted plugin would delay everyone.
        if (!owner.trusted) return silentNews;
        const { news, stop } = this.pulse.watch(`${name}.${what}`, scalar);
        onStop(stop);
        return news;
      },
      hostVersion,
      openRedis: (purpose) => this.#redisFor(running, purpose),
      addNamespace: (namespace) => void added.namespaces.push(namespace),
      addRoutes: (to, routes, described) => void added.extensions.push({ to, routes, ...described }),
      addPages: (pages) => void added.pages.push(...pages),
      addIdentify: (identify, find) => void stops.push(this.rest.addIdentify(identify, find)),
      findUser: (caller) => this.rest.findUser(caller),
      openPeople: () => {
        const people = openPeople(this.#stores);
        onStop(() => people.destroy());
        return people;
      },
      plugins: this.#stores.plugins,
      running: () => this.running(),
      onStop,
      error: pluginError,
    };
  }
}

const lacksNamespace = (name: string) => `it adds routes to ${name}, and no running plugin has such a namespace`;
