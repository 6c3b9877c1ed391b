/**
 * Kysely types of the users' tables: users, ways to sign in, and roles. `migrations/` is their source. The tables are
 * in the link service's database, and no other module uses them in SQL. Memberships are defined elsewhere, because they
 * belong to workspaces, which only the link service has.
 */
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { Flag, Nullable } from '../db/columns.ts';
import type { MailColumns } from '../mail/outbox-queries.ts';
import type { Language } from '../pages/language.ts';

/** A user's role in a workspace. */
export type WorkspaceRole = 'admin' | 'member' | 'viewer';

/** A user's role in contact automation. */
export type ContactsRole = 'administrator' | 'editor' | 'viewer';

/** The proof with which a session started; `factor` is a second factor or a passkey. */
export type BegunBy = 'password' | 'factor' | 'provider';

type UserTable = {
  id: Generated<number>;
  public_id: string;
  email: string;
  name: string;
  language: Nullable<Language>;
  password_hash: Nullable<string>;
  email_verified_at: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
  locks: Generated<number>;
};

type SessionTable = {
  id: Generated<number>;
  user_id: number;
  hash: Buffer;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date;
  user_agent: Nullable<string>;
  address: Nullable<string>;
  begun_by: ColumnType<BegunBy, BegunBy | undefined, BegunBy>;
};

/** A session's tokens on the host of contacts, if that is another host. */
type SessionTokenTable = { hash: Buffer; session_id: number; site_id: number; created_at: Date };

type AddressChangeTable = { id: Generated<number>; user_id: number; email: string; created_at: Date };

/** Networks from which a user signed in. */
type UserNetworkTable = { user_id: number; hash: Buffer; last_used_at: Date };

/**
 * `secret` is an authenticator app's encrypted key; `credential_hash` and `public_key` are a passkey's. `counter` is the
 * last time step whose code was used, or the passkey's count of signatures.
 */
type FactorTable = {
  id: Generated<number>;
  public_id: string;
  owner_id: number;
  type: 'totp' | 'passkey';
  name: string;
  secret: Nullable<string>;
  credential_id: Nullable<string>;
  credential_hash: Nullable<Buffer>;
  public_key: Nullable<Buffer>;
  counter: Generated<number>;
  created_at: Date;
  confirmed_at: Nullable<Date>;
  last_used_at: Nullable<Date>;
};

type RecoveryCodeTable = { owner_id: number; hash: Buffer };
type UsedChallengeTable = { hash: Buffer; expires_at: Date };

type IdentityTable = { issuer: string; subject: string; user_id: number; created_at: Date };

export type TokenTable = {
  hash: Buffer;
  purpose: 'invite' | 'password' | 'verify' | 'address';
  subject_id: number;
  expires_at: Date;
  mailed: Flag;
};

/** Invitations to a workspace with a role, to contacts with a role, or to both. */
type InviteTable = {
  id: Generated<number>;
  public_id: string;
  workspace_id: Nullable<number>;
  email: string;
  role: Nullable<WorkspaceRole>;
  site_id: Nullable<number>;
  contacts_role: Nullable<ContactsRole>;
  invited_by: number;
  created_at: Date;
  expires_at: Date;
};

type OperatorTable = { user_id: number; created_at: Date };

/** A table with one row. */
type FirstVisitTable = { id: number; uses: number; locks: Generated<number> };

/**
 * The sites of contact automation, which write their own row. `connection_id`: the connection through which a site receives
 * clicks. `offered_key` is encrypted.
 */
type SiteTable = {
  id: Generated<number>;
  name: string;
  url: string;
  connection_id: Nullable<number>;
  offered_key: Nullable<string>;
  locks: Generated<number>;
};

type ContactRoleTable = { user_id: number; site_id: number; role: ContactsRole; created_at: Date };

type TicketTable = { hash: Buffer; session_id: number; challenge: Buffer; expires_at: Date };

/** The change feed of the link service. `subject_id` is set for the kinds `workspace` and `user`. */
type LinkChangeTable = {
  id: Generated<number>;
  domain_id: number;
  slug: string;
  kind: Generated<'link' | 'domain' | 'workspace' | 'user'>;
  subject_id: Nullable<number>;
  changed_at: Date;
};

/** The outbox of the link service. `data` is JSON text: the data for the mail's texts. */
type MailTable = MailColumns & { sender_id: Nullable<number> };

/** The audit log of the link service. `details` is JSON text. */
export type AuditEntryTable = {
  id: Generated<number>;
  workspace_id: Nullable<number>;
  site_id: Nullable<number>;
  action: string;
  object_id: string;
  actor: 'session' | 'api_key' | 'operator' | 'system';
  user_id: Nullable<number>;
  key_public_id: Nullable<string>;
  details: Nullable<string>;
  created_at: Date;
};

export type PeopleTables = {
  users: UserTable;
  sessions: SessionTable;
  session_tokens: SessionTokenTable;
  address_changes: AddressChangeTable;
  user_networks: UserNetworkTable;
  user_factors: FactorTable;
  user_recovery_codes: RecoveryCodeTable;
  used_challenges: UsedChallengeTable;
  user_identities: IdentityTable;
  tokens: TokenTable;
  invites: InviteTable;
  operators: OperatorTable;
  first_visits: FirstVisitTable;
  sites: SiteTable;
  contact_roles: ContactRoleTable;
  sign_in_tickets: TicketTable;
  link_changes: LinkChangeTable;
  mails: MailTable;
  audit_entries: AuditEntryTable;
};

export type Trx = Transaction<PeopleTables>;
/** A database or a transaction. The separate transaction type lets TypeScript accept transactions with more tables. */
export type Db = Kysely<PeopleTables> | Trx;
