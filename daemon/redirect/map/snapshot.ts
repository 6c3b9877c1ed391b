/**
 * The slug map on disk, so that a start is fast and works without MySQL. The file has a JSON header and then the map's
 * chunks as they are in memory, each with a checksum. It is written to a second file, which replaces the old one when it
 * is complete. An inconsistent file is refused as a whole.
 */
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { ServingDomain } from './hosts.ts';
import { recordsKnow } from './rows.ts';
import { chunkBytes, SlugMap } from './slug-map.ts';
import type { MapPosition } from './sync.ts';

export type Snapshot = {
  map: SlugMap;
  position: MapPosition;
  domains: ServingDomain[];
  takenAt: Date;
  /** False if the records are from another release, and can lack columns that this release reads. */
  isComplete: boolean;
};

/** The name and version of the file format. Change it whenever the layout of records changes. */
const format = 'waypost-slug-map 1';
const longestHeader = 64 << 20;

type Header = {
  format: string;
  seed: number;
  links: number;
  takenAt: string;
  position: MapPosition;
  domains: ServingDomain[];
  recordsKnow: string;
  chunks: { bytes: number; crc: number }[];
};

/** Writes the current map, without changes during the call. Returns the number of bytes written. */
export async function writeSnapshot(
  file: string,
  map: SlugMap,
  position: MapPosition,
  domains: ServingDomain[],
): Promise<number> {
  const draft = `${file}.${process.pid}.tmp`;
  await mkdir(path.dirname(file), { recursive: true });
  await removeOldDrafts(file);
  const parts = map.seal();
  let handle: FileHandle | undefined;
  try {
    const header: Header = {
      format,
      seed: map.seed,
      links: map.size,
      takenAt: new Date().toISOString(),
      position,
      domains,
      recordsKnow,
      chunks: [],
    };
    for (const bytes of parts) header.chunks.push({ bytes: bytes.length, crc: await checksum(bytes) });
    handle = await open(draft, 'w', 0o600);
    const text = Buffer.from(JSON.stringify(header));
    const prefix = Buffer.alloc(8);
    prefix.writeUInt32LE(text.length, 0);
    prefix.writeUInt32LE(crc32(text), 4);
    await handle.writeFile(prefix);
    await handle.writeFile(text);
    for (const bytes of parts) await handle.writeFile(bytes);
    await handle.sync();
    await handle.close();
    handle = undefined;
    await rename(draft, file);
    return prefix.length + text.length + parts.reduce((sum, bytes) => sum + bytes.length, 0);
  } finally {
    map.unseal();
    await handle?.close();
    await rm(draft, { force: true });
  }
}

/** Age after which a draft is abandoned: writing takes seconds, so its process has ended. */
const draftMs = 3_600_000;

async function removeOldDrafts(file: string): Promise<void> {
  const { dir, base } = path.parse(file);
  for (const name of await readdir(dir)) {
    if (!name.startsWith(`${base}.`) || !name.endsWith('.tmp')) continue;
    const draft = path.join(dir, name);
    const { mtimeMs } = await stat(draft);
    if (Date.now() - mtimeMs > draftMs) await rm(draft, { force: true });
  }
}

/** Computes a checksum, one mebibyte per loop iteration. */
async function checksum(bytes: Uint8Array): Promise<number> {
  let crc = 0;
  for (let at = 0; at < bytes.length; at += 1 << 20) {
    crc = crc32(bytes.subarray(at, at + (1 << 20)), crc);
    await new Promise(setImmediate);
  }
  return crc;
}

/**
 * Reads a snapshot. Returns undefined if there is no file. @throws if the file is incomplete, damaged or has another
 * format
 */
export async function readSnapshot(file: string): Promise<Snapshot | undefined> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  try {
    const header = await readHeader(handle);
    if (header.format !== format) throw new Error(`the snapshot has the format ${header.format}, not ${format}`);
    const map = new SlugMap(header.seed);
    for (const { bytes, crc } of header.chunks) {
      if (bytes > chunkBytes) throw new Error('a part of the snapshot is too large');
      const part = await readExactly(handle, Buffer.allocUnsafeSlow(bytes));
      if (crc32(part) !== crc) throw new Error('a part of the snapshot does not match its checksum');
      map.adopt(part);
    }
    if (map.size !== header.links) throw new Error(`the snapshot has ${map.size} links, not ${header.links}`);
    const { position, domains, takenAt } = header;
    return { map, position, domains, takenAt: new Date(takenAt), isComplete: header.recordsKnow === recordsKnow };
  } finally {
    await handle.close();
  }
}

/** Returns the id of a snapshot's database; undefined without a readable snapshot. */
export async function readInstallation(file: string): Promise<string | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
  try {
    return handle && (await readHeader(handle)).position.installation;
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}

async function readHeader(handle: FileHandle): Promise<Header> {
  const prefix = await readExactly(handle, Buffer.alloc(8));
  const length = prefix.readUInt32LE(0);
  if (length > longestHeader) throw new Error('the file is not a snapshot');
  const text = await readExactly(handle, Buffer.alloc(length));
  if (crc32(text) !== prefix.readUInt32LE(4)) throw new Error("the snapshot's header does not match its checksum");
  return JSON.parse(text.toString()) as Header;
}

async function readExactly(handle: FileHandle, into: Buffer): Promise<Buffer> {
  let at = 0;
  while (at < into.length) {
    const { bytesRead } = await handle.read(into, at, into.length - at);
    if (bytesRead === 0) throw new Error('the snapshot ends too early');
    at += bytesRead;
  }
  return into;
}
