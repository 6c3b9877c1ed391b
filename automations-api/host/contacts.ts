/** The contacts API for plugins. Contact automation implements it; each plugin uses its own database connections. */
import type { Transaction } from 'kysely';
import type { Postponed, WrittenMail } from '../../shared/mail/transport.ts';
import type { Language } from '../../shared/pages/language.ts';
import type { Caller } from './core/route.ts';

export type Contact = {
  id: number;
  uid: string;
  email: string;
  f_name: string;
  l_name: string;
  contact_no: string;
  country: string;
  state: string;
  timezone: string;
  type: string;
  source: string;
  points: number;
  /** The name of the status, such as `subscribed`. */
  status: string;
  creation_date: Date;
  last_modified: Date;
  /** The ids of the tags. */
  tags: number[];
  /** The ids of the lists. */
  lists: number[];
  /** Custom field values, keyed by slug. */
  fields: { [slug: string]: string | string[] };
};

/**
 * The body of `POST /contact/add` and `/contact/update`: columns, `tags`, `lists`, `fields` by id or slug,
 * `replace_tags` etc.
 */
export type ContactInput = { [member: string]: unknown };

type Ids = number | readonly number[];

/** An email as its writer gets it, with the contact that it was queued for, if that still exists. `data` contains no secrets. */
export type QueuedMail = {
  id: number;
  to: string;
  contact: Contact | undefined;
  data: { [member: string]: unknown };
};

/** A due email. `by` and `details` are for the entry `email.sent` on the contact's timeline. */
export type ContactMail = WrittenMail & { by?: Caller; details?: object };

/** A sent email, with the `details` of its writer. After a merge, the contact is the kept one. */
export type RecordedMail = { mail: number; contact: number; details: object };

/** A function that writes an email when it is sent. It resolves to undefined if the email is no longer needed. */
export type MailWriter = (mail: QueuedMail) => Promise<ContactMail | Postponed | undefined>;

/**
 * Functions of a kind that store facts about emails. `recordSent` runs in the transaction that marks emails of the kind as
 * sent, for those whose contact still exists. `recordOutcome` runs in the transaction that stores an outcome, for all kinds.
 */
export type MailRecords<Tables> = {
  recordSent?: (trx: Transaction<Tables>, mails: RecordedMail[]) => Promise<unknown>;
  recordOutcome?: (trx: Transaction<Tables>, outcome: MailOutcome) => Promise<unknown>;
};

/**
 * An outcome of an email to a contact, named by the token or the notice that reported it. Only notices of bounces and
 * complaints can lack the email's id. A complaint counts as unsubscribing.
 */
export type MailOutcome = {
  outcome: 'bounced' | 'clicked' | 'unsubscribed';
  contactId: number;
  mailId: number | undefined;
};

/** An email that contains the links, and the email's template. */
export type LinkedMail = { mail: number; contact: number; template: { id: number; name: string } };

/** The short URLs of links. `isComplete`: false while the link service has not created all of them. */
type ShortUrls = { shorten: (url: string) => string; isComplete: boolean };

/** An email to queue. It is deleted with the contact, and emails to contacts get the unsubscribe headers. */
type NewMail = {
  /** A kind that was added with `addMailKind`; or `plain`, whose `data` is the written email. */
  kind: string;
  to: string;
  contact?: number;
  /** The data is stored as JSON, so it must not contain secrets. */
  data?: object;
  /** The earliest time; now by default. */
  dueAt?: Date;
};

/** A contact's personal URLs, for emails to this contact only. */
export type ConsentLinks = { unsubscribe_url: string; preferences_url: string };

/** The parts that all emails to a contact have, in the contact's language. `sender` is the site's name. */
export type EmailParts = {
  language: Language;
  sender: string;
  urls: ConsentLinks;
  /** Texts for links to the URLs. */
  texts: { unsubscribe: string; preferences: string };
};

/** A transaction over contacts. Locks the contacts it reads. The events of its changes are sent after the commit. */
export type ContactChanges = {
  find: (by: { id: number } | { email: string }) => Promise<Contact | undefined>;
  /** @throws already_exists, or the fault of a value */
  add: (input: ContactInput) => Promise<Contact>;
  /** Changes up to 500 contacts as `POST /contact/update` does. Ignores unknown ids. */
  update: (contacts: Ids, input: ContactInput) => Promise<void>;
  /**
   * Adds a contact from outside data, or completes the contact with this email address: writes only empty columns and
   * fields, and those in `overwrite` (fields by the key that `input` uses). Adds tags and lists. Keeps a known
   * contact's status. Leaves out invalid values. A new contact gets the site's confirmation email. `add_points` in
   * `input` adds points.
   * @throws email_invalid, or unprocessable_entity with the detail `isErased`
   */
  complete: (input: ContactInput, options?: { overwrite?: readonly string[] }) => Promise<CompletedContact>;
  /** Adds tags and lists by their ids. @throws unprocessable_entity if none of them exists */
  tag: (contacts: Ids, terms: { tags?: number[]; lists?: number[] }) => Promise<void>;
  untag: (contacts: Ids, terms: { tags?: number[]; lists?: number[] }) => Promise<void>;
  delete: (contacts: Ids) => Promise<void>;
  /** @throws contact_not_exists */
  note: (contact: number, text: string) => Promise<void>;
  /** Queues emails in this transaction. */
  mail: (...mails: NewMail[]) => Promise<void>;
  /** The transaction, for `api.within`. */
  trx: Transaction<unknown>;
  /**
   * Emits an event of a registered kind to webhooks, the timeline and rules. The kind `custom` records the event `{
   * name, at?, data? }`, as `POST /contact/event` does. @throws unprocessable_entity
   */
  emit: (event: string, contact: number, data?: object) => void;
};

/** The result of `complete`. `ignored` names the values that were left out. */
export type CompletedContact = { id: number; result: 'created' | 'changed' | 'unchanged'; ignored: string[] };

/** A custom field that can be edited. `options` are the choices of `select`, `radio` and `checkbox`. */
export type ContactField = {
  id: number;
  slug: string;
  name: string;
  type: 'text' | 'number' | 'textarea' | 'select' | 'radio' | 'checkbox' | 'date';
  placeholder: string;
  options: string[];
  /** The maximum length of a text value. */
  longest: number;
};

export type ContactTerm = { id: number; type: 'tag' | 'list'; name: string };

export type Contacts<Tables = unknown> = {
  /** Lists the custom fields that can be edited. */
  fields: () => Promise<ContactField[]>;
  /** Finds the tags and lists among the ids. */
  terms: (ids: readonly number[]) => Promise<ContactTerm[]>;
  /**
   * Finds the columns and custom fields of an input that could not be stored: unknown ones, and those whose values do
   * not fit. Fields are named by their keys in `fields`.
   */
  faults: (input: ContactInput) => Promise<string[]>;
  find: (by: { id: number } | { email: string }) => Promise<Contact | undefined>;
  /** Finds the ids of contacts that match a filter. The filter has the parameters of `GET /contacts`. */
  ids: (filter: { [parameter: string]: unknown }) => Promise<number[]>;
  /** Returns undefined if the contact does not exist. */
  links: (contact: number) => Promise<ConsentLinks | undefined>;
  /**
   * Shortens URLs with short links of the connected workspace, one for each template and URL, so that clicks become events
   * of the contact. Requests links that do not exist yet. A URL without a short link stays as it is.
   */
  shortUrls: (mail: LinkedMail, urls: readonly string[]) => Promise<ShortUrls>;
  /** Returns the parts of an email to a contact; by default those of an example, whose URLs do nothing. */
  emailParts: (contact?: Contact, mail?: number) => Promise<EmailParts>;
  /**
   * Adds the writer of a kind of email, until the plugin stops. Queued emails of the kind then wait. @throws if the kind is
   * taken
   */
  addMailKind: (kind: string, write: MailWriter, records?: MailRecords<Tables>) => void;
  /**
   * Runs `work` as one transaction, which also takes the plugin's own queries. `work` can run more than once, so it
   * must have no other effects. `by` is the plugin by default.
   */
  change: <T>(work: (contacts: ContactChanges, trx: Transaction<Tables>) => Promise<T>, by?: Caller) => Promise<T>;
  /** Adds personal data that the plugin stores about contacts. */
  addSection: (section: PluginSection<Tables>) => void;
  /** Adds uses of tags, lists and custom fields in what the plugin stores. */
  addUses: (uses: PluginUses<Tables>) => void;
};

/** A tag, a list or a custom field. */
export type UsedObject = { type: 'tag' | 'list'; id: number } | { type: 'field'; id: number; slug: string };

/** Tags or lists that are merged into `into`; without it, they are deleted. */
export type TermChange = { type: 'tag' | 'list'; from: readonly number[]; into?: number | undefined };

/** Uses of tags, lists and fields by objects of a plugin, such as forms. Waypost shows them before a deletion. */
export type PluginUses<Tables = unknown> = {
  /** The name of the objects, and the field of the answer, such as `forms`. */
  name: string;
  /** The heading in the admin application. */
  title: string;
  /** The path of the objects' screen below `/wp-admin`, before the object's id. */
  path?: string;
  /** Lists the objects that use `used`. */
  list: (used: UsedObject) => Promise<{ id: number; name: string }[]>;
  /** Replaces or removes the tags or lists in all objects, in the transaction of the merge or deletion. */
  replace: (trx: Transaction<Tables>, change: TermChange) => Promise<unknown>;
};

/** A contact's columns that identify it. `email_key` is the email address as it is compared. */
export type ContactIdentity = { id: number; email: string; email_key: string };

/** Personal data that a plugin stores about contacts, for exports, merges and deletions. Transactions take its queries. */
export type PluginSection<Tables = unknown> = {
  /** The field of the export, and its heading. */
  name: string;
  title: string;
  /** Lists all entries about a contact, oldest first, as JSON values. */
  list: (contact: ContactIdentity) => Promise<Record<string, unknown>[]>;
  /** Moves all entries to the contact that is kept in a merge. */
  move: (trx: Transaction<Tables>, fromId: number, toId: number) => Promise<unknown>;
  /** Deletes all entries about contacts that are being deleted. */
  remove: (trx: Transaction<Tables>, contactIds: number[]) => Promise<unknown>;
  /** Deletes entries that only mention an erased contact. */
  erase?: (trx: Transaction<Tables>, erased: ErasedContact) => Promise<unknown>;
};

/** The current and previous email addresses of an erased contact. `containsAddress` finds them in a text. */
export type ErasedContact = { emailKeys: readonly string[]; containsAddress: (text: string) => boolean };

/**
 * A function that creates the contacts API of the plugin with this name. The transactions have the provider's tables.
 * `addMailKind` returns a function that removes the kind.
 */
export type ProvideContacts = (plugin: string) => Omit<Contacts, 'addSection' | 'addUses' | 'addMailKind'> & {
  addMailKind: (...kind: Parameters<Contacts['addMailKind']>) => () => void;
};
