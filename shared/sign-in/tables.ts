/**
 * The tables of the link service for the common sign-in to links and contacts, as both services read and write them;
 * `sql/` is their source.
 */
import type { ColumnType, Generated } from 'kysely';
import type { Flag, Nullable } from '../db/columns.ts';

/** A person's role in contact automation. */
export type ContactsRole = 'administrator' | 'editor' | 'viewer';

/** The proof with which a session started; `factor` is a second factor or a passkey. */
export type BegunBy = 'password' | 'factor' | 'provider';

/** At most one row, with the id 1. `offered_key` is encrypted. */
type ContactsInstallationTable = {
  id: number;
  name: string;
  url: string;
  awaits_first: Flag;
  site_id: Nullable<number>;
  offered_key: Nullable<string>;
  seen_at: Date;
};

/** The columns of users that the common sign-in reads. */
type UserTable = { id: Generated<number>; email_verified_at: Nullable<Date>; locks: Generated<number> };

type ContactsPersonTable = { user_id: number; role: ContactsRole; created_at: Date };

/** `opens`: the application that accepts the ticket. */
type TicketTable = {
  hash: Buffer;
  session_id: number;
  opens: 'links' | 'contacts';
  challenge: Buffer;
  expires_at: Date;
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

/** `kind` says what else is set: a link has the first two, a domain the first, the others `subject_id`. */
type LinkChangeTable = {
  id: Generated<number>;
  domain_id: number;
  slug: string;
  kind: Generated<'link' | 'domain' | 'workspace' | 'user'>;
  subject_id: Nullable<number>;
  changed_at: Date;
};

export type SignInTables = {
  users: UserTable;
  contacts_installation: ContactsInstallationTable;
  contacts_people: ContactsPersonTable;
  sign_in_tickets: TicketTable;
  sessions: SessionTable;
  link_changes: LinkChangeTable;
};
