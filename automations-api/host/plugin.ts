/** The shape of a plugin, and the objects the host passes to it. */
import type { Command } from 'commander';
import type { Redis } from 'ioredis';
import type { Kysely } from 'kysely';
import type { Config } from '../../shared/config/config.ts';
import type { News } from '../../shared/jobs/pulse.ts';
import type { Log } from '../../shared/log/log.ts';
import type { PeopleTables } from '../../shared/people/tables.ts';
import type { RedisPurpose } from '../../shared/redis/redis.ts';
import type { Contacts, ProvideContacts } from './contacts.ts';
import type { Caller, FindUser, Identify, Namespace } from './core/route.ts';
import type { PluginRegistries } from './extensions.ts';
import type { PluginHooks } from './hooks.ts';
import type { ScheduledJob } from './jobs.ts';
import type { PluginOptions } from './options.ts';

/** Objects available to a plugin in a serving process and in a command. */
export type PluginTools<Tables = unknown> = {
  config: Config;
  log: Log;
  /** Prefixes the names of the plugin's `tables` and `reads` with the WordPress prefix. */
  db: Kysely<Tables>;
  /** The plugin's own settings. */
  options: PluginOptions;
};

export type PluginApi<Tables = unknown> = PluginTools<Tables> & {
  /** Shared by all plugins; what this one adds is taken out when it stops. */
  hooks: PluginHooks;
  /** Steps and triggers of rules, criteria of filters, columns of exports, screens and their cards. What this one adds goes with it. */
  registries: PluginRegistries;
  /** Fails while the automations plugin does not run: `requires` it. */
  contacts: Contacts;
  /** For the plugin that keeps contacts. */
  provideContacts: (provide: ProvideContacts) => void;
  /**
   * Tells when a scalar of SQL says that there is work (1), or changes (anything else but 0 and NULL); `{prefix}` in it becomes the
   * WordPress prefix. All processes of the site look together. Heard by plugins that came along; others go by intervals.
   */
  watch: (name: string, scalar: string) => News;
  /** Does work every so often, or at a time of the day, in one process of the site. */
  schedule: (job: ScheduledJob) => void;
  /** The connections that another plugin works on, for what is done in its name; its own when left out. */
  dbOf: (plugin?: string) => Kysely<Tables>;
  /** The release of Waypost. */
  hostVersion: string;
  /** Closed when the plugin stops. */
  openRedis: (purpose: RedisPurpose) => Redis;
  addNamespace: (namespace: Namespace) => void;
  /** Offers a way to find out who sends a request, which every namespace's permission may ask for, and to find them later. */
  addIdentify: (identify: Identify, find?: FindUser) => void;
  /** For what was asked for by a person and is done later: who they are by now, as the ways that can find them say. */
  findUser: FindUser;
  /** Opens the store of the people who sign in to Waypost. */
  openPeople: () => Kysely<PeopleTables>;
  /** Which plugins there are, and switching them on and off. */
  plugins: PluginSwitch;
  /** Run when the plugin is deactivated or the process ends, the last added first. */
  onStop: (stop: () => unknown) => void;
  /** An error to throw from a route: `{ code, message, data: { status, …data } }`. */
  error: (status: number, code: string, message: string, data?: object) => Error;
};

type PluginRow = {
  name: string;
  version: string;
  /** A sentence; '' where there is none. */
  description: string;
  /** With their prefix. */
  tables: string[];
  active: boolean;
  /** Where it is, for people; '' when it is not installed. */
  from: string;
  /** '' where all is well. */
  problem: string;
};

/** Every process follows within a few seconds. */
export type PluginSwitch = {
  list: () => Promise<PluginRow[]>;
  /** Its tables are made first. @throws what is wrong with it. */
  activate: (name: string, by: Caller) => Promise<unknown>;
  /** Its data stays. @throws when there is no such plugin. */
  deactivate: (name: string, by: Caller) => Promise<unknown>;
};

/**
 * Run once for each database, in order. `{prefix}` in a statement becomes the WordPress prefix. `breaking`, which a file says by the
 * line `-- breaks former releases`: a former version of the plugin cannot work with the tables it leaves, and refuses.
 */
type PluginMigration = { name: string; statements: string[]; breaking?: boolean };

/** How a plugin adds to `waypost automations …`. */
export type PluginCommands<Tables = unknown> = {
  /** Commander's; its commands and groups go below it. */
  program: Command;
  /** A command that takes `--json`. `usage` is its name. */
  command: (parent: Command, usage: string, description: string) => Command;
  /** Opens the database, prints what `work` answers (a row or a list of rows; nothing for undefined) as the flags ask, and closes. */
  run: (flags: { json?: boolean }, work: (tools: PluginTools<Tables>) => Promise<unknown>) => Promise<void>;
};

/** An operator's action on a plugin; without `by`, from the command line. */
export type OperatorAct = {
  act: 'plugin.activated' | 'plugin.deactivated' | 'plugin.uninstalled';
  plugin: string;
  by?: Caller | undefined;
};

export type Plugin<Tables = unknown> = {
  /** Lower-case letters, digits and `-`; must match the folder's name. */
  name: string;
  version: string;
  /** Plugins that must run before this one, and `waypost` itself, each with its minimum version: `{ automations: '1' }`. */
  requires?: Readonly<Record<string, string>>;
  /** Purpose in one sentence, shown in lists. */
  description?: string;
  /** The tables it creates, without prefix; uninstalling can drop them. */
  tables: readonly string[];
  /** Tables of other plugins or of the site that its queries use without prefix. */
  reads?: readonly string[];
  /** Default: the files `migrations/0001_words.sql` beside the plugin. */
  migrations?: PluginMigration[];
  /** Adds routes and hooks, starts workers. Run in every process that serves. */
  register: (api: PluginApi<Tables>) => void | Promise<void>;
  commands?: (commands: PluginCommands<Tables>) => void;
  /** Called after an action on any plugin, itself included, while it is active. */
  onOperated?: (tools: PluginTools<Tables>, done: OperatorAct) => void | Promise<void>;
  /** Called before its options and records are deleted, and its tables if requested. */
  uninstall?: (tools: PluginTools<Tables>) => void | Promise<void>;
};

/** Ties a plugin's functions to the types of its tables. */
export const definePlugin = <Tables>(plugin: Plugin<Tables>): Plugin => plugin as unknown as Plugin;

export type { Contact, ContactChanges, ContactInput, Contacts } from './contacts.ts';
export type { Caller, Namespace, RestRoute, User } from './core/route.ts';
export type {
  AdminScreen,
  CardAction,
  CardRow,
  ContactCondition,
  EventKind,
  ExportColumn,
  ExportRow,
  FilterCriterion,
  FormMember,
  FormSchema,
  FoundContacts,
  RuleStep,
  SettingsCard,
  Step,
  StepOutcome,
  StepWork,
  Trigger,
} from './extensions.ts';
export type { ScheduledJob } from './jobs.ts';
export type { HeardEvent } from './known-hooks.ts';
