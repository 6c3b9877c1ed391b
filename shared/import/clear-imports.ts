/** The deletion of old imports: files a day after the import ended, reports after a month. */
import {
  deleteImport,
  deleteUnreceived,
  ended,
  type ImportStore,
  listKnownFiles,
  listOldImports,
  listSpentFiles,
  updateImport,
} from './queries.ts';

const hourMs = 3_600_000;
const fileMs = 24 * hourMs;
const reportMs = 30 * 24 * hourMs;
const atOnce = 100;

/** The files of imports on this machine. */
export type ImportFiles = {
  list: () => Promise<string[]>;
  madeAt: (file: string) => Promise<Date>;
  remove: (file: string) => Promise<void>;
};

export async function clearImports(store: ImportStore, files: ImportFiles, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const here = await files.list();
  for (const { id, file } of await listSpentFiles(store, ago(fileMs), here)) {
    await files.remove(String(file));
    await updateImport(store, id, ended, { file: null });
  }
  for (const { id, file } of await listOldImports(store, ago(reportMs), atOnce)) {
    if (file !== null && here.includes(file)) await files.remove(file);
    await deleteImport(store, id);
  }
  await deleteUnreceived(store, ago(hourMs));
  await clearStrays(store, files, here, ago(hourMs));
}

/** Deletes files of interrupted requests and of deleted workspaces. */
async function clearStrays(store: ImportStore, files: ImportFiles, here: string[], before: Date): Promise<void> {
  const known = await listKnownFiles(store, here);
  for (const file of here) {
    if (!known.has(file) && (await files.madeAt(file).catch(() => new Date())) < before) await files.remove(file);
  }
}
