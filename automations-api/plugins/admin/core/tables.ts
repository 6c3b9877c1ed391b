/**
 * The plugin's tables and those of WordPress that it reads, as Kysely sees them, without the WordPress prefix.
 * `migrations/` is the source of its own; WordPress's are only read.
 */
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { Nullable } from '../../../../shared/db/columns.ts';
import type { FactorTables } from '../../../../shared/factors/tables.ts';
import type { BegunBy } from '../../../../shared/sign-in/tables.ts';
import type { Role } from '../../../host/core/route.ts';

type AdminTable = {
  id: Generated<number>;
  email: string;
  /** Null for one of WordPress. */
  email_key: Nullable<string>;
  name: string;
  role: Role;
  password_hash: Nullable<string>;
  wp_user_id: Nullable<number>;
  /** The account of the link service that the person signs in with. */
  links_user_id: Nullable<number>;
  created_at: Date;
  last_sign_in_at: Nullable<Date>;
  locks: Generated<number>;
};

type SessionTable = {
  id: Generated<number>;
  admin_id: number;
  hash: Buffer;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date;
  user_agent: Nullable<string>;
  address: Nullable<string>;
  network: Buffer;
  /** A digest of WordPress's hash of the password; null for those of accounts here. */
  wp_password: Nullable<Buffer>;
  begun_by: ColumnType<BegunBy, BegunBy | undefined, BegunBy>;
  /** The session of the link service that it ends with. */
  links_session_id: Nullable<number>;
};

export type TokenPurpose = 'invite' | 'password';
type TokenTable = { hash: Buffer; purpose: TokenPurpose; admin_id: number; expires_at: Date };

type IdentityTable = { issuer: string; subject: string; admin_id: number; created_at: Date };

/** One row. */
type FirstVisitTable = { id: number; uses: number };

type WordPressUserTable = {
  ID: number;
  user_login: string;
  user_email: string;
  user_pass: string;
  display_name: string;
};
type WordPressUserMetaTable = { user_id: number; meta_key: string; meta_value: Nullable<string> };

export type AdminTables = {
  waypost_admins: AdminTable;
  waypost_admin_sessions: SessionTable;
  waypost_admin_tokens: TokenTable;
  waypost_admin_factors: FactorTables['user_factors'];
  waypost_admin_recovery_codes: FactorTables['user_recovery_codes'];
  waypost_admin_used_challenges: FactorTables['used_challenges'];
  waypost_admin_first_visits: FirstVisitTable;
  waypost_admin_identities: IdentityTable;
  users: WordPressUserTable;
  usermeta: WordPressUserMetaTable;
};

export type Db = Kysely<AdminTables>;
export type Trx = Transaction<AdminTables>;

export const tables = [
  'waypost_admins',
  'waypost_admin_sessions',
  'waypost_admin_tokens',
  'waypost_admin_factors',
  'waypost_admin_recovery_codes',
  'waypost_admin_used_challenges',
  'waypost_admin_first_visits',
  'waypost_admin_identities',
] as const;
export const wordPressTables = ['users', 'usermeta'] as const;
