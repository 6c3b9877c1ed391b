/** The admin application's first screen: its numbers, its links, and its state while one of its parts fails. */

import { addAdmin } from '../fixtures/admins.ts';
import { beginAdminSession, signInAdmin, startAdminSite } from '../fixtures/browser/admin.ts';
import { breakAnswers } from '../fixtures/browser/break-answers.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { enter, keyboardOnly } from '../fixtures/browser/keyboard.ts';
import { openScreen, type Screen } from '../fixtures/browser/screen.ts';
import { addExampleSite } from '../fixtures/example/site.ts';
import { t } from '../runner/tap.ts';

const site = await startAdminSite(t);
const { origin, get, db } = site;
await addExampleSite(site);
const browser = await openBrowser(t);
const cookies = await beginAdminSession(site, 'owner@example.com');

const statsOf = async (query = '') => (await get(`/stats?${query}`)).body.data.stats;
const written = (n: number) => n.toLocaleString('en');
/** Locates a figure's value. */
const figure = (screen: Screen, label: string) =>
  screen.page
    .locator('.figures > div')
    .filter({ has: screen.page.getByText(label, { exact: true }) })
    .locator('dd');

t.test('the analytics match the API and the period in the URL, even after a step back in the browser', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin');
  const month = await statsOf();
  const recent = await statsOf(`from=${month.series.at(-7).start}`);
  await figure(screen, 'New contacts').getByText(written(month.created)).first().waitFor();
  await screen.byRole('button', 'Period: Last 30 days').click();
  await screen.byRole('button', 'Last 7 days').click();
  await figure(screen, 'New contacts').getByText(written(recent.created)).first().waitFor();
  t.match(screen.page.url(), /range=7d/);
  await screen.page.goBack();
  await figure(screen, 'New contacts').getByText(written(month.created)).first().waitFor();
  await screen.byRole('button', 'All').click();
  await screen.byRole('slider', 'Contacts by day').press('End');
  t.match(
    await screen.byRole('slider', 'Contacts by day').getAttribute('aria-valuetext'),
    `${written(month.contacts)} contacts; Previous period: `,
  );
});

t.test('the period since the first contact is shown by month', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin?range=all');
  await screen.byRole('slider', 'New contacts by month').waitFor();
  const { contacts, first_day } = await statsOf();
  await figure(screen, 'New contacts').getByText(written(contacts)).first().waitFor();
  t.match(first_day, /^\d{4}-\d\d-\d\d$/);
});

t.test('each row links to the contacts that it counts, and each event links to its contact', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  const { statuses } = await statsOf();
  const bounced = statuses.find(({ status }: { status: string }) => status === 'bounced').contacts;
  await screen.goto('/wp-admin');
  await screen
    .byRole('list', 'By status')
    .getByRole('link', { name: /^Bounced/ })
    .click();
  await screen.page.getByText(`${bounced} contacts`).first().waitFor();
  t.match(screen.page.url(), /contacts\?status=bounced$/);
  await screen.page.goBack();
  const [top] = (await get('/tags?sort=contacts&counts=1')).body.data.tags;
  await screen.byRole('list', 'By tag').getByRole('link').first().click();
  await screen.page
    .getByText(`${written(top.contacts)} contacts`)
    .first()
    .waitFor();
  await screen.page.goBack();
  const events = screen.byRole('region', 'Latest events');
  await events.getByText('Status changed: Subscribed → Unsubscribed').waitFor();
  await events.getByRole('link', { name: 'Archimedes' }).first().click();
  await screen.byRole('heading', 'Archimedes').first().waitFor();
});

t.test('if a card fails to load, the other cards still work, and the card can be retried', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  const mend = await breakAnswers(screen, /\/automations\/(stats\/webhooks|timeline)/, 'The database is down.');
  await screen.goto('/wp-admin');
  await screen.byRole('list', 'By status').waitFor();
  await screen.byRole('list', 'By tag').waitFor();
  const events = screen.byRole('region', 'Latest events');
  await events.getByText('The database is down.').waitFor();
  await mend();
  await events.getByRole('button', { name: 'Try again' }).click();
  await events.getByRole('listitem').first().waitFor();
  t.equal(
    await screen.byRole('region', 'Webhook problems').getByRole('alert').count(),
    1,
    'a part that was not retried still shows its error',
  );
});

t.test('a running job is shown with its progress until it ends', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin');
  const jobs = screen.byRole('region', 'Running jobs');
  await jobs.getByText('4,180 of 12,345').waitFor();
  const progress = jobs.getByRole('progressbar', { name: 'Add tags' });
  t.equal(await progress.getAttribute('value'), '4180');
  await db.updateTable('automations_jobs').set({ status: 'done', done: 12_345, ended_at: new Date() }).execute();
  await jobs.getByText('No running jobs.').waitFor();
});

t.test('keyboard shortcuts open the contacts and go back, and a dialog lists the shortcuts', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin');
  await screen.byRole('heading', 'Dashboard').waitFor();
  await screen.page.keyboard.press('g');
  await screen.page.keyboard.press('c');
  await screen.byRole('searchbox', 'Search contacts').waitFor();
  await screen.page.keyboard.press('?');
  const sheet = screen.byRole('dialog', 'Keyboard shortcuts');
  for (const words of ['Dashboard', 'Contacts', 'Add contact', 'Search']) {
    await sheet.getByText(words, { exact: true }).waitFor();
  }
  await screen.page.keyboard.press('Escape');
  await screen.page.keyboard.press('g');
  await screen.page.keyboard.press('d');
  await screen.byRole('heading', 'Dashboard').waitFor();
  t.match(screen.page.url(), /\/wp-admin$/);
});

t.test('the period can be chosen with the keyboard alone', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await keyboardOnly(screen);
  await screen.goto('/wp-admin');
  await enter(screen, screen.byRole('button', 'Period: Last 30 days'));
  await enter(screen, screen.byRole('button', 'Last 90 days'));
  await screen.byRole('button', 'Period: Last 90 days').waitFor();
  await screen.page.keyboard.press('ArrowLeft');
  await screen.page.waitForURL(/from=\d{4}-\d\d-\d\d&to=/);
  t.equal(await screen.byRole('button', 'Later period').isEnabled(), true);
});

t.test('a new site shows the first steps to users who can take them', async (t) => {
  const fresh = await startAdminSite(t);
  const owner = await beginAdminSession(fresh, 'owner@example.com');
  const screen = await openScreen(t, browser, { origin: fresh.origin, cookies: owner });
  await screen.goto('/wp-admin');
  await screen.byRole('heading', 'Create an API key (done)').waitFor();
  await screen.byRole('heading', 'Set the sender name').waitFor();
  const [first] = await screen.page.getByRole('listitem').getByRole('heading', { level: 2 }).allTextContents();
  t.equal(first, 'Import your contacts', 'the import is the first step');
  t.match(await screen.byRole('link', 'Import contacts').getAttribute('href'), /\/import$/);

  await addAdmin(fresh, 'viewer@example.com', 'viewer');
  const viewer = await openScreen(t, browser, {
    origin: fresh.origin,
    cookies: await signInAdmin(fresh, 'viewer@example.com'),
  });
  await viewer.goto('/wp-admin');
  await viewer.byRole('heading', 'No contacts yet').waitFor();
  t.equal(await viewer.byRole('button', 'Add contact').count(), 0);

  await screen.byRole('button', 'Add contact').click();
  const dialog = screen.byRole('dialog', 'Add contact');
  await dialog.getByLabel('Email').fill('first@example.com');
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await screen.byRole('heading', 'Import your contacts (done)').waitFor();
  await figure(screen, 'Contacts').getByText('1', { exact: true }).waitFor();
  await screen.byRole('button', 'Hide these steps').click();
  await screen.byRole('heading', 'Import your contacts (done)').waitFor({ state: 'detached' });
});
