/** Row types of the plugin's tables; see `migrations/`. Table names have no prefix here: the host adds it. */
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { Flag, Nullable } from '../../../../shared/db/columns.ts';

export type HookTable = {
  id: Generated<number>;
  name: string;
  active: Flag;
  secret_hash: Buffer;
  secret: string;
  mapping: string;
  signature: Nullable<string>;
  signing_secret: Nullable<string>;
  autonami_id: Nullable<string>;
  autonami_hash: Nullable<Buffer>;
  received: Generated<number>;
  last_at: Nullable<Date>;
  refused: Generated<number>;
  refused_at: Nullable<Date>;
  refused_detail: Generated<string>;
  created_at: Date;
  updated_at: Nullable<Date>;
};

/** The result of a message. `waiting`: its job has not run yet. */
export type Outcome = 'waiting' | 'created' | 'changed' | 'unchanged' | 'ignored' | 'failed';

export type MessageTable = {
  id: Generated<number>;
  hook_id: number;
  received_at: Date;
  outcome: ColumnType<Outcome, Outcome | undefined, Outcome>;
  detail: Generated<string>;
  contact_id: Nullable<number>;
  attempts: Generated<number>;
  due_at: Date;
  body: string;
};

export type HookTables = {
  automations_hooks: HookTable;
  automations_hook_messages: MessageTable;
  automations_hook_deliveries: { hook_id: number; delivery_hash: Buffer; forget_at: Date };
  /** A table of the plugin automations. */
  automations_contacts: { id: number };
};

export type Db = Kysely<HookTables>;
export type Trx = Transaction<HookTables>;

export const tables = ['automations_hooks', 'automations_hook_messages', 'automations_hook_deliveries'] as const;
