/** The limits of a workspace's or a site's imports, by its plan. An import takes its room before its file is received. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Insertable } from 'kysely';
import { inTransaction } from '../db/db.ts';
import { unavailable } from '../errors.ts';
import { deleteImport, findUse, type ImportStore, insertImport, updateImport } from './queries.ts';
import { type ReceivedFile, receiveFile, type Sent } from './receive-file.ts';
import type { ImportTable, ImportTrx } from './tables.ts';

/**
 * `rows`: of a file. `megabytes`: of the files and failed rows that are kept, of all imports. `failures`: rows whose reason is kept,
 * of an import. `atOnce`: imports that have not ended.
 */
export type ImportQuota = { rows: number; megabytes: number; failures: number; atOnce: number };

export const bytesOf = ({ megabytes }: Pick<ImportQuota, 'megabytes'>): number => megabytes * 1_000_000;

/** The room of a workspace's imports. `lock` makes those who take some of it wait for each other; `refuse` says that there is none. */
export type Room = {
  store: ImportStore;
  workspaceId: number;
  quota: ImportQuota;
  lock: (trx: ImportTrx) => Promise<unknown>;
  refuse: (limit: 'atOnce' | 'megabytes') => Error;
};

/** Calls `take` with the bytes left, if an import of `bytes` has room. @throws what `refuse` returns */
export const takeRoom = <T>(
  { store, workspaceId, quota, lock, refuse }: Room,
  bytes: number,
  take: (store: ImportStore, left: number) => Promise<T>,
): Promise<T> =>
  inTransaction(store.db, async (db) => {
    await lock(db);
    const use = await findUse({ ...store, db }, workspaceId);
    const left = bytesOf(quota) - use.bytes;
    if (use.open >= quota.atOnce) throw refuse('atOnce');
    if (left <= 0 || bytes > left) throw refuse('megabytes');
    return take({ ...store, db }, left);
  });

/** Reserved for a file that does not say how long it is. */
const longestFile = 2 ** 30;

/**
 * Receives the file of a request. Its import is only seen once it is on the disk, with the columns that `finish` returns; until then
 * its row keeps others from the same room. @throws why it cannot be received
 */
export async function receiveInto(
  room: Room,
  folder: string,
  sent: Sent,
  {
    row,
    finish,
  }: { row: Insertable<ImportTable> & { file: string }; finish: (received: ReceivedFile) => Insertable<ImportTable> },
): Promise<void> {
  const announced = Number(sent.headers['content-length'] ?? 0);
  const to = path.join(folder, row.file);
  const reserved = await takeRoom(room, announced, async (store, left) => {
    const file_bytes = Math.min(left, announced || longestFile);
    return { file_bytes, id: await insertImport(store, { ...row, status: 'receiving', file_bytes }) };
  });
  try {
    const received = await receiveFile(sent, to, reserved.file_bytes);
    const changes = { ...finish(received), file_bytes: received.bytes };
    if (await updateImport(room.store, reserved.id, ['receiving'], changes)) return;
    throw unavailable('The file came too slowly. Send it again.');
  } catch (error) {
    await rm(to, { force: true });
    await deleteImport(room.store, reserved.id);
    throw error;
  }
}
