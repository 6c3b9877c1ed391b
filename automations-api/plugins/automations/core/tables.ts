/**
 * Row types of the plugin's tables; see `migrations/`. Table names have no prefix here: the host adds it. Ids are
 * numbers (below 2^53), times are Dates in UTC.
 */
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { Flag, Nullable } from '../../../../shared/db/columns.ts';
import type { IdempotencyTable } from '../../../../shared/idempotency/tables.ts';
import type { ImportTables } from '../../../../shared/import/tables.ts';
import type { MailColumns } from '../../../../shared/mail/outbox-queries.ts';
import type { DeliveryColumns } from '../../../../shared/webhooks/delivery-queries.ts';
import type { CallerColumns } from './callers.ts';
import type { ColumnValue, ContactColumn } from './contact-columns.ts';

type ApiKeyTable = {
  id: Generated<number>;
  hash: Buffer;
  permission: 'read' | 'write' | 'full';
  description: string;
  active: Flag;
  created_at: Date;
  last_used_at: Nullable<Date>;
};

type TermTable = {
  id: Generated<number>;
  type: number;
  name: string;
  name_key: string;
  created_at: Date;
  updated_at: Nullable<Date>;
};

type TermDeletionTable = { term_id: number; type: number; name: string; created_at: Date };
type TermMergeTable = TermDeletionTable & CallerColumns & { into_id: number };

export type ContactTable = {
  id: Generated<number>;
  uid: string;
  email: string;
  email_key: string;
  creation_date: Date;
  last_modified: Date;
} & { [name in Exclude<ContactColumn, 'email'>]: Generated<ColumnValue<name>> };

type ContactTermTable = { term_id: number; creation_date: Date; contact_id: number };
type ContactChangeTable = { id: Generated<number>; contact_id: number; changed_at: Generated<Date> };
type ContactCountTable = {
  term_id: number;
  axis: number;
  day: number;
  status: number;
  n: number;
};

type FieldGroupTable = { id: Generated<number>; name: string; created_at: Date; position: Generated<number> };
export type FieldTable = {
  id: Generated<number>;
  name: string;
  name_key: string;
  slug: string;
  type: number;
  group_id: number;
  placeholder: string;
  options: Nullable<string>;
  mode: number;
  search: number;
  view: Generated<number>;
  created_at: Date;
  position: Generated<number>;
};
/** A contact's value of a custom field. DECIMAL is read as text, to keep all digits, and DATE as midnight in UTC. */
export type FieldValueTable = {
  contact_id: number;
  field_id: number;
  text_value: Nullable<string>;
  number_value: Nullable<string>;
  date_value: Nullable<Date>;
};

export type SegmentTable = {
  id: Generated<number>;
  name: string;
  name_key: string;
  filter: string;
  parent_id: Nullable<number>;
  counted: Nullable<number>;
  counted_at: Nullable<Date>;
  holds: Generated<number>;
  created_at: Date;
  updated_at: Nullable<Date>;
};

export type JobTable = {
  id: Generated<number>;
  status: 'queued' | 'running' | 'done' | 'cancelled' | 'failed';
  filter: string;
  action: string;
  total: number;
  done: Generated<number>;
  failed: Generated<number>;
  error: Nullable<string>;
  tries: Generated<number>;
  due_at: Generated<Date>;
  by_type: string;
  by_id: number;
  by_name: string;
  created_at: Date;
  started_at: Nullable<Date>;
  ended_at: Nullable<Date>;
};
type JobPartTable = { job_id: number; number: number; contact_ids: string };

export type WebhookTable = {
  id: Generated<number>;
  url: string;
  events: string;
  secret: string;
  active: Flag;
  created_at: Date;
  updated_at: Nullable<Date>;
  previous_secret: Nullable<string>;
  previous_until: Nullable<Date>;
  failing_since: Nullable<Date>;
  attempted_at: Nullable<Date>;
};
export type WebhookDeliveryTable = DeliveryColumns & { contact_id: Nullable<number> };

export type MailTable = MailColumns & { contact_id: Nullable<number> };

/** An entry of the audit log. `data` is JSON. */
export type AuditTable = CallerColumns & {
  id: Generated<number>;
  at: Date;
  action: string;
  subject: string;
  data: Nullable<string>;
};
type RuleTable = {
  id: Generated<number>;
  name: string;
  version: Generated<number>;
  active: Flag;
  keeps_runs: Flag;
  created_at: Date;
  updated_at: Nullable<Date>;
};
type RuleVersionTable = { rule_id: number; version: number; waking_events: string; definition: string };
export type RunStatus = 'running' | 'waiting' | 'done' | 'stopped' | 'failed' | 'cancelled' | 'reached_goal';
export type RuleRunTable = {
  id: Generated<number>;
  rule_id: number;
  version: number;
  contact_id: number;
  event: string;
  chain: string;
  status: RunStatus;
  step: Generated<number>;
  path: Generated<string>;
  attempts: Generated<number>;
  reason: Nullable<string>;
  is_open: Nullable<boolean>;
  due_at: Nullable<Date>;
  created_at: Date;
  entered_at: Nullable<Date>;
  ended_at: Nullable<Date>;
};
/** The state of a run at a step that it has entered. */
export type StepState = 'waiting' | 'went_on' | 'left' | 'reached_goal';
export type RuleRunStepTable = {
  run_id: number;
  step: number;
  rule_id: number;
  state: StepState;
  at: Date;
  outcome: string;
  detail: string;
};

/** An entry of a contact's timeline. `data` is JSON. */
export type TimelineTable = CallerColumns & {
  id: Generated<number>;
  contact_id: number;
  event: string;
  at: Date;
  data: string;
};

/** A custom event. `data` is JSON. */
export type EventTable = { id: Generated<number>; contact_id: number; name: string; at: Date; data: string };

export type NoteTable = CallerColumns & {
  id: Generated<number>;
  contact_id: number;
  note: string;
  created_at: Date;
  updated_at: Nullable<Date>;
};
/** A keyed hash of an email address; `key_id` identifies the key. */
type ErasedTable = { hash: Buffer; key_id: Buffer; erased_at: Date };
export type LinkClickTable = {
  id: Generated<number>;
  contact_id: number;
  link_id: string;
  clicked_at: Date;
  qr: Flag;
  doubt: Nullable<'bot' | 'prefetch' | 'burst'>;
};
export type ClickedTable = {
  kind: number;
  name: ColumnType<Buffer, string, string>;
  contact_id: number;
  clicks: number;
  first_at: Date;
  last_at: Date;
};
type ShortLinkTable = { link_id: string; url: string };
type MergedContactTable = { contact_id: number; uid: string; into_id: number };

type BounceTable = {
  id: Generated<number>;
  contact_id: number;
  kind: 'hard' | 'soft' | 'complaint';
  source: string;
  message_key: Nullable<Buffer>;
  counted: Flag;
  created_at: Date;
};

type LeaseTable = { name: string; owner: string; expires_at: Date };

export type AutomationsTables = {
  automations_api_keys: ApiKeyTable;
  automations_terms: TermTable;
  automations_term_deletions: TermDeletionTable;
  automations_term_merges: TermMergeTable;
  automations_merged_terms: { term_id: number; into_id: number };
  automations_contacts: ContactTable;
  automations_contact_terms: ContactTermTable;
  automations_contact_counts: ContactCountTable;
  automations_contact_changes: ContactChangeTable;
  automations_field_groups: FieldGroupTable;
  automations_fields: FieldTable;
  automations_field_values: FieldValueTable;
  automations_segments: SegmentTable;
  automations_jobs: JobTable;
  automations_job_parts: JobPartTable;
  automations_webhooks: WebhookTable;
  automations_webhook_deliveries: WebhookDeliveryTable;
  automations_mails: MailTable;
  automations_bounces: BounceTable;
  automations_audit: AuditTable;
  automations_rules: RuleTable;
  automations_rule_versions: RuleVersionTable;
  automations_rule_runs: RuleRunTable;
  automations_rule_run_steps: RuleRunStepTable;
  automations_timeline: TimelineTable;
  automations_notes: NoteTable;
  automations_events: EventTable;
  automations_erased: ErasedTable;
  automations_link_clicks: LinkClickTable;
  automations_clicked: ClickedTable;
  automations_short_links: ShortLinkTable;
  automations_merged_contacts: MergedContactTable;
  automations_idempotency_keys: IdempotencyTable;
  automations_imports: ImportTables['imports'];
  automations_import_rows: ImportTables['import_rows'];
  automations_import_changes: ImportTables['import_changes'];
  automations_leases: LeaseTable;
};

export type Db = Kysely<AutomationsTables>;
export type Trx = Transaction<AutomationsTables>;

export const tables = [
  'automations_api_keys',
  'automations_terms',
  'automations_term_deletions',
  'automations_term_merges',
  'automations_merged_terms',
  'automations_contacts',
  'automations_contact_terms',
  'automations_contact_counts',
  'automations_contact_changes',
  'automations_field_groups',
  'automations_fields',
  'automations_field_values',
  'automations_segments',
  'automations_jobs',
  'automations_job_parts',
  'automations_webhooks',
  'automations_webhook_deliveries',
  'automations_mails',
  'automations_bounces',
  'automations_audit',
  'automations_rules',
  'automations_rule_versions',
  'automations_rule_runs',
  'automations_rule_run_steps',
  'automations_timeline',
  'automations_notes',
  'automations_events',
  'automations_erased',
  'automations_link_clicks',
  'automations_clicked',
  'automations_short_links',
  'automations_merged_contacts',
  'automations_idempotency_keys',
  'automations_imports',
  'automations_import_rows',
  'automations_import_changes',
  'automations_leases',
] as const satisfies (keyof AutomationsTables)[];
