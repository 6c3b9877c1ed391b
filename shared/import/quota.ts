/** The limits of a workspace's or a site's imports, by its plan. */
import { findUse, type ImportStore } from './queries.ts';

/**
 * `rows`: of a file. `megabytes`: of the files and failed rows that are kept, of all imports. `failures`: rows whose reason is kept,
 * of an import. `atOnce`: imports that have not ended.
 */
export type ImportQuota = { rows: number; megabytes: number; failures: number; atOnce: number };

export const bytesOf = ({ megabytes }: Pick<ImportQuota, 'megabytes'>): number => megabytes * 1_000_000;

type QuotaRefusal = 'atOnce' | 'megabytes';

/** Room for another import; `refusal`: there is none. */
export type Room = { bytes: number; refusal?: QuotaRefusal };

/** `bytes`: the size of the file, if it is known. */
export async function findRoom(store: ImportStore, workspaceId: number, quota: ImportQuota, bytes = 0): Promise<Room> {
  const use = await findUse(store, workspaceId);
  const left = bytesOf(quota) - use.bytes;
  if (use.open >= quota.atOnce) return { bytes: left, refusal: 'atOnce' };
  return left <= 0 || bytes > left ? { bytes: left, refusal: 'megabytes' } : { bytes: left };
}
