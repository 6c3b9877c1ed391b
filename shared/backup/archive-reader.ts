/** The reader of backup files. It verifies the checksum of the whole file, then reads one contained file at a time. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { trailerBytes, trailerOf } from './archive-writer.ts';
import { readTarHead, tarBlock, tarPadding } from './tar.ts';

export type ArchiveFile = { file: string; read(): Promise<Buffer> };

const readBytes = 1 << 20;
/** Limit for one file in a backup, far above any that Waypost writes. */
export const largestFile = 256 << 20;

/**
 * Verifies the checksum. `first`: the name of every backup's first file. @throws with a message that continues the
 * file's name
 */
export async function checkArchive(handle: FileHandle, first: string): Promise<void> {
  const { size } = await handle.stat();
  const head = await readAt(handle, 0, Math.min(size, tarBlock));
  if (head.length < tarBlock || readTarHead(head)?.file !== first) throw new Error('is not a Waypost backup');
  const cut = new Error('is truncated: its end is missing');
  if (size < tarBlock + trailerBytes) throw cut;
  const trailer = await readAt(handle, size - trailerBytes, trailerBytes);
  const claimed = trailer.toString('latin1', tarBlock, tarBlock + 64);
  if (!/^[0-9a-f]{64}$/.test(claimed) || !trailerOf(claimed).equals(trailer)) throw cut;
  const hash = createHash('sha256');
  for (let at = 0; at < size - trailerBytes; at += readBytes) {
    hash.update(await readAt(handle, at, Math.min(readBytes, size - trailerBytes - at)));
  }
  if (hash.digest('hex') !== claimed) throw new Error('was altered: its checksum does not match');
}

/** Lists the files in order. Their content is not trusted despite the checksum: anyone can create a backup file. */
export async function listArchive(handle: FileHandle): Promise<ArchiveFile[]> {
  const { size } = await handle.stat();
  const files: ArchiveFile[] = [];
  for (let at = 0; at < size - trailerBytes; ) {
    const head = readTarHead(await readAt(handle, at, tarBlock));
    if (!head || head.size > largestFile) throw new Error('does not have the structure of a backup');
    const contentAt = at + tarBlock;
    files.push({ file: head.file, read: () => readAt(handle, contentAt, head.size) });
    at = contentAt + head.size + tarPadding(head.size);
  }
  return files;
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, at + filled);
    if (bytesRead === 0) throw new Error('is truncated: its end is missing');
    filled += bytesRead;
  }
  return buffer;
}
