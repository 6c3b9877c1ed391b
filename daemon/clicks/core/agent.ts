/**
 * A visitor's properties, derived from headers: device, system, browser, referrer, language, and whether it is a bot.
 * Parsing a user agent costs about 30 µs, so results are cached.
 */
import bowser from 'bowser';
import { isbot } from 'isbot';

export const devices = ['unknown', 'desktop', 'mobile', 'tablet'] as const;

/** Properties in a user agent. Names are empty if unknown. `device` is an index of `devices`. */
export type Agent = { bot: boolean; device: number; os: string; browser: string };

const remembered = 10_000;
const agentsKnown = new Map<string, Agent>();
const hostsKnown = new Map<string, string>();

function remember<T>(known: Map<string, T>, text: string, find: (text: string) => T): T {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= remembered) known.delete(known.keys().next().value as string);
  const answer = find(text);
  known.set(text, answer);
  return answer;
}

/** Returns a function like `find` that caches its results. Texts longer than `longest` are not cached. */
export function remembering<T>(longest: number, find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => (text.length > longest ? find(text) : remember(known, text, find));
}

export const agentOf = (userAgent: string) => remember(agentsKnown, userAgent, parse);

function parse(userAgent: string): Agent {
  if (userAgent === '') return { bot: true, device: 0, os: '', browser: '' };
  const { platform, os, browser } = bowser.parse(userAgent);
  return {
    bot: isbot(userAgent),
    device: Math.max(0, (devices as readonly string[]).indexOf(platform.type ?? '')),
    os: os.name ?? '',
    browser: browser.name ?? '',
  };
}

const hostName = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;

/**
 * Returns the referrer's host in lower case without port and `www.`; empty without a referrer, `Unknown` for an
 * invalid host.
 */
export const referrerHost = (raw: string) => (raw === '' ? '' : remember(hostsKnown, raw, toHost));

function toHost(raw: string): string {
  const host = raw
    .toLowerCase()
    .replace(/^.*@/, '')
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .replace(/^www\.(?=.*\.)/, '');
  return hostName.test(host) || /^\[[0-9a-f:.]+\]$/.test(host) ? host : 'Unknown';
}

/** Matches a language, its script and its region, in lower case. */
const languageTag = /^([a-z]{2,3})(-[a-z]{4})?(-(?:[a-z]{2}|\d{3}))?(?:-|$)/;

/** Returns a language tag's language, script and region, in lower case; empty for an invalid tag. */
export function languageOf(raw: string): string {
  const [, language, script = '', region = ''] = languageTag.exec(raw.toLowerCase()) ?? [];
  return language === undefined ? '' : `${language}${script}${region}`;
}
