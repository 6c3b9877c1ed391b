/** What clicks are: whose link was clicked, with which system and browser, from where. Found out before they are stored. */

import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';
import { type ContactVisit, listContactVisits } from '../link-clicks/core/visits.ts';
import { type ClickPart, type OpenedPart, openPart, type PartClick } from './bytes/part.ts';
import { choiceOf, isPrefetched, isQr, isUse } from './bytes/record.ts';
import { idsOfWords } from './click-dictionary.ts';
import { agentOf, languageOf, referrerHost } from './core/agent.ts';
import { type Click, comparePlaces } from './core/click.ts';
import { membersOf, mergeUtm } from './core/utm.ts';
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
  const ids = await idsOfWords(db, namesIn(ready, utms));
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

const textOf = (word: string) => Buffer.from(word, 'latin1').toString();

/** The texts that are stored as words. */
function namesIn(parts: OpenedPart[], utms: ReadonlyMap<number, string>): Set<string> {
  const names = new Set<string>();
  const addEach = (places: number[], namesAt: (place: number) => string[]) => {
    for (const place of new Set(places)) for (const name of namesAt(place)) names.add(name);
  };
  for (const { words, clicks } of parts) {
    const wordAt = (place: number) => words[place] as string;
    addEach(
      clicks.map(({ agent }) => agent),
      (place) => {
        const { os, browser } = agentOf(wordAt(place));
        return [os, browser];
      },
    );
    addEach(
      clicks.map(({ referrer }) => referrer),
      (place) => [referrerHost(wordAt(place))],
    );
    addEach(
      clicks.map(({ language }) => language),
      (place) => [languageOf(wordAt(place))],
    );
    addEach(
      clicks.map(({ utm }) => utm),
      (place) => membersOf(textOf(wordAt(place))),
    );
    addEach(
      clicks.map(({ linkId }) => linkId),
      (linkId) => membersOf(utms.get(linkId) ?? ''),
    );
  }
  return names;
}

type Known = { owners: Map<number, number>; utms: ReadonlyMap<number, string>; ids: Map<string, number> };

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

function describe({ words, clicks }: OpenedPart, { owners, utms, ids }: Known): Click[] {
  const wordAt = (place: number) => words[place] as string;
  const idOf = (name: string) => ids.get(name) as number;
  const agentAt = remembering((place: number) => {
    const { device, bot, os, browser } = agentOf(wordAt(place));
    return { device, bot, os: idOf(os), browser: idOf(browser) };
  });
  const referrerAt = remembering((place: number) => idOf(referrerHost(wordAt(place))));
  const languageAt = remembering((place: number) => idOf(languageOf(wordAt(place))));
  const sentAt = remembering((place: number) => textOf(wordAt(place)));
  const idsOfLink = remembering((ofLink: string) => mergeUtm('', ofLink).map(idOf));
  const utmOf = (place: number, linkId: number) => {
    const [sent, ofLink] = [sentAt(place), utms.get(linkId) ?? ''];
    return sent === '' ? idsOfLink(ofLink) : mergeUtm(sent, ofLink).map(idOf);
  };
  const described: Click[] = [];
  for (const { linkId, at, flags, country, visitor, agent: agentPlace, referrer, language, utm } of clicks) {
    const workspaceId = owners.get(linkId);
    if (workspaceId === undefined || isPrefetched(flags)) continue;
    const agent = agentAt(agentPlace);
    const members = utmOf(utm, linkId);
    // Member by member: what is spread into an object makes it several times as dear to make and to read.
    described.push({
      workspaceId,
      linkId,
      day: dayOf(at),
      ms: at % dayMs,
      visitor,
      country,
      device: agent.device,
      os: agent.os,
      browser: agent.browser,
      referrer: referrerAt(referrer),
      language: languageAt(language),
      utmSource: members[0] as number,
      utmMedium: members[1] as number,
      utmCampaign: members[2] as number,
      qr: isQr(flags),
      choice: choiceOf(flags),
      bot: agent.bot,
      first: false,
      use: isUse(flags),
    });
  }
  return described;
}
