/** System files and folders with their owner and mode. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findServiceUser } from '../installation.ts';
import { writeWhole } from '../whole-file.ts';
import { run } from './programs.ts';

/** A file's permissions. `owner` and `group` are root by default. */
export type Rights = { mode: number; owner?: 'service'; group?: 'service' };

function idsOf({ owner, group }: Omit<Rights, 'mode'>): [uid: number, gid: number] {
  // In a test installation, the test's own user takes root's role.
  const [uid, gid] = process.env.WAYPOST_ROOT ? [process.getuid?.() ?? 0, process.getgid?.() ?? 0] : [0, 0];
  const service = findServiceUser();
  return [owner ? (service?.uid ?? -1) : uid, group ? (service?.gid ?? -1) : gid];
}

export function hasRights(file: string, rights: Rights): boolean {
  if (!existsSync(file)) return false;
  const { mode, uid, gid } = statSync(file);
  const [desiredUid, desiredGid] = idsOf(rights);
  return (mode & 0o7777) === rights.mode && uid === desiredUid && gid === desiredGid;
}

/** Gives the services' user everything in a folder, because root's commands may have created files in it. */
export const giveToService = (folder: string) =>
  run(['chown', '--recursive', '--no-dereference', idsOf({ owner: 'service', group: 'service' }).join(':'), folder]);

export const holds = (file: string, text: string, rights: Rights): boolean =>
  hasRights(file, rights) && readFileSync(file, 'utf8') === text;

export async function makeFolder(folder: string, rights: Rights): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chown(folder, ...idsOf(rights));
  await chmod(folder, rights.mode);
}

export async function writeSystemFile(file: string, text: string, { mode, ...owner }: Rights): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeWhole(file, text, { mode, owner: idsOf(owner) });
}
