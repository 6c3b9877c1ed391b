/**
 * The rows of every table, as Kysely reads and writes them; `sql/` is their source. Ids are numbers (below 2^53),
 * times are Dates in UTC, TINYINT(1) is boolean. The WordPress tables are named here without their prefix: a
 * service opens them through `db.withTables` under the configured one.
 */
import type { ColumnType, Generated } from 'kysely';

/** TINYINT(1): written as a boolean or number, read back as a boolean; columns with a default may be left out. */
type Flag = ColumnType<boolean, boolean | undefined, boolean>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

export type Role = 'admin' | 'member' | 'viewer';

export type UserTable = {
  id: Generated<number>;
  public_id: string;
  email: string;
  name: string;
  password_hash: Nullable<string>;
  created_at: Date;
  updated_at: Date;
};

export type WorkspaceTable = {
  id: Generated<number>;
  public_id: string;
  name: string;
  plan: 'free' | 'pro' | 'team' | 'scale';
  suspended_at: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
};

export type MemberTable = {
  id: Generated<number>;
  public_id: string;
  workspace_id: number;
  user_id: number;
  role: Role;
  is_owner: Flag;
  created_at: Date;
};

export type ApiKeyTable = {
  id: Generated<number>;
  public_id: string;
  workspace_id: number;
  created_by: number;
  name: string;
  role: Role;
  prefix: string;
  hash: Buffer;
  created_at: Date;
  last_used_at: Nullable<Date>;
};

export type DomainTable = {
  id: Generated<number>;
  public_id: string;
  workspace_id: number;
  hostname: string;
  status: 'pending' | 'verified' | 'misconfigured';
  created_at: Date;
  updated_at: Date;
};

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
  utm: Nullable<string>;
  archived: Flag;
  banned: Flag;
  created_at: Date;
  updated_at: Date;
};

export type TagTable = {
  id: Generated<number>;
  workspace_id: number;
  name: ColumnType<Buffer, string, string>;
  link_count: number;
};
export type LinkTagTable = { link_id: number; tag_id: number; position: number };
export type LinkChangeTable = { id: Generated<number>; domain_id: number; slug: string; changed_at: Date };
export type ClickBatchTable = { id: string; recorded_at: Date };
export type ClickTable = { id: Generated<number>; link_id: number; clicked_at: Date; is_bot: Flag };
export type LinkClickTotalTable = {
  link_id: number;
  clicks: number;
  bot_clicks: number;
  last_click_at: Nullable<Date>;
};

export type AutomationsApiKeyTable = {
  id: Generated<number>;
  hash: Buffer;
  permission: 'read' | 'write' | 'full';
  description: string;
  active: Flag;
  created_at: Date;
  last_used_at: Nullable<Date>;
};

export type AutomationsTermTable = {
  id: Generated<number>;
  type: number;
  name: string;
  created_at: Date;
  updated_at: Nullable<Date>;
};

export type Tables = {
  users: UserTable;
  workspaces: WorkspaceTable;
  members: MemberTable;
  api_keys: ApiKeyTable;
  domains: DomainTable;
  links: LinkTable;
  tags: TagTable;
  link_tags: LinkTagTable;
  link_changes: LinkChangeTable;
  click_batches: ClickBatchTable;
  clicks: ClickTable;
  link_click_totals: LinkClickTotalTable;
  automations_api_keys: AutomationsApiKeyTable;
  automations_terms: AutomationsTermTable;
};
