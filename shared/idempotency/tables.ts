/** Idempotency keys, the same table in both services. Contacts have one workspace, 0. */
import type { Kysely } from 'kysely';
import type { Nullable } from '../db/columns.ts';

export type IdempotencyTable = {
  workspace_id: number;
  key_hash: Buffer;
  request_hash: Buffer;
  claim: Buffer;
  claimed_at: Date;
  answer: Nullable<Buffer>;
};

type Tables = { idempotency_keys: IdempotencyTable };

/** A service's database, or a transaction in it, and the name that the table has there. */
export type IdempotencyStore = { db: Kysely<Tables>; table: string };

/** The name that Kysely is to take for the one it knows. */
export const known = ({ table }: IdempotencyStore) => table as 'idempotency_keys';
