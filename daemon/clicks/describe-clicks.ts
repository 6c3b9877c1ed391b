/** What clicks are: whose link was clicked, with which system and browser, from where. Found out before they are stored. */

import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';
import { type ContactVisit, listContactVisits } from '../link-clicks/core/visits.ts';
import { type ClickPart, type OpenedPart, openPart, type PartClick } from './bytes/part.ts';
import { choiceOf, isPrefetched, isQr, isUse } from './bytes/record.ts';
import { idsOfWords } from './click-dictionary.ts';
import { agentOf } from './core/agent.ts';
import { type Click, comparePlaces } from './core/click.ts';
import { type ClickText, dimensions, placeOf } from './core/dimensions.ts';
import { mergeUtm } from './core/utm.ts';
import { findOwners, findUtms } from './link-owner-queries.ts';
import { dayMs, dayOf } from './time.ts';

/** A link's row may reach this server's replica a moment after its first click. */
const ownerWaitMs = 60_000;
/** An older part is dropped: its mark may be gone. If its segment is still there, it is sent again. */
const oldestPartMs = 3 * dayMs;

export type Described = {
  /** In the order of the keys under which they are stored, which is the order in which rows are locked. */
  clicks: Click[];
  /** Those that carried the token of a contact, prefetches included. */
  visits: ContactVisit[];
  /** The parts whose clicks these are. */
  parts: ClickPart[];
  /** Parts that cannot be stored, ever. */
  refused: ClickPart[];
};

type Opened = OpenedPart & { part: ClickPart };

/** Parts with clicks of links that are not known here yet are in none of the lists: they have to wait. */
export async function describeClicks(db: Db, log: Log, parts: ClickPart[], now: Date): Promise<Described> {
  const opened = parts.flatMap((part) => openFresh(log, part, now));
  const linkIds = linksIn(opened);
  const owners = await findOwners(db, linkIds);
  const isEarly = ({ linkId, at }: PartClick) => !owners.has(linkId) && now.getTime() - at < ownerWaitMs;
  const ready = owners.size === linkIds.size ? opened : opened.filter(({ clicks }) => !clicks.some(isEarly));
  const utms = await findUtms(db, ready === opened ? linkIds : linksIn(ready), now);
  const ids = await idsOfWords(db, wordsIn(ready, utms));
  const clicks = ready.flatMap((one) => describe(one, { owners, utms, ids }));
  const ownerless = owners.size === linkIds.size ? 0 : countOwnerless(ready, owners);
  if (ownerless > 0) log.error({ ownerless }, 'clicks of links that never were could not be counted');
  const understood = new Set(opened.map(({ part }) => part));
  return {
    clicks: clicks.sort((a, b) => a.day - b.day || a.workspaceId - b.workspaceId || comparePlaces(a, b)),
    visits: ready.flatMap((one) => listContactVisits(one, owners)),
    parts: ready.map(({ part }) => part),
    refused: parts.filter((part) => !understood.has(part)),
  };
}

function countOwnerless(parts: OpenedPart[], owners: Map<number, number>): number {
  return parts.reduce((sum, { clicks }) => sum + clicks.filter(({ linkId }) => !owners.has(linkId)).length, 0);
}

/** Nothing of a part that is too old or cannot be read; the spool sends what it still has again. */
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

/** By each text the dimensions that are found in it. */
const findersByText = new Map<ClickText, Finder[]>();
for (const [place, dimension] of dimensions.entries()) {
  if (!('find' in dimension)) continue;
  const { from, find } = dimension;
  findersByText.set(from, [...(findersByText.get(from) ?? []), { place, find }]);
}
const [countryAt, triggerAt] = [placeOf('country'), placeOf('trigger')];

type Utms = ReadonlyMap<number, string>;

/** The texts of a part's clicks; the UTM members are those of the visit. */
function textsOf({ words }: OpenedPart, utms: Utms): (click: PartClick, name: ClickText) => string {
  const sentAt = remembering((place: number) => Buffer.from(words[place] as string, 'latin1').toString());
  return (click, name) =>
    name === 'utm' ? mergeUtm(sentAt(click.utm), utms.get(click.linkId) ?? '') : (words[click[name]] as string);
}

/** The words of the dictionary that clicks have. */
function wordsIn(parts: OpenedPart[], utms: Utms): Set<string> {
  const words = new Set<string>();
  for (const part of parts) {
    const textOf = textsOf(part, utms);
    for (const [name, finders] of findersByText) {
      const texts = new Set(part.clicks.map((click) => textOf(click, name)));
      for (const text of texts) {
        for (const value of finders.map(({ find }) => find(text))) if (typeof value === 'string') words.add(value);
      }
    }
  }
  return words;
}

type Known = { owners: Map<number, number>; utms: Utms; ids: Map<string, number> };

/** What is found out of a key is kept for the next of the same. */
function remembering<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new Map<Key, Value>();
  return (key) => {
    const known = found.get(key);
    if (known !== undefined) return known;
    const value = find(key);
    found.set(key, value);
    return value;
  };
}

/** The values of a click in all dimensions. */
function valuesIn(part: OpenedPart, { utms, ids }: Known): (click: PartClick) => number[] {
  const textOf = textsOf(part, utms);
  const idOf = (value: number | string) => (typeof value === 'number' ? value : (ids.get(value) as number));
  const readers = [...findersByText].map(([name, finders]) => ({
    name,
    places: finders.map(({ place }) => place),
    idsIn: remembering((text: string) => finders.map(({ find }) => idOf(find(text)))),
  }));
  return (click) => {
    const values = new Array<number>(dimensions.length).fill(0);
    values[countryAt] = click.country;
    values[triggerAt] = isQr(click.flags) ? 1 : 0;
    for (const { name, places, idsIn } of readers) {
      const found = idsIn(textOf(click, name));
      for (let n = 0; n < places.length; n++) values[places[n] as number] = found[n] as number;
    }
    return values;
  };
}

function describe(part: OpenedPart, known: Known): Click[] {
  const valuesOf = valuesIn(part, known);
  const isBotAt = remembering((place: number) => agentOf(part.words[place] as string).bot);
  const described: Click[] = [];
  for (const click of part.clicks) {
    const { linkId, at, flags, visitor } = click;
    const workspaceId = known.owners.get(linkId);
    if (workspaceId === undefined || isPrefetched(flags)) continue;
    described.push({
      workspaceId,
      linkId,
      day: dayOf(at),
      ms: at % dayMs,
      visitor,
      values: valuesOf(click),
      choice: choiceOf(flags),
      bot: isBotAt(click.agent),
      first: false,
      use: isUse(flags),
    });
  }
  return described;
}
