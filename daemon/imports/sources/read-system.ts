/**
 * The reading of all links of a running system into a file with a JSON record per line. The file is then imported
 * like any other. After each page, the next position is saved in a second file. So an interrupted read continues
 * there, and no link is in the file twice. If links are deleted, numbered pages shift. A read that may have missed
 * links starts again from the first page.
 */
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseUrl } from '../../../shared/net/parse-url.ts';
import { type FetchOptions, fetchPage, SourceFault } from './fetch-page.ts';
import { type Access, markOf, type Page, type System, type SystemName, systems } from './systems.ts';

/** Saved progress. `last` is the cursor of the previous page, and `total` the number of links in its answer. */
type Place = {
  from: SystemName;
  url: string;
  cursor: string | null;
  last: string | null;
  total: number | null;
  bytes: number;
  /**
   * True if links were deleted in the system since the first page. The file can still have some of the deleted links.
   */
  hasDeleted: boolean;
};

const mostPasses = 3;

export type Reading = {
  rows: number;
  /** Number of links that the system counted but did not return. */
  missing: number;
};

export type ReadOptions = FetchOptions & {
  file: string;
  /** Called after each page. */
  onPage?: (rows: number, total: number | undefined) => void;
};

/** Returns the given URL of a system, or else its default, with the key. @throws SourceFault */
export function accessTo(from: SystemName, url: string | undefined, key: string): Access {
  const text = url ?? (systems[from] as System).home;
  if (!text) throw new SourceFault(`Give the URL of ${from} with --url.`);
  const parsed = parseUrl(text);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new SourceFault('--url is not a web URL.');
  return { url: parsed, key };
}

/** @throws SourceFault */
export async function readSystem(from: SystemName, access: Access, options: ReadOptions): Promise<Reading> {
  const { file } = options;
  const system: System = systems[from];
  const place = await findPlace(from, access, file);
  const marks = await marksIn(system, file, place.bytes);
  const into = await open(file, place.bytes === 0 ? 'w' : 'r+');
  const reading = { system, access, options, place, marks, into };
  let pass: Pass;
  try {
    await into.truncate(place.bytes);
    if (!(await isSteady(reading))) Object.assign(place, { cursor: null, last: null, total: null, hasDeleted: true });
    let passes = 0;
    do pass = await readPass(reading);
    while (!pass.isSure && ++passes < mostPasses);
  } finally {
    await into.close();
  }
  await rm(placeFile(file), { force: true });
  return { rows: marks.size, missing: Math.max(0, (pass.total ?? 0) - pass.seen) };
}

type Open = {
  system: System;
  access: Access;
  options: ReadOptions;
  place: Place;
  marks: Set<string>;
  into: Awaited<ReturnType<typeof open>>;
};

/**
 * The result of a pass over the pages. `seen`: number of different links. `isSure`: no page shifted during the pass.
 */
type Pass = { total: number | undefined; seen: number; isSure: boolean };

/** Returns whether the last page is unchanged, so that the next one continues after it. */
async function isSteady({ system, access, options, place, marks }: Open): Promise<boolean> {
  if (place.cursor === null || place.total === null) return true;
  const cursor = place.last ?? undefined;
  const { rows, total } = readPage(system, await fetchPage(system.request(access, cursor), options), cursor, access);
  return total === place.total && rows.every((row) => marks.has(markOf(system, row)));
}

/** Reads from the saved position to the last page. */
async function readPass({ system, access, options, place, marks, into }: Open): Promise<Pass> {
  const isWhole = place.cursor === null;
  const seen = new Set(isWhole ? [] : marks);
  const pass: Pass = { total: place.total ?? undefined, seen: 0, isSure: isWhole || !place.hasDeleted };
  for (let cursor = place.cursor ?? undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = readPage(system, await fetchPage(system.request(access, cursor), options), cursor, access);
    if (pass.total !== undefined && page.total !== pass.total) pass.isSure = false;
    pass.total = page.total ?? pass.total;
    for (const row of page.rows) seen.add(markOf(system, row));
    const text = newRows(system, { ...page, rows: await withMore(page, { system, access, options, marks }) }, marks);
    await into.write(text, place.bytes);
    await into.datasync();
    const isAll = pass.isSure && pass.total !== undefined && seen.size >= pass.total;
    Object.assign(place, {
      hasDeleted: place.hasDeleted || !pass.isSure,
      last: cursor ?? null,
      total: pass.total ?? null,
      bytes: place.bytes + Buffer.byteLength(text),
    });
    cursor = isAll ? undefined : page.next;
    place.cursor = cursor ?? null;
    await savePlace(options.file, place);
    options.onPage?.(marks.size, pass.total);
  }
  Object.assign(place, { last: null, total: null });
  return { ...pass, seen: seen.size };
}

function readPage(system: System, answer: unknown, cursor: string | undefined, { url }: Access): Page {
  try {
    const page = system.read(answer, cursor);
    if (page.next !== undefined && page.next === cursor) throw new TypeError('the same page again');
    return page;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SourceFault(`${url.host} answers in an unknown format: ${error.message}.`);
  }
}

/** Adds the fields that need a separate request. A link whose fields cannot be read stays unchanged. */
async function withMore(
  { rows }: Page,
  { system, access, options, marks }: Pick<Open, 'system' | 'access' | 'options' | 'marks'>,
): Promise<Page['rows']> {
  const complete: Page['rows'][number][] = [];
  for (const row of rows) {
    const request = marks.has(markOf(system, row)) ? undefined : system.more?.request(access, row);
    if (!request) complete.push(row);
    else {
      const fields = await fetchPage(request, options).then(system.more?.read, (error) => {
        if (error instanceof SourceFault) return {};
        throw error;
      });
      complete.push({ ...row, ...fields });
    }
  }
  return complete;
}

/** Returns the rows that were on no earlier page, as lines. */
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

async function savePlace(file: string, place: Place): Promise<void> {
  await writeFile(`${placeFile(file)}.new`, JSON.stringify(place), { mode: 0o600 });
  await rename(`${placeFile(file)}.new`, placeFile(file));
}

/** Finds the saved position of an interrupted read of the same system, or returns the start. */
async function findPlace(from: SystemName, { url }: Access, file: string): Promise<Place> {
  const start: Place = { from, url: url.href, cursor: null, last: null, total: null, bytes: 0, hasDeleted: false };
  const saved = await readFile(placeFile(file), 'utf8').catch(() => undefined);
  if (saved === undefined) return start;
  const place: Place = JSON.parse(saved);
  return place.from === from && place.url === url.href && place.cursor !== null ? place : start;
}

/** Reads the marks of the links that are already in the file. */
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
