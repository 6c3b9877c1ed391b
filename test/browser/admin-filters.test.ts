/** Filters in the admin application: conditions of every kind, their URLs, and segments saved from them. */

import { addTerms } from '../fixtures/automations.ts';
import { beginAdminSession, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe, axeInBothThemes } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import {
  announced,
  atWidths,
  desktop,
  inBothThemes,
  openScreen,
  phone,
  type Screen,
  setWidth,
} from '../fixtures/browser/screen.ts';
import { t } from '../runner/tap.ts';

const site = await startAdminSite(t);
const { origin, post, get, del } = site;
const browser = await openBrowser(t);
const [customer, guest] = (await addTerms(site, 'tag', ['customer', 'guest'])) as [number, number];
const fieldId = async (given: object) => (await post('/field/add', given)).body.data.fields.ID as string;
const seats = await fieldId({ field_name: 'Seats', type: 2 });
await fieldId({ field_name: 'Motto', type: 1 });
await post('/contacts/batch', {
  contacts: Array.from({ length: 30 }, (_, n) => ({
    email: `c${n}@example.com`,
    f_name: `C${n}`,
    status: ['subscribed', 'unverified', 'bounced'][n % 3],
    country: ['DE', 'FR'][n % 2],
    source: n < 10 ? 'shop, north' : 'form',
    ...{ points: n - 5, type: n < 10 ? 'customer' : 'lead', state: n % 3 === 0 ? 'Bayern' : '' },
    tags: [[customer], [guest], [customer, guest], []][n % 4],
    fields: { seats: n, motto: n % 5 === 0 ? 'onwards' : '' },
  })),
});
const cookies = await beginAdminSession(site, 'owner@example.com');
const total = (screen: Screen, n: number) =>
  screen.page.locator('h1 + p', { hasText: new RegExp(`^${n} contacts?$`) }).waitFor();
const add = async (screen: Screen, condition: string) => {
  await screen.byRole('button', 'Add condition').click();
  await screen.byRole('menuitem', condition).click();
};
const hasFocus = (screen: Screen, label: string) => screen.byLabel(label).and(screen.page.locator(':focus')).waitFor();
const params = (screen: Screen) => Object.fromEntries(new URL(screen.page.url()).searchParams);

t.test('conditions can be added by keyboard and removed, are shown as text, and stay in the URL', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  const { keyboard } = screen.page;
  await screen.goto('/wp-admin/contacts');
  await total(screen, 30);
  await screen.byRole('button', 'Filter').press('Enter');
  await screen.byLabel('Status').fill('bou');
  await keyboard.press('Enter');
  await total(screen, 10);
  await screen.byLabel('Tag').fill('cust');
  await keyboard.press('Enter');
  await screen.byLabel('Tag: how').selectOption('none of');
  await total(screen, 5);
  await screen.byRole('button', 'Add condition').press('Enter');
  await screen.byRole('menuitem', 'Seats').press('Enter');
  await hasFocus(screen, 'From');
  await keyboard.type('10');
  await total(screen, 4);
  await add(screen, 'Source');
  await hasFocus(screen, 'Source');
  await keyboard.type('form');
  await keyboard.press('Enter');
  t.same(params(screen), {
    status: 'bounced',
    tag_not: String(customer),
    [`field[${seats}][from]`]: '10',
    source: 'form',
  });
  t.same(await axe(screen), []);

  await screen.page.reload();
  await total(screen, 4);
  for (const chip of ['Status: Bounced', 'Tag: not customer', 'Seats from 10', 'Source: form'])
    await screen.byRole('button', `Remove ${chip}`).waitFor();
  await screen.byRole('button', 'Remove Tag: not customer').click();
  await total(screen, 7);
  await screen.page.goBack();
  await total(screen, 4);
  await screen.byRole('button', 'Clear all').click();
  await total(screen, 30);
});

t.test(
  'conditions on type, points and state are kept in the URL and in a segment, on a phone and in both themes',
  async (t) => {
    const screen = await openScreen(t, browser, { origin, cookies });
    await screen.goto('/wp-admin/contacts');
    await total(screen, 30);
    await screen.byRole('button', 'Filter').click();
    await add(screen, 'Type');
    await screen.byLabel('Type').fill('cust');
    await screen.page.keyboard.press('Enter');
    await total(screen, 10);
    await add(screen, 'Points');
    await screen.byLabel('From').fill('0');
    await total(screen, 5);
    await screen.byLabel('Until').fill('3');
    await total(screen, 4);
    await add(screen, 'State or province');
    await screen.byLabel('State or province').fill('bayern');
    await screen.page.keyboard.press('Enter');
    await total(screen, 1);
    await axeInBothThemes(t, screen);
    await setWidth(screen, phone);
    await screen.byRole('dialog', 'View').getByLabel('Until').waitFor();
    await axeInBothThemes(t, screen);
    await setWidth(screen, 1440);
    const asked = { type: 'customer', 'points[from]': '0', 'points[to]': '3', state: 'bayern' };
    t.same(params(screen), asked);
    await screen.page.reload();
    await total(screen, 1);
    for (const chip of ['Type: Customer', 'Points from 0 until 3', 'State or province: bayern'])
      await screen.byRole('button', `Remove ${chip}`).waitFor();
    await screen.byRole('button', 'Save as segment').click();
    await screen.byLabel('Name').fill('Southern customers');
    await screen.byRole('button', 'Save').click();
    await announced(screen, 'Saved segment Southern customers');
    const [segment] = (await get('/segments')).body.data.segments;
    t.match(segment.filter, { type: ['customer'], points: { from: '0', to: '3' }, state: ['bayern'] });
    await del(`/segment/${segment.ID}`);
  },
);

t.test("a field's operators depend on its type, and texts can contain commas", async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin/contacts?source=shop,%20north');
  await total(screen, 10);
  await screen.byRole('button', 'Filter').click();
  await add(screen, 'Motto');
  await screen.byLabel('Motto: how').selectOption('has no value');
  await total(screen, 8);
  await screen.byLabel('Motto: how').selectOption('contains');
  await screen.byLabel('Motto contains').fill('ward');
  await total(screen, 2);
  screen.faults.expect(/status of 422 /);
  await add(screen, 'Seats');
  await screen.byLabel('From').fill('many');
  await screen.byRole('alert').filter({ hasText: ': enter a number.' }).waitFor();
  t.equal((await screen.page.locator('h1 + p').innerText()).trim(), '', 'the previous number is not shown');
  await screen.byLabel('From').fill('1');
  await total(screen, 1);
});

t.test(
  'a filter can be saved as a segment, chosen again, changed, and saved to the same or another segment',
  async (t) => {
    const screen = await openScreen(t, browser, { origin, cookies });
    await screen.goto('/wp-admin/contacts?status=subscribed&search=c1');
    await screen.byRole('button', 'Save as segment').click();
    await screen.byLabel('Name').fill('Readers');
    await screen.byRole('button', 'Save').click();
    await announced(screen, 'Saved segment Readers');
    await screen.byRole('button', 'Save as segment').waitFor({ state: 'detached' });

    await screen.goto('/wp-admin/contacts');
    await total(screen, 30);
    await screen.byRole('button', 'Segments').click();
    await screen.byRole('menuitemcheckbox', 'Readers').click();
    await screen.byRole('button', 'Segment: Readers').waitFor();
    t.equal(await screen.byRole('searchbox', 'Search contacts').inputValue(), 'c1');
    await screen.byRole('button', 'Filter').click();
    await add(screen, 'Country');
    await screen.byLabel('Country').fill('Germ');
    await screen.page.keyboard.press('Enter');
    await screen.byRole('button', 'Save as new').waitFor();
    await screen.byRole('button', 'Save changes').click();
    await screen.byRole('button', 'Save changes').waitFor({ state: 'detached' });
    const { segments } = (await get('/segments')).body.data;
    t.match(segments, [{ name: 'Readers', filter: { status: ['subscribed'], search: 'c1', country: ['DE'] } }]);

    await screen.goto('/wp-admin/segments');
    await screen.page.getByText(/Status: Subscribed · .*Country: Germany/).waitFor();
  },
);

t.test('a segment can be created on its screen, which shows the number of matching contacts', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin/segments');
  await screen.byRole('button', 'New segment').click();
  const dialog = screen.byRole('dialog', 'New segment');
  await dialog.getByText('30 contacts match now.').waitFor();
  await dialog.getByLabel('Name').fill('Bounced customers');
  await add(screen, 'Status');
  await dialog.getByLabel('Status', { exact: true }).fill('bou');
  await screen.page.keyboard.press('Enter');
  await dialog.getByText('10 contacts match now.').waitFor();
  await add(screen, 'Tag');
  await dialog.getByLabel('Tag', { exact: true }).fill('cust');
  await screen.page.keyboard.press('Enter');
  await dialog.getByText('5 contacts match now.').waitFor();
  t.same(await axe(screen), []);
  await dialog.getByLabel('Name').press('Enter');
  await announced(screen, 'Saved segment Bounced customers');
  await dialog.waitFor({ state: 'detached' });
  await screen.page.waitForURL(/\/segments$/);
  await screen.byRole('link', 'Bounced customers').waitFor();
  const [made] = (await get('/segments?search=Bounced')).body.data.segments;
  t.match(made, { filter: { status: ['bounced'], tag: [customer] }, count: 5 });
});

t.test('a field can be set for all matching contacts, and shown as a column', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin/contacts?country=FR');
  await total(screen, 15);
  await screen.byRole('button', 'Columns and density').click();
  await screen.byRole('menuitemcheckbox', 'Motto').click();
  await screen.byRole('menuitemcheckbox', '25 rows per page').click();
  await screen.page.keyboard.press('Escape');
  await screen.goto('/wp-admin/contacts');
  await screen.byRole('columnheader', 'Motto').waitFor();
  await screen.byLabel('Select all').check();
  await screen.byRole('button', 'Select all 30 contacts that match').click();
  await screen.byRole('toolbar', 'Selection').getByRole('button', { name: 'Field' }).click();
  const dialog = screen.byRole('dialog', 'Field of 30 contacts');
  await dialog.getByLabel('Field', { exact: true }).selectOption('Motto');
  await dialog.getByLabel('Motto', { exact: true }).fill('Per aspera');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await announced(screen, 'Updated 30 contacts');
  await screen.byRole('cell', 'Per aspera').nth(24).waitFor();
});

t.test('on a phone, the filters open as a sheet over the list', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies, width: phone });
  await screen.goto(`/wp-admin/contacts?tag_all=${customer},${guest}`);
  await screen.byRole('button', 'View').click();
  const sheet = screen.byRole('dialog', 'View');
  await sheet.getByLabel('Status').fill('unv');
  await screen.page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Show 2 contacts' }).waitFor();
  t.same(await axe(screen), []);
  await sheet.getByRole('button', { name: /^Show/ }).click();
  await sheet.waitFor({ state: 'detached' });
  await screen.byRole('button', 'Remove Tag: customer and guest').waitFor();
});

t.test('tags and lists beyond the first ones offered can be found by name', async (t) => {
  for (const kind of ['tag', 'list'] as const)
    for (let from = 0; from < 500; from += 100)
      await addTerms(
        site,
        kind,
        Array.from({ length: 100 }, (_, n) => `Many ${from + n}`),
      );
  const [tag] = (await addTerms(site, 'tag', ['Zoological'])) as [number];
  const [list] = (await addTerms(site, 'list', ['Zephyr'])) as [number];
  await post('/contact/add', { email: 'zoo@example.com', tags: [tag], lists: [list] });
  const screen = await openScreen(t, browser, { origin, cookies });
  const choose = async (label: string, typed: string, option: string) => {
    await screen.byLabel(label).click();
    await screen.byLabel(label).fill(typed);
    await screen.byRole('option', option).click();
  };
  await screen.goto('/wp-admin/contacts');
  await screen.byRole('button', 'Filter').click();
  await choose('Tag', 'zool', 'Zoological');
  await total(screen, 1);
  await screen.page.reload();
  await screen.byRole('button', 'Remove Tag: Zoological').waitFor();

  await screen.goto('/wp-admin/settings/consent');
  await choose('Public lists', 'zeph', 'Zephyr');
  await screen.byRole('button', 'Remove Zephyr').waitFor();

  await screen.goto('/wp-admin/rules/new');
  await screen.byLabel('Event').selectOption('list.added');
  await choose('Which list', 'zeph', 'Zephyr');
  t.equal(await screen.byLabel('Which list').inputValue(), 'Zephyr');
});

t.test('a segment can have groups of conditions, which the list shows and edits', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin/segments');
  await screen.byRole('button', 'New segment').click();
  const dialog = screen.byRole('dialog', 'New segment');
  await dialog.getByLabel('Name').fill('Either');
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await screen.byRole('menuitem', 'Any of several groups').click();
  await dialog.getByText('No conditions yet. Empty groups are ignored.').nth(1).waitFor();
  for (const [n, country] of ['Germany', 'France'].entries()) {
    const group = dialog.getByRole('group', { name: `Group ${n + 1}` });
    await group.getByRole('button', { name: 'Add condition' }).click();
    await screen.byRole('menuitem', 'Country').click();
    await group.getByLabel('Country', { exact: true }).fill(country);
    await screen.byRole('option', country).click();
  }
  await dialog.getByRole('button', { name: 'Add group' }).click();
  await dialog.getByRole('group', { name: 'Group 3' }).waitFor();
  await atWidths(screen, [phone, desktop], async (width) => {
    await inBothThemes(screen, async (theme) => void t.same(await axe(screen), [], `axe, ${width}, ${theme}`));
    t.equal(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 0);
  });
  await dialog.getByRole('button', { name: 'Remove Group 3' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await announced(screen, 'Saved segment Either');
  const read = async () => (await get('/segments?search=Either')).body.data.segments[0];
  const { ID, filter } = await read();
  t.same(filter, { any_of: [{ country: ['DE'] }, { country: ['FR'] }] });

  await screen.byRole('button', 'Actions for Either').click();
  await screen.byRole('menuitem', 'Edit filter').click();
  await screen.byRole('button', 'Remove (Country: Germany) or (Country: France)').waitFor();
  const total = async (query: string) => (await get(`/contacts?limit=1&${query}`)).body.data.contact.total as number;
  const both = (await total('country=DE')) + (await total('country=FR'));
  await screen.page.getByText(`${both} contacts`, { exact: true }).first().waitFor();
  await screen.byRole('button', /^Filter/).click();
  const second = screen.byRole('group', 'Group 2');
  await second.getByRole('button', { name: 'Remove France' }).click();
  await second.getByRole('button', { name: 'Remove Country' }).click();
  await screen.byRole('button', 'Remove Country: Germany').waitFor();
  await screen.byRole('button', 'Save changes').click();
  await announced(screen, 'Saved segment Either');
  t.same((await read()).filter, { any_of: [{ country: ['DE'] }] });
  await del(`/segment/${ID}`);
});
