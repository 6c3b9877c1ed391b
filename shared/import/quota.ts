/**
 * The limits on a workspace's or site's imports, which its plan sets. An import reserves its space before its file is
 * received.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Insertable } from 'kysely';
import { inTransaction } from '../db/db.ts';
import { unavailable } from '../errors.ts';
import { deleteImport, findUse, type ImportStore, insertImport, updateImport } from './queries.ts';
import { type ReceivedFile, receiveFile, type Sent } from './receive-file.ts';
import type { ImportTable, ImportTrx } from './tables.ts';

/**
 * `rows`: per file. `megabytes`: kept files and failed rows of all imports. `failures`: failed rows whose reason is
 * kept, per import. `atOnce`: imports that have not ended.
 */
export type ImportQuota = { rows: number; megabytes: number; failures: number; atOnce: number };

export const bytesOf = ({ megabytes }: Pick<ImportQuota, 'megabytes'>): number => megabytes * 1_000_000;

/** The space of a workspace's imports. `lock` serialises reservations; `refuse` creates the error if there is no space. */
export type Room = {
  store: ImportStore;
  workspaceId: number;
  quota: ImportQuota;
  lock: (trx: ImportTrx) => Promise<unknown>;
  refuse: (limit: 'atOnce' | 'megabytes') => Error;
};

/** Calls `take` with the remaining bytes if there is space for `bytes`. @throws the error of `refuse` */
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

/** The reservation for a file of unknown length, in bytes. */
const longestFile = 2 ** 30;

/**
 * Receives the file of a request. Until it is on disk, its import's row only reserves the space; then `finish` returns the
 * other columns, and the import is visible. @throws the reason if the file cannot be received
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
    throw unavailable('The upload was too slow. Send the file again.');
  } catch (error) {
    await rm(to, { force: true });
    await deleteImport(room.store, reserved.id);
    throw error;
  }
}
