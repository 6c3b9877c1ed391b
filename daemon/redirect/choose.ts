/**
 * The choice of a visit's destination by the link's rules and variants, from their bytes in the slug map
 * (`core/rule-bytes.ts`). A fact about the visit is found once, when a condition needs it.
 *
 * A visitor keeps a variant without a cookie. A hash of the visitor, the link and the variant's name, divided by the
 * weight, ranks the variants (rendezvous hashing). So changed weights or variants move as few visitors as possible.
 * The hash is keyed by the installation's secret, and is not kept.
 */
import { u8At } from '../../shared/elements.ts';
import { addressBytes } from '../../shared/net/address.ts';
import { isInNetwork } from '../../shared/net/networks.ts';
import { pairName, pairValue } from '../../shared/net/query-pairs.ts';
import { findTimeZone, type TimeZone } from '../../shared/time-zone.ts';
import { referrerLimit, userAgentLimit, writeHost, writeLanguage } from '../clicks/bytes/record.ts';
import { type Agent, agentOf, languageOf, referrerHost, remembering } from '../clicks/core/agent.ts';
import type { Clients } from './client.ts';
import { isOfLanguage } from './core/conditions.ts';
import { Kind } from './core/rule-bytes.ts';
import { Choice, noVariant, type VariantName, type Visit } from './core/visit.ts';
import { Rare, type SlugMap } from './map/slug-map.ts';

export type ChoosingVisit = Pick<Visit, 'headers' | 'peer' | 'query'>;

const scratch = Buffer.alloc(referrerLimit);
const longestKnown = 512;
const knownLanguage = remembering(longestKnown, (header) =>
  languageOf(scratch.toString('latin1', 0, writeLanguage(scratch, 0, header))),
);
const languageIn = (header: string) => (header === '' ? '' : knownLanguage(header));
const knownHost = remembering(longestKnown, (referer) =>
  referrerHost(scratch.toString('latin1', 0, writeHost(scratch, 0, referer))),
);
const hostIn = (referer: string) => (referer === '' ? '' : knownHost(referer));

const u16 = (bytes: Buffer, at: number) => u8At(bytes, at) | (u8At(bytes, at + 1) << 8);
const i32 = (bytes: Buffer, at: number) => u16(bytes, at) | (u16(bytes, at + 2) << 16);

/** Returns whether `text` contains, at `start`, the `length` bytes that are at `at`. */
function hasBytes(text: string, start: number, bytes: Buffer, at: number, length: number): boolean {
  for (let n = 0; n < length; n++) if (text.charCodeAt(start + n) !== bytes[at + n]) return false;
  return true;
}

type MatchesText = (text: string, bytes: Buffer, at: number, length: number) => boolean;
const isText: MatchesText = (text, bytes, at, length) => text.length === length && hasBytes(text, 0, bytes, at, length);
const isInRange: MatchesText = (language, bytes, at, length) => {
  const isNext = language.length === length || language.charCodeAt(length) === 45;
  if (isNext && hasBytes(language, 0, bytes, at, length)) return true;
  return bytes.indexOf(45, at) < at + length && isOfLanguage(language, bytes.toString('latin1', at, at + length));
};
const isOnHost: MatchesText = (host, bytes, at, length) => {
  const start = host.length - length;
  if (start < 0 || !hasBytes(host, start, bytes, at, length)) return false;
  return start === 0 || (length > 0 && host.charCodeAt(start - 1) === 46);
};

/** Returns whether one of the texts from `at` to `end` matches. */
function someText(text: string, bytes: Buffer, at: number, end: number, matches: MatchesText): boolean {
  for (let next = at; next < end; next += 1 + u8At(bytes, next)) {
    if (matches(text, bytes, next + 1, u8At(bytes, next))) return true;
  }
  return false;
}

const minuteMs = 60_000;
const minutesADay = 1_440;
const dayMs = minutesADay * minuteMs;

/** Returns the minute of the local week, which starts on Monday. */
function minuteOfWeek(zone: TimeZone | undefined, now: number): number {
  const local = now + (zone?.offsetAt(now) ?? 0);
  // 1970 started on a Thursday.
  const weekday = (Math.floor(local / dayMs) + 3) % 7;
  return weekday * minutesADay + Math.floor((local % dayMs) / minuteMs);
}

/** Mixes all bits of a word. */
function mix(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

type Parts = {
  clients: Pick<Clients, 'locateFirst' | 'countryAt'>;
  key: Buffer;
  /** A replacement for reading the user agent, for a visitor without one. */
  readAgent?: (userAgent: string) => Agent;
};

/** A chooser of destinations, for one visit after another. Its fields have the result until the next choice. */
export class Chooser {
  /** The destination's bytes: a view, valid until the map changes. */
  location: Uint8Array = new Uint8Array(0);
  choice: Choice = Choice.url;
  readonly variant: VariantName = { ...noVariant };
  /** The index of the rule that matched; -1 for none. */
  rule = -1;
  readonly #clients: Parts['clients'];
  readonly #firstSeed: number;
  readonly #secondSeed: number;
  readonly #agentOf: (userAgent: string) => Agent;
  readonly #address = Buffer.alloc(addressBytes);
  #visit: ChoosingVisit | undefined;
  #now: number | undefined;
  #bytes: Buffer = Buffer.alloc(0);
  #sentCountry = -1;
  #agent: Agent | undefined;
  /** The hash of the visitor and the link. */
  #first = 0;
  #second = 0;

  /** Creates a chooser. `key` is the same in all processes that answer redirects. */
  constructor({ clients, key, readAgent = agentOf }: Parts) {
    this.#clients = clients;
    this.#agentOf = readAgent;
    this.#firstSeed = key.readInt32LE(0);
    this.#secondSeed = key.readInt32LE(4);
  }

  /** Applies the rules of the record at `at`. Returns false if none matches. `now` is the current time by default. */
  byRule(map: SlugMap, at: number, visit: ChoosingVisit, now?: number): boolean {
    this.#reset(visit, now);
    const bytes = map.rules(at, Rare.rules);
    if (bytes === undefined) return false;
    this.#bytes = bytes;
    const { rareStart, rareEnd } = map;
    for (let rule = rareStart, next = rule, index = 0; rule < rareEnd; rule = next, index++) {
      next = rule + u16(bytes, rule);
      const end = rule + u16(bytes, rule + 2);
      if (!this.#matches(rule + 6, end)) continue;
      this.choice = Choice.rule;
      this.rule = index;
      const target = u16(bytes, rule + 4) || this.#draw(map.linkId(at), end, next);
      this.location = map.target(bytes, target);
      return true;
    }
    return false;
  }

  /** Chooses one of the link's own variants, after `byRule` has returned false. Returns false if there are none. */
  byVariant(map: SlugMap, at: number): boolean {
    const bytes = map.rules(at, Rare.variants);
    if (bytes === undefined) return false;
    this.#bytes = bytes;
    const { rareStart, rareEnd } = map;
    this.location = map.target(bytes, this.#draw(map.linkId(at), rareStart, rareEnd));
    return true;
  }

  #reset(visit: ChoosingVisit, now: number | undefined): void {
    this.choice = Choice.url;
    this.variant.start = 0;
    this.variant.end = 0;
    this.rule = -1;
    this.#visit = visit;
    this.#now = now;
    this.#sentCountry = -1;
    this.#agent = undefined;
  }

  #matches(from: number, end: number): boolean {
    const bytes = this.#bytes;
    for (let at = from, next = at; at < end; at = next) {
      next = at + 3 + u16(bytes, at + 1);
      if (!this.#holds(u8At(bytes, at), at + 3, next)) return false;
    }
    return true;
  }

  #holds(kind: number, at: number, end: number): boolean {
    const bytes = this.#bytes;
    switch (kind) {
      case Kind.time:
        return bytes.readDoubleLE(at) <= this.#time() && this.#time() < bytes.readDoubleLE(at + 8);
      case Kind.query:
        return this.#hasParameters(at, end);
      case Kind.hours:
        return this.#isInHours(at, end);
      case Kind.language:
        return someText(languageIn(this.#header('accept-language')), bytes, at, end, isInRange);
      case Kind.referrer:
        return someText(hostIn(this.#header('referer')), bytes, at, end, isOnHost);
      case Kind.device:
        return ((u8At(bytes, at) >> this.#readAgent().device) & 1) === 1;
      case Kind.os:
        return someText(this.#readAgent().os, bytes, at, end, isText);
      case Kind.browser:
        return someText(this.#readAgent().browser, bytes, at, end, isText);
      case Kind.ip:
        return this.#isInNetworks(at, end);
      default:
        return this.#isInCountries(at, end);
    }
  }

  #time(): number {
    this.#now ??= Date.now();
    return this.#now;
  }

  #header(name: string): string {
    return (this.#visit as ChoosingVisit).headers.getHeader(name);
  }

  #userAgent(): string {
    const agent = this.#header('user-agent');
    return agent.length > userAgentLimit ? agent.slice(0, userAgentLimit) : agent;
  }

  #readAgent(): Agent {
    this.#agent ??= this.#agentOf(this.#userAgent());
    return this.#agent;
  }

  /** Finds the visitor's IP address, and the country that a proxy sent. */
  #locate(): number {
    if (this.#sentCountry < 0) {
      const { peer, headers } = this.#visit as ChoosingVisit;
      this.#sentCountry = this.#clients.locateFirst(this.#address, peer, headers);
    }
    return this.#sentCountry;
  }

  #isInNetworks(at: number, end: number): boolean {
    this.#locate();
    for (let next = at; next < end; next += 1 + addressBytes) {
      if (isInNetwork(this.#address, this.#bytes, next + 1, u8At(this.#bytes, next))) return true;
    }
    return false;
  }

  #isInCountries(at: number, end: number): boolean {
    const country = this.#locate() || this.#clients.countryAt(this.#address, 0);
    for (let next = at; next < end; next += 2) if (u16(this.#bytes, next) === country) return true;
    return false;
  }

  #isInHours(at: number, end: number): boolean {
    const bytes = this.#bytes;
    const minute = minuteOfWeek(findTimeZone(bytes.toString('latin1', at + 5, end)), this.#time());
    const day = Math.floor(minute / minutesADay);
    const time = minute % minutesADay;
    const [days, from, to] = [u8At(bytes, at), u16(bytes, at + 1), u16(bytes, at + 3)];
    const isOn = (weekday: number) => ((days >> weekday) & 1) === 1;
    if (to > from) return isOn(day) && from <= time && time < to;
    return (isOn(day) && from <= time) || (isOn((day + 6) % 7) && time < to);
  }

  /** Returns whether the query has an accepted value for each of the rule's parameters. */
  #hasParameters(at: number, end: number): boolean {
    const { query } = this.#visit as ChoosingVisit;
    if (query === '') return false;
    const pairs = query.split('&').filter((pair) => pair !== '');
    for (let next = at; next < end; next += u16(this.#bytes, next)) {
      if (!this.#hasParameter(pairs, next, next + u16(this.#bytes, next))) return false;
    }
    return true;
  }

  #hasParameter(pairs: string[], at: number, end: number): boolean {
    const texts: string[] = [];
    for (let next = at + 3; next < end; next += 2 + u16(this.#bytes, next)) {
      texts.push(this.#bytes.toString('utf8', next + 2, next + 2 + u16(this.#bytes, next)));
    }
    const [name, ...values] = texts;
    const isAny = u8At(this.#bytes, at + 2) === 1;
    return pairs.some((pair) => pairName(pair) === name && (isAny || values.includes(pairValue(pair))));
  }

  /** Chooses the variant with the lowest rank from `from` to `end`. Returns its destination. */
  #draw(linkId: number, from: number, end: number): number {
    const bytes = this.#bytes;
    this.#hashVisitor(linkId);
    const [first, second] = [this.#first, this.#second];
    let best = from;
    let lowest = Number.POSITIVE_INFINITY;
    for (let at = from; at < end; at += 12 + u8At(bytes, at + 11)) {
      const drawn = mix(mix(first ^ i32(bytes, at + 3)) ^ second ^ i32(bytes, at + 7));
      const rank = -Math.log(((drawn >>> 0) + 0.5) / 2 ** 32) / u8At(bytes, at + 2);
      if (rank < lowest) {
        lowest = rank;
        best = at;
      }
    }
    this.choice = Choice.variant;
    this.variant.bytes = bytes;
    this.variant.start = best + 12;
    this.variant.end = best + 12 + u8At(bytes, best + 11);
    return u16(bytes, best);
  }

  /** Hashes the link, the IP address and the user agent to 64 bits, with the key. */
  #hashVisitor(linkId: number): void {
    this.#locate();
    const address = this.#address;
    let first = mix(this.#firstSeed ^ (linkId | 0));
    let second = mix(this.#secondSeed ^ Math.floor(linkId / 2 ** 32));
    for (let at = 0; at < addressBytes; at += 4) {
      const word = i32(address, at);
      first = Math.imul(first ^ word, 0x9e3779b1);
      second = Math.imul(second ^ word, 0x5f356495);
      first ^= first >>> 15;
      second ^= second >>> 13;
    }
    const agent = this.#userAgent();
    const even = agent.length & ~1;
    // Each half takes every second pair of characters.
    for (let n = 0; n < even; n += 2) {
      const pair = agent.charCodeAt(n) | (agent.charCodeAt(n + 1) << 16);
      if ((n & 2) === 0) first = Math.imul(first ^ pair, 0x9e3779b1);
      else second = Math.imul(second ^ pair, 0x5f356495);
    }
    if (even < agent.length) first ^= agent.charCodeAt(even);
    first = mix(first ^ (agent.length << 16));
    this.#first = mix(first ^ second);
    this.#second = mix(second ^ this.#first);
  }
}
