/** UNIX sockets, whose paths are limited to 107 bytes, and their servers. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { ListenOptions, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Returns `home/name`, or a short generated path if that is too long. Creates its directory. */
export async function socketPath(home: string, name: string): Promise<string> {
  const file = pathOfSocket(home, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  return file;
}

/**
 * Returns the same path as `socketPath` without creating anything, for clients: root's folders would block the
 * services.
 */
export function pathOfSocket(home: string, name: string): string {
  const direct = path.join(home, name);
  if (Buffer.byteLength(direct) <= 100) return direct;
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 16);
  return path.join(tmpdir(), `waypost-${hash}`, name);
}

/** Reads a text of at most `mostBytes`, because another user's process could send any number. @throws if it is longer */
export async function readAnswer(stream: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error(`an answer has more than ${mostBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** @throws if the path or port is in use */
export const listen = (server: Server, where: ListenOptions) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Resolves once no connection is open. */
export const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
