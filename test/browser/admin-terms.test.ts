/** Tags, lists and segments in the admin application. */
import type { Cookie } from 'playwright-core';
import { addContact, addTerms, recordOf } from '../fixtures/automations.ts';
import { beginAdminSession, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { announced, openScreen, phone, settle } from '../fixtures/browser/screen.ts';
import { type Test, t } from '../runner/tap.ts';

const site = await startAdminSite(t);
const { origin, post, get, del } = site;
const editor = await beginAdminSession(site, 'ed@example.com', 'editor');
const viewer = await beginAdminSession(site, 'vi@example.com', 'viewer');
const [customer, client, guest] = (await addTerms(site, 'tag', ['Customer', 'Client', 'Guest'])) as [
  number,
  number,
  number,
];
await addTerms(
  site,
  'tag',
  Array.from({ length: 60 }, (_, n) => `Campaign ${n + 1}`),
);
const contact = await addContact(site, { email: 'ada@example.com', tags: [client, guest] });
await addContact(site, { email: 'bea@example.com', tags: [customer] });
await addContact(site, { email: 'cem@example.com', tags: [customer] });
const browser = await openBrowser(t);

async function open(t: Test, path: string, cookies: Cookie[] = editor, width?: number) {
  const screen = await openScreen(t, browser, { origin, cookies, ...(width ? { width } : {}) });
  await screen.goto(`/wp-admin/${path}`);
  await settle(screen);
  return screen;
}

t.test(
  'several tags can be created at once, a tag can be renamed and deleted, and a taken name shows an error at its field',
  async (t) => {
    const screen = await open(t, 'tags');
    await screen.byRole('button', 'Add tag').click();
    await screen.byLabel('Name').fill('Trial\n\ncustomer\nSpeaker');
    await screen.byRole('button', 'Create').click();
    await announced(screen, '2 tags were added, 1 was there already');
    await screen.byRole('searchbox', 'Search tags').fill('TRIAL');
    await screen.byRole('button', 'Actions for Trial').click();
    await screen.byRole('menuitem', 'Rename').click();
    await screen.byLabel('Name').fill('customer');
    screen.faults.expect(/status of 422 /);
    await screen.byRole('button', 'Save').click();
    const field = screen.page.locator('[aria-invalid=true]');
    await field.waitFor();
    t.ok(await field.evaluate((input) => input === input.ownerDocument.activeElement), 'it has the focus');
    t.same(await axe(screen), []);
    await field.fill('Trial user');
    await screen.byRole('button', 'Save').click();
    await screen.byRole('button', 'Actions for Trial user').click();
    await screen.byRole('menuitem', 'Delete').click();
    await screen.byRole('dialog').getByText('No contact has it.').waitFor();
    await screen.byRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await announced(screen, 'Deleted tag Trial user');
    await screen.page.getByText('No tag matches').waitFor();
  },
);

for (const kind of ['tag', 'list'] as const) {
  t.test(`Enter creates a ${kind}, and Shift+Enter starts another line`, async (t) => {
    const screen = await open(t, `${kind}s`);
    const press = (key: string) => screen.page.keyboard.press(key);
    await screen.byRole('button', `Add ${kind}`).click();
    const dialog = screen.byRole('dialog', `Add ${kind}`);
    await dialog.getByLabel('Name').click();
    await press('Enter');
    t.equal(await dialog.getByLabel('Name').inputValue(), '', 'nothing is created from an empty text');
    await screen.page.keyboard.type(`One ${kind}`);
    await press('Shift+Enter');
    await screen.page.keyboard.type(`Another ${kind}`);
    await press('Enter');
    await announced(screen, `2 ${kind}s were added`);
    await dialog.waitFor({ state: 'detached' });
    const made = (await get(`/${kind}s?search=${kind}`)).body.data[`${kind}s`] as { ID: number }[];
    t.equal(made.length, 2);
    for (const { ID } of made) await del(`/${kind}/${ID}`);
  });
}

t.test('the API searches, sorts and pages tags, and the URL keeps the state', async (t) => {
  const screen = await open(t, 'tags');
  await screen.page.getByText('1–50 of').waitFor();
  await screen.byRole('button', 'Next').click();
  await screen.page.getByText('51–').waitFor();
  t.match(screen.page.url(), /page=2/);
  await screen.byRole('button', 'Contacts').click();
  await screen.byRole('row', /^Select Customer/).waitFor();
  t.match(screen.page.url(), /sort=contacts$/, 'from the first page on');
  await screen.page.reload();
  await settle(screen);
  t.match(await screen.page.locator('tbody tr').first().textContent(), /Customer2/);
  await screen.byRole('searchbox', 'Search tags').fill('campaign 6');
  await screen.page.getByText('1–2 of 2').waitFor();
  await screen.byRole('link', 'Campaign 6').click();
  await screen.byRole('heading', 'Contacts').waitFor();
});

t.test('tags can be merged with the keyboard alone, and other screens show the result at once', async (t) => {
  const { segment } = (await post('/segment/add', { name: 'Our clients', filter: { tag: [client] } })).body.data;
  const screen = await open(t, 'segments');
  await screen.page.getByText('Tag: Client').waitFor();
  await screen.byRole('link', 'Tags').click();
  const { keyboard } = screen.page;
  // A selected term stays selected during the next search.
  for (const name of ['Client', 'Customer']) {
    await screen.byRole('searchbox', 'Search tags').fill(name);
    await screen.byRole('checkbox', `Select ${name}`).focus();
    await keyboard.press('Space');
  }
  await screen.byRole('toolbar', 'Selection').getByRole('button', { name: 'Merge' }).focus();
  await keyboard.press('Enter');
  const stays = screen.byLabel('Keep');
  await stays.waitFor();
  t.match(await stays.locator('option:checked').textContent(), 'Customer (2 contacts)', 'the largest one');
  await screen.byRole('dialog').getByText('1 contact with Client gets Customer instead').waitFor();
  t.same(await axe(screen), []);
  await screen.byRole('dialog').getByRole('button', { name: 'Merge', exact: true }).press('Enter');
  await announced(screen, 'Merged 2 tags into Customer');
  t.equal((await recordOf(site, contact)).tags, `[${customer},${guest}]`);
  t.strictSame((await get(`/segment/${segment.ID}`)).body.data.segment.filter, { tag: [customer] });
  await screen.byRole('link', 'Segments').click();
  await screen.page.getByText('Tag: Customer').waitFor();
});

t.test('before a tag with many uses is deleted, its uses are listed and its name must be typed', async (t) => {
  const many = {
    contacts: Array.from({ length: 25 }, (_, n) => ({ email: `many${n}@example.com`, tag_names: ['Busy'] })),
  };
  await post('/contacts/batch', { ...many, create_missing: true });
  const busy = (await get('/tags?search=busy')).body.data.tags[0].ID as number;
  await post('/segment/add', { name: 'The busy ones', filter: { tag: [busy] } });
  const screen = await open(t, 'tags?search=busy', editor, phone);
  await screen.byRole('button', 'Actions for Busy').click();
  await screen.byRole('menuitem', 'Delete').click();
  await screen.byRole('dialog').getByText('25 contacts lose it').waitFor();
  await screen.byRole('dialog').getByRole('link', { name: 'The busy ones' }).waitFor();
  const confirm = screen.byRole('dialog').getByRole('button', { name: 'Delete', exact: true });
  t.ok(await confirm.isDisabled());
  await screen.byLabel('Type Busy to continue').fill('Busy');
  t.notOk(await confirm.isDisabled());
  t.equal(await sidewaysPixels(screen), 0);
  await screen.byRole('button', 'Cancel').click();
});

t.test(
  'an empty list explains what to do, a list that failed to load can be retried, and a viewer can only read',
  async (t) => {
    const screen = await open(t, 'lists');
    await screen.page.getByText('No lists yet').waitFor();
    screen.faults.expect(/Failed to load resource|ERR_FAILED/);
    await screen.page.route('**/automations/tags?*', (route) => route.abort());
    await screen.byRole('link', 'Tags').click();
    await screen.byRole('alert').getByText('Something went wrong').waitFor();
    await screen.page.unroute('**/automations/tags?*');
    await screen.byRole('button', 'Try again').click();
    await screen.byRole('link', 'Campaign 1').waitFor();
    const looking = await open(t, 'tags?search=customer', viewer);
    await looking.byRole('link', 'Customer').waitFor();
    for (const name of ['Add tag', 'Actions for Customer']) t.equal(await looking.byRole('button', name).count(), 0);
    t.equal(await looking.byRole('checkbox').count(), 0);
  },
);

t.test(
  'a segment in use cannot be deleted but can be duplicated, and its filter is edited in the contact list',
  async (t) => {
    const filter = { status: ['unverified'], tag: [guest] };
    const { segment } = (await post('/segment/add', { name: 'Guests', filter })).body.data;
    const welcome = { name: 'Welcome', trigger: { event: 'contact.created' }, conditions: { segment: segment.ID } };
    await post('/rule/add', { ...welcome, steps: [{ action: 'set_status', status: 'subscribed' }], active: false });
    const screen = await open(t, 'segments?search=guest');
    let asked = 0;
    screen.page.on('request', (request) => void (asked += request.url().includes('/segments/uses') ? 1 : 0));
    await screen.page.reload();
    await screen.page.getByText('Status: Unverified · Tag: Guest').waitFor();
    await screen.page.getByText('Rule Welcome').waitFor();
    await settle(screen);
    t.equal(asked, 1, 'their uses are requested once');
    const choose = async (name: string, act: string) => {
      await screen.byRole('button', `Actions for ${name}`).click();
      await screen.byRole('menuitem', act).click();
    };
    await choose('Guests', 'Delete');
    await screen.byRole('dialog', 'Guests cannot be deleted').getByText('Welcome').waitFor();
    await screen.byRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await choose('Guests', 'Duplicate');
    await screen.byRole('button', 'Create').click();
    await screen.byRole('button', 'Actions for Guests (copy)').waitFor();
    await choose('Guests (copy)', 'Edit filter');
    await screen.byRole('heading', 'Contacts').waitFor();
    await screen.byRole('searchbox', 'Search contacts').fill('ada');
    await screen.byRole('button', 'Save changes').click();
    await screen.byRole('button', 'Save changes').waitFor({ state: 'detached' });
    const [copy] = (await get('/segments?search=copy')).body.data.segments;
    t.match(copy, { filter: { search: 'ada', ...filter }, count: 1 });
    await screen.byRole('navigation', 'Main').getByRole('link', { name: 'Segments' }).click();
    await screen.byRole('searchbox', 'Search segments').fill('copy');
    await choose('Guests (copy)', 'Delete');
    await screen.byRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await screen.page.getByText('No segment matches').waitFor();
  },
);
