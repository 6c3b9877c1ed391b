/** What the REST API answers, in the form of its own answers. */
import type { Role as HostRole } from '../host/route.ts';
import type { ContactRecord as Record } from '../plugins/automations/contacts/record.ts';

export type Role = HostRole;

export type Session = {
  user: { ID: number; email: string; name: string; role: Role; wordpress: boolean };
  nonce: string;
  site: { url: string; mail: boolean };
};

/** A tag or a list. */
export type Term = { ID: number; name: string };

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
  /** 1: contacts can be given other values. */
  mode?: string;
  meta: never[] | { placeholder?: string; options?: string[] };
  created_at: string;
};
