/**
 * Contacts as plugins work with them. Contact automation provides them; the host hands them on, each plugin's over that plugin's
 * own connections.
 */
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
  /** `subscribed` and so on. */
  status: string;
  creation_date: Date;
  last_modified: Date;
  /** Ids of tags and lists. */
  tags: number[];
  lists: number[];
  /** Values by the slugs of custom fields. */
  fields: { [slug: string]: string | string[] };
};

/** The body of `POST /contact/add` and `/contact/update`: columns, `tags`, `lists`, `fields` by id or slug, `replace_tags` and so on. */
export type ContactInput = { [member: string]: unknown };

type Ids = number | readonly number[];

/** One transaction over contacts. What it reads is locked until the end; what it changes is told once it is stored. */
export type ContactChanges = {
  find: (by: { id: number } | { email: string }) => Promise<Contact | undefined>;
  /** @throws already_exists, or what is wrong with a value */
  add: (input: ContactInput) => Promise<Contact>;
  /** Changes up to 500 contacts as `POST /contact/update` does; ids of contacts that do not exist are ignored. */
  update: (contacts: Ids, input: ContactInput) => Promise<void>;
  /** Puts on tags and lists by their ids. @throws unprocessable_entity when none of them exists */
  tag: (contacts: Ids, terms: { tags?: number[]; lists?: number[] }) => Promise<void>;
  untag: (contacts: Ids, terms: { tags?: number[]; lists?: number[] }) => Promise<void>;
  delete: (contacts: Ids) => Promise<void>;
  /** @throws contact_not_exists */
  note: (contact: number, text: string) => Promise<void>;
  /** Tells an event of a kind that the registry of events has: to webhooks, the timeline, and the rules it starts. */
  tell: (event: string, contact: number, data?: object) => void;
};

export type Contacts = {
  find: (by: { id: number } | { email: string }) => Promise<Contact | undefined>;
  /** The ids of those that meet a filter, the parameters of `GET /contacts`. */
  ids: (filter: { [parameter: string]: unknown }) => Promise<number[]>;
  /** Runs `work` as one transaction, which may run more than once and must have no effect outside. `by` is the plugin when left out. */
  change: <T>(work: (contacts: ContactChanges) => Promise<T>, by?: Caller) => Promise<T>;
};

/** Makes a plugin's contacts; `plugin` is its name. */
export type ProvideContacts = (plugin: string) => Contacts;
