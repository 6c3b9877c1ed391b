/** Imports like a user's in a browser: a file is sent, its columns corrected, and the import followed, stopped and undone. */
import { text } from 'node:stream/consumers';
import { linkEngine } from '../../daemon/imports/engine.ts';
import { findWorkspace } from '../../daemon/workspaces/queries.ts';
import { findImport } from '../../shared/import/queries.ts';
import { runImport } from '../../shared/import/runner.ts';
import { makeMember, type Person, signUp } from '../fixtures/accounts.ts';
import { beginAdminSession, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { rememberWorkspace, signIn, startDashboard } from '../fixtures/browser/dashboard.ts';
import { enter, keyboardOnly, tabTo } from '../fixtures/browser/keyboard.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import {
  announced,
  atWidths,
  desktop,
  inBothThemes,
  openScreen,
  phone,
  type Screen,
  settle,
} from '../fixtures/browser/screen.ts';
import { type Test, t } from '../runner/tap.ts';

const daemon = await startDashboard(t);
const engine = linkEngine(daemon.context);
const site = await startAdminSite(t);
const browser = await openBrowser(t);

const workspaceOf = async ({ answer }: Person): Promise<number> =>
  (await findWorkspace(daemon.context.db, answer.workspace.id))?.id as number;

async function openImport(t: Test, person: Person): Promise<Screen> {
  const screen = await openScreen(t, browser, { origin: daemon.origin });
  await signIn(screen, person);
  await screen.goto('/dashboard/import');
  return screen;
}

/** Selects a file by keyboard. */
async function choose(screen: Screen, name: string, content: string): Promise<void> {
  // The wait starts here, before the key press.
  const chosen = screen.page.waitForEvent('filechooser');
  await settle(screen);
  await tabTo(screen, screen.byLabel('Choose a file'));
  await screen.page.keyboard.press('Enter');
  const chooser = await chosen;
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

/** Lets the background process run the import that the page shows. */
async function work({ page }: Screen, person: Person): Promise<void> {
  await page.waitForURL(/\?id=/);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const row = await findImport(engine.store, await workspaceOf(person), id);
  if (!row) throw new Error(`no import ${id}`);
  await runImport(engine, row.id, new AbortController().signal);
}

/** Returns the number without its share. */
const figure = async ({ page }: Screen, label: string) =>
  (await page.locator('.figures > div', { hasText: label }).locator('dd').innerText()).split('\n')[0];
const slugsOf = async ({ call }: Person) =>
  ((await call('GET', '/links')).json.links as { slug: string }[]).map(({ slug }) => slug).sort();

const file = 'Target page,slug,title\nhttps://example.com/a,aa,One\nhttps://example.com/b,bb,Two\nnowhere,cc,Three\n';

t.test('a wrong mapping is corrected, and the import started, followed and undone, all by keyboard', async (t) => {
  const person = await signUp(daemon);
  const screen = await openImport(t, person);
  const { page, byRole, byLabel } = screen;
  await keyboardOnly(screen);
  await screen.goto('/dashboard/links');
  await enter(screen, byRole('link', 'Import'));
  await byRole('heading', 'Import links').waitFor();
  await page.getByText('No imports yet').waitFor();
  await choose(screen, 'pages.csv', file);
  await page.getByText('Checking the file').waitFor();
  await work(screen, person);
  await page.getByText('The format of the file is unknown.').waitFor();
  await tabTo(screen, byLabel('Format'));
  await page.keyboard.type('Other');
  await enter(screen, byRole('button', 'Check again'));
  await page.getByText('Checking the file').waitFor();
  await work(screen, person);
  await announced(screen, 'The check is done.');
  t.equal(await figure(screen, 'Not possible'), '3', 'nothing becomes a destination yet');
  t.ok(await byRole('button', 'Import 0 rows').isDisabled());
  t.equal(await byLabel('What Target page becomes').inputValue(), '', 'an unknown column is left out');
  await tabTo(screen, byLabel('What Target page becomes'));
  await page.keyboard.type('URL');
  await announced(screen, 'Check again before you start');
  t.same(await axe(screen), []);
  await enter(screen, byRole('button', 'Check again'));
  await page.getByText('Checking the file').waitFor();
  await work(screen, person);
  await byRole('button', 'Import 2 rows').waitFor();
  t.equal(await figure(screen, 'Not possible'), '1');
  await enter(screen, page.locator('summary', { hasText: 'URL must be an http or https URL.' }));
  await byRole('region', /^Rows: URL must/)
    .getByRole('cell', { name: 'nowhere' })
    .waitFor();
  t.same(await slugsOf(person), [], 'a check creates nothing');
  await atWidths(screen, [phone, desktop], async (width) => {
    await inBothThemes(screen, async (theme) => void t.same(await axe(screen), [], `axe, ${width}, ${theme}`));
    t.equal(await sidewaysPixels(screen), 0, `nothing overflows the page at ${width}`);
  });

  await enter(screen, byRole('button', 'Import 2 rows'));
  await byRole('button', 'Pause').waitFor();
  await work(screen, person);
  await announced(screen, 'The import is done.');
  t.equal(await figure(screen, 'Created'), '2');
  t.same(await slugsOf(person), ['aa', 'bb']);
  await person.call('POST', '/links', { url: 'https://example.com/other', slug: 'other' });
  await enter(screen, byRole('link', 'Show these links'));
  await page.getByText('Created by: Import').waitFor();
  await page.getByText('2 links', { exact: true }).first().waitFor();
  t.equal(await page.getByText('https://example.com/other').count(), 0, 'only imported links are listed');
  await page.goBack();
  await byRole('link', 'Show these links').waitFor();
  await tabTo(screen, byRole('button', 'Download 1 failed row'));
  const [failed] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  t.match(await text(await failed.createReadStream()), /Target page,slug,title,error\r?\nnowhere,cc,Three,/);

  const { links } = (await person.call('GET', '/links?q=One')).json;
  await person.call('PATCH', `/links/${links[0].id}`, { title: 'Changed since' });
  await enter(screen, byRole('button', 'Undo import'));
  await byRole('dialog', 'Undo this import?').getByText('Undoing deletes 2 links that the import created.').waitFor();
  await byRole('dialog', 'Undo this import?').getByText('Tags that the import created stay.').waitFor();
  t.same(await axe(screen), []);
  await enter(screen, byRole('dialog').getByRole('button', { name: 'Undo import' }));
  await byRole('heading', 'Undoing the import').waitFor();
  await work(screen, person);
  await page.getByText('1 link deleted, 0 restored, 1 kept.').waitFor();
  const kept = byRole('region', 'Rows: The link was changed after the import.');
  await kept.getByRole('row', { name: /^1 .*aa.*example\.com/ }).waitFor();
  t.same(await axe(screen), []);
  t.equal(await byRole('link', 'Show these links').count(), 0);
  t.same(await slugsOf(person), ['aa', 'other']);
  await enter(screen, byRole('button', 'Import another file'));
  await byRole('row', /pages\.csv/)
    .getByText('Undone')
    .waitFor();
});

t.test('an import is paused, left, found again in the list and resumed; then its record is deleted', async (t) => {
  const person = await signUp(daemon);
  const screen = await openImport(t, person);
  const { page, byRole, byLabel } = screen;
  // Other workspaces cannot use deleted links' slugs.
  await choose(
    screen,
    'pages.csv',
    'url,slug,domain\nhttps://example.com/a,dd,old.example\nhttps://example.com/b,ee,old.example\n',
  );
  await work(screen, person);
  await byRole('button', 'Import 0 rows').waitFor();
  await byLabel('Where links of old.example go').selectOption({ index: 1 });
  await byRole('button', 'Check again').click();
  await page.getByText('Checking the file').waitFor();
  await work(screen, person);
  await byRole('button', 'Import 2 rows').click();
  await byRole('button', 'Pause').click();
  await page.getByText('Paused. Nothing happens').waitFor();
  await work(screen, person);
  t.same(await slugsOf(person), [], 'nobody continues it');
  await screen.goto('/dashboard/import');
  const row = byRole('row', /pages\.csv/);
  await row.getByText('Paused').waitFor();
  await row.getByRole('link', { name: 'pages.csv' }).click();
  await byRole('button', 'Resume').click();
  await byRole('button', 'Pause').waitFor();
  await work(screen, person);
  await announced(screen, 'The import is done.');
  t.same(await slugsOf(person), ['dd', 'ee']);
  await byRole('button', 'Import another file').click();
  await byRole('button', 'Actions for pages.csv').click();
  await byRole('menuitem', 'Delete record').click();
  await byRole('dialog').getByRole('button', { name: 'Delete record' }).click();
  await page.getByText('No imports yet').waitFor();
  t.same(await slugsOf(person), ['dd', 'ee'], 'its links stay');
});

t.test('an invalid file is refused with the reason, and viewers see who can import', async (t) => {
  const person = await signUp(daemon);
  const screen = await openImport(t, person);
  await choose(screen, 'empty.csv', '');
  await screen.byRole('alert').filter({ hasText: 'empty.csv is empty.' }).waitFor();
  const input = screen.byLabel('Choose a file');
  t.equal(await input.getAttribute('aria-invalid'), 'true');
  t.match(await input.getAttribute('aria-describedby'), /-error$/);
  // It ends before the page's first poll.
  let release = () => {};
  const worked = new Promise<void>((resolve) => (release = resolve));
  await screen.page.route(/\/imports\/imp_/, async (route) => {
    await worked;
    await route.continue();
  });
  await choose(screen, 'picture.csv', '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR');
  await work(screen, person);
  release();
  await announced(screen, 'The import failed.');
  await screen.byRole('button', 'Import another file').waitFor();

  const viewer = await signUp(daemon);
  await makeMember(daemon.context.db, viewer, await workspaceOf(person), 'viewer');
  const other = await openScreen(t, browser, { origin: daemon.origin });
  await signIn(other, viewer);
  await rememberWorkspace(other, person.answer.workspace.id);
  await other.goto('/dashboard/import');
  await other.page.getByText('Members and admins can import links.').waitFor();
  t.equal(await other.byLabel('Choose a file').count(), 0);
});

t.test(
  'contacts are imported with a new field and tags, and the import is reported and undone, by keyboard',
  async (t) => {
    const cookies = await beginAdminSession(site, 'ada@example.com');
    const screen = await openScreen(t, browser, { origin: site.origin, cookies });
    const { page, byRole, byLabel } = screen;
    await keyboardOnly(screen);
    await screen.goto('/wp-admin/import');
    await choose(
      screen,
      'people.csv',
      'Email;First name;Tags;Colour\nada@i.example;Ada;VIP;blue\nbob@i.example;Bob;VIP;red\nno address;;;\n',
    );
    await announced(screen, 'The check is done.');
    await page.getByText('3 rows · CSV with semicolons, UTF-8').waitFor();
    t.equal(await byLabel('What Tags becomes').inputValue(), 'tags');
    t.equal(await byLabel('What Colour becomes').inputValue(), '', 'nothing is for it yet');
    await tabTo(screen, byLabel('What Colour becomes'));
    await page.keyboard.type('New field');
    t.equal(await byLabel('What Colour becomes').inputValue(), 'new:Colour:text');
    await enter(screen, byRole('button', 'Check again'));
    await byRole('heading', 'Checking the file').waitFor({ state: 'hidden' });
    await enter(screen, byRole('button', 'Import 2 rows'));
    await announced(screen, 'The import is done.');
    t.equal(await figure(screen, 'Created'), '2');
    await page.getByText('The email address is not valid.').waitFor();
    t.same(await axe(screen), []);
    const received = async (path: string) => JSON.stringify((await site.get(path)).body.data);
    const count = async () => (await site.get('/contacts?search=i.example')).body.data.contact.total;
    t.equal(await count(), 2);
    t.match(await received('/tags'), /"VIP"/);
    t.match(await received('/fields'), /"Colour"/);

    await enter(screen, byRole('button', 'Undo import'));
    await enter(screen, byRole('dialog').getByRole('button', { name: 'Undo import' }));
    await page.getByText('2 contacts deleted, 0 restored.').waitFor();
    t.equal(await count(), 0);
  },
);
