/**
 * The outcome of a visit by the link's rules, in a fixed order: banned, not started, expired, password, rules,
 * device, country, variants, default. It is pure, except that it looks up the country for a link with countries, and
 * the counted clicks for a link with a limit.
 */
import { longestLocation, mergeQuery } from '../../shared/drawing/location.ts';
import type { Chooser } from './choose.ts';
import { type ClickLimit, type ClickLimitCounter, fromLimitText } from './core/click-limit.ts';
import {
  Choice,
  type Headers,
  noVariant,
  splitQuery,
  type Trigger,
  type VariantName,
  type Visit,
} from './core/visit.ts';
import { countryKey, Flag, Rare, type SlugMap } from './map/slug-map.ts';

export type Outcome =
  | { do: 'banned' }
  | { do: 'notFound' }
  | { do: 'expired' }
  | { do: 'tooLong' }
  | { do: 'ask-password'; passwordHash: string }
  | ({ do: 'redirect'; status: 301 | 302; location: string | Uint8Array; cacheControl: string } & Taken);

/** The trigger and tokens of a visit, and the chosen destination. */
type Taken = { trigger: Trigger; contact: string; opening: string; choice: Choice; variant: Readonly<VariantName> };

type Chosen = { to: string | Uint8Array; choice: Choice; variant?: VariantName };

export type RuleParts = {
  country: (visit: Visit) => string | undefined;
  /** Returns whether the visit has a cookie that opens the link. */
  unlocked: (linkId: number, passwordHash: string, headers: Headers, now: number) => boolean;
  clickLimits: Pick<ClickLimitCounter, 'find'>;
  chooser: Chooser;
};

const neverStored = 'private, no-store';
const permanentSeconds = 60;

export function applyRules(
  map: SlugMap,
  at: number,
  visit: Visit,
  { country, unlocked, clickLimits, chooser }: RuleParts,
  now: number,
): Outcome {
  const flags = map.flags(at);
  if (flags & Flag.banned) return { do: 'banned' };
  const usual: Chosen = { to: map.location(at), choice: Choice.url };
  if ((flags & (Flag.rare | Flag.rules)) === 0)
    return redirect(usual, flags, 'stored', visit, Number.POSITIVE_INFINITY);

  const startsAt = Number(map.rare(at, Rare.startsAt) ?? 0);
  if (startsAt > now) return insteadOf(map.rare(at, Rare.notStartedUrl), Choice.notStarted, 'notFound', flags, visit);
  const expiresAt = Number(map.rare(at, Rare.expiresAt) ?? Number.POSITIVE_INFINITY);
  const limit = limitOf(map, at);
  if (expiresAt <= now || (limit && clickLimits.find(map.linkId(at), limit) >= limit.clicks)) {
    return insteadOf(map.rare(at, Rare.expiredUrl), Choice.expired, 'expired', flags, visit);
  }
  const passwordHash = map.rare(at, Rare.passwordHash);
  if (passwordHash !== undefined && !unlocked(map.linkId(at), passwordHash, visit.headers, now)) {
    return { do: 'ask-password', passwordHash };
  }
  const hasRules = (flags & Flag.rules) !== 0;
  const chosen =
    (hasRules && chooser.byRule(map, at, visit, now) ? chosenIn(chooser) : undefined) ??
    byDevice(map, at, visit.headers) ??
    byCountry(map, at, visit, country) ??
    (hasRules && chooser.byVariant(map, at) ? chosenIn(chooser) : usual);
  const varies = passwordHash !== undefined || limit !== undefined || dependsOnVisitor(map, at, flags);
  return redirect(chosen, flags, varies ? 'varies' : 'stored', visit, (expiresAt - now) / 1_000);
}

/** Returns a link's click limit, if it has one. */
export function limitOf(map: SlugMap, at: number): ClickLimit | undefined {
  const text = map.rare(at, Rare.clickLimit);
  return text === undefined ? undefined : fromLimitText(text);
}

/** Returns the outcome for a link that does not work now: another destination, or a page. */
const insteadOf = (
  to: string | undefined,
  choice: Choice,
  page: 'notFound' | 'expired',
  flags: number,
  visit: Visit,
): Outcome => (to === undefined ? { do: page } : redirect({ to, choice }, flags & Flag.contacts, 'varies', visit, 0));

const chosenBy = (choice: Choice, to: string | undefined): Chosen | undefined =>
  to === undefined ? undefined : { to, choice };

function byDevice(map: SlugMap, at: number, headers: Headers): Chosen | undefined {
  const ios = map.rare(at, Rare.iosUrl);
  const android = map.rare(at, Rare.androidUrl);
  if (ios === undefined && android === undefined) return undefined;
  const userAgent = headers.getHeader('user-agent');
  // Windows Phone's user agents also contain the names of the other systems.
  if (/\bWindows Phone\b/.test(userAgent)) return undefined;
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent)) return chosenBy(Choice.ios, ios);
  return /\bAndroid\b/.test(userAgent) ? chosenBy(Choice.android, android) : undefined;
}

function byCountry(map: SlugMap, at: number, visit: Visit, country: RuleParts['country']): Chosen | undefined {
  if (!map.hasCountries(at)) return undefined;
  const code = country(visit);
  return code === undefined ? undefined : chosenBy(Choice.country, map.rare(at, countryKey(code)));
}

/** Returns the destination that a chooser has chosen. */
const chosenIn = ({ location, choice, variant }: Chooser): Chosen => ({ to: location, choice, variant });

const dependsOnVisitor = (map: SlugMap, at: number, flags: number) =>
  (flags & Flag.rules) !== 0 || map.has(at, Rare.iosUrl) || map.has(at, Rare.androidUrl) || map.hasCountries(at);

function redirect(
  { to: stored, choice, variant = noVariant }: Chosen,
  flags: number,
  caching: 'stored' | 'varies',
  { query }: Visit,
  secondsLeft: number,
): Outcome {
  const permanent = (flags & Flag.permanent) !== 0;
  const maxAge = Math.floor(Math.min(permanentSeconds, secondsLeft));
  const { trigger, contact, opening, passedOn } = splitQuery(query, (flags & Flag.contacts) !== 0);
  const location = passedOn.length === 0 ? stored : mergeQuery(asText(stored), passedOn);
  // A destination that is too long without a query is sent anyway; its link has a warning.
  if (location.length > longestLocation && stored.length <= longestLocation) return { do: 'tooLong' };
  return {
    do: 'redirect',
    status: permanent ? 301 : 302,
    location,
    cacheControl: permanent && caching === 'stored' ? `private, max-age=${maxAge}` : neverStored,
    trigger,
    contact,
    opening,
    choice,
    variant,
  };
}

const asText = (stored: string | Uint8Array) =>
  typeof stored === 'string' ? stored : Buffer.from(stored.buffer, stored.byteOffset, stored.length).toString('latin1');
