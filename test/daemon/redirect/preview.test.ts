/** Link previews are shown only to preview fetchers, with the chosen texts and nothing else. */
import fc from 'fast-check';
import { agentOf } from '../../../daemon/clicks/core/agent.ts';
import {
  fromPreviewText,
  type LinkPreview,
  previewAnswer,
  toPreviewText,
} from '../../../daemon/redirect/core/preview.ts';
import { Choice } from '../../../daemon/redirect/core/visit.ts';
import { isUnfurler } from '../../../daemon/redirect/unfurlers.ts';
import { toLocation } from '../../../shared/drawing/location.ts';
import { hashPassword } from '../../../shared/secrets/passwords.ts';
import { type LinkFields, openTestDb, putLink, startRedirects } from '../../fixtures/redirects.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const unfurlers = [
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'facebookexternalhit/1.1;line-poker/1.0',
  'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'WhatsApp/2.23.20.0 A',
  'WhatsApp/2',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slackbot 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview) Chrome/120.0 Safari/537.36',
  'GoogleMessages',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/56.0.2924.87 Safari/537.36 Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)',
  'Mozilla/5.0 (compatible; Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots)',
  'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
  'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
  'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  'Tumblr/14.0.835.186',
  'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
  'Mozilla/5.0 (compatible; OdklBot/1.0 like Linux; klass@odnoklassniki.ru)',
  'XING-contenttabreceiver/2.0',
  'Quora Link Preview/1.0 (http://www.quora.com)',
  'Mozilla/5.0 (compatible; Yahoo Link Preview; https://help.yahoo.com/kb/mail/yahoo-link-preview-SLN23615.html)',
  'Bitrix link preview',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.9; rv:28.0) Gecko/20100101 Firefox/28.0 (FlipboardProxy/1.2; +http://flipboard.com/browserproxy)',
  'Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.example/) Bot',
  'http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.example/) Bot',
  'Pleroma 2.6.0; https://pleroma.example <admin@pleroma.example>; Bot',
  'Akkoma 3.10.4; https://akkoma.example <admin@akkoma.example>; Bot',
  'SummalyBot/5.1.0',
  'Lemmy/0.19.3; +https://lemmy.example',
  'Synapse (bot; +https://github.com/matrix-org/synapse)',
  'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)',
  'Mattermost-Bot/1.1',
  'Mozilla/5.0 (compatible; ZulipURLPreview/8.0; +https://zulip.example)',
  'Discourse Forum Onebox v3.2.0',
  'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
  'Iframely/1.3.1 (+https://iframely.com/docs/about)',
];

/** Visitors, some within apps, and search engines. */
const others = [
  '',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/450.0;FBDV/iPhone15,2]',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 300.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [Pinterest/iOS]',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [LinkedInApp]/9.29',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Snapchat/12.60',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari Line/14.0',
  'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 KAKAOTALK 10.4',
  'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 Telegram-Android/11.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Slack/4.40 Chrome/128.0 Safari/537.36 Slack_SSB/4.40',
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 discord/1.0.9 Chrome/120.0 Electron/28.2 Safari/537.36',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.5.0',
];

t.test('preview fetchers are recognised and count as bots; no other client is mistaken for a fetcher', async (t) => {
  for (const userAgent of unfurlers) t.ok(isUnfurler(userAgent) && agentOf(userAgent).bot, userAgent);
  for (const userAgent of others) t.notOk(isUnfurler(userAgent), userAgent);
});

const preview: LinkPreview = {
  title: 'A "title" & <more> – für alle',
  description: "It's\nhere",
  imageUrl: 'https://img.example/a.png?b=1&c="2"',
};
const url = 'https://example.com/secret?a=1&b=2';
const password_hash = await hashPassword('open sesame');
const past = new Date(Date.now() - 60_000);
const later = new Date(Date.now() + 3_600_000);
const bot = { 'User-Agent': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)' };
const person = { 'User-Agent': others[1] as string };

/** Links with a preview for which visitors and preview fetchers get the same answer. */
const alike: [what: string, link: Omit<LinkFields, 'slug'>, status: number][] = [
  ['banned', { banned: true }, 403],
  ['expired', { expires_at: past }, 410],
  ['expired, with a fallback', { expires_at: past, expired_url: 'https://example.com/over' }, 302],
  ['not started', { starts_at: later }, 404],
  ['not started, with a fallback', { starts_at: later, not_started_url: 'https://example.com/soon' }, 302],
  ['used up', { max_clicks: 1, uses: 1 }, 410],
  ['locked', { password_hash }, 200],
  ['without a preview', { preview: null }, 302],
];

t.test(
  'the page is served only to preview fetchers and only for links with a preview; all others are redirected',
  async (t) => {
    const db = await openTestDb(t, await createStores(t));
    const { visit, clicks, sync } = await startRedirects(t, db);
    const link = { url, preview: JSON.stringify(preview), utm: JSON.stringify({ source: 'x' }) };
    await putLink(db, { slug: 'shown', ...link });
    await putLink(db, { slug: 'moved', ...link, redirect_type: 301 });
    for (const [index, [, fields]] of alike.entries()) await putLink(db, { slug: `alike${index}`, ...link, ...fields });
    await sync.catchUp();

    const location = `${url}&utm_source=x&q=%3Cb%3E`;
    for (const slug of ['shown', 'moved']) {
      const page = await visit({ path: `/${slug}?q=%3Cb%3E`, headers: bot });
      t.equal(page.status, 200);
      t.match(page.headers, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-store',
        'content-security-policy': /^default-src 'none'; base-uri 'none'; form-action 'none'/,
        'x-content-type-options': 'nosniff',
      });
      t.notOk(page.headers.location);
      t.same(metaOf(page.body), {
        title: preview.title,
        description: preview.description,
        'og:type': 'website',
        'og:title': preview.title,
        'og:description': preview.description,
        'og:image': preview.imageUrl,
        'twitter:card': 'summary_large_image',
        'twitter:title': preview.title,
        'twitter:description': preview.description,
        'twitter:image': preview.imageUrl,
        refresh: `0; url=${location}`,
        href: location,
      });
      t.notMatch(page.body, /<script|<style|<img|\son\w+=/i);
    }
    t.match(clicks, [
      { choice: Choice.url, userAgent: bot['User-Agent'], use: false },
      { userAgent: bot['User-Agent'] },
    ]);
    t.equal((await visit({ path: '/shown', method: 'HEAD', headers: bot })).status, 200);
    t.equal(clicks.length, 2, 'HEAD is no click');
    t.match(await visit({ path: '/shown', headers: person }), {
      status: 302,
      headers: { location: `${url}&utm_source=x` },
    });
    t.match(await visit({ path: '/moved', headers: person }), { status: 301 });

    for (const [index, [what, , status]] of alike.entries()) {
      const own = ({ headers, body, status }: Awaited<ReturnType<typeof visit>>) => {
        const { date, 'x-request-id': id, ...rest } = headers;
        return { status, body, headers: rest };
      };
      const asPerson = own(await visit({ path: `/alike${index}`, headers: person }));
      t.equal(asPerson.status, status, what);
      t.same(own(await visit({ path: `/alike${index}`, headers: bot })), asPerson, what);
      const opened = { ...bot, 'X-Link-Password': 'open sesame' };
      const body = (await visit({ path: `/alike${index}`, headers: opened })).body;
      t.notMatch(body, /example\.com|A &#34;title/, `${what}: nothing of it is shown`);
    }
  },
);

/** Contents of the page's meta tags, by name. */
function metaOf(html: string): Record<string, string> {
  const found: Record<string, string> = {};
  const add = (name: string, text: string) => {
    found[name] = text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  };
  for (const [, name, content] of html.matchAll(/<meta (?:name|property|http-equiv)="([^"]*)" content="([^"]*)">/g)) {
    add(name as string, content as string);
  }
  add('title', /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '');
  add('href', /<a href="([^"]*)">/.exec(html)?.[1] ?? '');
  return found;
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.constantFrom('<', '>', '"', "'", '&', '</title>', '<script>', '-->', '&#60;', 'a', ' ', '\n'), {
      maxLength: 20,
    })
    .map((parts) => parts.join('')),
);

t.test('any text is escaped, so that it adds no tag to the page', async () => {
  const shapeOf = (html: string) => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""'));
  const full = { title: 'a', description: 'a', imageUrl: 'https://a.example/' };
  const location = 'https://example.com/';
  const shape = shapeOf(String(previewAnswer(full, location).body));
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, description, query) => {
      fc.pre(title !== '' && description !== '');
      const text = { title, description, imageUrl: `https://a.example/?${query}` };
      const kept = fromPreviewText(toPreviewText(JSON.stringify(text)));
      const to = `${location}?q=${encodeURIComponent(query.toWellFormed())}'"<>&`;
      const html = String(previewAnswer(kept, to).body);
      const { refresh, ...found } = metaOf(html);
      return (
        JSON.stringify(shapeOf(html)) === JSON.stringify(shape) &&
        found.title === title &&
        found['og:description'] === description &&
        found['twitter:image'] === toLocation(text.imageUrl, null) &&
        refresh === `0; url=${to}`
      );
    }),
  );
});

t.test('unset values are left out, and without a title the page is named after its destination', async (t) => {
  const html = String(previewAnswer({ title: null, description: 'a', imageUrl: null }, 'https://example.com/b').body);
  t.same(metaOf(html), {
    title: 'example.com',
    description: 'a',
    'og:type': 'website',
    'og:description': 'a',
    'twitter:card': 'summary',
    'twitter:description': 'a',
    refresh: '0; url=https://example.com/b',
    href: 'https://example.com/b',
  });
});
