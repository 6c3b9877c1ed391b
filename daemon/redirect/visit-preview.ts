/** The preview of a described visitor's redirect. It uses the code of the redirect, and the link need not exist. */
import { readAddress, writePeerAddress } from '../../shared/net/address.ts';
import { devices } from '../clicks/core/agent.ts';
import { countryCode } from '../clicks/core/dimensions.ts';
import { Chooser } from './choose.ts';
import { direct, nameOf } from './core/conditions.ts';
import { Choice, peerOf, variantText } from './core/visit.ts';
import { SlugMap, type SlugRecord } from './map/slug-map.ts';
import { applyRules } from './rules.ts';

/** The known facts about a visitor. `query` is without the question mark. */
export type DescribedVisitor = {
  language?: string;
  device?: string;
  os?: string;
  browser?: string;
  country?: string;
  referrer?: string;
  ip?: string;
  time?: string;
  query?: string;
};

export type Arrival = {
  outcome: 'redirect' | 'notFound' | 'expired' | 'tooLong';
  url: string | null;
  by: keyof typeof Choice | null;
  rule: number | null;
  variant: string | null;
};

const choiceNames = new Map(Object.entries(Choice).map(([name, choice]) => [choice, name as keyof typeof Choice]));
const slug = 'preview';
/** The map of the current preview. It is reused, because a new one allocates 16 MiB. */
const map = new SlugMap();
/** The key for choosing variants. Any key works, because without a user agent the variant is only an example. */
const key = Buffer.alloc(8);

/** Returns the preview. `countryOf` finds the country of an IP address. */
export function previewVisit(
  record: SlugRecord,
  visitor: DescribedVisitor,
  countryOf: (address: string) => string | undefined,
): Arrival {
  map.clear();
  map.set(0, slug, record);
  const { ip = '', query = '', time, language = '', os = '' } = visitor;
  const { country = ip === '' ? undefined : countryOf(ip) } = visitor;
  const headers: Record<string, string> = {
    'accept-language': language,
    referer: visitor.referrer === undefined || visitor.referrer === direct ? '' : `https://${visitor.referrer}/`,
    // Destinations by device depend on these words.
    'user-agent': nameOf('os', os) === 'iOS' ? 'iPhone' : (nameOf('os', os) ?? ''),
  };
  const chooser = new Chooser({
    key,
    readAgent: () => ({
      bot: false,
      device: Math.max(0, (devices as readonly string[]).indexOf(visitor.device ?? '')),
      os: nameOf('os', os) ?? '',
      browser: nameOf('browser', visitor.browser ?? '') ?? '',
    }),
    clients: {
      locateFirst: (into, peer) => {
        writePeerAddress(into, 0, peer.getRemoteAddress());
        return visitor.country === undefined ? 0 : countryCode(visitor.country);
      },
      countryAt: (bytes, at) => (ip === '' ? 0 : countryCode(countryOf(readAddress(bytes, at)))),
    },
  });
  const outcome = applyRules(
    map,
    map.find(0, slug),
    { method: 'GET', query, headers: { getHeader: (name) => headers[name] ?? '' }, peer: peerOf(ip) },
    { chooser, country: () => country, unlocked: () => true, clickLimits: { find: () => 0 } },
    time === undefined ? Date.now() : Date.parse(time),
  );
  const none = { url: null, by: null, rule: null, variant: null };
  if (outcome.do === 'banned' || outcome.do === 'ask-password') return { outcome: 'notFound', ...none };
  if (outcome.do !== 'redirect') return { outcome: outcome.do, ...none };
  const { location, choice, variant } = outcome;
  return {
    outcome: 'redirect',
    url: typeof location === 'string' ? location : Buffer.from(location).toString('latin1'),
    by: choiceNames.get(choice) ?? null,
    rule: chooser.rule < 0 ? null : chooser.rule,
    variant: variantText(variant) || null,
  };
}
