/** Paths of UNIX sockets, which are limited to 107 bytes. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** `home/name`, or a short generated path if the directory is too deep. Its directory exists afterwards. */
export async function socketPath(home: string, name: string): Promise<string> {
  const file = pathOfSocket(home, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  return file;
}

/** The same path for those who only connect: they create nothing, which would be root's in a folder of the services. */
export function pathOfSocket(home: string, name: string): string {
  const direct = path.join(home, name);
  if (Buffer.byteLength(direct) <= 100) return direct;
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 16);
  return path.join(tmpdir(), `waypost-${hash}`, name);
}

/** @throws if the text has more bytes; a process of another user can send any number of them */
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
