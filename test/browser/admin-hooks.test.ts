/** Incoming webhooks in the admin application: messages are sent over HTTP, mapped by clicks, tried and applied. */
import { addTerms, type Body, recordOf } from '../fixtures/automations.ts';
import { beginAdminSession, openAdminScreen, startAdminSite } from '../fixtures/browser/admin.ts';
import { axeInBothThemes } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { enter, keyboardOnly, tabTo, write } from '../fixtures/browser/keyboard.ts';
import { announced, openScreen } from '../fixtures/browser/screen.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

const site = await startAdminSite(t);
const { origin, post, get, del } = site;
const browser = await openBrowser(t);
const boss = await beginAdminSession(site, 'boss@example.com');
await addTerms(site, 'tag', ['customer']);
await post('/field/add', { field_name: 'Colour', type: 1 });

const open = (t: Test, path: string, { cookies = boss, width = 1440 } = {}) =>
  openAdminScreen(t, browser, { origin, cookies, width, path });
const hooksOf = async (): Promise<Body[]> => (await get('/hooks')).body.data.hooks;
const addHook = async (name: string, mapping: object = { email: 'email' }): Promise<Body> =>
  (await post('/hook/add', { name, mapping })).body.data.hook;
const send = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
const contactOf = async (email: string): Promise<Body | undefined> =>
  (await get(`/contact?email=${email}`)).body.data?.contact?.contact;
/** Deletes what the previous test left. At the end of that test, an open page could still request it. */
const clear = async () => {
  for (const { ID } of await hooksOf()) await del(`/hook/${ID}`);
};

const order = {
  status: 'paid',
  total: '29.35',
  customer: { email: 'ada@example.com', 'first.name': 'Ada' },
  items: [{ colour: 'red' }],
};

t.test('a message is mapped by clicking its values and tried, and the next message fills in the contact', async (t) => {
  await clear();
  const screen = await open(t, '/hooks');
  await screen.page.getByText('No incoming webhooks yet').waitFor();
  await screen.byRole('button', 'New incoming webhook').click();
  const dialog = screen.byRole('dialog', 'New incoming webhook');
  await dialog.getByLabel('Name').fill('Shop orders');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await screen.byRole('heading', 'Shop orders').waitFor();
  await screen.page.getByText('Waiting for the first message').waitFor();
  await screen.page.getByText(/^curl 'http/).waitFor();
  const url = await screen.byLabel('URL').inputValue();
  t.equal((await send(url, order)).status, 202);
  await screen.byRole('button', /^Ignored/).waitFor();

  const use = async (path: string, value: string, target: string) => {
    await screen.byRole('button', `Use ${path}: ${value}`).click();
    await screen.byRole('menuitem', target).click();
    await announced(screen, `${path} becomes`);
  };
  await use('customer.email', 'ada@example.com', 'Email');
  await use('customer["first.name"]', 'Ada', 'First name');
  await use('items[0].colour', 'red', 'Colour');
  await use('total', '29.35', 'Event data');
  await screen.byLabel('First name of known contacts').selectOption('Overwrite');
  await screen.byLabel('Add tags').fill('customer');
  await screen.page.keyboard.press('Enter');
  await screen.byRole('button', 'Try').click();
  await screen.page.getByText('Would create a contact.').waitFor();
  t.equal(await contactOf('ada@example.com'), undefined, 'a try changes nothing');
  await axeInBothThemes(t, screen);
  await screen.byRole('button', 'Save').click();
  await announced(screen, 'Saved Shop orders');
  t.match(await hooksOf(), [
    {
      mapping: {
        email: 'customer.email',
        f_name: 'customer["first.name"]',
        data: { total: 'total' },
        overwrite: ['f_name'],
        tags: [Number],
      },
    },
  ]);
  await send(url, order);
  await screen.byRole('button', /^Contact created/).waitFor();
  const contact = await contactOf('ada@example.com');
  const record = await recordOf(site, contact?.id);
  t.match(record, { f_name: 'Ada' });
  t.equal(JSON.parse(record.tags).length, 1);
  await screen.byRole('link', 'Contact').click();
  await screen.byRole('heading', 'Ada').waitFor();
});

t.test('a mapping can be typed and removed with the keyboard alone', async (t) => {
  await clear();
  const { ID, url } = await addHook('By keyboard', { email: 'email', country: 'country' });
  await send(url, { mail: 'bea@example.com', name: 'Bea' });
  await until(async () => (await get(`/hook/${ID}/messages`)).body.data.messages[0]?.outcome === 'ignored');
  const screen = await openScreen(t, browser, { origin, cookies: boss });
  await keyboardOnly(screen);
  await screen.goto(`/wp-admin/hooks/${ID}`);
  await write(screen, screen.byLabel('Email'), 'mail');
  await enter(screen, screen.byRole('button', 'Actions for Country'));
  await tabTo(screen, screen.byRole('menuitem', 'Remove Country'), 'ArrowDown');
  await screen.page.keyboard.press('Enter');
  await screen.byRole('button', 'Add a value').and(screen.page.locator(':focus')).waitFor();
  await screen.page.keyboard.press('Enter');
  await screen.page.keyboard.press('f');
  await screen.page.keyboard.press('Enter');
  await screen.byLabel('First name').and(screen.page.locator(':focus')).waitFor();
  await screen.page.keyboard.type('name');
  await enter(screen, screen.byRole('button', 'Save'));
  await announced(screen, 'Saved By keyboard');
  t.strictSame((await hooksOf())[0]?.mapping, { email: 'mail', f_name: 'name' });
});

t.test('a signature is required after it is set, and refused messages are shown with the reason', async (t) => {
  await clear();
  const { ID, url } = await addHook('Signed');
  const screen = await open(t, `/hooks/${ID}`, { width: 360 });
  await screen.byRole('button', 'Change signature').click();
  const dialog = screen.byRole('dialog', 'Change signature');
  await dialog.getByLabel('Signed by').selectOption('GitHub');
  await dialog.getByLabel('Secret').fill('a secret of github');
  await axeInBothThemes(t, screen);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await announced(screen, 'Saved the signature');
  t.equal((await send(url, order)).status, 401);
  await screen.page.reload();
  await screen.page.getByText(/^1 message refused, the last one/).waitFor();
});

t.test('the conditions of a mapping can be added and changed, and stay when the rest is saved', async (t) => {
  await clear();
  const { ID, url } = await addHook('Orders', { email: 'e', only: { path: 'status', is: 'paid' } });
  const screen = await open(t, `/hooks/${ID}`);
  await send(url, order);
  await screen.byRole('button', /^Ignored/).waitFor();
  t.equal(await screen.byLabel('Only messages with').inputValue(), 'status');
  await screen.byLabel('Required value').fill('processing');
  await screen.byRole('button', 'Add a value').click();
  await screen.byRole('menuitem', 'Count once per').click();
  await screen.byLabel('Count once per').fill('order.id');
  await screen.byRole('button', 'Save').click();
  await announced(screen, 'Saved Orders');
  const saved = { email: 'e', only: { path: 'status', is: 'processing' }, once: 'order.id' };
  t.strictSame((await hooksOf())[0]?.mapping, saved);
});

t.test('the URL can be replaced, and a hook can be turned off and deleted', async (t) => {
  await clear();
  const { ID, url } = await addHook('Typeform');
  const screen = await open(t, '/hooks');
  await screen.byRole('link', 'Typeform').click();
  await screen.byRole('heading', 'Typeform').waitFor();
  await screen.byRole('button', 'Actions for Typeform').click();
  await screen.byRole('menuitem', 'Replace the URL').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Replace the URL' }).click();
  await announced(screen, 'The URL has changed');
  t.equal((await send(url, order)).status, 404);
  await screen.byRole('switch', 'Receive messages for Typeform').click();
  await announced(screen, 'Typeform is off');
  t.match(await hooksOf(), [{ ID, active: false }]);
  await screen.byRole('button', 'Actions for Typeform').click();
  await screen.byRole('menuitem', 'Delete').click();
  const ask = screen.byRole('dialog', 'Delete Typeform?');
  await ask.getByText(/^Its URL stops working/).waitFor();
  await ask.getByRole('button', { name: 'Delete' }).click();
  await screen.page.getByText('No incoming webhooks yet').waitFor();
  t.same(await hooksOf(), []);
});

t.test('only administrators see incoming webhooks', async (t) => {
  await clear();
  const cookies = await beginAdminSession(site, 'editor@example.com', 'editor');
  const screen = await open(t, '/hooks', { cookies });
  await screen.page.getByText('Only administrators can open this page').waitFor();
  t.equal(await screen.byRole('link', 'Incoming webhooks').count(), 0);
});
