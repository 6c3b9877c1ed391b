/** The export in the admin application: its contacts, columns and format, and the download in the browser. */
import { buffer } from 'node:stream/consumers';
import { addTerms } from '../fixtures/automations.ts';
import { beginAdminSession, openAdminScreen, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { breakAnswers } from '../fixtures/browser/break-answers.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { tabTo } from '../fixtures/browser/keyboard.ts';
import { announced, openScreen, type Screen } from '../fixtures/browser/screen.ts';
import { type Test, t } from '../runner/tap.ts';

const site = await startAdminSite(t);
const { origin, post, get } = site;
const browser = await openBrowser(t);
const editor = await beginAdminSession(site, 'editor@example.com', 'editor');
const viewer = await beginAdminSession(site, 'viewer@example.com', 'viewer');
const none = await startAdminSite(t);
const owner = await beginAdminSession(none, 'owner@example.com');

const [tag] = await addTerms(site, 'tag', ['customer']);
const field = (await post('/field/add', { field_name: 'Seats', type: 2 })).body.data.fields.ID;
await post('/contacts/batch', {
  contacts: ['ada', 'bea', 'cem'].map((name, n) => ({
    email: `${name}@example.com`,
    f_name: name,
    status: n === 2 ? 'bounced' : 'subscribed',
    ...(n === 0 ? { tags: [tag], fields: { [field]: 4 } } : {}),
  })),
});
const segment = (await post('/segment/add', { name: 'Bounced ones', filter: { status: 'bounced' } })).body.data.segment;

const open = (t: Test, path: string, cookies = editor) => openAdminScreen(t, browser, { origin, cookies, path });

async function download(screen: Screen): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([screen.page.waitForEvent('download'), screen.byRole('button', 'Download').click()]);
  await announced(screen, 'The download has started');
  return { name: file.suggestedFilename(), text: String(await buffer(await file.createReadStream())) };
}

t.test(
  "an exported file has exactly the contacts that match the URL's filter, and the columns chosen and sorted by keyboard",
  async (t) => {
    const screen = await open(t, '/contacts?status=subscribed');
    await screen.byRole('link', 'Export these').click();
    const { keyboard } = screen.page;
    const columns = screen.page.locator('section[aria-labelledby="columns"]');
    await columns.waitFor();
    await screen.page.getByText('2 contacts').waitFor();
    t.match(screen.page.url(), /\/wp-admin\/export\?status=subscribed$/);
    t.same(await axe(screen), []);
    for (const name of ['Last name', 'Phone', 'Country', 'State or province', 'Lists', 'Source', 'Added', 'Changed']) {
      await columns.getByRole('checkbox', { name: new RegExp(`^${name} [a-z_]+$`) }).uncheck();
    }
    await tabTo(screen, columns.getByRole('checkbox', { name: /^First name/ }));
    await keyboard.press('Space');
    const focused = screen.page.locator(':focus');
    await columns
      .getByRole('checkbox', { name: /^First name/ })
      .and(focused)
      .waitFor();
    await tabTo(screen, screen.byRole('button', 'Move Seats up'), 'Shift+Tab');
    for (let moves = 0; moves < 2; moves++) {
      await keyboard.press('Enter');
      // The focus follows the moved column.
      await screen.byRole('button', 'Move Seats up').and(focused).waitFor();
    }
    const names = 'email,field:seats,status_name,tag_names';
    const csv = await download(screen);
    t.equal(csv.name, 'contacts.csv');
    t.equal(
      csv.text,
      `\ufeff${names}\nada@example.com,4,subscribed,"[""customer""]"\nbea@example.com,,subscribed,[]\n`,
    );
    await screen.byLabel(/^JSON Lines/).check();

    await screen.goto(`/wp-admin/export?segment=${segment.ID}`);
    await screen.page.getByText('1 contact', { exact: true }).waitFor();
    const lines = await download(screen);
    t.equal(lines.name, 'contacts.jsonl', 'the selection is remembered');
    t.strictSame(JSON.parse(lines.text), {
      email: 'cem@example.com',
      'field:seats': null,
      status_name: 'bounced',
      tag_names: [],
    });
    const [entry] = (await get('/audit?action=contacts.exported')).body.data.audit;
    t.match(entry, { by: { type: 'user', name: 'editor' }, subject: 'jsonl', data: { conditions: ['segment'] } });
  },
);

t.test(
  'if a download is impossible, the screen shows why: no contact, no column, a failing service, or a deleted condition',
  async (t) => {
    const screen = await open(t, '/export?search=nobody-at-all');
    await screen.page.getByText('No contact matches the filter').waitFor();
    t.ok(await screen.byRole('button', 'Download').isDisabled());
    await screen.goto('/wp-admin/export');
    await screen.page.getByText('All 3 contacts').waitFor();
    screen.faults.expect(/status of 422/);
    const mend = await breakAnswers(screen, '**/contacts/export-link', 'A store rests.');
    await screen.byRole('button', 'Download').click();
    await screen.byRole('alert').filter({ hasText: 'A store rests.' }).waitFor();
    await mend();
    t.match((await download(screen)).text, /cem@example\.com/);
    await screen.byRole('button', 'All columns').click();
    await screen.page.getByText('22 of 22').waitFor();

    await screen.goto('/wp-admin/export?segment=999999');
    await screen.page.getByText('Something went wrong').waitFor();
    await screen.byRole('button', 'Try again').waitFor();
  },
);

t.test('a viewer cannot export, and a site without contacts has nothing to export', async (t) => {
  const screen = await open(t, '/export', viewer);
  await screen.page.getByText('Only editors and administrators can open this page').waitFor();
  t.equal(await screen.byRole('button', 'Download').count(), 0);
  const empty = await openScreen(t, browser, { origin: none.origin, cookies: owner });
  await empty.goto('/wp-admin/export');
  await empty.page.getByText('Nothing to export yet').waitFor();
  t.equal(await empty.byRole('button', 'Download').count(), 0);
});
