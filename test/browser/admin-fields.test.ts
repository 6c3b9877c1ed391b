/** Custom fields in the admin application. */
import type { Cookie } from 'playwright-core';
import { beginAdminSession, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { announced, openScreen, settle, setWidth } from '../fixtures/browser/screen.ts';
import { type Test, t } from '../runner/tap.ts';

const site = await startAdminSite(t);
const { origin, post, get } = site;
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

t.test('a custom field can be created with options, changed and deleted', async (t) => {
  const screen = await open(t, editor);
  await screen.byRole('button', 'Add field').click();
  await screen.byLabel('Name').fill('Size');
  await screen.byLabel('Type').selectOption({ label: 'Select' });
  await screen.byLabel('Options').fill('S\nM\n\nL');
  const preview = screen.byRole('region', 'Preview');
  t.same(await preview.getByLabel('Size').locator('option').allTextContents(), ['—', 'S', 'M', 'L']);
  t.same(await axe(screen), []);
  await screen.byRole('button', 'Create').click();
  await announced(screen, 'Added field Size');
  await screen.page.getByText('S, M, L').waitFor();

  await screen.byRole('button', 'Actions for Size').click();
  await screen.byRole('menuitem', 'Edit').click();
  t.equal(await screen.byLabel('Options').inputValue(), 'S\nM\nL');
  await screen.byLabel('Name').fill('Shirt size');
  await screen.byRole('button', 'Save').click();
  await screen.byRole('button', 'Actions for Shirt size').click();
  await screen.byRole('menuitem', 'Delete').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await announced(screen, 'Deleted field Shirt size');
});

t.test("a name that is already taken is shown as an error at the name's input", async (t) => {
  const screen = await open(t, editor);
  await screen.byRole('button', 'Add field').click();
  await screen.byLabel('Name').fill('birthday');
  screen.faults.expect(/status of 422 /);
  await screen.byRole('button', 'Create').click();
  const field = screen.page.locator('[aria-invalid=true]');
  await field.waitFor();
  t.equal(await field.inputValue(), 'birthday');
});

t.test('fields are shown in groups, and can be sorted with the keyboard', async (t) => {
  const screen = await open(t, editor);
  await screen.byRole('button', 'Add group').click();
  await screen.byLabel('Name').fill('Shoes');
  await screen.byRole('button', 'Create').click();
  await screen.byRole('heading', 'Shoes').waitFor();
  const { body } = await get('/field-groups');
  const group = Number(body.data.field_groups[0].ID);
  for (const name of ['Left', 'Right', 'Laces'])
    await post('/field/add', { field_name: name, type: 1, group_id: group });
  await screen.page.reload();
  const names = () => screen.byRole('region', 'Shoes').locator('tbody .first').allTextContents();
  const up = screen.byRole('button', 'Move Laces up');
  await up.focus();
  await screen.page.keyboard.press('Enter');
  t.same(await names(), ['Left', 'Laces', 'Right']);
  await screen.page.keyboard.press('Enter');
  t.same(await names(), ['Laces', 'Left', 'Right']);
  const focused = () => screen.page.locator(':focus').getAttribute('aria-label');
  t.equal(await focused(), 'Move Laces down', 'the focus follows the row, which cannot move further up');
  await screen.page.keyboard.press('Alt+ArrowDown');
  t.same(await names(), ['Left', 'Laces', 'Right']);
  t.same(await axe(screen), []);
  await settle(screen);
  await screen.page.reload();
  await screen.byRole('heading', 'Shoes').waitFor();
  t.same(await names(), ['Left', 'Laces', 'Right'], 'kept by the service');
  await screen.byRole('button', 'Actions for Shoes').click();
  await screen.byRole('menuitem', 'Delete').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await screen.byRole('heading', 'Shoes').waitFor({ state: 'detached' });
  await screen.page.getByText('Laces').first().waitFor();
});

t.test('deleting a field shows how many values are deleted with it', async (t) => {
  const { ID } = (await post('/field/add', { field_name: 'Hat', type: 1 })).body.data.fields;
  await post('/contact/add', { email: 'hat@example.com', fields: { [ID]: 'bowler' } });
  const screen = await open(t, editor);
  await screen.byRole('button', 'Actions for Hat').click();
  await screen.byRole('menuitem', 'Delete').click();
  await screen.byRole('dialog').getByText('The values of 1 contact are deleted').waitFor();
  await screen.byRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await announced(screen, 'Deleted field Hat');
});

t.test('fields can be searched', async (t) => {
  const screen = await open(t, editor);
  await screen.byRole('searchbox', 'Search fields').fill('nothing of this name');
  await screen.page.getByText('No field matches').waitFor();
  await setWidth(screen, 1280);
  const topOf = async (role: 'heading' | 'searchbox', name: string) =>
    (await screen.byRole(role, name).boundingBox())?.y;
  const [title, search] = [await topOf('heading', 'Fields'), await topOf('searchbox', 'Search fields')];
  t.ok(Math.abs((search ?? 0) - (title ?? Infinity)) < 30, 'the search is next to the title');
});

t.test('a viewer can read the fields and sees no controls to change them', async (t) => {
  const screen = await open(t, viewer);
  await screen.page.getByText('Birthday').first().waitFor();
  for (const name of ['Add field', 'Actions for Birthday']) t.equal(await screen.byRole('button', name).count(), 0);
});
