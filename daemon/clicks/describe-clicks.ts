/**
 * The description of clicks before they are stored: the link's workspace, the visitor's system and browser, and the
 * click's origin.
 */
import { elementOf, valueIn } from '../../shared/elements.ts';
import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';
import { type ContactVisit, listContactVisits } from '../link-clicks/core/visits.ts';
import { type ClickPart, noText, type OpenedPart, openPart, type PartClick } from './bytes/part.ts';
import { choiceOf, isOwnVisit, isPrefetched, isQr, isUse } from './bytes/record.ts';
import { idsOfWords } from './click-dictionary.ts';
import { agentOf } from './core/agent.ts';
import { type Click, comparePlaces } from './core/click.ts';
import { type ClickText, dimensions, placeOf } from './core/dimensions.ts';
import { mergeUtm } from './core/utm.ts';
import { findOwners, findUtms } from './link-owner-queries.ts';
import { dayMs, dayOf } from './time.ts';

/** Maximum wait for a link's row, which can reach this replica after the link's first click. */
const ownerWaitMs = 60_000;
/**
 * Maximum age of a part. Older parts are dropped, because their marks could be deleted already. If the segment still
 * exists, it is sent again.
 */
const oldestPartMs = 6 * 3_600_000;

export type Described = {
  /** The clicks, sorted by their keys in MySQL, which is the locking order. */
  clicks: Click[];
  /** Visits from the workspaces' own networks, which are not clicks. */
  own: Click[];
  /** Visits with a contact's token, including prefetches. */
  visits: ContactVisit[];
  /** The parts that contain these clicks. */
  parts: ClickPart[];
  /** Parts that can never be stored. */
  refused: ClickPart[];
};

type Opened = OpenedPart & { part: ClickPart };

/**
 * Describes the clicks in parts. Leaves out parts with clicks on links that this database does not have yet: these
 * parts must wait.
 */
export async function describeClicks(db: Db, log: Log, parts: ClickPart[], now: Date): Promise<Described> {
  const opened = parts.flatMap((part) => openFresh(log, part, now));
  const linkIds = linksIn(opened);
  const owners = await findOwners(db, linkIds);
  const isEarly = ({ linkId, at }: PartClick) => !owners.has(linkId) && now.getTime() - at < ownerWaitMs;
  const ready = owners.size === linkIds.size ? opened : opened.filter(({ clicks }) => !clicks.some(isEarly));
  const utms = await findUtms(db, ready === opened ? linkIds : linksIn(ready), now);
  const read = ready.map((part) => readTexts(part, utms));
  const ids = await idsOfWords(db, wordsIn(read));
  const visits = read.flatMap((part) => describe(part, { owners, ids })).sort(inOrder);
  const ownerless = owners.size === linkIds.size ? 0 : countOwnerless(ready, owners);
  if (ownerless > 0) log.error({ ownerless }, 'clicks of unknown links could not be counted');
  const understood = new Set(opened.map(({ part }) => part));
  return {
    clicks: visits.filter(({ own }) => !own),
    own: visits.filter(({ own }) => own),
    visits: ready.flatMap((one) => listContactVisits(one, owners)),
    parts: ready.map(({ part }) => part),
    refused: parts.filter((part) => !understood.has(part)),
  };
}

/** Compares clicks by their keys in MySQL. */
export const inOrder = (a: Click, b: Click) => a.day - b.day || a.workspaceId - b.workspaceId || comparePlaces(a, b);

function countOwnerless(parts: OpenedPart[], owners: Map<number, number>): number {
  return parts.reduce((sum, { clicks }) => sum + clicks.filter(({ linkId }) => !owners.has(linkId)).length, 0);
}

/** Opens a part. Drops it if it is too old or unreadable. */
function openFresh(log: Log, part: ClickPart, now: Date): Opened[] {
  try {
    const opened = openPart(part.bytes);
    return now.getTime() - opened.sentAt > oldestPartMs ? [] : [{ ...opened, part }];
  } catch (err) {
    log.error({ err, part: part.id }, 'a part of clicks cannot be read');
    return [];
  }
}

function linksIn(parts: OpenedPart[]): Set<number> {
  const linkIds = new Set<number>();
  for (const { clicks } of parts) for (const { linkId } of clicks) linkIds.add(linkId);
  return linkIds;
}

type Finder = { place: number; find: (text: string) => number | string };

/** Functions that find dimensions, keyed by the kind of text in which they search. */
const findersByText = new Map<ClickText, Finder[]>();
for (const [place, dimension] of dimensions.entries()) {
  if (!('find' in dimension)) continue;
  const { from, find } = dimension;
  findersByText.set(from, [...(findersByText.get(from) ?? []), { place, find }]);
}
const [countryAt, triggerAt] = [placeOf('country'), placeOf('trigger')];

/** One kind of text in a part's clicks, and the dimensions found in it. */
type Reading = {
  /** Indices of the dimensions found in the text. */
  places: number[];
  /** Each click's UTM parameters, or its index among the part's words. */
  keys: (number | string)[];
  found: Map<number | string, (number | string)[]>;
};

/** A part with the values found in its texts. Each distinct text is parsed once. */
type ReadPart = Opened & { readings: Reading[] };

function readTexts(part: Opened, utms: ReadonlyMap<number, string>): ReadPart {
  const { words, clicks } = part;
  const sentAt = memoise((place: number) => Buffer.from(elementOf(words, place), 'latin1').toString());
  const utmOf = ({ utm, linkId }: PartClick) => mergeUtm(sentAt(utm), utms.get(linkId) ?? '');
  const readings = [...findersByText].map(([name, finders]) => {
    const keys = name === 'utm' ? clicks.map(utmOf) : clicks.map((click) => click[name]);
    const found: Reading['found'] = new Map();
    for (const key of new Set<number | string>(keys)) {
      const text = typeof key === 'string' ? key : key === noText ? '' : elementOf(words, key);
      found.set(
        key,
        finders.map(({ find }) => find(text)),
      );
    }
    return { places: finders.map(({ place }) => place), keys, found };
  });
  return { ...part, readings };
}

/** Collects the clicks' dictionary words. */
function wordsIn(parts: ReadPart[]): Set<string> {
  const words = new Set<string>();
  for (const { found } of parts.flatMap(({ readings }) => readings)) {
    for (const values of found.values()) for (const value of values) if (typeof value === 'string') words.add(value);
  }
  return words;
}

type Known = { owners: Map<number, number>; ids: Map<string, number> };

/** Returns a function like `find` that caches its results by key. */
function memoise<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new Map<Key, Value>();
  return (key) => {
    const known = found.get(key);
    if (known !== undefined) return known;
    const value = find(key);
    found.set(key, value);
    return value;
  };
}

/** Returns a function that returns a click's values in all dimensions. */
function valuesIn({ clicks, readings }: ReadPart, ids: Map<string, number>): (index: number) => number[] {
  const idOf = (value: number | string) => (typeof value === 'number' ? value : valueIn(ids, value));
  const stored = readings.map(({ places, keys, found }) => ({
    places,
    keys,
    idsOf: new Map([...found].map(([key, values]) => [key, values.map(idOf)])),
  }));
  return (index) => {
    const { country, flags } = clicks[index] as PartClick;
    const values = new Array<number>(dimensions.length).fill(0);
    values[countryAt] = country;
    values[triggerAt] = isQr(flags) ? 1 : 0;
    for (const { places, keys, idsOf } of stored) {
      const found = idsOf.get(keys[index] as number | string) as number[];
      for (let n = 0; n < places.length; n++) values[elementOf(places, n)] = elementOf(found, n);
    }
    return values;
  };
}

function describe(part: ReadPart, { owners, ids }: Known): Click[] {
  const valuesOf = valuesIn(part, ids);
  const isBotAt = memoise((place: number) => agentOf(elementOf(part.words, place)).bot);
  const described: Click[] = [];
  for (const [index, click] of part.clicks.entries()) {
    const { linkId, at, flags, visitor } = click;
    const workspaceId = owners.get(linkId);
    if (workspaceId === undefined || isPrefetched(flags)) continue;
    described.push({
      workspaceId,
      linkId,
      day: dayOf(at),
      ms: at % dayMs,
      visitor,
      values: valuesOf(index),
      choice: choiceOf(flags),
      bot: isBotAt(click.agent),
      first: false,
      use: isUse(flags),
      own: isOwnVisit(flags),
    });
  }
  return described;
}
