/** Free space on a file system, and the part reserved for stores. */
import { statfs } from 'node:fs/promises';

/** The free space below which clicks on disk are limited, because this space is reserved for MariaDB and Redis. */
export const keptFreeBytes = 128 << 20;

/** The minimum for MariaDB and Redis to start and stop cleanly. */
const neededBytes = 48 << 20;

export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Returns whether a store in the directory can run out of space. */
export const isNearlyFull = async (directory: string): Promise<boolean> => (await freeBytes(directory)) < neededBytes;
