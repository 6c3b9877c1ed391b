/** The room on a file system, and how much of it is left to the stores that lie on it. */
import { statfs } from 'node:fs/promises';

/** With less, clicks on disk are held back: what is left is for MariaDB and Redis. */
export const keptFreeBytes = 128 << 20;

/** With less, MariaDB and Redis may be unable to start, or to end in order. */
const neededBytes = 48 << 20;

export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Whether a store that lies there may be short of room. */
export const isNearlyFull = async (directory: string): Promise<boolean> => (await freeBytes(directory)) < neededBytes;
