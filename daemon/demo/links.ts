/** The demo's sixty links, which together use all fields of links. */
import { dayMs } from '../clicks/time.ts';

type ExampleLink = Record<string, unknown> & { slug: string; url: string };

/** A custom domain of the workspace. */
export const ownDomain = 'to.example.org';

const docs = 'https://docs.example.com';
const shop = 'https://shop.example.com';
const blog = 'https://blog.example.org';

/** Links as slug, title, destination and tags. */
const topics: [slug: string, title: string | null, url: string, tags: string[]][] = [
  ['spring-sale', 'Spring sale', `${shop}/sale/spring?ref=campaign`, ['campaign', 'shop']],
  ['launch', 'Launch announcement', `${blog}/2026/a-new-version-is-here`, ['campaign', 'blog']],
  ['start', 'Getting started', `${docs}/guides/getting-started`, ['docs']],
  ['newsletter', 'Newsletter sign-up', `${blog}/newsletter`, ['newsletter']],
  ['pricing', 'Plans and prices', `${shop}/pricing`, ['shop']],
  ['jobs', 'Open positions', 'https://example.org/jobs', ['team']],
  ['reference', 'API reference', `${docs}/reference/api`, ['docs']],
  ['webinar', 'Webinar: short links in practice', 'https://events.example.com/webinar/short-links', ['event']],
  ['map', 'How to find us', 'https://maps.example.com/?q=52.5,13.4', ['event', 'print']],
  ['status', 'Status page', 'https://status.example.com/', []],
  ['press', 'Press kit', 'https://example.org/press', ['team']],
  ['survey', 'Customer survey', 'https://forms.example.com/survey?id=7', ['newsletter']],
  ['menu', 'Menu of the week', 'https://example.org/canteen/menu', ['print']],
  ['video', 'Product tour, three minutes', 'https://video.example.com/watch?v=tour', ['social', 'campaign']],
  ['terms', 'Terms of use', 'https://example.org/legal/terms', []],
  ['returns', 'Returns and exchanges', `${shop}/help/returns`, ['shop', 'print']],
  ['security', 'Security', `${docs}/security`, ['docs']],
  ['changelog', 'What is new', `${docs}/changelog`, ['docs', 'newsletter']],
  ['podcast', 'Podcast', 'https://audio.example.com/shows/links', ['social']],
  ['meetup', 'Meetup in spring', 'https://events.example.com/meetup', ['event', 'social']],
  [
    'a-long-slug-that-somebody-chose-to-say-everything',
    'A title that is longer than anyone expected when the list was drawn, and continues for a while',
    `${docs}/a/very/long/path/that/goes/on/and/on/${'section/'.repeat(12)}index.html?with=parameters&and=more`,
    ['docs', 'campaign', 'newsletter', 'a tag with quite a long name'],
  ],
  ['unicode', 'Grüße aus Köln – 日本語のタイトル', `${blog}/gr%C3%BC%C3%9Fe`, ['blog']],
  ['q', null, 'https://example.com/', []],
  ['feedback', 'Feedback', 'https://forms.example.com/feedback', ['print']],
  ['partners', 'Partner programme', 'https://example.org/partners', ['campaign']],
  ['app', 'Get the app', 'https://example.com/app', ['campaign', 'social']],
  ['black-friday', 'Black Friday', `${shop}/sale/black-friday`, ['campaign', 'shop']],
  ['wifi', 'Guest network', 'https://example.org/wifi', ['print']],
  ['roadmap', 'Roadmap', `${docs}/roadmap`, ['docs', 'team']],
  ['donate', 'Donate', 'https://example.org/donate', ['social']],
];

const inDays = (now: Date, days: number) =>
  `${new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)}T09:00:00Z`;

/** Returns additional fields of some links, keyed by slug. */
const extrasAt = (now: Date): Record<string, Record<string, unknown>> => ({
  'spring-sale': {
    utm: { source: 'newsletter', medium: 'email', campaign: 'spring' },
    expiresAt: inDays(now, 20),
    expiredUrl: shop,
  },
  launch: {
    utm: { source: 'social', medium: 'post', campaign: 'launch' },
    note: 'On the front page until the end of May.',
  },
  pricing: { geo: { DE: `${shop}/de/preise`, FR: `${shop}/fr/prix` } },
  press: { password: 'a password for the press' },
  app: {
    iosUrl: 'https://apps.example.com/ios/app',
    androidUrl: 'https://apps.example.com/android/app',
    geo: { JP: 'https://example.com/jp/app' },
  },
  webinar: { maxClicks: 5_000, startsAt: inDays(now, -60), expiresAt: inDays(now, -3), expiredUrl: `${docs}/webinars` },
  'black-friday': { startsAt: inDays(now, 5), notStartedUrl: shop, redirectType: 302 },
  terms: { redirectType: 301 },
  video: { preview: { title: 'Product tour', description: 'Three minutes, no sound needed.', imageUrl: null } },
});

/** Returns the links. Their dates are relative to `now`. */
export function exampleLinks(now: Date): ExampleLink[] {
  const extras = extrasAt(now);
  return [
    ...topics.map(([slug, title, url, tags]) => ({ slug, title, url, tags, ...extras[slug] })),
    ...topics.map(([slug, title, url, tags]) => ({
      slug,
      title: title && `${title} (print)`.slice(0, 200),
      url,
      tags: [...new Set([...tags, 'print'])],
      domain: ownDomain,
    })),
  ];
}

/** A day's requests on the custom domain for paths without a link. */
export const unknownPaths = [
  { path: '/lunch', requests: 41, bots: 2 },
  { path: '/Pricing', requests: 17, bots: 0 },
  { path: '/wp-login.php', requests: 96, bots: 93 },
  { path: '/jobs/berlin', requests: 5, bots: 1 },
];

export const archivedSlugs = ['menu', 'donate', 'meetup'];
