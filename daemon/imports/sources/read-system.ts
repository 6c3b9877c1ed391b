/**
 * All links of a running system into a file, a JSON record a line, which is imported like any other. After each page the place of
 * the next is noted beside the file, so that a reading that was broken off goes on there, and no link is in the file twice.
 */
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseUrl } from '../../../shared/net/parse-url.ts';
import { type AskOptions, ask, SourceFault } from './ask.ts';
import { type Access, markOf, type Page, type System, type SystemName, systems } from './systems.ts';

/** Progress, noted beside the file. */
type Place = { from: SystemName; url: string; cursor: string | null; bytes: number };

export type Reading = {
  rows: number;
  /** Number of links that the system counted and did not return. */
  missing: number;
};

export type ReadOptions = AskOptions & {
  file: string;
  /** After each page. */
  onPage?: (rows: number, total: number | undefined) => void;
};

/** The address of a system, given or its own. @throws SourceFault */
export function accessTo(from: SystemName, url: string | undefined, key: string): Access {
  const address = url ?? (systems[from] as System).home;
  if (!address) throw new SourceFault(`Give the URL of ${from} with --url.`);
  const parsed = parseUrl(address);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new SourceFault('--url is no web address.');
  return { url: parsed, key };
}

/** @throws SourceFault */
export async function readSystem(from: SystemName, access: Access, options: ReadOptions): Promise<Reading> {
  const { file, onPage } = options;
  const system: System = systems[from];
  const place = await findPlace(from, access, file);
  const marks = await marksIn(system, file, place.bytes);
  const into = await open(file, place.bytes === 0 ? 'w' : 'r+');
  let total: number | undefined;
  try {
    await into.truncate(place.bytes);
    for (let cursor = place.cursor ?? undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const page = readPage(system, await ask(system.request(access, cursor), options), cursor, access);
      total = page.total ?? total;
      const text = newRows(system, page, marks);
      await into.write(text, place.bytes);
      await into.datasync();
      place.bytes += Buffer.byteLength(text);
      cursor = total !== undefined && marks.size >= total ? undefined : page.next;
      await note(file, { ...place, cursor: cursor ?? null });
      onPage?.(marks.size, total);
    }
  } finally {
    await into.close();
  }
  await rm(placeFile(file), { force: true });
  return { rows: marks.size, missing: Math.max(0, (total ?? 0) - marks.size) };
}

function readPage(system: System, answer: unknown, cursor: string | undefined, { url }: Access): Page {
  try {
    const page = system.read(answer, cursor);
    if (page.next !== undefined && page.next === cursor) throw new TypeError('the same page once more');
    return page;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SourceFault(`${url.host} answers in a form that is not known: ${error.message}.`);
  }
}

/** Rows that no earlier page had, as lines. */
function newRows(system: System, { rows }: Page, marks: Set<string>): string {
  return rows
    .filter((row) => {
      const mark = markOf(system, row);
      const isNew = !marks.has(mark);
      marks.add(mark);
      return isNew;
    })
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');
}

const placeFile = (file: string) => `${file}.place`;

async function note(file: string, place: Place): Promise<void> {
  await writeFile(`${placeFile(file)}.new`, JSON.stringify(place), { mode: 0o600 });
  await rename(`${placeFile(file)}.new`, placeFile(file));
}

/** Where a reading of the same system into this file was broken off; else the beginning. */
async function findPlace(from: SystemName, { url }: Access, file: string): Promise<Place> {
  const start: Place = { from, url: url.href, cursor: null, bytes: 0 };
  const noted = await readFile(placeFile(file), 'utf8').catch(() => undefined);
  if (noted === undefined) return start;
  const place: Place = JSON.parse(noted);
  return place.from === from && place.url === url.href && place.cursor !== null ? place : start;
}

/** The links that the file has already. */
async function marksIn(system: System, file: string, bytes: number): Promise<Set<string>> {
  const marks = new Set<string>();
  if (bytes === 0) return marks;
  const lines = createInterface({
    input: createReadStream(file, { end: bytes - 1 }),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) marks.add(markOf(system, JSON.parse(line)));
  return marks;
}
