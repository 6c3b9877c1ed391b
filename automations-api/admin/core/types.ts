/** What the REST API answers, in the form of its own answers. */
import type { Role as HostRole } from '../../host/route.ts';
import type { PageName as Page, ConsentSettings as Settled } from '../../plugins/automations/consent/settings.ts';
import type { ContactRecord as Record } from '../../plugins/automations/contacts/record.ts';

export type Role = HostRole;

export type Session = {
  user: { ID: number; email: string; name: string; role: Role; wordpress: boolean };
  nonce: string;
  site: { url: string; mail: boolean };
};

/** A tag or a list. */
export type Term = { ID: number; name: string };
export type CountedTerm = Term & { contacts: number; created_at: string; updated_at: string | null };
export type TermPage = { terms: CountedTerm[]; total: number };

type Named = { ID: number; name: string };
/** What would be concerned if something went. */
export type Users = { rules: Named[]; segments: Named[] };
/** `public`: contacts may choose the list themselves. */
export type Uses = Users & { contacts: number; public?: boolean };

/** One who may sign in. */
export type SiteUser = {
  ID: number;
  email: string;
  name: string;
  role: Role;
  status: 'active' | 'invited';
  wordpress: boolean;
  created_at: string;
  last_sign_in_at: string | null;
};
export type InvitedUser = SiteUser & { invite_url: string };

/** What the service is made of. */
export type SitePlugin = {
  name: string;
  version: string;
  description: string;
  active: boolean;
  /** Where it is; '' when it is not installed. */
  from: string;
  tables: string[];
  /** '' where all is well. */
  problem: string;
  /** Not to be switched off here. */
  needed: boolean;
};

/** How mails leave: by a mail server, or without one into a folder. */
export type SiteMail = { server: string | null; folder: string | null; from: string };

export type Outbox = {
  waiting: number;
  failed: number;
  /** Neither is counted further. */
  counted_to: number;
  last_sent_at: string | null;
  last_failure: {
    kind: string;
    error: string;
    attempts: number;
    created_at: string;
    /** Null: given up. */
    next_try_at: string | null;
  } | null;
};

export type LinkBinding = { bound: boolean; workspace_id: string | null; known_to_links: boolean };

export type ConsentSettings = Settled & {
  default_sender: string;
  from: string;
  /** What pages without a text say. */
  default_pages: { [page in Page]: string };
};
export type ConsentPage = Page;
/** `pages` are addresses that hold an hour. */
export type ConsentPreview = {
  mail: { from: string; subject: string; text: string };
  pages: { [page in ConsentPage | 'mail']: string };
};

/** Of the REST API. */
export type ApiKey = {
  ID: number;
  permission: 'read' | 'write' | 'full';
  description: string;
  active: boolean;
  created_at: string;
  last_used_at: string | null;
};
export type NewApiKey = ApiKey & { key: string };

export type Invitation = { email: string; name: string; role: Role };

/** Where one is signed in. Times are UTC, as `YYYY-MM-DD HH:MM:SS`. */
export type OwnSession = {
  ID: number;
  current: boolean;
  created_at: string;
  last_used_at: string;
  user_agent: string;
  address: string;
};

export type StatusName = 'unverified' | 'subscribed' | 'bounced' | 'unsubscribed' | 'soft_bounced' | 'complaint';

/** `fields`: where they were asked for. */
export type ContactRecord = Record & { fields?: { [fieldId: string]: string | string[] } };
export type ContactPage = { contacts: ContactRecord[]; total: number; next_cursor: string | null };
export type ContactDetail = {
  contact: { id: number; uid: string; email: string; wp_id: number; db_contact: ContactRecord | null };
  fields: { [fieldId: string]: string | string[] | null };
};

/** An action on many contacts. */
export type Job = {
  ID: number;
  action: string;
  status: 'queued' | 'running' | 'done' | 'cancelled' | 'failed';
  done: number;
  total: number;
  failed: number;
  /** Why some failed. */
  error: string | null;
  by: By;
  created_at: string;
};

/** A named filter; `count` is null until it was counted. */
export type Segment = {
  ID: number;
  name: string;
  filter: { [name: string]: unknown };
  count: number | null;
  created_at: string;
};

/** What makes a rule run; `tag`, `list` and `link` narrow the events of that kind. */
export type RuleTrigger = { event: string; tag?: number; list?: number; link?: string };

/** One of: `wait`; an action with what it needs; a webhook with its `url`. */
export type RuleStep = {
  wait?: string;
  action?: string;
  tags?: number[];
  lists?: number[];
  status?: string;
  resubscribe?: boolean;
  field?: { [idOrSlug: string]: unknown };
  url?: string;
  /** By which `url` is told. */
  webhook_id?: number;
};

export type RunStatus = 'running' | 'waiting' | 'done' | 'stopped' | 'failed' | 'cancelled';

/** What is done to contacts when something happens to them. */
export type Rule = {
  ID: number;
  name: string;
  trigger: RuleTrigger;
  conditions: { [name: string]: unknown };
  steps: RuleStep[];
  active: boolean;
  runs: { [status in RunStatus]: number };
  created_at: string;
  updated_at: string | null;
  /** Of webhooks just made, shown once. */
  webhooks?: RuleSecret[];
};
type RuleSecret = { webhook_id: number; url: string; secret: string };

/** A rule at work for one contact. */
export type RuleRun = {
  ID: number;
  rule_id: number;
  rule_name: string | null;
  contact_id: number;
  contact_email: string | null;
  event: string;
  led_by_rules: { ID: number; name: string | null }[];
  status: RunStatus;
  step: number;
  next_step: RuleStep | null;
  reason: string | null;
  due_at: string | null;
  created_at: string;
  ended_at: string | null;
};
/** What a step did; all null where it was not reached. */
export type RunStep = RuleStep & { step: number; at: string | null; outcome: string | null; detail: string | null };

/** What a rule would do to a contact now. */
export type DryRun = {
  would_run: boolean;
  reason: string | null;
  conditions: { met: boolean; unmet: string[] };
  steps: (RuleStep & { step: number; would: string; detail: string })[];
};

/** To how many contacts a trigger happened in the last days, and how many of them meet the conditions now. */
export type RuleReach = { days: number; contacts: number; met: number; complete: boolean };

/** Who is told what happens. Without events it belongs to a rule. */
export type Webhook = {
  ID: number;
  url: string;
  events: string[];
  active: boolean;
  created_at: string;
  updated_at: string | null;
  attempted_at: string | null;
  /** Since then nothing was taken. */
  failing_since: string | null;
  /** Until then the former secret signs beside the present one. */
  former_secret_until: string | null;
  /** Messages that wait, and that were given up, each counted up to 10,000. */
  pending: number;
  dead: number;
};
export type NewWebhook = Webhook & { secret: string };

export type Delivery = {
  ID: number;
  webhook_id: number;
  message_id: string;
  event: string;
  status: 'pending' | 'delivered' | 'dead';
  attempts: number;
  last_error: string | null;
  payload: object;
  created_at: string;
  attempted_at: string | null;
  next_attempt_at: string | null;
};

export type AuditEntry = { at: string; act: string; subject: string; by: By; data: object | null };

/** Who brought something about. */
type By = { type: string; id: number; name: string };

export type TimelineEntry = {
  at: string;
  event: string;
  by: By;
  data: { [name: string]: unknown };
};

export type FieldGroup = { ID: string; name: string };

export type CustomField = {
  ID: string;
  group_id: string;
  name: string;
  slug: string;
  type: string;
  meta: never[] | { placeholder?: string; options?: string[] };
  created_at: string;
  /** From 1: where it stands in forms. */
  position: number;
  /** 1: contacts can be given other values. */
  mode: string;
  /** How many have a value; null while that is not known. */
  contacts?: number | null;
};

export type StatusCounts = { status: StatusName; contacts: number }[];

/** Of one period, by the day or month in which they were made. */
type CreatedContacts = {
  /** Whole days in UTC, both included. */
  from: string;
  to: string;
  created: number;
  created_statuses: StatusCounts;
  series: { start: string; created: number }[];
};

export type SiteStats = CreatedContacts & {
  contacts: number;
  statuses: StatusCounts;
  first_day: string | null;
  interval: 'day' | 'month';
  /** How many are older than the period. */
  before: number;
  previous?: CreatedContacts;
};

/** An entry of a timeline, and whose it is. */
export type SiteEvent = TimelineEntry & { contact: { id: string; email: string; f_name: string; l_name: string } };

export type TroubledWebhook = {
  ID: number;
  url: string;
  active: boolean;
  dead: number;
  pending: number;
  pending_since: string | null;
  last_error: string | null;
};
