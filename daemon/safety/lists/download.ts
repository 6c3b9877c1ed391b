/** Downloads of threat lists from a file or a URL, limited in size and time, and unpacked if gzipped. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const unpack = promisify(gunzip);
const limitMs = 2 * 60_000;

export type ListSource = {
  /** A unique name, without any key in the location's query. */
  name: string;
  /** The text that operators see. */
  shown: string;
  location: string;
};

export type Downloaded = { text: string; etag: string | null };

const isRemote = (location: string) => /^https?:\/\//i.test(location);

export function toSource(location: string): ListSource {
  const shown = isRemote(location) ? location.replace(/^https?:\/\//i, '').replace(/[?#].*$/s, '') : location;
  const hash = createHash('sha256').update(location).digest('hex').slice(0, 6);
  const name = `${encodeURI(shown).replace(/^.*@/, '').slice(-90)}-${hash}`;
  return { name, shown: shown.replace(/^[^/]*@/, '').slice(0, 300), location };
}

/** Downloads a list. Resolves to `undefined` if it has not changed since `etag`. @throws if the download is incomplete */
export async function download(
  { location }: ListSource,
  etag: string | null,
  limit: number,
): Promise<Downloaded | undefined> {
  const file = isRemote(location) ? await get(location, etag, limit) : await readLocal(location, etag, limit);
  if (!file) return undefined;
  if (file.bytes.subarray(0, 2).toString('latin1') === 'PK') throw new Error('it is a zip file; use an unpacked one');
  const isGzipped = file.bytes[0] === 0x1f && file.bytes[1] === 0x8b;
  const bytes = isGzipped ? await unpack(file.bytes, { maxOutputLength: limit }) : file.bytes;
  return { text: bytes.toString('utf8').replace(/^\uFEFF/, ''), etag: file.etag };
}

type Content = { bytes: Buffer; etag: string | null };

async function get(location: string, etag: string | null, limit: number): Promise<Content | undefined> {
  const response = await fetch(location, {
    headers: { 'User-Agent': 'Waypost', ...(etag === null ? {} : { 'If-None-Match': etag }) },
    signal: AbortSignal.timeout(limitMs),
  });
  if (response.status === 304) return undefined;
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`the answer was ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > limit) throw new Error(`it is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks, length), etag: response.headers.get('etag')?.slice(0, 300) ?? null };
}

async function readLocal(location: string, etag: string | null, limit: number): Promise<Content | undefined> {
  const file = location.startsWith('file:') ? fileURLToPath(location) : location;
  const { size, mtimeMs } = await stat(file);
  const state = `${size}-${mtimeMs}`;
  if (state === etag) return undefined;
  if (size > limit) throw new Error(`it is larger than ${limit} bytes`);
  return { bytes: await readFile(file), etag: state };
}
