/** Example clicks over 90 days from many countries, with busy hours, quiet weekends, growth and one peak day. */
import { numbers, picker, ranked } from '../../shared/demo/chance.ts';
import type { RecordedClick } from '../clicks/bytes/record.ts';
import { utmOfLink } from '../clicks/core/utm.ts';
import { dayMs, hourMs } from '../clicks/time.ts';
import { agents, clickOf } from './recorded-clicks.ts';

const days = 90;
const clicksOnADay = 260;

const android =
  'Mozilla/5.0 (Linux; Android 14; Mobile) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0';
const macSafari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15';

type Shares<T> = [value: T, share: number][];

const userAgents: Shares<string> = [
  [agents.chrome, 30],
  [agents.iphone, 22],
  [android, 19],
  [macSafari, 9],
  [edge, 8],
  [agents.firefox, 6],
  [agents.ipad, 4],
  [agents.bot, 3],
];

/** Countries and the usual language of their visitors. */
const places: Shares<[country: string, language: string]> = [
  [['US', 'en-US'], 26],
  [['DE', 'de-DE'], 18],
  [['GB', 'en-GB'], 11],
  [['FR', 'fr-FR'], 9],
  [['IN', 'en-IN'], 8],
  [['BR', 'pt-BR'], 6],
  [['JP', 'ja-JP'], 5],
  [['CA', 'en-CA'], 4],
  [['NL', 'nl-NL'], 3],
  [['ES', 'es-ES'], 3],
  [['AU', 'en-AU'], 2],
  [['PL', 'pl-PL'], 2],
  [['SE', 'sv-SE'], 1],
  [['ZA', 'en-ZA'], 1],
  [['MX', 'es-MX'], 1],
  [['', ''], 2],
];

const referrers: Shares<string> = [
  ['', 42],
  ['search.example', 20],
  ['social.example', 12],
  ['news.example.com', 7],
  ['mail.example.com', 6],
  ['video.example', 5],
  ['forum.example.org', 4],
  ['a-rather-long-host-name.of-a-partner.example.net', 2],
  ['wiki.example.org', 2],
];

const campaigns: Shares<string> = [
  ['', 70],
  [utmOfLink({ source: 'newsletter', medium: 'email', campaign: 'spring' }), 16],
  [utmOfLink({ source: 'social', medium: 'post', campaign: 'launch' }), 10],
  [utmOfLink({ source: 'poster', medium: 'print', campaign: 'meetup' }), 4],
];

/** The number of a link's visitors: so few that some return on the same day. */
const visitorsOfALink = 60;
const visitorOf = (linkId: number, n: number) => linkId * 1_000 + n;

/** Returns the relative number of clicks on a day: fewer at weekends, more from week to week, and one peak. */
function shareOfDay(at: number, age: number): number {
  const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
  return (1.4 - age / days) * (isWeekend ? 0.55 : 1) * (age === 24 ? 2.6 : 1);
}

/** Returns a random time of day in ms. Most are in the European afternoon. */
function timeOfDay(random: () => number): number {
  const middle = (random() + random() + random()) / 3;
  return Math.floor(((middle * 24 + 2) % 24) * hourMs);
}

/** The share of recent clicks by contacts on their personal short links. */
const contactShare = 0.05;
const contactDays = 2;

/** Returns clicks on these links, oldest first. The first links get the most. `tokens` are contacts' tokens. */
export function exampleClicks(
  links: { id: number; createdAt: number }[],
  now: number,
  tokens: string[] = [],
): RecordedClick[] {
  const random = numbers(7);
  const [userAgent, place, referrer, utm] = [
    picker(random, userAgents),
    picker(random, places),
    picker(random, referrers),
    picker(random, campaigns),
  ];
  const link = ranked(random, links.length);
  const midnight = Math.floor(now / dayMs) * dayMs;
  const clicks: RecordedClick[] = [];
  for (let age = days; age >= 0; age--) {
    const day = midnight - age * dayMs;
    const count = Math.round(clicksOnADay * shareOfDay(day, age) * (0.85 + random() * 0.3));
    for (let n = 0; n < count; n++) {
      const { id, createdAt } = links[link()] as (typeof links)[number];
      const at = day + timeOfDay(random);
      const [country, language] = place();
      const visitor = visitorOf(id, Math.floor(random() * visitorsOfALink));
      const fields = { country, language, visitor, userAgent: userAgent(), referrer: referrer(), utm: utm() };
      const qr = random() < 0.07;
      const contact =
        age < contactDays && random() < contactShare ? (tokens[Math.floor(random() * tokens.length)] ?? '') : '';
      if (at >= createdAt && at < now) clicks.push(clickOf(id, at, { ...fields, qr, contact }));
    }
  }
  return clicks.sort((a, b) => a.at - b.at);
}
