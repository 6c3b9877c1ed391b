/** Paths of UNIX sockets, which are limited to 107 bytes. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** `home/name`, or a short generated path if the directory is too deep. Its directory exists afterwards. */
export async function socketPath(home: string, name: string): Promise<string> {
  const direct = path.join(home, name);
  const isShort = Buffer.byteLength(direct) <= 100;
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const directory = isShort ? home : path.join(tmpdir(), `waypost-${hash}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return path.join(directory, name);
}
