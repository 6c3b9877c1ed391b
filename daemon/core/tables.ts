/**
 * Row types of the link service's tables for Kysely. `sql/` defines the tables. Ids are numbers below 2^53, times are
 * Dates in UTC, and TINYINT(1) is boolean.
 */
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { OfferedPlan, PlanName } from '../../shared/config/config.ts';
import type { Flag, Nullable } from '../../shared/db/columns.ts';
import type { HeartbeatTables } from '../../shared/db/heartbeat-queries.ts';
import type { LeaseTables } from '../../shared/db/lease-queries.ts';
import type { IdempotencyTable } from '../../shared/idempotency/tables.ts';
import type { ImportTables } from '../../shared/import/tables.ts';
import type { HandOverTables } from '../../shared/link-clicks/tables.ts';
import type { PageBrand } from '../../shared/pages/html.ts';
import type { PeopleTables, WorkspaceRole } from '../../shared/people/tables.ts';
import type { AnswerColumns, DeliveryColumns } from '../../shared/webhooks/delivery-queries.ts';

export type Role = WorkspaceRole;

/** The interval of a member's email reports. */
export type ReportFrequency = 'weekly' | 'monthly';

type InstallationTable = { id: string };

type MachineTable = { id: string; name: string; settings: string; seen_at: Date };

type WorkspaceTable = {
  id: Generated<number>;
  public_id: string;
  name: string;
  plan: PlanName;
  previous_plan: Nullable<PlanName>;
  downgraded_at: Nullable<Date>;
  suspended_at: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Nullable<Date>;
  clear_at: Nullable<Date>;
  locks: Generated<number>;
};

type AddressErasureTable = { id: Generated<number>; email: string; searched_to: Generated<number> };

type MemberTable = {
  id: Generated<number>;
  public_id: string;
  workspace_id: number;
  user_id: number;
  role: Role;
  is_owner: Flag;
  created_at: Date;
  report_every: Nullable<ReportFrequency>;
  report_timezone: Nullable<string>;
  report_due_at: Nullable<Date>;
  reported_until: Nullable<number>;
};

type ApiKeyTable = {
  id: Generated<number>;
  public_id: string;
  workspace_id: number;
  created_by: number;
  parent_id: Nullable<number>;
  name: string;
  role: Role;
  prefix: string;
  hash: Buffer;
  created_at: Date;
  last_used_at: Nullable<Date>;
  expires_at: Nullable<Date>;
};

/**
 * A workspace's billing account. `plan` is granted by billing and can differ from the workspace's plan. `revision`
 * counts the writes.
 */
type BillingAccountTable = {
  workspace_id: number;
  plan: Generated<OfferedPlan>;
  billing_interval: Nullable<'month' | 'year'>;
  status: Generated<'none' | 'active' | 'past_due' | 'canceled'>;
  current_period_end: Nullable<Date>;
  cancel_at_period_end: Flag;
  grace_until: Nullable<Date>;
  stripe_customer_id: Nullable<string>;
  stripe_subscription_id: Nullable<string>;
  revision: Generated<number>;
  updated_at: Date;
};
type BillingEventTable = { id: string; received_at: Date };
type BillingPageLinkTable = {
  hash: Buffer;
  workspace_id: number;
  user_id: number;
  key_public_id: Nullable<string>;
  plan: Nullable<OfferedPlan>;
  billing_interval: Nullable<'month' | 'year'>;
  expires_at: Date;
};

/** The branding of a domain's visitor pages, stored as JSON text in `brand`. */
export type DomainBrand = PageBrand;

/** Apps that can open a domain's links instead of a browser, stored as JSON text in `apps`. */
export type DomainApps = {
  /** App ids as `<team>.<bundle>`. */
  ios: string[];
  /** Android apps. Fingerprints are SHA-256 hashes of signing certificates, in upper-case hex separated by colons. */
  android: { package: string; fingerprints: string[] }[];
};

type DomainTable = {
  id: Generated<number>;
  public_id: string;
  workspace_id: number;
  hostname: string;
  status: 'pending' | 'verified' | 'misconfigured' | 'removed';
  dns_status: Generated<'pending' | 'ok' | 'mismatch'>;
  dns_records: Nullable<string>;
  failures: Generated<number>;
  failing_since: Nullable<Date>;
  trusted: Flag;
  certificate_status: Generated<'none' | 'pending' | 'active' | 'failed'>;
  certificate_expires_at: Nullable<Date>;
  certificate_error: Nullable<string>;
  last_checked_at: Nullable<Date>;
  verified_at: Nullable<Date>;
  next_check_at: Nullable<Date>;
  removed_at: Nullable<Date>;
  /** A computed column: the hostname until the domain is removed, null afterwards. */
  held_hostname: ColumnType<string | null, never, never>;
  root_url: Nullable<string>;
  not_found_url: Nullable<string>;
  brand: Nullable<string>;
  apps: Nullable<string>;
  logo_png: Nullable<Buffer>;
  logo_error: Nullable<string>;
  logo_tries: Generated<number>;
  logo_version: Generated<number>;
  logo_due_at: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
};

type CertificateTable = {
  hostname: string;
  chain: Nullable<string>;
  private_key: Nullable<Buffer>;
  key_id: Nullable<string>;
  issued_at: Nullable<Date>;
  expires_at: Nullable<Date>;
  failures: Generated<number>;
  error: Nullable<string>;
  next_attempt_at: Nullable<Date>;
  claimed_until: Nullable<Date>;
};
type AcmeAccountTable = { directory: string; url: string; private_key: Buffer; key_id: string };
type AcmeChallengeTable = { token: string; key_authorization: string; expires_at: Date };

/** The columns of links that queries use by name. `daemon/links/core/fields.ts` lists all columns of a row. */
export type LinkTable = {
  id: Generated<number>;
  public_id: string;
  workspace_id: number;
  domain_id: number;
  slug: string;
  url: string;
  title: Nullable<string>;
  password_hash: Nullable<string>;
  expires_at: Nullable<Date>;
  expired_url: Nullable<string>;
  redirect_type: number;
  ios_url: Nullable<string>;
  android_url: Nullable<string>;
  geo: Nullable<string>;
  rules: Nullable<string>;
  variants: Nullable<string>;
  utm: Nullable<string>;
  starts_at: Nullable<Date>;
  not_started_url: Nullable<string>;
  max_clicks: Nullable<number>;
  uses: Generated<number>;
  preview: Nullable<string>;
  archived: Flag;
  banned: Flag;
  created_at: Date;
  updated_at: Date;
  clicks: Generated<number>;
  last_click_at: Nullable<Date>;
  external_id: Nullable<Buffer>;
  /** The public id of a user, an API key or an import. */
  created_by: Nullable<string>;
};

/** A tag. `replaced_by` is null for a current tag. For an old tag it is the id of the tag that replaced it, or 0. */
type TagTable = {
  id: Generated<number>;
  workspace_id: number;
  name: ColumnType<Buffer, string, string>;
  link_count: number;
  replaced_by: Nullable<number>;
};
type LinkTagTable = {
  link_id: number;
  tag_id: number;
  position: number;
  archived: Flag;
  created_at: Date;
  clicks: Generated<number>;
  last_click_at: Generated<Date | null>;
  title: Generated<string | null>;
};
type ClickedLinkTable = { id: Generated<number>; links: string };
type NotedClickTable = { id: Generated<number>; shard: number; noted_at: Date; clicks: Buffer };
type WorkspaceLinkStateTable = {
  workspace_id: number;
  period: string;
  used: Generated<number>;
  sealed_to: Generated<Date>;
  edits: Generated<number>;
};
type LinkSearchBlockTable = { workspace_id: number; to_at: Date; from_at: Date; grams: Buffer; slices: Buffer };
type ClickBatchTable = { no: Generated<number>; id: string; recorded_at: Date; released_at: Nullable<Date> };
type ClickSaltTable = { day: number; salt: Buffer };
type ClickWordTable = { id: Generated<number>; word: string };
type ClickBlockTable = {
  day: number;
  level: number;
  workspace_id: number;
  no: number;
  clicks: number;
  first_link: number;
  last_link: number;
  data: Buffer;
};
type ClickShardTable = { shard: number; owner: string | null; claim: number; turns: number };
type ClickWorkerTable = { id: string; seen_at: Date };
type ClickCounts = {
  workspace_id: number;
  link_id: number;
  clicks: number;
  unique_clicks: number;
  bot_clicks: number;
  own_clicks: Generated<number>;
  last_ms: number | null;
  breakdown: Buffer;
};
type ClickHourTable = ClickCounts & { hour: number };
type ClickDayTable = ClickCounts & { day: number };
/** A workspace's own networks. `networks` is JSON text. */
type OwnNetworksTable = { workspace_id: number; networks: string };
type ClickDaysMadeTable = { id: number; day: number; workspace_id: number; link_id: number };
type ClickTopLinkTable = {
  workspace_id: number;
  unit: 'hour' | 'day';
  bucket: number;
  links: Buffer;
};
type DeletedLinkTable = {
  id: number;
  public_id: string;
  workspace_id: number;
  hostname: string | null;
  slug: string;
  url: string;
  title: string | null;
  deleted_at: Date;
  expired_url: Nullable<string>;
  ios_url: Nullable<string>;
  android_url: Nullable<string>;
  geo: Nullable<string>;
  rules: Nullable<string>;
  variants: Nullable<string>;
  not_started_url: Nullable<string>;
};

type SafetyListTable = {
  name: string;
  source: string;
  version: Generated<number>;
  applied_version: Generated<number>;
  entries: Generated<number>;
  checksum: Nullable<Buffer>;
  etag: Nullable<string>;
  checked_at: Nullable<Date>;
  changed_at: Nullable<Date>;
  last_error: Nullable<string>;
};
type SafetyListPartTable = {
  list: string;
  version: number;
  content: 'all' | 'lookup';
  part: number;
  data: Buffer;
};
type SafetyRuleTable = {
  id: Generated<number>;
  verdict: 'allow' | 'block' | 'clear';
  expression: string;
  hash: Buffer;
  applied: Flag;
  created_at: Date;
};
type SafetyFollowerTable = {
  id: number;
  change_id: Nullable<number>;
  reader: Nullable<string>;
  walked_to: Nullable<number>;
};
export type HealthStatus = 'unknown' | 'ok' | 'broken';
export type LinkScanTable = {
  link_id: number;
  workspace_id: number;
  fingerprint: Nullable<Buffer>;
  prefixes: Nullable<Buffer>;
  lane: number;
  due_at: Date;
  stage: Generated<number>;
  failures: Generated<number>;
  scanned_at: Nullable<Date>;
  health: Generated<HealthStatus>;
  health_since: Nullable<Date>;
  http_status: Nullable<number>;
  failed_times: Generated<number>;
  failed_since: Nullable<Date>;
};
type LinkExpressionTable = { prefix: number; link_id: number };
export type LinkBanTable = {
  link_id: number;
  workspace_id: number;
  source: 'scanner' | 'operator' | 'pardon';
  reason: Nullable<string>;
  field: Nullable<string>;
  detail: Nullable<string>;
  fingerprint: Nullable<Buffer>;
  banned_at: Date;
  words: Nullable<string>;
};
type SafetyReviewTable = {
  id: Generated<number>;
  link_id: number;
  workspace_id: number;
  source: 'scanner' | 'visitor' | 'owner';
  reason: string;
  field: Nullable<string>;
  detail: Nullable<string>;
  subject: Buffer;
  times: Generated<number>;
  status: Generated<'open' | 'banned' | 'cleared'>;
  created_at: Date;
  updated_at: Date;
  decided_at: Nullable<Date>;
  urgency: Generated<number>;
  answer: Nullable<string>;
};
/** An operator's action. `user_id` is null if it was performed on the command line. */
export type OperatorActionTable = {
  id: Generated<number>;
  user_id: Nullable<number>;
  action: string;
  object_id: string;
  plan: Nullable<PlanName>;
  reason: Nullable<string>;
  created_at: Date;
};
type WorkspaceOffenceTable = { workspace_id: number; bans: number; since: Date; flagged_at: Nullable<Date> };

/** A webhook. `events` are names separated by commas. Secrets are encrypted. */
export type WebhookTable = {
  id: Generated<number>;
  public_id: string;
  workspace_id: number;
  url: string;
  events: string;
  active: Flag;
  gets_clicks: Flag;
  secret: string;
  previous_secret: Nullable<string>;
  previous_until: Nullable<Date>;
  clicks_sent_at: Nullable<Date>;
  failing_since: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Nullable<Date>;
  created_by: number;
};
export type WebhookDeliveryTable = DeliveryColumns & AnswerColumns;
type WebhookClickTable = { id: Generated<number>; webhook_id: number; day: number; clicks: number; data: Buffer };

type WarehouseClickTable = {
  id: Generated<number>;
  name: number;
  day: number;
  clicks: number;
  stored_at: Date;
  batch: Nullable<string>;
  data: Buffer;
};
type WarehouseTotalTable = { outcome: string; clicks: number };

/** The shared page of a link or a tag. `token` is encrypted. */
type ShareTable = {
  token_hash: Buffer;
  workspace_id: number;
  link_id: Nullable<number>;
  tag: ColumnType<Buffer | null, string | null | undefined, string>;
  token: string;
  show_destination: Flag;
  created_at: Date;
};

/** A UTM template. `utm` is JSON text. */
type UtmTemplateTable = {
  workspace_id: number;
  name: ColumnType<Buffer, string, string>;
  utm: string;
  updated_at: Date;
};

type UnknownPathTable = {
  domain_id: number;
  day: number;
  path: string;
  requests: number;
  bots: number;
  last_at: Date;
};
type FreedSlugTable = { slug: string; workspace_id: number; freed_at: Date };

type OwnTables = {
  installation: InstallationTable;
  machines: MachineTable;
  workspaces: WorkspaceTable;
  own_networks: OwnNetworksTable;
  address_erasures: AddressErasureTable;
  members: MemberTable;
  api_keys: ApiKeyTable;
  billing_accounts: BillingAccountTable;
  billing_events: BillingEventTable;
  billing_page_links: BillingPageLinkTable;
  domains: DomainTable;
  certificates: CertificateTable;
  acme_accounts: AcmeAccountTable;
  acme_challenges: AcmeChallengeTable;
  links: LinkTable;
  unknown_paths: UnknownPathTable;
  freed_slugs: FreedSlugTable;
  utm_templates: UtmTemplateTable;
  shares: ShareTable;
  tags: TagTable;
  link_tags: LinkTagTable;
  clicked_links: ClickedLinkTable;
  noted_clicks: NotedClickTable;
  workspace_link_states: WorkspaceLinkStateTable;
  link_search_blocks: LinkSearchBlockTable;
  idempotency_keys: IdempotencyTable;
  click_batches: ClickBatchTable;
  click_salts: ClickSaltTable;
  click_words: ClickWordTable;
  click_blocks: ClickBlockTable;
  click_shards: ClickShardTable;
  click_workers: ClickWorkerTable;
  click_hours: ClickHourTable;
  click_days: ClickDayTable;
  click_days_made: ClickDaysMadeTable;
  click_top_links: ClickTopLinkTable;
  deleted_links: DeletedLinkTable;
  safety_lists: SafetyListTable;
  safety_list_parts: SafetyListPartTable;
  safety_rules: SafetyRuleTable;
  safety_followers: SafetyFollowerTable;
  link_scans: LinkScanTable;
  link_expressions: LinkExpressionTable;
  link_bans: LinkBanTable;
  safety_reviews: SafetyReviewTable;
  workspace_offences: WorkspaceOffenceTable;
  operator_actions: OperatorActionTable;
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
  webhook_clicks: WebhookClickTable;
  warehouse_clicks: WarehouseClickTable;
  warehouse_totals: WarehouseTotalTable;
};

export type Tables = OwnTables & LeaseTables & HeartbeatTables & ImportTables & HandOverTables & PeopleTables;
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;
