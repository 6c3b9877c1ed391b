/** What clicks are: whose link was clicked, with which system and browser, from where. Found out before they are stored. */
import type { Db } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import { agentOf, referrerHost } from './agent.ts';
import { type Click, comparePlaces } from './click.ts';
import { idsOfWords } from './click-dictionary.ts';
import { type ClickPart, type OpenedPart, openPart, type PartClick } from './click-part.ts';
import { choiceOf, isQr, isUse } from './click-record.ts';
import { findOwners } from './link-owner-queries.ts';
import { dayMs, dayOf } from './time.ts';

/** A link's row may reach this server's replica a moment after its first click. */
const ownerWaitMs = 60_000;
/** An older part is dropped: its mark may be gone. If its segment is still there, it is sent again. */
const oldestPartMs = 3 * dayMs;

export type Described = {
  /** In the order of the keys under which they are stored, which is the order in which rows are locked. */
  clicks: Click[];
  /** The parts whose clicks these are. */
  parts: ClickPart[];
  /** Parts that cannot be stored, ever. */
  refused: ClickPart[];
};

type Opened = OpenedPart & { part: ClickPart };

/** Parts with clicks of links that are not known here yet are in none of the lists: they have to wait. */
export async function describeClicks(db: Db, log: Log, parts: ClickPart[], now: Date): Promise<Described> {
  const opened = parts.flatMap((part) => openFresh(log, part, now));
  const linkIds = new Set<number>();
  for (const { clicks } of opened) for (const { linkId } of clicks) linkIds.add(linkId);
  const owners = await findOwners(db, linkIds);
  const isEarly = ({ linkId, at }: PartClick) => !owners.has(linkId) && now.getTime() - at < ownerWaitMs;
  const ready = owners.size === linkIds.size ? opened : opened.filter(({ clicks }) => !clicks.some(isEarly));
  const ids = await idsOfWords(db, namesIn(ready));
  const clicks = ready.flatMap((one) => describe(one, owners, ids));
  const ownerless = ready.reduce((sum, one) => sum + one.clicks.length, -clicks.length);
  if (ownerless > 0) log.error({ ownerless }, 'clicks of links that never were could not be counted');
  const understood = new Set(opened.map(({ part }) => part));
  return {
    clicks: clicks.sort((a, b) => a.day - b.day || a.workspaceId - b.workspaceId || comparePlaces(a, b)),
    parts: ready.map(({ part }) => part),
    refused: parts.filter((part) => !understood.has(part)),
  };
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

/** The texts that are stored as words. */
function namesIn(parts: OpenedPart[]): Set<string> {
  const names = new Set<string>();
  for (const { words, clicks } of parts) {
    for (const agent of new Set(clicks.map((click) => click.agent))) {
      const { os, browser } = agentOf(words[agent] as string);
      names.add(os).add(browser);
    }
    for (const referrer of new Set(clicks.map((click) => click.referrer))) {
      names.add(referrerHost(words[referrer] as string));
    }
  }
  return names;
}

function describe({ words, clicks }: OpenedPart, owners: Map<number, number>, ids: Map<string, number>): Click[] {
  const agents = new Map<number, Pick<Click, 'device' | 'os' | 'browser' | 'bot'>>();
  const agentAt = (place: number) => {
    const { device, bot, os, browser } = agentOf(words[place] as string);
    const agent = { device, bot, os: ids.get(os) as number, browser: ids.get(browser) as number };
    agents.set(place, agent);
    return agent;
  };
  const referrers = new Map<number, number>();
  const referrerAt = (place: number) => {
    const referrer = ids.get(referrerHost(words[place] as string)) as number;
    referrers.set(place, referrer);
    return referrer;
  };
  const described: Click[] = [];
  for (const { linkId, at, flags, country, visitor, agent: agentPlace, referrer } of clicks) {
    const workspaceId = owners.get(linkId);
    if (workspaceId === undefined) continue;
    const agent = agents.get(agentPlace) ?? agentAt(agentPlace);
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
      referrer: referrers.get(referrer) ?? referrerAt(referrer),
      qr: isQr(flags),
      choice: choiceOf(flags),
      bot: agent.bot,
      first: false,
      use: isUse(flags),
    });
  }
  return described;
}
