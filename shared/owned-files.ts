/**
 * Safe reading of files in LOCAL_DIR for commands that root runs. The services' user can create anything there: links to
 * root's files, endless pipes, and files of any size. So only regular files are read, never through a link, and by root
 * only files of the folder's owner.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** An error for a file that was not read, with its name and the reason. */
export class NotOwned extends Error {}

const mostByDefault = 1 << 20;

/** Reads a file; `undefined` if it does not exist. @throws NotOwned */
export function readOwned(folder: string, name: string, mostBytes = mostByDefault): Buffer | undefined {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  // A subfolder can be a link to one of root's folders.
  const isDirect = path.basename(name) === name;
  return readRegular(path.join(folder, name), mostBytes, (stats) => stats.uid === owner || (isDirect && isOwn(stats)));
}

/** Reads root's own file in another user's folder; `undefined` if it does not exist. @throws NotOwned */
export const readOwn = (file: string): Buffer | undefined => readRegular(file, mostByDefault, isOwn);

/** Returns whether root created the file. A file with a second hard link can be any of root's files. */
const isOwn = ({ uid, nlink }: Stats) => uid === process.getuid?.() && nlink === 1;

function readRegular(file: string, mostBytes: number, isTrusted: (stats: Stats) => boolean): Buffer | undefined {
  const fd = openFile(file);
  if (fd === undefined) return undefined;
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new NotOwned(`${file} is not a regular file`);
    if (process.getuid?.() === 0 && !isTrusted(stats))
      throw new NotOwned(`${file} belongs to another user (${stats.uid})`);
    // A sparse file of any size would otherwise block the event loop and fill the memory.
    if (stats.size > mostBytes) throw tooLarge(file, mostBytes);
    return readAtMost(fd, mostBytes, file);
  } finally {
    closeSync(fd);
  }
}

function openFile(file: string): number | undefined {
  try {
    return openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (['ELOOP', 'EMLINK', 'ENXIO'].includes(code)) throw new NotOwned(`${file} is not a regular file`);
    throw error;
  }
}

const pieceBytes = 1 << 20;

/** Reads a file whose size can change in the meantime. @throws NotOwned if it has more than `mostBytes` */
function readAtMost(fd: number, mostBytes: number, file: string): Buffer {
  const pieces: Buffer[] = [];
  for (let left = mostBytes + 1; left > 0; ) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, left));
    const count = readSync(fd, piece);
    if (count === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, count));
    left -= count;
  }
  throw tooLarge(file, mostBytes);
}

const tooLarge = (file: string, mostBytes: number) => new NotOwned(`${file} has more than ${mostBytes} bytes`);
