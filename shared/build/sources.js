// @ts-check
/** The folders of sources and of the build. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const out = path.join(root, '.build');
export const current = path.join(out, 'current');
export const services = ['daemon', 'automations-api', 'shared'];
export const apps = ['daemon/dashboard', 'automations-api/admin'];
/** Code for browsers, which `build-app.ts` bundles. */
export const browserFolders = [...apps, 'shared/ui'];

/** @param {string} file */
export const isForBrowsers = (file) =>
  browserFolders.some((folder) => file === folder || file.startsWith(`${folder}/`));

/** Lists the TypeScript files in some folders. @param {string[]} folders */
export async function listSources(folders) {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const files = await readdir(path.join(root, folder), { recursive: true });
      return files.map((file) => path.join(folder, file));
    }),
  );
  return lists.flat().filter((file) => /(?<!\.d)\.ts$/.test(file));
}
