/** Networks from which accounts signed in, in MySQL, by keyed hashes. */

import type { KeyedHash } from '../../shared/secrets/installation-secret.ts';
import type { Db, Trx } from '../core/tables.ts';

/** A network that an account was not used from for this long is a stranger's again. */
export const networkDays = 90;

/** One for each account, so that rows do not tell who shares a network. */
const hashOf = (hash: KeyedHash, email: string, network: string) => hash(`network ${email} ${network}`);

/** Whether the account of an address signed in from a network lately. */
export async function isKnownNetwork(db: Db, hash: KeyedHash, email: string, network: string, now: Date) {
  const row = await db
    .selectFrom('user_networks')
    .innerJoin('users', 'users.id', 'user_networks.user_id')
    .where('users.email', '=', email)
    .where('user_networks.hash', '=', hashOf(hash, email, network))
    .where('user_networks.last_used_at', '>', new Date(now.getTime() - networkDays * 86_400_000))
    .select('user_networks.user_id')
    .executeTakeFirst();
  return row !== undefined;
}

type Owner = { id: number; email: string };

export const insertNetwork = (trx: Trx, hash: KeyedHash, { id, email }: Owner, network: string, now: Date) =>
  trx
    .insertInto('user_networks')
    .values({ user_id: id, hash: hashOf(hash, email, network), last_used_at: now })
    .onDuplicateKeyUpdate({ last_used_at: now })
    .execute();

export const deleteNetworks = (trx: Trx, userId: number) =>
  trx.deleteFrom('user_networks').where('user_id', '=', userId).execute();

/** Forgets networks not used since `time`, a bounded number a call. Returns how many went. */
export async function deleteNetworksBefore(db: Db, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('user_networks')
    .where('last_used_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
