/** Free space on a file system, and how much of it is reserved for the stores on it. */
import { statfs } from 'node:fs/promises';

/** Below this, clicks on disk are held back: the rest is for MariaDB and Redis. */
export const keptFreeBytes = 128 << 20;

/** Below this, MariaDB and Redis may fail to start or to stop cleanly. */
const neededBytes = 48 << 20;

export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Tells whether a store there may run out of space. */
export const isNearlyFull = async (directory: string): Promise<boolean> => (await freeBytes(directory)) < neededBytes;
