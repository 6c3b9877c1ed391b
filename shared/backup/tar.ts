/** Tar headers of regular files, the only kind in a backup. Any tar program can read them. */
import { Header } from 'tar/header';

export const tarBlock = 512;
/** The end of an archive: two empty blocks. */
export const tarEnd = Buffer.alloc(2 * tarBlock);

/** Returns the number of bytes that fill a file's last block. */
export const tarPadding = (size: number): number => (tarBlock - (size % tarBlock)) % tarBlock;

/** Builds the header block before a file's content. */
export function tarHead(file: string, size: number, at: Date): Buffer {
  const head = Buffer.alloc(tarBlock);
  const isTooMuch = new Header({ path: file, mode: 0o600, uid: 0, gid: 0, size, mtime: at, type: 'File' }).encode(head);
  if (isTooMuch) throw new Error(`the name ${file} is too long`);
  return head;
}

/** Parses a header block; `undefined` if it is not the header of a regular file. */
export function readTarHead(head: Buffer): { file: string; size: number } | undefined {
  const { cksumValid, type, path: file, size } = new Header(head);
  return cksumValid && type === 'File' && file !== undefined && size !== undefined ? { file, size } : undefined;
}
