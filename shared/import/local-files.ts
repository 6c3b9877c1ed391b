/** Import files on this machine, and the imports that it can continue. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ImportFiles } from './clear-imports.ts';
import { type ImportStore, listLiveImports } from './queries.ts';

const dueAtOnce = 50;

export const localFiles = (folder: string): ImportFiles => ({
  list: () => readdir(folder).catch(() => []),
  remove: (file) => rm(path.join(folder, file), { force: true }),
  madeAt: async (file) => (await stat(path.join(folder, file))).mtime,
});

/** Lists jobs for imports whose file is on this machine, and for undos, which need no file. */
export async function listDueImports(store: ImportStore, { madeAt }: ImportFiles) {
  const isHere = (file: string | null) =>
    file !== null &&
    madeAt(file).then(
      () => true,
      () => false,
    );
  const due: { id: string; data: { id: number } }[] = [];
  for (const { id, file, undoStatus } of await listLiveImports(store, dueAtOnce)) {
    if (undoStatus !== null || (await isHere(file))) due.push({ id: `import-${id}`, data: { id } });
  }
  return due;
}
