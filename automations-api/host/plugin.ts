/** The types of a plugin and of the objects that the host passes to it. */
import type { Command } from 'commander';
import type { Redis } from 'ioredis';
import type { Kysely, Transaction } from 'kysely';
import type { Config } from '../../shared/config/config.ts';
import type { News } from '../../shared/jobs/pulse.ts';
import type { Log } from '../../shared/log/log.ts';
import type { PeopleTables } from '../../shared/people/tables.ts';
import type { RedisPurpose } from '../../shared/redis/redis.ts';
import type { Contacts, ProvideContacts } from './contacts.ts';
import type { Caller, FindUser, Identify, Namespace, NamespaceExtension } from './core/route.ts';
import type { PluginRegistries } from './extensions.ts';
import type { PluginHooks } from './hooks.ts';
import type { ScheduledJob } from './jobs.ts';
import type { PluginOptions } from './options.ts';
import type { Page } from './pages.ts';

/** Objects available to a plugin in a serving process and in a command. */
export type PluginTools<Tables = unknown> = {
  config: Config;
  log: Log;
  /** Adds the WordPress prefix to the names in `tables` and `reads`. */
  db: Kysely<Tables>;
  /** The plugin's own settings. */
  options: PluginOptions;
};

export type PluginApi<Tables = unknown> = PluginTools<Tables> & {
  /** Actions and filters, shared by all plugins. This plugin's callbacks are removed when it stops. */
  hooks: PluginHooks;
  /**
   * Rule steps and triggers, filter criteria, export columns, screens and cards. This plugin's entries are removed
   * when it stops.
   */
  registries: PluginRegistries;
  /** The contacts API. It requires the running automations plugin: list it in `requires`. */
  contacts: Contacts<Tables>;
  /** Provides the contacts API. Called only by the plugin that stores contacts. */
  provideContacts: (provide: ProvideContacts) => void;
  /**
   * Watches an SQL scalar. Notifies when it becomes 1 (there is work) or changes to another value, except 0 and NULL.
   * `{prefix}` in it is replaced by the WordPress prefix. All processes of a site share the polling. Works for
   * built-in plugins only.
   */
  watch: (name: string, scalar: string) => News;
  /** Runs a job at an interval or a time of day, in one process of the site. */
  schedule: (job: ScheduledJob) => void;
  /** Returns another plugin's transaction or database with this plugin's tables, for queries within its work. */
  within: (db: unknown) => Transaction<Tables>;
  /** Returns the connections of another plugin, for work on its behalf; this plugin's by default. */
  dbOf: (plugin?: string) => Kysely<Tables>;
  /** Version of Waypost. */
  hostVersion: string;
  /** Opens a connection to Redis, which is closed when the plugin stops. Built-in plugins share one per purpose. */
  openRedis: (purpose: RedisPurpose) => Redis;
  addNamespace: (namespace: Namespace) => void;
  /**
   * Adds routes to another plugin's namespaces, under all their names: `addRoutes('automations', routes)`. `groups` and
   * `tools` are added to its OpenAPI description and its operations for agents. Your plugin must require the other one.
   */
  addRoutes: (
    to: string,
    routes: NamespaceExtension['routes'],
    described?: Pick<NamespaceExtension, 'groups' | 'tools'>,
  ) => void;
  /** Adds public pages outside the REST API. */
  addPages: (pages: readonly Page[]) => void;
  /** Adds a way to identify the user of a request, for every namespace's permission, and to find the user later. */
  addIdentify: (identify: Identify, find?: FindUser) => void;
  /** Finds the current user behind a caller, for work that a user requested earlier. */
  findUser: FindUser;
  /** Opens the database of Waypost's users. */
  openPeople: () => Kysely<PeopleTables>;
  /** Lists, activates and deactivates plugins. */
  plugins: PluginSwitch;
  /** Lists the names of the plugins that run in this process. */
  running: () => string[];
  /** Adds a function to call when the plugin or the process stops. The last added is called first. */
  onStop: (stop: () => unknown) => void;
  /** Creates an error to throw from a route: `{ code, message, data: { status, …data } }`. */
  error: (status: number, code: string, message: string, data?: object) => Error;
};

type PluginRow = {
  name: string;
  version: string;
  /** The description in one sentence, or ''. */
  description: string;
  /** The names of its tables, with prefix. */
  tables: string[];
  active: boolean;
  /** The location, for display; '' if it is not installed. */
  from: string;
  /** The reason why the plugin does not run; '' if there is none. */
  problem: string;
};

/** Actions on plugins. Every process follows within a few seconds. */
export type PluginSwitch = {
  list: () => Promise<PluginRow[]>;
  /** Activates a plugin after creating its tables. @throws with the plugin's fault */
  activate: (name: string, by: Caller) => Promise<unknown>;
  /** Deactivates a plugin and keeps its data. @throws if the plugin does not exist */
  deactivate: (name: string, by: Caller) => Promise<unknown>;
};

/**
 * A migration, applied once per database, in order. `{prefix}` in a statement is replaced by the WordPress prefix.
 * `breaking`: older versions of the plugin refuse to run with the new tables. In a file, the line `-- breaks previous
 * releases` sets it.
 */
type PluginMigration = { name: string; statements: string[]; breaking?: boolean };

/** The API for adding commands to `waypost automations …`. */
export type PluginCommands<Tables = unknown> = {
  /** Commander's program, to which commands and groups are added. */
  program: Command;
  /** Creates a command with the option `--json`. `usage` is its name. */
  command: (parent: Command, usage: string, description: string) => Command;
  /** Opens the database, runs `work` and prints its answer: a row, a list of rows, or nothing for undefined. */
  run: (flags: { json?: boolean }, work: (tools: PluginTools<Tables>) => Promise<unknown>) => Promise<void>;
};

/** An operator's action on a plugin. Without `by` it came from the command line. */
export type OperatorAction = {
  action: 'plugin.activated' | 'plugin.deactivated' | 'plugin.uninstalled';
  plugin: string;
  by?: Caller | undefined;
};

export type Plugin<Tables = unknown> = {
  /** Lower-case letters, digits and `-`; must match the folder's name. */
  name: string;
  version: string;
  /**
   * Plugins that must run before this one, and `waypost` itself, each with its minimum version: `{ automations: '1'
   * }`.
   */
  requires?: Readonly<Record<string, string>>;
  /** Purpose in one sentence, shown in lists. */
  description?: string;
  /** The tables that the plugin creates, without prefix; uninstalling can drop them. */
  tables: readonly string[];
  /** Tables of other plugins or of the site that the plugin's queries use without prefix. */
  reads?: readonly string[];
  /** The plugin's migrations; by default the files `migrations/0001_words.sql` beside the plugin. */
  migrations?: PluginMigration[];
  /** Adds routes and hooks, starts workers. Called in every serving process. */
  register: (api: PluginApi<Tables>) => void | Promise<void>;
  commands?: (commands: PluginCommands<Tables>) => void;
  /** Called after an action on any plugin, itself included, while it is active. */
  onOperated?: (tools: PluginTools<Tables>, done: OperatorAction) => void | Promise<void>;
  /** Called before its options and records are deleted, and its tables if requested. */
  uninstall?: (tools: PluginTools<Tables>) => void | Promise<void>;
};

/** Declares a plugin whose functions know the types of its tables. */
export const definePlugin = <Tables>(plugin: Plugin<Tables>): Plugin => plugin as unknown as Plugin;

export type {
  Contact,
  ContactChanges,
  ContactField,
  ContactInput,
  Contacts,
  MailWriter,
  QueuedMail,
} from './contacts.ts';
export type { Caller, Namespace, RestRoute, User } from './core/route.ts';
export type {
  AdminScreen,
  CardAction,
  CardInput,
  CardRow,
  ContactCondition,
  EventKind,
  ExportColumn,
  ExportRow,
  FilterCriterion,
  FormMember,
  FormSchema,
  FoundContacts,
  RuleList,
  RuleStep,
  SettingsCard,
  Step,
  StepOutcome,
  StepWork,
  Trigger,
} from './extensions.ts';
export type { ScheduledJob } from './jobs.ts';
export type { HeardEvent } from './known-hooks.ts';
export type { Page, PageAnswer, PageRequest } from './pages.ts';
export type { Preview } from './previews.ts';
