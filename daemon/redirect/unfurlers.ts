/**
 * Programs that fetch a posted link to show its preview, each named by a part of its user agent. Search engines and
 * browsers in apps do not belong here. Analytics count all of them as bots, which a test checks.
 *
 * Sources: their makers' documentation, and `github.com/monperrus/crawler-user-agents`, which lists all kinds of bots.
 */
const unfurlers = [
  // Facebook, Messenger, Instagram, Threads; iMessage, LINE and KakaoTalk send it too.
  // developers.facebook.com/docs/sharing/webmasters/web-crawlers
  'facebookexternalhit',
  'meta-externalfetcher',
  'kakaotalk-scrap',
  // WhatsApp, Signal
  '^WhatsApp/',
  // X: developer.x.com/en/docs/x-for-websites/cards
  'Twitterbot',
  'LinkedInBot',
  // api.slack.com/robots
  'Slackbot',
  'Discordbot',
  'TelegramBot',
  // Skype, Teams; Microsoft's other products: aka.ms/MicrosoftPreview
  'SkypeUriPreview',
  'MicrosoftPreview',
  // developers.google.com/search/docs/crawling-indexing/google-user-triggered-fetchers
  '^GoogleMessages',
  'Google-PageRenderer',
  // developers.snap.com/robots
  'Snap URL Preview Service',
  // help.pinterest.com: Pinterestbot; its app sends [Pinterest/iOS].
  'Pinterestbot',
  'Pinterest/0\\.',
  'redditbot',
  '^Tumblr/',
  // vk.com/dev/Share
  'vkShare',
  'OdklBot',
  'XING-contenttabreceiver',
  'Quora Link Preview',
  'Yahoo Link Preview',
  'Bitrix link preview',
  'FlipboardProxy',
  // Servers of the fediverse, Matrix and Bluesky
  'Mastodon/',
  'Pleroma ',
  'Akkoma ',
  'SummalyBot',
  '^Lemmy/',
  'Synapse \\(bot',
  'Bluesky Cardyb',
  // Team chats and forums
  'Mattermost-Bot',
  'ZulipURLPreview',
  'Discourse Forum Onebox',
  // Services that others embed: support.embed.ly, iframely.com/docs/about
  'Embedly/',
  'Iframely/',
];

const pattern = new RegExp(unfurlers.join('|'), 'i');

export const isUnfurler = (userAgent: string) => pattern.test(userAgent);
