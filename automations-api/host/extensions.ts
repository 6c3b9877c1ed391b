/**
 * The registries that plugins extend contact automation and the admin application with. Entries are described as data, so that
 * the rule editor and the settings show them without code from the plugin. Built-in ones are entries of the same registries.
 */
import type { RawBuilder } from 'kysely';
import type { ContactChanges } from './contacts.ts';
import type { Caller, Role } from './core/route.ts';
import type { ScheduledJob } from './jobs.ts';
import { type PluginRegistry, Registry } from './registry.ts';

/** The control for a member whose type alone does not choose one. */
type FormControl =
  | 'tags'
  | 'lists'
  | 'tag'
  | 'list'
  | 'link'
  | 'status'
  | 'field'
  | 'fields'
  | 'duration'
  | 'url'
  | 'date'
  | 'textarea';

/** A member as JSON Schema has it. Forms label it by its `title` and explain it by its `description`. */
export type FormMember = {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  title: string;
  description?: string;
  control?: FormControl;
  enum?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  /** Shown in an empty field: the value that it stands for. */
  placeholder?: string;
  /** It is shown only, and is no part of what is saved. */
  readOnly?: true;
  /** A control of tags or lists makes no new ones. */
  isClosed?: true;
  items?: { type: 'string' | 'integer' };
};

/** The members of an object, in the order of its form. */
export type FormSchema = { properties: { [member: string]: FormMember }; required?: string[] };

/** A step as it is kept and sent. `tags`, `lists` and `field` mean the same in every kind of step. */
export type Step = {
  action?: string;
  tags?: number[];
  lists?: number[];
  field?: { [idOrSlug: string]: unknown };
  [member: string]: unknown;
};

/** A webhook that was made for a step: its secret is shown only now. */
export type MadeWebhook = { webhook_id: number; url: string; secret: string };

export type StepRun = { id: number; contactId: number; event: string };

/** The contacts whose runs stand at the step, at most 500. */
export type StepWork = {
  contacts: ContactChanges;
  runs: readonly StepRun[];
  rule: { id: number; name: string };
  now: Date;
};

export type StepOutcome = { outcome: 'done' | 'unchanged' | 'waiting' | 'sent'; detail: string };

/** A kind of step of rules. */
export type RuleStep = {
  /** The `action` of its steps. */
  name: string;
  /** The name in menus: "Add tags". */
  label: string;
  /** A step in words, in which `{member}` stands for a member: "Add the tags {tags}". */
  says: string;
  /** A note that the editor shows beside its members. */
  note?: string;
  icon?: string;
  members: FormSchema;
  /** Written without `action`, by the member that has its name. */
  isBare?: boolean;
  /** Members that answers show; a request that sends them back is accepted, and they are dropped. */
  ignores?: readonly string[];
  /** No step can follow. */
  isLast?: boolean;
  /** It can be done though the contact is gone. */
  needsNobody?: boolean;
  /** Permission needed to save a rule with it: `full`, or being an administrator to change the step at all. */
  right?: 'full' | 'administrator';
  /** When the next step is due; conditions are asked again then. */
  pauses?: (step: Step, now: Date) => Date;
  /** The step as it is kept, of members that fit the schema. @throws what is wrong with it */
  read?: (step: Step) => Step;
  /** Makes what the step needs besides, as its rule is saved. `former`: steps of this kind in all versions of the rule. */
  save?: (
    contacts: ContactChanges,
    step: Step,
    former: readonly Step[],
  ) => Promise<{ step: Step; shown?: MadeWebhook }>;
  /** Takes away what was made for the steps of a rule that is deleted. */
  forget?: (contacts: ContactChanges, steps: readonly Step[]) => Promise<void>;
  /** In place of doing it in vain: what a dry run says of it. */
  tries?: (step: Step) => { would: 'wait' | 'send'; detail: string };
  /**
   * Does the step, in one transaction with where its runs stand then. It may run more than once, and in vain for a dry run: it
   * must have no effect outside. Without an answer, the events of each contact are what came of it.
   */
  act: (work: StepWork, step: Step) => Promise<((contactId: number) => StepOutcome) | undefined>;
};

/** Without what it is narrowed to, every event of the kind is meant. */
export type Trigger = { event: string; tag?: number; list?: number; link?: string; [member: string]: unknown };

/** A kind of event that happens to a contact: it starts rules, and webhooks can subscribe to it. */
export type EventKind = {
  /** The name of the event, such as `tag.added`. */
  name: string;
  /** The name in the editor of rules: "A tag is added to a contact". */
  label: string;
  /** The same where it is narrowed: "The tag {tag} is added to a contact". */
  says?: string;
  /** The name in the list of webhook events: "Tag added". */
  title: string;
  /** Members by which a trigger may be narrowed. */
  members?: FormSchema;
  /** After it there is nobody left: no conditions, and only steps that need nobody. */
  leavesNobody?: boolean;
  /** The trigger's members as they are kept. @throws what is wrong with them */
  read?: (members: { [member: string]: unknown }) => object;
  /** Whether it is about what the trigger is narrowed to. Pure. */
  matches?: (trigger: Trigger, data: { [member: string]: unknown }) => boolean;
};

/** A condition as SQL, which holds for the contact `c`. */
export type ContactCondition = {
  sql: RawBuilder<unknown>;
  /**
   * Waits for what it has to know; the answer then leaves in bits the contacts of an index that meet the condition. Without it,
   * MySQL is asked for the ids of all contacts that `sql` holds for. Both ways have to find the same contacts.
   */
  inIndex?(index: unknown): ((bits: Int32Array) => void) | Promise<(bits: Int32Array) => void>;
};

/** The ids of contacts, or conditions, all of which contacts have to meet. */
export type FoundContacts = Iterable<number> | { conditions: readonly ContactCondition[] };

/** A condition of filters. `value` is that of the parameter `criterion[name]`; the built-in ones read `parameters` of their own. */
export type FilterCriterion = {
  name: string;
  label: string;
  /** `given`: the value, or an object of the parameters. `db` may be a transaction. @throws what is wrong with it */
  find(given: unknown, db: unknown): FoundContacts | Promise<FoundContacts>;
} & ({ value: FormMember } | { parameters: readonly string[] });

/** A value as JSON has it; null for none. */
export type ExportValue = string | number | string[] | null;

/** A contact as columns of exports read it. `record` has its columns as texts. */
export type ExportRow = {
  id: number;
  record: { readonly [column: string]: string };
  /** `subscribed` and so on. */
  status: string;
  tagNames: string[];
  listNames: string[];
};

/** A column of exports. */
export type ExportColumn = {
  name: string;
  /** The column's title in the admin application, which shows the name beside it. */
  label: string;
  /** Left out of the files of the admin application until somebody wants it. */
  isRare?: boolean;
  /** A value for each of some contacts, in their order. */
  read: (contacts: readonly ExportRow[]) => readonly ExportValue[] | Promise<readonly ExportValue[]>;
};

/** A button of the admin application. */
export type CardAction = {
  name: string;
  label: string;
  icon?: string;
  /** A sentence that is shown before, with a question whether it is meant: what will happen, and cannot be taken back. */
  warning?: string;
  /** The values that are asked for before. */
  form?: FormSchema;
  /**
   * `values` fit the form's schema. Answers what is said afterwards, as in "Sent to 3 contacts".
   * @throws why it cannot be done
   */
  run: (given: { values: { [member: string]: unknown }; row?: string }, by: Caller) => Promise<string | undefined>;
};

/** A row of a table: members by the columns' names. `id` tells it from the others; its first cell leads to the contact `contact_id`. */
export type CardRow = { id?: string | number; contact_id?: number; [column: string]: unknown };

type FormCard = {
  form: FormSchema;
  read: () => Promise<{ [member: string]: unknown }>;
  /** @throws what is wrong with the values, which fit the form's schema */
  save: (values: { [member: string]: unknown }, by: Caller) => Promise<unknown>;
  /** The plugin itself writes to the audit log what is saved. */
  isNoted?: true;
};

type TableCard = {
  /** The columns, as members of rows; the first one is a row's name. */
  columns: FormSchema;
  /** A page of at most `limit` rows, and how many there are in all. */
  rows: (page: { limit: number; offset: number }, by: Caller) => Promise<{ rows: readonly CardRow[]; total: number }>;
  /** In the menu of each row. */
  rowActions?: readonly CardAction[];
};

/** A form or a table on a screen of the admin application, with buttons. */
export type SettingsCard = {
  name: string;
  title: string;
  note?: string;
  /** The screen it is on: one of `registries.screens`, or `plugins`, that of the settings, when left out. */
  screen?: string;
  /** The least role that may use it; that of its screen when left out, and administrator where that has none. */
  least?: Role;
  actions?: readonly CardAction[];
} & (FormCard | TableCard);

/** A screen of the admin application, at `/wp-admin/screens/{name}`. It shows the cards that name it. */
export type AdminScreen = {
  name: string;
  /** The name in the menu and in the finder, and its heading. */
  title: string;
  note?: string;
  icon?: string;
  /** The navigation, when left out, or the tabs of the settings. */
  menu?: 'main' | 'settings';
  /** The built-in screen of that menu that it stands after, such as `contacts`. */
  after?: string;
  /** A letter that leads there after a `g`, where no other screen has it. */
  key?: string;
  /** The least role that it is for; administrator when left out. */
  least?: Role;
};

export class Registries {
  readonly steps = new Registry<RuleStep>('rule step');
  readonly events = new Registry<EventKind>('kind of event');
  readonly criteria = new Registry<FilterCriterion>('filter criterion');
  readonly columns = new Registry<ExportColumn>('export column');
  readonly cards = new Registry<SettingsCard>('settings card');
  readonly screens = new Registry<AdminScreen>('screen');
  readonly jobs = new Registry<ScheduledJob>('scheduled job');

  forPlugin(owner: { plugin: string; trusted: boolean }, onAdd: (remove: () => void) => void): PluginRegistries {
    return {
      steps: this.steps.forPlugin(owner, onAdd),
      events: this.events.forPlugin(owner, onAdd),
      criteria: this.criteria.forPlugin(owner, onAdd),
      columns: this.columns.forPlugin(owner, onAdd),
      cards: this.cards.forPlugin(owner, onAdd),
      screens: this.screens.forPlugin(owner, onAdd),
      jobs: this.jobs,
    };
  }
}

export type PluginRegistries = {
  steps: PluginRegistry<RuleStep>;
  events: PluginRegistry<EventKind>;
  criteria: PluginRegistry<FilterCriterion>;
  columns: PluginRegistry<ExportColumn>;
  cards: PluginRegistry<SettingsCard>;
  screens: PluginRegistry<AdminScreen>;
  /** `schedule` adds to it. */
  jobs: Pick<Registry<ScheduledJob>, 'list' | 'ownerOf'>;
};
