/** The manual's search: for users' questions, the right page is among the first three results. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { searchWords } from '../../../shared/manual/search-words.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { find } from '../../../shared/ui/manual/find.ts';
import { pagesOfManual } from '../../fixtures/manual.ts';
import { t } from '../../runner/tap.ts';

const hits = 3;

/** Pages, each with phrases that must find it. If several pages are named, any of them is right. */
const questions: [pages: string, ...phrases: string[]][] = [
  ['accounts people faq', 'run without a mail server', 'no smtp', 'api keys', 'change my email'],
  ['alerts', 'alerts', 'alertmanager'],
  ['analytics', 'statistics api', 'clicks by country'],
  ['backup', 'move to another server', 'backup', 'restore', 'disaster recovery'],
  ['campaign', 'utm parameters', 'track a campaign'],
  ['comparison', 'alternative to bitly', 'compare with shlink'],
  ['concepts workspace', 'what is a workspace', 'glossary', 'architecture', 'what is waypost', 'how does it work'],
  [
    'consent',
    'double opt-in',
    'confirm button',
    'why a second click to confirm',
    'skip confirmation',
    'unsubscribe link',
  ],
  ['consent', 'add a contact as already confirmed', 'bounces'],
  ['contact-form', 'subscribe from an HTML form', 'newsletter signup form'],
  ['contact-clicks', 'who clicked', 'track recipients'],
  ['custom-domain', 'custom domain', 'what do I enter for my domain', 'cname', 'root redirect', 'dns record'],
  ['custom-domain faq', 'landing page at the root', 'redirect the root to my site', 'domain already has a website'],
  ['dashboard', 'bookmarklet', 'keyboard shortcuts', 'dark mode'],
  ['destinations redirects', '301 or 302', 'redirect status', 'password protect link', 'ab test', 'link expiration'],
  ['docker', 'docker', 'docker compose', 'upgrade docker', 'kubernetes'],
  [
    'faq',
    'faq',
    'url masking',
    'cloaking',
    'case-insensitive slugs',
    'slash in slug',
    'trailing slash',
    'wildcard forwarding',
  ],
  [
    'faq',
    'path forwarding',
    'subdirectory',
    'install in a sub-path',
    'same url twice',
    'gdpr',
    'cookies',
    'cloudflare',
  ],
  ['faq', 'support', 'forgot admin password', 'newsletter'],
  ['faq https', 'apache', 'traefik'],
  ['first-link', 'create a short link', 'shorten url'],
  ['https', 'reverse proxy real ip', 'all visits same location', "all visits have the proxy's ip", 'letsencrypt'],
  ['install try start', 'get started', 'download', 'ubuntu'],
  ['languages', 'translation'],
  ['limits', 'rate limit', 'maximum length', 'allowed characters'],
  ['machines', 'high availability', 'load balancer', 'several machines'],
  ['many-contacts', 'export contacts', 'export with unsubscribed status', 'bulk edit contacts'],
  ['monitoring', 'logs', 'where are the logs', 'health check'],
  ['monitoring reference-metrics', 'prometheus'],
  ['moving', 'export my links', 'import links', 'move out'],
  ['moving-yourls moving', 'import from YOURLS with statistics', 'yourls'],
  ['moving-contacts moving-mailchimp', 'import from mailchimp', 'import subscribers'],
  ['oidc sign-in', 'sso', 'google login', 'keycloak'],
  [
    'people',
    'add user',
    'invite team member',
    'disable registration',
    'turn off registration',
    'add co-workers',
    'roles',
  ],
  ['people', 'forgot the admin password', 'reset password'],
  ['personal-data faq', 'erase a contact', 'right to be forgotten', 'privacy'],
  ['platforms', 'node version', 'raspberry pi'],
  ['plans', 'billing', 'stripe'],
  ['qr-codes', 'qr code'],
  ['quick-start-links', 'api python', 'api php', 'api javascript', 'link api quick start'],
  ['quick-start-contacts', 'contact api quick start', 'add contact python'],
  ['redirects', 'how do redirects work', 'bots'],
  ['running install', 'first sign-in password', 'first password', 'systemd'],
  ['install platforms', 'redis required'],
  ['rules', 'automation', 'workflow'],
  ['safety', 'phishing', 'ban a link'],
  ['segments', 'segment'],
  ['sign-in', 'two factor', '2fa', 'passkey', 'single sign-on'],
  ['timelines', 'audit log'],
  ['troubleshooting', 'error message'],
  ['try troubleshooting', 'demo_read_only'],
  ['uninstalling', 'uninstall', 'remove waypost'],
  ['upgrade', 'rollback', 'upgrading', 'downgrade', 'update to a new version'],
  ['warehouse', 'clickhouse'],
  ['webhooks', 'zapier', 'n8n', 'verify a webhook'],
  ['wordpress', 'wordpress plugin'],
  ['reference-settings', 'environment variables', 'CERTIFICATE_SECRET'],
];

const folder = path.join(projectRoot, '.build/docs');
const [, search = ''] = /data-search="\/docs\/(assets\/search-\w+\.json)"/.exec(
  await readFile(path.join(folder, 'index.html'), 'utf8'),
) as string[];
const url = `data:application/json;base64,${(await readFile(path.join(folder, search))).toString('base64')}`;
const pagesOf = async (phrase: string) =>
  (await find(url, phrase)).slice(0, hits).map(({ at }) => at.replace('/docs/', '').replace(/#.*/, ''));

t.test("for users' questions, the right page is among the first three results", async (t) => {
  const asked = questions.flatMap(([pages, ...phrases]) =>
    phrases.map((phrase) => ({ phrase, pages: pages.split(' ') })),
  );
  t.ok(asked.length > 110, `${asked.length} phrases`);
  for (const { phrase, pages } of asked) {
    const found = await pagesOf(phrase);
    t.ok(
      found.some((page) => pages.includes(page)),
      `${phrase}: ${found.join(', ')}`,
    );
  }
});

t.test('a page is found despite different word endings, stop words and typos', async (t) => {
  t.equal((await pagesOf('How do I restore the backups?'))[0], 'backup');
  t.equal((await pagesOf('upgrad'))[0], 'upgrade');
  t.equal((await pagesOf('segmants'))[0], 'segments');
  t.same(await pagesOf('xqzv'), []);
  t.not((await pagesOf('the')).length, 0, 'a small word alone is searched');
});

t.test('matches are highlighted in their text', async (t) => {
  const marked = (await find(url, 'upgrades')).flatMap(({ around }) => around.filter(({ isFound }) => isFound));
  t.ok(marked.length > 0);
  for (const { text } of marked) t.match(text, /^(upgrad|updat)\w*$/i);
});

t.test('search words exist only for existing pages', (t) => {
  const names = pagesOfManual().map((page) => page.replace('.md', ''));
  t.same(
    Object.keys(searchWords).filter((name) => !names.includes(name)),
    [],
  );
  t.end();
});
