/**
 * `npm run pictures`: writes the screenshots of the README and the manual, in light and dark and in few bytes. They show a demo, or
 * an example of the tests if the demo lacks the data. Arguments select pictures by a part of their name.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import sharp from 'sharp';
import { inTransaction } from '../../shared/db/db.ts';
import { projectRoot } from '../../shared/paths.ts';
import { insertOperator } from '../../shared/people/operator-queries.ts';
import { userIdOf } from '../fixtures/accounts.ts';
import { beginAdminSession, startAdminSite } from '../fixtures/browser/admin.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { beginSession, startDashboard } from '../fixtures/browser/dashboard.ts';
import { inBothThemes, openScreen, type Screen, settle } from '../fixtures/browser/screen.ts';
import { createEnds, type Ends } from '../fixtures/ends.ts';
import { addExampleSite } from '../fixtures/example/site.ts';
import { addExample } from '../fixtures/example/workspace.ts';
import { ask } from '../fixtures/requests.ts';
import { type Stores, startServers } from '../fixtures/stack.ts';
import { start } from '../fixtures/start.ts';

const folder = path.join(projectRoot, '.github/pictures');
const size = { width: 1280, height: 800 };

/** Links, contacts: an example of the tests, which can be changed, unlike the demo. */
type Source = 'demo' | 'links' | 'contacts';

type Shot = {
  /** The demo if omitted. */
  from?: Source;
  /** The path of the screen, in the dashboard or the admin application. */
  at: string;
  /** Prepares the screen before the picture is taken. */
  act?: (screen: Screen) => Promise<unknown>;
  /** The part that is shown; the whole window otherwise. */
  of?: (screen: Screen) => Locator;
  height?: number;
};

const dialog = (screen: Screen) => screen.byRole('dialog');

/** Follows a link of the screen. */
const follow = (name: string) => (screen: Screen) => screen.byRole('link', name).first().click();

/** Selects from a row's menu. */
const choose = (row: string, act: string) => async (screen: Screen) => {
  await screen.byRole('button', `Actions for ${row}`).click();
  await screen.byRole('menuitem', act).click();
};

async function writeNewLink({ byLabel, page }: Screen): Promise<void> {
  await byLabel('Destination URL').fill('https://shop.example.com/sale/summer');
  await byLabel('Slug').fill('summer-sale');
  await byLabel('Title').fill('Summer sale');
  await page.getByText('summer-sale is available').waitFor();
}

async function drawDots(screen: Screen): Promise<void> {
  await choose('launch on go.example.com', 'QR code')(screen);
  await screen.byLabel('Colour').fill('#0a7d4f');
  await screen.byLabel('Shape').selectOption('Dots');
  await screen.byRole('button', 'Test with a scanner').click();
  await screen.page.getByText('A scanner can read this code.').waitFor();
}

/** Shows the destinations by device and country. */
async function showDestinations(screen: Screen): Promise<void> {
  await choose('app on go.example.com', 'Edit')(screen);
  await screen.page.locator('summary', { hasText: 'Countries' }).scrollIntoViewIfNeeded();
}

/** Builds a rule for German phones and two variants. */
async function writeRules(screen: Screen): Promise<void> {
  const { byRole, byLabel, page } = screen;
  await writeNewLink(screen);
  await page.locator('summary', { hasText: 'Rules' }).click();
  await byRole('button', 'Add a rule').click();
  for (const [condition, value] of [
    ['Language', 'German'],
    ['Device', 'Mobile'],
  ] as const) {
    await byRole('button', 'Add a condition').click();
    await byRole('menuitem', condition).click();
    await page.keyboard.type(value);
    await page.keyboard.press('Enter');
  }
  await byLabel('Then redirect to').fill('https://shop.example.com/de/sale');
  await page.locator('summary', { hasText: 'Variants' }).click();
  await byRole('button', 'Split between variants').last().click();
  const second = byRole('group', 'Variant 2');
  await second.getByLabel('Destination').fill('https://shop.example.com/sale/short');
  await second.getByLabel('Share in %').fill('30');
  await byRole('group', 'Rule 1').scrollIntoViewIfNeeded();
}

const people = [
  ['Ada', 'GB'],
  ['Emmy', 'DE'],
  ['Grace', 'US'],
  ['Lise', 'AT'],
] as const;

/** Opens the first row of a list. */
const openFirst = (screen: Screen) => screen.page.locator('main tbody a').first().click();

const shots: Record<string, Shot> = {
  overview: { at: '/dashboard' },
  links: { at: '/dashboard/links' },
  analytics: { at: '/dashboard/analytics', height: 1_000 },
  campaign: { at: '/dashboard/analytics?utmCampaign=spring', height: 900 },
  'new-link': { at: '/dashboard/links?new=1', act: writeNewLink, of: dialog },
  'qr-code': { at: '/dashboard/links?q=launch', act: drawDots, of: dialog },
  destinations: { at: '/dashboard/links?q=app', act: showDestinations, of: dialog, height: 1_000 },
  'link-rules': { at: '/dashboard/links?new=1', act: writeRules, of: dialog, height: 1_200 },
  domain: { at: '/dashboard/domains', act: follow('short.example.net'), height: 640 },
  import: { at: '/dashboard/import', act: follow('shlink.json') },
  members: { at: '/dashboard/members', height: 560 },
  tags: { at: '/dashboard/tags', height: 640 },
  workspace: { at: '/dashboard/settings/workspace', height: 660 },
  'api-keys': { at: '/dashboard/settings/api-keys', height: 560 },
  'audit-log': { at: '/dashboard/settings/audit-log', height: 560 },
  webhook: { at: '/dashboard/settings/webhooks', act: follow('hooks.example.com/waypost'), height: 700 },
  account: { at: '/dashboard/settings/account', height: 670 },
  health: { at: '/dashboard/health', height: 610 },
  'admin-dashboard': { at: '/wp-admin' },
  contacts: { at: '/wp-admin/contacts' },
  clicked: { at: '/wp-admin/contacts?clicked_tag=campaign', height: 640 },
  contact: { at: '/wp-admin/contacts?clicked_tag=campaign', act: openFirst, height: 900 },
  segments: { at: '/wp-admin/contacts?status=subscribed&country=DE&tag=1', height: 640 },
  rule: { at: '/wp-admin/rules', act: follow('Invite VIPs to Berlin'), height: 900 },
  'form-builder': { at: '/wp-admin/forms', act: openForm, height: 900 },
  'email-template': { at: '/wp-admin/templates', act: follow('Welcome'), height: 900 },
  'shop-hook': { at: '/wp-admin/hooks', act: openHook, height: 1160 },
  consent: { at: '/wp-admin/settings/consent' },
  'contact-export': { at: '/wp-admin/export', height: 700 },
  fields: { at: '/wp-admin/fields', height: 700 },
  lists: { at: '/wp-admin/lists', height: 560 },
  plugins: { at: '/wp-admin/settings/plugins', height: 560 },
  safety: { from: 'links', at: '/dashboard/safety', height: 700 },
  billing: { from: 'links', at: '/dashboard/settings/billing', height: 980 },
  'contact-import': { from: 'contacts', at: '/wp-admin/import', act: chooseFile, height: 900 },
  duplicates: { from: 'contacts', at: '/wp-admin/contacts/duplicates', height: 640 },
};

/** Opens the form, and waits for its preview. */
async function openForm(screen: Screen): Promise<void> {
  await follow('Newsletter')(screen);
  await screen.page.frameLocator('iframe').getByRole('button').first().waitFor();
}

/** Opens the hook, and selects the newest message that counted. */
async function openHook(screen: Screen): Promise<void> {
  await follow('Shop orders')(screen);
  await screen
    .byRole('button', /created/)
    .first()
    .click();
}

const wanted = process.argv.slice(2);
const shotsOf = (source: Source, home = '/') =>
  Object.entries(shots).filter(
    ([name, { at, from = 'demo' }]) =>
      from === source && at.startsWith(home) && (wanted.length === 0 || wanted.some((word) => name.includes(word))),
  );

/** Chooses a file of contacts to import, and waits until it is checked. */
async function chooseFile(screen: Screen): Promise<void> {
  const rows = ['Email Address,First Name,Country,Company,Unsubscribed'];
  for (const [name, country] of people) rows.push(`${name.toLowerCase()}@example.com,${name},${country},Example,`);
  rows.push('mary@example.com,Mary,Atlantis,Example,yes', 'nobody,,,,');
  const buffer = Buffer.from(`${rows.join('\n')}\n`);
  await screen.page.locator('input[type=file]').setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer });
  await screen.byRole('button', /^Import \d+ rows/).waitFor();
  await screen.byRole('button', 'Close').click();
}

/** Reduces the picture to a palette of few colours. Dithering would only add bytes, because screens are flat. */
const shrink = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).png({ palette: true, quality: 96, dither: 0, effort: 10 }).toBuffer();

async function write(screen: Screen, name: string, { act, at, height, of }: Shot): Promise<void> {
  await screen.page.setViewportSize({ ...size, ...(height ? { height } : {}) });
  await screen.goto(at);
  await settle(screen);
  await act?.(screen);
  await settle(screen);
  // Waits for parts that are still loading.
  await screen.page.locator('.bone').first().waitFor({ state: 'detached' });
  // A real installation has no demo bar.
  await screen.page.evaluate("for (const bar of document.querySelectorAll('.notice.demo')) bar.style.display = 'none'");
  await inBothThemes(screen, async (theme) => {
    const shown = of ? of(screen).first() : screen.page;
    const small = await shrink(await shown.screenshot({ animations: 'disabled' }));
    await writeFile(path.join(folder, `${name}-${theme}.png`), small);
    console.log(`${name}-${theme}.png ${small.length} bytes`);
  });
}

async function drawDemo(ends: Ends, browser: Browser): Promise<void> {
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-pictures-'));
  ends.teardown(() => rm(localDir, { recursive: true, force: true }));
  // The ports in the manual.
  const [links, contacts] = [8080, 8081];
  const demo = start(
    ends,
    {
      ...{ LOCAL_DIR: localDir, LINKS_PORT: String(links), AUTOMATIONS_PORT: String(contacts) },
      ...{ DEFAULT_SHORT_DOMAIN: 'go.example.com', LINKS_INSTANCES: '1', DRAIN_SECONDS: '1' },
    },
    ['--demo'],
  );
  ends.teardown(async () => {
    demo.child.kill('SIGTERM');
    await demo.exit();
  });
  await demo.says(/Press Ctrl-C to stop/);
  for (const [home, port] of [
    ['/dashboard', links],
    ['/wp-admin', contacts],
  ] as const) {
    const screen = await openScreen(ends, browser, { origin: `http://localhost:${port}`, width: size.width });
    screen.faults.expect(/status of 4\d\d/);
    await screen.goto(home);
    if (home === '/dashboard') await write(screen, 'sign-in', { at: home, height: 640 });
    await screen.byRole('button', 'Sign in').click();
    await screen.byRole('navigation', 'Main').waitFor();
    for (const [name, shot] of shotsOf('demo', home)) await write(screen, name, shot);
  }
}

/** A workspace on a plan whose links have a report and an appeal. */
async function drawLinks(ends: Ends, browser: Browser, stores: Stores): Promise<void> {
  const env = { DEFAULT_SHORT_DOMAIN: 'go.example.com', SELF_SERVICE_PLANS: '1' };
  const daemon = await startDashboard(ends, { stores, env });
  const account = await addExample(daemon);
  const { db } = daemon.context;
  const userId = await userIdOf(db, account);
  await inTransaction(db, (trx) => insertOperator(trx, userId, new Date()));
  const [banned, reported] = (await account.call('GET', '/links?limit=2')).json.links;
  await account.call('POST', `/safety/links/${banned.id}/ban`, { reason: 'Asks for passwords' });
  const message = 'The page was hacked. We have cleaned it.';
  await account.call('POST', `/links/${banned.id}/ban/appeal`, { message });
  const report = { url: `https://go.example.com/${reported.slug}`, reason: 'spam', details: 'Sent to me unasked' };
  await ask(Number(new URL(daemon.origin).port), {
    method: 'POST',
    path: '/report',
    headers: { Host: 'go.example.com', 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
  });
  const cookies = await beginSession(daemon, account);
  const screen = await openScreen(ends, browser, { origin: daemon.origin, cookies, width: size.width });
  for (const [name, shot] of shotsOf('links')) await write(screen, name, shot);
}

/** The example site, with two contacts of one mailbox. */
async function drawContacts(ends: Ends, browser: Browser, stores: Stores): Promise<void> {
  const site = await startAdminSite(ends, { AUTOMATIONS_PORT: '8082' }, stores);
  await addExampleSite(site);
  for (const email of ['ada@example.com', 'Ada+news@example.com', 'emmy@example.com', 'emmy+shop@example.com'])
    await site.post('/contact/add', { email, f_name: email.startsWith('emmy') ? 'Emmy' : 'Ada' });
  const cookies = await beginAdminSession(site, 'lise@example.com');
  const screen = await openScreen(ends, browser, { origin: site.origin, cookies, width: size.width });
  for (const [name, shot] of shotsOf('contacts')) await write(screen, name, shot);
}

const ends = createEnds();
try {
  await mkdir(folder, { recursive: true });
  const browser = await openBrowser(ends);
  if (shotsOf('demo').length > 0) await drawDemo(ends, browser);
  if (shotsOf('links').length + shotsOf('contacts').length > 0) {
    const { mysql, redis } = await startServers(ends);
    const stores = (redisPrefix: string) => ({ mysqlUrl: mysql.url, redisUrl: redis.url, redisPrefix });
    await drawLinks(ends, browser, stores('links'));
    await drawContacts(ends, browser, stores('contacts'));
  }
} finally {
  await ends.end();
}
