/** Queries for the networks from which accounts signed in, as keyed hashes. */

import { changedRows } from '../db/results.ts';
import type { KeyedHash } from '../secrets/installation-secret.ts';
import type { Db, Trx } from './tables.ts';

/** The number of days without use after which an account's network becomes unknown again. */
export const networkDays = 90;

/** Computes a hash that differs by account, so that rows do not reveal shared networks. */
const hashOf = (hash: KeyedHash, email: string, network: string) => hash(`network ${email} ${network}`);

/** Resolves to whether the account with an email address recently signed in from a network. */
export async function isKnownNetwork(
  db: Db,
  hash: KeyedHash,
  email: string,
  { network, now }: { network: string; now: Date },
) {
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

export const insertNetwork = (
  trx: Trx,
  hash: KeyedHash,
  { id, email }: Owner,
  { network, now }: { network: string; now: Date },
) =>
  trx
    .insertInto('user_networks')
    .values({ user_id: id, hash: hashOf(hash, email, network), last_used_at: now })
    .onDuplicateKeyUpdate({ last_used_at: now })
    .execute();

export const deleteNetworks = (trx: Trx, userId: number) =>
  trx.deleteFrom('user_networks').where('user_id', '=', userId).execute();

/** Deletes networks not used since `time` in batches. Returns the number deleted. */
export const deleteNetworksBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('user_networks').where('last_used_at', '<', time).limit(limit));
