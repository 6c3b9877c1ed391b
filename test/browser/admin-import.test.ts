/** Imports in the admin application that are special to contacts: from another plugin's tables, and consent columns. */
import { beginAdminSession, openAdminScreen, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { announced, atWidths, desktop, inBothThemes, phone } from '../fixtures/browser/screen.ts';
import { insertRows, makeTables } from '../fixtures/moving/wordpress-plugins.ts';
import { t } from '../runner/tap.ts';

const site = await startAdminSite(t);
const { origin, get } = site;
const browser = await openBrowser(t);
const cookies = await beginAdminSession(site, 'editor@example.com', 'editor');

t.test(
  'FluentCRM is offered as a source while its tables exist, and its contacts are imported after a dry run',
  async (t) => {
    const screen = await openAdminScreen(t, browser, { origin, cookies, path: '/import' });
    const { page, byRole, byLabel } = screen;
    await page.getByText('No imports yet').waitFor();
    t.equal(await byRole('button', /^From /).count(), 0, 'only existing tables are offered');

    await makeTables(site, 'fluentcrm');
    await insertRows(site, 'fc_subscribers', [
      { email: 'ada@x.example', first_name: 'Ada', city: 'London' },
      { email: 'bo@x.example', status: 'unsubscribed' },
    ]);
    await page.reload();
    const begin = byRole('button', 'From FluentCRM: 2 contacts');
    await begin.waitFor();
    await atWidths(screen, [phone, desktop], async (width) => {
      await inBothThemes(screen, async (theme) => void t.same(await axe(screen), [], `axe, ${width}, ${theme}`));
      t.equal(await sidewaysPixels(screen), 0, `nothing overflows the page at ${width}`);
    });
    await begin.click();
    await byRole('button', 'Import 2 rows').waitFor();
    const city = byLabel('What city becomes');
    t.equal(await city.locator('option:checked').innerText(), 'City (new field)');
    t.equal(await byLabel('Format').inputValue(), 'fluentcrm');
    t.equal((await get('/contact?email=ada@x.example')).status, 404, 'a check creates nothing');
    await byRole('button', 'Import 2 rows').click();
    await announced(screen, 'The import is done.');
    const record = (await get('/contact?email=bo@x.example')).body.data.contact.contact.db_contact;
    t.equal(record.status, '3');
  },
);

t.test('all rows get the chosen tags and lists, and one click shows the imported contacts', async (t) => {
  await site.post('/tag/add', { tags: ['Fair'] });
  await site.post('/contact/add', { email: 'outside@y.example' });
  const screen = await openAdminScreen(t, browser, { origin, cookies, path: '/import' });
  const { page, byRole, byLabel } = screen;
  const text = 'email,first_name,Joined,Hall\nuno@y.example,Uno,2024-02-03,A\ndue@y.example,Due,3 Mar 2024,B\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await byRole('button', 'Import 2 rows').waitFor();
  await byRole('button', 'Create 2 fields').click();
  const typeOf = (column: string) => byLabel(`What ${column} becomes`).locator('option:checked').innerText();
  t.same([await typeOf('Joined'), await typeOf('Hall')], ['New field: date', 'New field: text']);
  await byLabel('Tags for all rows').fill('Fa');
  await byRole('option', 'Fair').waitFor();
  await page.keyboard.press('Enter');
  await byLabel('Lists for all rows').fill('Guests');
  await page.keyboard.press('Enter');
  await atWidths(screen, [phone, desktop], async (width) => {
    await inBothThemes(screen, async (theme) => void t.same(await axe(screen), [], `axe, ${width}, ${theme}`));
    t.equal(await sidewaysPixels(screen), 0, `nothing overflows the page at ${width}`);
  });
  await byRole('button', 'Check again').click();
  await byRole('button', 'Import 2 rows').click();
  await announced(screen, 'The import is done.');
  const { contact } = (await get('/contact?email=due@y.example')).body.data;
  t.ok(Object.values(contact.fields).includes('2024-03-03'), 'the day is stored as a date');
  await byRole('link', 'Show these contacts').click();
  await page.getByText('2 contacts', { exact: true }).first().waitFor();
  await byRole('button', /^Remove Import: #\d+/).waitFor();
  const rows = byRole('table').getByRole('row', { name: /@y\.example/ });
  t.equal(await rows.filter({ hasText: 'Fair' }).count(), 2);
  t.equal(
    (await get('/lists')).body.data.lists.some(({ name }: { name: string }) => name === 'Guests'),
    true,
  );
});

t.test('consent columns are shown with their meaning, and rows with invalid cells can be refused', async (t) => {
  const screen = await openAdminScreen(t, browser, { origin, cookies, path: '/import' });
  const { page, byRole, byLabel } = screen;
  const text = 'email,Opt Out,country\nout@x.example,yes,DE\nodd@x.example,no,Atlantis\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await byRole('button', 'Import 2 rows').waitFor();
  t.equal(
    await byLabel('What Opt Out becomes').locator('option:checked').innerText(),
    'Opt-out (yes or a time refuses emails)',
  );
  await page.getByText('The country “Atlantis” is unknown and left out.').waitFor();
  await page.getByLabel('Refuse rows with faulty cells').check();
  await byRole('button', 'Check again').click();
  await byRole('button', 'Import 1 row').click();
  await announced(screen, 'The import is done.');
  t.equal((await get('/contact?email=out@x.example')).body.data.contact.contact.db_contact.status, '3');
  t.equal((await get('/contact?email=odd@x.example')).status, 404);
});
