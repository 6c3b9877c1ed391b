/** Queries for options: named values, stored as JSON. */

import type { Transaction } from 'kysely';
import { changedRows } from '../../shared/db/results.ts';
import type { HostDb, HostTables } from './tables.ts';

type OptionRow = { value: string; autoload: boolean };

export const findOption = (db: HostDb, name: string) =>
  db.selectFrom('waypost_options').select('value').where('name', '=', name).executeTakeFirst();

export const listAutoloaded = (db: HostDb) =>
  db.selectFrom('waypost_options').select(['name', 'value']).where('autoload', '=', true).execute();

/** Inserts or updates an option. */
export const putOption = (db: HostDb, name: string, row: OptionRow) =>
  db
    .insertInto('waypost_options')
    .values({ name, ...row })
    .onDuplicateKeyUpdate(row)
    .execute();

export const deleteOption = (db: HostDb, name: string) =>
  db.deleteFrom('waypost_options').where('name', '=', name).execute();

/** Deletes all options whose names start with `prefix`. Returns their number. */
export const deleteOptions = (db: HostDb, prefix: string): Promise<number> =>
  changedRows(db.deleteFrom('waypost_options').where('name', 'like', `${prefix}%`));

/** Locks an option until the transaction ends, and returns its value. Inserts `initially` if it does not exist. */
export async function lockOption(trx: Transaction<HostTables>, name: string, initially: string): Promise<string> {
  await trx.insertInto('waypost_options').ignore().values({ name, value: initially, autoload: false }).execute();
  const option = trx.selectFrom('waypost_options').select('value').where('name', '=', name).forUpdate();
  return (await option.executeTakeFirstOrThrow()).value;
}

export async function hasOptions(db: HostDb, prefix: string): Promise<boolean> {
  const named = db.selectFrom('waypost_options').select('name').where('name', 'like', `${prefix}%`);
  return (await named.limit(1).executeTakeFirst()) !== undefined;
}
