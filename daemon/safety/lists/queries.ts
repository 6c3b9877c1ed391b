/** Threat lists in MySQL, where the worker writes them and every process reads them. */
import { createHash } from 'node:crypto';
import { inTransaction } from '../../../shared/db/db.ts';
import type { Db, Trx } from '../../core/tables.ts';
import { ownList } from './threat-lists.ts';

/** The size of a part, 16,384 entries: far below the limit of a statement, and quick to read. */
const partBytes = 128 * 1_024;

export const listVersions = (db: Db) =>
  db.selectFrom('safety_lists').select(['name', 'version', 'entries', 'checksum']).execute();

export const listLists = (db: Db) => db.selectFrom('safety_lists').selectAll().orderBy('name').execute();

export const findList = (db: Db, name: string) =>
  db.selectFrom('safety_lists').selectAll().where('name', '=', name).executeTakeFirst();

/** Finds a part of a version's entries, or of its lookups in the index of links. Returns `undefined` after the last. */
export async function findPart(
  db: Db,
  list: string,
  version: number,
  { content, part }: { content: 'all' | 'lookup'; part: number },
) {
  const row = await db
    .selectFrom('safety_list_parts')
    .select('data')
    .where('list', '=', list)
    .where('version', '=', version)
    .where('content', '=', content)
    .where('part', '=', part)
    .executeTakeFirst();
  return row?.data;
}

/** Reads all parts as one buffer. */
export async function readParts(db: Db, list: string, version: number, content: 'all' | 'lookup'): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (;;) {
    const data = await findPart(db, list, version, { content, part: parts.length });
    if (!data) return Buffer.concat(parts);
    parts.push(data);
  }
}

/** A list's new content. `lookups` are the added entries' lookups in the index of links. */
export type NewVersion = { name: string; source: string; all: Buffer; lookups: Buffer; etag: string | null };

export const checksumOf = (prefixes: Buffer) => createHash('sha256').update(prefixes).digest();

/** Replaces a list's content in one transaction. Entries are sorted prefixes of 8 bytes. */
export const replaceContent = (db: Db, { name, source, all, lookups, etag }: NewVersion, now: Date) =>
  inTransaction(db, async (trx) => {
    await trx.insertInto('safety_lists').ignore().values({ name, source }).execute();
    const { version } = await trx
      .selectFrom('safety_lists')
      .select('version')
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await trx.deleteFrom('safety_list_parts').where('list', '=', name).where('content', '=', 'all').execute();
    await insertParts(trx, name, version + 1, { content: 'all', data: all });
    await insertParts(trx, name, version + 1, { content: 'lookup', data: lookups });
    await trx
      .updateTable('safety_lists')
      .set({
        source,
        version: version + 1,
        entries: all.length / 8,
        checksum: checksumOf(all),
        etag,
        checked_at: now,
        changed_at: now,
        last_error: null,
      })
      .where('name', '=', name)
      .execute();
  });

async function insertParts(
  trx: Trx,
  list: string,
  version: number,
  { content, data }: { content: 'all' | 'lookup'; data: Buffer },
) {
  for (let from = 0; from < data.length; from += partBytes) {
    const part = from / partBytes;
    const row = { list, version, content, part, data: data.subarray(from, from + partBytes) };
    await trx.insertInto('safety_list_parts').values(row).execute();
  }
}

export const markUnchanged = (db: Db, name: string, now: Date) =>
  db.updateTable('safety_lists').set({ checked_at: now, last_error: null }).where('name', '=', name).execute();

/** Records why a refresh failed. The last good content stays in use. */
export const markFailed = (db: Db, name: string, source: string, { message, now }: { message: string; now: Date }) =>
  db
    .insertInto('safety_lists')
    .values({ name, source, checked_at: now, last_error: message.slice(0, 500) })
    .onDuplicateKeyUpdate({ checked_at: now, last_error: message.slice(0, 500) })
    .execute();

/** Deletes lists that are no longer configured. */
export const keepOnly = (db: Db, names: string[]) =>
  inTransaction(db, async (trx) => {
    const kept = [...names, ownList];
    await trx.deleteFrom('safety_list_parts').where('list', 'not in', kept).execute();
    await trx.deleteFrom('safety_lists').where('name', 'not in', kept).execute();
  });

/** Lists the threat lists with added entries that were not compared with the links yet. */
export const listUnapplied = (db: Db) =>
  db
    .selectFrom('safety_lists')
    .select(['name', 'version', 'applied_version as appliedVersion'])
    .whereRef('applied_version', '<', 'version')
    .execute();

export const markApplied = (db: Db, name: string, version: number) =>
  inTransaction(db, async (trx) => {
    await trx.updateTable('safety_lists').set({ applied_version: version }).where('name', '=', name).execute();
    await trx
      .deleteFrom('safety_list_parts')
      .where('list', '=', name)
      .where('content', '=', 'lookup')
      .where('version', '<=', version)
      .execute();
  });
