/** Named settings in MySQL, values as JSON. */
import type { Transaction } from 'kysely';
import type { HostDb, HostTables } from './tables.ts';

type OptionRow = { value: string; autoload: boolean };

export const findOption = (db: HostDb, name: string) =>
  db.selectFrom('waypost_options').select('value').where('name', '=', name).executeTakeFirst();

export const listAutoloaded = (db: HostDb) =>
  db.selectFrom('waypost_options').select(['name', 'value']).where('autoload', '=', true).execute();

/** Writes an option, whether it was there or not. */
export const putOption = (db: HostDb, name: string, row: OptionRow) =>
  db
    .insertInto('waypost_options')
    .values({ name, ...row })
    .onDuplicateKeyUpdate(row)
    .execute();

export const deleteOption = (db: HostDb, name: string) =>
  db.deleteFrom('waypost_options').where('name', '=', name).execute();

/** Deletes all options whose names begin with `prefix`; how many there were. */
export async function deleteOptions(db: HostDb, prefix: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('waypost_options')
    .where('name', 'like', `${prefix}%`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The option's value, made `initially` when it is not there, and locked until the transaction ends. */
export async function lockOption(trx: Transaction<HostTables>, name: string, initially: string): Promise<string> {
  await trx.insertInto('waypost_options').ignore().values({ name, value: initially, autoload: false }).execute();
  const option = trx.selectFrom('waypost_options').select('value').where('name', '=', name).forUpdate();
  return (await option.executeTakeFirstOrThrow()).value;
}

export async function hasOptions(db: HostDb, prefix: string): Promise<boolean> {
  const named = db.selectFrom('waypost_options').select('name').where('name', 'like', `${prefix}%`);
  return (await named.limit(1).executeTakeFirst()) !== undefined;
}
