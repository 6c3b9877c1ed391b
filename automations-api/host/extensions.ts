/**
 * The registries through which plugins extend contact automation and the admin application. Entries are data, so the
 * rule editor and the settings can show them without code from the plugin. Built-in entries use the same registries.
 */
import type { RawBuilder } from 'kysely';
import type { ContactChanges } from './contacts.ts';
import type { Caller, Role } from './core/route.ts';
import type { ScheduledJob } from './jobs.ts';
import type { Preview } from './previews.ts';
import { type PluginRegistry, Registry } from './registry.ts';

/** The control of a field whose type alone does not determine the control. */
type FormControl =
  | 'tags'
  | 'lists'
  | 'tag'
  | 'list'
  | 'link'
  | 'status'
  | 'field'
  | 'fields'
  | 'template'
  | 'form'
  | 'duration'
  | 'url'
  | 'date'
  | 'textarea'
  | 'filter'
  | 'steps'
  | 'wait_until';

/** The JSON Schema of a field. Forms show `title` as the label and `description` as help. */
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
  /** The value that an empty field means. It is shown in the empty field. */
  placeholder?: string;
  /** True if the field is shown but not saved. */
  readOnly?: true;
  /** True if the control cannot create new tags or lists. */
  isClosed?: true;
  items?: { type: 'string' | 'integer' };
};

/** The fields of an object, in the order of its form. */
export type FormSchema = { properties: { [member: string]: FormMember }; required?: string[] };

/**
 * A step as stored and sent. `tags`, `lists` and `field` mean the same in every kind of step. A step with `if` has the
 * steps of both branches. A stored step has an `id`, unique in its rule.
 */
export type Step = {
  id?: number;
  action?: string;
  if?: object;
  then?: Step[];
  else?: Step[];
  tags?: number[];
  lists?: number[];
  field?: { [idOrSlug: string]: unknown };
  [member: string]: unknown;
};

/** A webhook created for a step. Its secret is shown only once. */
export type CreatedWebhook = { webhook_id: number; url: string; secret: string };

export type StepRun = { id: number; contactId: number; event: string };

/** The input of a step: at most 500 runs that have reached it, their rule, and the contacts API. */
export type StepWork = {
  contacts: ContactChanges;
  runs: readonly StepRun[];
  rule: { id: number; name: string };
  now: Date;
};

/** `then` and `else` are the branches of a step with `if`. `dueAt` replaces the end of a pause for this contact. */
export type StepOutcome = {
  outcome: 'done' | 'unchanged' | 'waiting' | 'sent' | 'then' | 'else';
  detail: string;
  dueAt?: Date;
};

/** A kind of rule step. */
export type RuleStep = {
  /** The value of `action`. */
  name: string;
  /** The name in menus, such as "Add tags". */
  label: string;
  /** A description of a step with its fields in braces: "Add the tags {tags}". */
  says: string;
  /** A note that the editor shows beside its fields. */
  note?: string;
  icon?: string;
  members: FormSchema;
  /** True if a field with the kind's name identifies the steps of this kind. They have no `action`. */
  isBare?: boolean;
  /** Fields that only answers have. They are ignored if a request sends them back. */
  ignores?: readonly string[];
  /** True if the step ends the run, so that no step can follow in its list. */
  isLast?: boolean;
  /** True if the step runs even if the contact is deleted. */
  needsNobody?: boolean;
  /**
   * An additional requirement: the permission `full` to save a rule with this step, or the role administrator to
   * change the step.
   */
  right?: 'full' | 'administrator';
  /** Returns when the next step is due. Conditions are checked again then. */
  pauses?: (step: Step, now: Date) => Date;
  /** Converts a step that fits the schema to its stored form. @throws with the step's fault */
  read?: (step: Step) => Step;
  /**
   * Creates related objects when the rule is saved. `previous`: steps of this kind in all earlier versions of the
   * rule.
   */
  save?: (
    contacts: ContactChanges,
    step: Step,
    previous: readonly Step[],
  ) => Promise<{ step: Step; shown?: CreatedWebhook }>;
  /** Deletes the objects that `save` created, when the rule is deleted. */
  forget?: (contacts: ContactChanges, steps: readonly Step[]) => Promise<void>;
  /** Returns what a dry run would send. The dry run then does not call `act`. */
  tries?: (step: Step) => string;
  /**
   * Performs the step, in one transaction with the progress of its runs. It can run more than once, and a dry run
   * rolls it back, so it must have no other effects. If it returns nothing, the outcome is derived from each
   * contact's events.
   */
  act: (work: StepWork, step: Step) => Promise<((contactId: number) => StepOutcome) | undefined>;
};

/** A rule's trigger. Without other fields it matches every event of this kind. */
export type Trigger = { event: string; tag?: number; list?: number; link?: string; [member: string]: unknown };

/** The steps of a rule's current version, and the events that it names: trigger, waits and goal. */
export type RuleParts = { rule: { id: number; name: string }; steps: Step[]; triggers: Trigger[] };

/** The rules of contact automation, from the filter `automations_rules`. */
export type RuleList = { list: () => Promise<RuleParts[]> };

/** A kind of contact event that can start rules and that webhooks can subscribe to. */
export type EventKind = {
  /** The name of the event, such as `tag.added`. */
  name: string;
  /** The name in the rule editor: "A tag is added to a contact". */
  label: string;
  /** The name if the trigger has fields: "The tag {tag} is added to a contact". */
  says?: string;
  /** The name in the list of webhook events: "Tag added". */
  title: string;
  /** Fields that can narrow a trigger. */
  members?: FormSchema;
  /** True if the event deletes the contact. Its rules have no conditions, and only steps with `needsNobody`. */
  leavesNobody?: boolean;
  /** Converts the trigger's fields to their stored form. @throws with the fault of a field */
  read?: (members: { [member: string]: unknown }) => object;
  /** Checks, when a rule is saved, that the objects in the trigger's fields exist. @throws if one does not */
  check?: (contacts: ContactChanges, trigger: Trigger) => Promise<void>;
  /** Checks whether an event matches the trigger's fields. Pure. */
  matches?: (trigger: Trigger, data: { [member: string]: unknown }) => boolean;
};

/** A condition as SQL on the contact `c`. */
export type ContactCondition = {
  sql: RawBuilder<unknown>;
  /**
   * Returns a function that clears the bits of contacts in the index that do not meet the condition. Without it,
   * MySQL selects the ids by `sql`. Both must find the same contacts.
   */
  inIndex?(index: unknown): ((bits: Int32Array) => void) | Promise<(bits: Int32Array) => void>;
};

/** Ids of contacts, or conditions that contacts must all meet. */
export type FoundContacts = Iterable<number> | { conditions: readonly ContactCondition[] };

/** A filter condition. `value` is the schema of `criterion[name]`; built-in criteria have their own `parameters`. */
export type FilterCriterion = {
  name: string;
  label: string;
  /**
   * Finds the contacts that meet the condition. `given` is the value, or an object of the parameters. `db` can be a
   * transaction. @throws with the value's fault
   */
  find(given: unknown, db: unknown): FoundContacts | Promise<FoundContacts>;
} & ({ value: FormMember } | { parameters: readonly string[] });

/** A JSON value; null if there is none. */
export type ExportValue = string | number | string[] | null;

/** A contact as export columns read it. `record` has its columns as text. */
export type ExportRow = {
  id: number;
  record: { readonly [column: string]: string };
  /** The name of the status, such as `subscribed`. */
  status: string;
  tagNames: string[];
  listNames: string[];
};

/** An export column. */
export type ExportColumn = {
  name: string;
  /** The title in the admin application, shown beside the name. */
  label: string;
  /** True if the admin application does not select the column by default. */
  isRare?: boolean;
  /** Returns a value per contact, in order. */
  read: (contacts: readonly ExportRow[]) => readonly ExportValue[] | Promise<readonly ExportValue[]>;
};

/** The values of a form, and the id of a row for an action or a preview of a row. */
export type CardInput = { values: { [member: string]: unknown }; row?: string };

/** A button on a plugin's card in the admin application. */
export type CardAction = {
  name: string;
  label: string;
  icon?: string;
  /** The text of a confirmation dialog: the effect of the action, and that it cannot be undone. */
  warning?: string;
  /** The form to fill in first. */
  form?: FormSchema;
  /**
   * Returns the message to show, such as "Sent to 3 contacts". `values` fit the form's schema.
   * @throws with the reason for a failure
   */
  run: (given: CardInput, by: Caller) => Promise<string | undefined>;
};

/** A table row: values keyed by column name. `id` identifies it; its first cell links to the contact `contact_id`. */
export type CardRow = { id?: string | number; contact_id?: number; [column: string]: unknown };

type FormCard = {
  form: FormSchema;
  read: () => Promise<{ [member: string]: unknown }>;
  /** Saves the form. `values` fit its schema. @throws with the fault of a value */
  save: (values: { [member: string]: unknown }, by: Caller) => Promise<unknown>;
  /** True if the plugin writes its own audit log entry for each save. */
  isNoted?: true;
};

type TableCard = {
  /** The columns. The first one is the row's name. */
  columns: FormSchema;
  /** Returns a page of at most `limit` rows, and the total. */
  rows: (page: { limit: number; offset: number }, by: Caller) => Promise<{ rows: readonly CardRow[]; total: number }>;
  /** Actions in each row's menu. */
  rowActions?: readonly CardAction[];
};

/** A form or a table on a screen of the admin application, with buttons. */
export type SettingsCard = {
  name: string;
  title: string;
  note?: string;
  /** The screen: one of `registries.screens`, or `plugins` (a tab of the settings) by default. */
  screen?: string;
  /** The lowest role that can use the card; by default its screen's, or administrator if the screen has none. */
  least?: Role;
  actions?: readonly CardAction[];
  /**
   * Returns a preview of the form's unsaved values, or of a row. The function must have no effects. @throws with the
   * fault of a value
   */
  preview?: (given: CardInput, by: Caller) => Promise<Preview>;
} & (FormCard | TableCard);

/** A screen of the admin application, at `/wp-admin/screens/{name}`. It shows the cards that name it. */
export type AdminScreen = {
  name: string;
  /** The heading, and the name in the menu and the finder. */
  title: string;
  note?: string;
  icon?: string;
  /** The navigation (default) or the tabs of the settings. */
  menu?: 'main' | 'settings';
  /** The built-in screen that precedes it in the menu, such as `contacts`. */
  after?: string;
  /** A letter that opens it after `g`, unless another screen has that letter. */
  key?: string;
  /** The lowest role that can see the screen; administrator by default. */
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
  /** Read-only: `schedule` adds jobs. */
  jobs: Pick<Registry<ScheduledJob>, 'list' | 'ownerOf'>;
};
