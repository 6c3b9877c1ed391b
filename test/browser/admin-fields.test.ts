/** Custom fields in the admin application. */
import type { Cookie } from 'playwright-core';
import t, { type Test } from 'tap';
import { beginAdminSession, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { openScreen, settle } from '../fixtures/browser/screen.ts';

const site = await startAdminSite(t);
const { origin, post } = site;
const editor = await beginAdminSession(site, 'ed@example.com', 'editor');
const viewer = await beginAdminSession(site, 'vi@example.com', 'viewer');
await post('/field/add', { field_name: 'Birthday', type: 7 });
const browser = await openBrowser(t);

async function open(t: Test, cookies: Cookie[]) {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin/fields');
  await screen.byRole('heading', 'Fields').waitFor();
  await settle(screen);
  return screen;
}

t.test('a field is made with its options, changed and deleted', async (t) => {
  const screen = await open(t, editor);
  await screen.byRole('button', 'Add field').click();
  await screen.byLabel('Name').fill('Size');
  await screen.byLabel('Type').selectOption({ label: 'Select' });
  await screen.byLabel('Options').fill('S\nM\n\nL');
  t.same(await axe(screen), []);
  await screen.byRole('button', 'Create').click();
  await screen.byRole('status').filter({ hasText: 'Field Size was added' }).waitFor();
  await screen.page.getByText('S, M, L').waitFor();

  await screen.byRole('button', 'Actions for Size').click();
  await screen.byRole('menuitem', 'Edit').click();
  t.equal(await screen.byLabel('Options').inputValue(), 'S\nM\nL');
  await screen.byLabel('Name').fill('Shirt size');
  await screen.byRole('button', 'Save').click();
  await screen.byRole('button', 'Actions for Shirt size').click();
  await screen.byRole('menuitem', 'Delete').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await screen.byRole('status').filter({ hasText: 'Field Shirt size was deleted' }).waitFor();
});

t.test('fields are searched', async (t) => {
  const screen = await open(t, editor);
  await screen.byRole('searchbox', 'Search fields').fill('nothing of this name');
  await screen.page.getByText('No field matches').waitFor();
});

t.test('a viewer reads the fields and is offered nothing to change', async (t) => {
  const screen = await open(t, viewer);
  await screen.page.getByText('Birthday').first().waitFor();
  for (const name of ['Add field', 'Actions for Birthday']) t.equal(await screen.byRole('button', name).count(), 0);
});
