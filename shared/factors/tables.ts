/**
 * The tables of second factors as Kysely sees them. Each service has its own tables with these columns; its migrations
 * are their source. The owner is the person who signs in.
 */
import type { Generated, Kysely } from 'kysely';
import type { Nullable } from '../db/columns.ts';

/**
 * `secret` is the encrypted key of an authenticator app; `credential_hash` and `public_key` are those of a passkey. `counter` is
 * the last time step whose code was used, or the passkey's own count of signatures.
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

export type FactorTables = {
  user_factors: FactorTable;
  user_recovery_codes: RecoveryCodeTable;
  used_challenges: UsedChallengeTable;
};

/** A service's tables: a database or transaction, and the table names. */
export type FactorStore = { db: Kysely<FactorTables>; names: { [Name in keyof FactorTables]: string } };
