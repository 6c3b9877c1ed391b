/** The admin application: every screen over a site with contacts, and what people do there. */

import { addAdmin, adminDb, password } from '../fixtures/admins.ts';
import { addTerms } from '../fixtures/automations.ts';
import { beginAdminSession, startAdminSite } from '../fixtures/browser/admin.ts';
import { tryKeys } from '../fixtures/browser/by-keys.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { tryDialogs } from '../fixtures/browser/every-dialog.ts';
import { tryScreens } from '../fixtures/browser/every-screen.ts';
import { tryPhone } from '../fixtures/browser/on-a-phone.ts';
import { listAdminPlaces, type Place } from '../fixtures/browser/routes.ts';
import { openScreen } from '../fixtures/browser/screen.ts';
import { t } from '../runner/tap.ts';

const site = await startAdminSite(t);
const { origin, post, get } = site;
const browser = await openBrowser(t);
const [customer] = (await addTerms(site, 'tag', ['customer', 'guest'])) as [number];
const [news] = (await addTerms(site, 'list', ['News'])) as [number];
await post('/field/add', { field_name: 'Colour', type: 4, options: [{ 1: 'red' }, { 2: 'blue' }] });
await post('/field/add', { field_name: 'Seats', type: 2 });
await post('/contacts/batch', {
  contacts: ['ada', 'bea', 'cem'].map((name, n) => ({
    email: `${name}@example.com`,
    f_name: name,
    status: ['subscribed', 'unverified', 'bounced'][n],
    country: 'DE',
    ...(n === 0 ? { tags: [customer], lists: [news] } : {}),
  })),
});
const idOf = async (email: string) =>
  (await get(`/contact?email=${email}`)).body.data.contact.contact.id.toString() as string;
const contact = await idOf('ada@example.com');
const cookies = await beginAdminSession(site, 'owner@example.com');
const entrance: Place = { name: 'signIn', path: '/wp-admin', isOpen: true, isInNav: false };
const hook = { url: 'https://hooks.example/contacts', events: ['tag.added'] };
const webhook = String((await post('/webhook/add', hook)).body.data.webhooks.ID);
await post(`/webhook/test/${webhook}`);
const steps = [
  { action: 'add_tags', tags: [customer] },
  { wait: '2 days' },
  { action: 'set_status', status: 'bounced' },
];
const resting = {
  name: 'Resting',
  trigger: { event: 'tag.added' },
  conditions: { country: 'DE' },
  steps,
  active: false,
};
const rule = String((await post('/rule/add', resting)).body.data.rule.ID);
const places = listAdminPlaces({ contact, webhook, rule });

t.test('every screen', async (t) => tryScreens(t, { browser, origin, cookies }, [...places, entrance]));

tryPhone(t, { browser, origin, cookies }, places, ['contacts', 'tags', 'lists', 'fields', 'rules', 'webhooks']);

tryKeys(t, { browser, origin, cookies }, places, {
  thing: { typed: 'ada@example.com', path: `/wp-admin/contacts/${contact}` },
  act: { typed: 'add tag', dialog: 'Add tag' },
});

await tryDialogs(t, { browser, origin, cookies }, places, [
  'Add contact',
  'Add field',
  'Add tag',
  'New key',
  'New webhook',
]);

t.test('signing in leads to where one wanted to go, and out again', async (t) => {
  await addAdmin(adminDb(site), 'person@example.com');
  const screen = await openScreen(t, browser, { origin });
  screen.faults.expect(/status of 401 /);
  await screen.goto('/wp-admin/contacts?search=ada');
  await screen.byLabel('Email').fill('person@example.com');
  await screen.byLabel('Password').fill('not the password');
  await screen.byRole('button', 'Sign in').click();
  await screen.byRole('alert').waitFor();
  await screen.byLabel('Password').fill(password);
  await screen.byRole('button', 'Sign in').click();
  await screen.byRole('link', 'ada').waitFor();
  t.equal(await screen.byRole('link', 'bea').count(), 0, 'found by the search in the address');
  await screen.byRole('button', 'person: your account').first().click();
  await screen.byRole('menuitem', 'Sign out').click();
  await screen.byLabel('Email').waitFor();
});

t.test('a contact is added, found, changed from the list, noted on and deleted', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin/contacts');
  await screen.byRole('button', /^Add contact/).click();
  const dialog = screen.byRole('dialog', 'Add contact');
  await dialog.getByLabel('Email').fill('nonsense@');
  await dialog.getByLabel('First name').fill('Dana');
  t.same(
    await dialog.getByLabel('Status').locator('option').allTextContents(),
    ['Unverified', 'Subscribed', 'Unsubscribed'],
    'what is found out by sending mails is not chosen',
  );
  await dialog.getByLabel('Email').fill('dana@example.com');
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await screen.byRole('status').filter({ hasText: 'dana@example.com was added' }).waitFor();
  await screen.byRole('searchbox', 'Search contacts').fill('dana');
  await screen.byRole('button', 'Actions for dana@example.com').click();
  await screen.byRole('menuitem', 'Status, tags and lists').click();
  await screen.byLabel('Status').selectOption('subscribed');
  await screen.byRole('button', 'Save').click();
  await screen.byRole('status').filter({ hasText: 'was saved' }).waitFor();
  t.match((await get('/contact?email=dana@example.com')).body.data.contact.contact.db_contact, {
    status: '1',
    source: 'admin',
  });

  await screen.byRole('link', 'Dana').click();
  await screen.byLabel('Note').fill('Rang on Monday.');
  await screen.byRole('button', 'Add note').click();
  await screen.page.getByText('Rang on Monday.', { exact: true }).waitFor();
  await screen.byLabel('Phone').fill('+49 30 1');
  await screen.byRole('button', 'Save').click();
  await screen.page
    .getByText(/contact_no|Phone.*→/)
    .first()
    .waitFor();
  await screen.byRole('button', 'Actions for dana@example.com').click();
  await screen.byRole('menuitem', 'Delete').click();
  await screen.byRole('button', 'Delete').click();
  await screen.byRole('searchbox', 'Search contacts').waitFor();
  t.equal((await get('/contact?email=dana@example.com')).status, 404);
});

t.test('many contacts get a tag by a job that is watched', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin/contacts');
  await screen.byLabel('Select ada@example.com').check();
  await screen.byLabel('Select bea@example.com').check();
  const bar = screen.byRole('toolbar', 'Selection');
  await bar.getByRole('button', { name: 'Tags' }).click();
  await screen.byLabel('Tags').and(screen.page.locator(':focus')).waitFor();
  await screen.page.keyboard.type('guest');
  await screen.page.keyboard.press('Enter');
  await screen.byRole('button', 'Save').click();
  await screen.byRole('status').filter({ hasText: 'Updated 2 contacts' }).waitFor();
  t.equal((await get('/contacts?tag_all=2')).body.data.contact.total, 2);
});

t.test('who is selected while a job runs stays selected when it ends', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin/contacts');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await screen.page.route('**/automations/job/*', (route) => held.then(() => route.continue()));
  const bar = screen.byRole('toolbar', 'Selection');
  await screen.byLabel('Select ada@example.com').check();
  await bar.getByRole('button', { name: 'Status' }).click();
  await screen.byRole('dialog').getByRole('button', { name: 'Save' }).click();
  await bar.getByRole('progressbar').waitFor();
  t.equal(await screen.byLabel('Select ada@example.com').isChecked(), false);
  await screen.byLabel('Select bea@example.com').check();
  answer();
  await screen.byRole('status').filter({ hasText: 'Updated 1 contact' }).waitFor();
  await bar.getByText('1 selected').waitFor();
  t.equal(await screen.byLabel('Select bea@example.com').isChecked(), true);
});
