/** The unpacked bytes of an imported file, within a limit, so that a small file cannot unpack to an endless one. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Entry, openPromise } from 'yauzl';

/** A file, or a file in a ZIP. */
export type Part = { name: string; read: () => AsyncIterable<Buffer> };

/** An error for a file that cannot be imported, with a sentence for the user. */
export class FileFault extends Error {
  override name = 'FileFault';
}

const mostUnpacked = 8 * 2 ** 30;
const mostParts = 100;
/** The maximum number of entries in a ZIP, because each takes memory and time. */
const mostEntries = 10_000;
const tableName = /\.(?:csv|tsv|txt|json|jsonl|ndjson|sql)$/i;

/**
 * Lists the parts: a plain or gzipped file is one part; in a ZIP each table is one, in the order of names. @throws
 * FileFault
 */
export async function listParts(path: string, name: string): Promise<Part[]> {
  const magic = await readStart(path);
  if (magic.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return listZip(path);
  const isGzip = magic[0] === 0x1f && magic[1] === 0x8b;
  const read = () => (isGzip ? unpacked(gunzip(path)) : createReadStream(path));
  return [{ name: isGzip ? name.replace(/\.gz$/i, '') : name, read }];
}

/** Unpacks a file. An error of either stream ends the reading. */
const gunzip = (path: string): Readable => pipeline(createReadStream(path), createGunzip(), () => {});

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** @throws FileFault */
function checkUnpacked(length: number): void {
  if (length > mostUnpacked) throw new FileFault(`Unpacked, the file is larger than ${mostUnpacked / 2 ** 30} GiB.`);
}

/** Yields the chunks of an unpacking stream. @throws FileFault */
async function* unpacked(stream: Readable): AsyncGenerator<Buffer> {
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      checkUnpacked(length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof FileFault) throw error;
    throw new FileFault('The file is damaged and cannot be unpacked completely.', { cause: error });
  }
}

async function listZip(path: string): Promise<Part[]> {
  const entries = await listTables(path);
  if (entries.length === 0) throw new FileFault('The ZIP contains no CSV, JSON or SQL file.');
  // The reader ensures that no entry unpacks to more than its declared size.
  checkUnpacked(entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0));
  return entries
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1))
    .map((entry) => ({ name: entry.fileName, read: () => readEntry(path, entry) }));
}

/** Lists the tables of a ZIP. @throws FileFault at the first entry beyond a limit */
async function listTables(path: string): Promise<Entry[]> {
  const zip = await openPromise(path).catch(toFault);
  const tables: Entry[] = [];
  let count = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (++count > mostEntries) throw new FileFault(`The ZIP contains more than ${mostEntries} entries.`);
      if (isTable(entry.fileName)) tables.push(entry);
      if (tables.length > mostParts) throw new FileFault(`The ZIP contains more than ${mostParts} tables.`);
    }
  } catch (error) {
    toFault(error);
  } finally {
    zip.close();
  }
  return tables;
}

const isTable = (name: string) => tableName.test(name) && !name.startsWith('__MACOSX/');

async function* readEntry(path: string, entry: Entry): AsyncGenerator<Buffer> {
  const zip = await openPromise(path, { autoClose: false }).catch(toFault);
  try {
    yield* unpacked(await zip.openReadStreamPromise(entry).catch(toFault));
  } finally {
    zip.close();
  }
}

function toFault(error: unknown): never {
  if (error instanceof FileFault) throw error;
  throw new FileFault('The ZIP is damaged, or of an unsupported kind.', { cause: error });
}
