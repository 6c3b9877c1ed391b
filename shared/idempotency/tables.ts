/** The table of idempotency keys, the same in both services. Contacts have a single workspace, 0. */
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

/** A service's database or transaction, and the table's name in it. */
export type IdempotencyStore = { db: Kysely<Tables>; table: string };

/** Returns the table's name, with the type of the known name for Kysely. */
export const known = ({ table }: IdempotencyStore) => table as 'idempotency_keys';
