/** The manual at `/docs` in a browser: by keyboard, in both themes, on a phone, and without requests to other hosts. */
import { axeInBothThemes } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { startDashboard } from '../fixtures/browser/dashboard.ts';
import { enter, keyboardOnly, tabTo } from '../fixtures/browser/keyboard.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { atWidths, desktop, openScreen, phone, type Screen, setTheme } from '../fixtures/browser/screen.ts';
import { type Test, t } from '../runner/tap.ts';

const browser = await openBrowser(t);
const { origin } = await startDashboard(t);

/** Opens a page of the manual; any request to another host fails the test. */
async function open(t: Test, width = desktop): Promise<Screen> {
  const screen = await openScreen(t, browser, { origin, width });
  screen.page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) t.fail(request.url());
  });
  return screen;
}

const headingOf = ({ page }: Screen) => page.locator('h1').innerText();
const shade = ({ page }: Screen) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

t.test('pages of each kind pass axe and fit a phone', async (t) => {
  const screen = await open(t);
  for (const [at, width, other] of [
    ['/docs', desktop, phone],
    ['/docs/comparison', desktop, phone],
    ['/docs/webhooks', phone, desktop],
    ['/docs/admin-application', phone, desktop],
  ] as const) {
    await screen.goto(at);
    await atWidths(screen, [other, width], async (one) => {
      t.equal(await sidewaysPixels(screen), 0, `${at} at ${one}`);
    });
    await axeInBothThemes(t, screen);
  }
  screen.faults.expect(/404/);
  await screen.goto('/docs/no-such-page');
  t.equal(await headingOf(screen), 'Page not found');
  await axeInBothThemes(t, screen);
});

t.test('a section is found by its text, with the keyboard alone', async (t) => {
  const screen = await open(t);
  await keyboardOnly(screen);
  await screen.goto('/docs/backup');
  const { keyboard } = screen.page;
  const field = screen.byRole('combobox', 'Search the manual');
  await keyboard.press('/');
  await keyboard.type('CERTIFICATE_SECRET');
  await screen
    .byRole('option', /certificate_secret/i)
    .first()
    .waitFor();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('open a short link by ap');
  const wanted = screen.byRole('option', /^By API/);
  await wanted.first().waitFor();
  await axeInBothThemes(t, screen);
  while ((await screen.page.locator('[aria-selected="true"]').and(wanted).count()) === 0)
    await keyboard.press('ArrowDown');
  t.equal(
    await field.getAttribute('aria-activedescendant'),
    await screen.page.locator('[aria-selected="true"]').getAttribute('id'),
  );
  await keyboard.press('Enter');
  await screen.page.waitForURL(/#by-api$/);
  await keyboard.press('Control+k');
  await field.waitFor();
  await keyboard.type('xqzv');
  await screen.page.getByText('Nothing found').waitFor();
  await keyboard.press('Escape');
  t.notOk(await field.isVisible());
});

t.test('on a phone a button opens the list of pages', async (t) => {
  const screen = await open(t, phone);
  await screen.goto('/docs/backup');
  const pages = screen.byRole('navigation', 'Pages');
  t.notOk(await pages.isVisible());
  await enter(screen, screen.byRole('button', 'Pages'));
  await pages.waitFor();
  await axeInBothThemes(t, screen);
  await enter(screen, pages.getByRole('link', { name: 'Create your first link' }));
  await screen.page.waitForURL(/first-link$/);
  t.equal(await headingOf(screen), 'Create your first link');
});

t.test('the chosen theme stays, and also applies to the dashboard', async (t) => {
  const screen = await open(t);
  screen.faults.expect(/401 \(Unauthorized\).*dashboard\/session/);
  await screen.goto('/docs/admin-application');
  const light = await shade(screen);
  const picture = () => screen.page.locator('img').and(screen.page.locator(':visible')).first().getAttribute('src');
  t.match(await picture(), /light/);
  await enter(screen, screen.byRole('button', 'Dark theme'));
  const dark = await shade(screen);
  t.not(dark, light);
  t.match(await picture(), /dark/);
  await screen.goto('/docs');
  t.equal(await shade(screen), dark);
  await screen.goto('/dashboard');
  t.equal(await shade(screen), dark);
  await screen.goto('/docs');
  await screen.byRole('button', 'Dark theme').press('Enter');
  t.equal(await shade(screen), light);
  await setTheme(screen, 'dark');
  t.equal(await shade(screen), dark, 'the theme of the system is followed again');
});

t.test('a command block is copied without its output', async (t) => {
  const screen = await open(t);
  await screen.goto('/docs/first-link');
  const block = screen.page.locator('.code').filter({ hasText: 'shortUrl' }).first();
  await tabTo(screen, block.getByRole('button', { name: 'Copy' }));
  await screen.page.keyboard.press('Enter');
  await block.getByText('Copied').waitFor();
  t.match(await screen.page.evaluate('navigator.clipboard.readText()'), /^curl \$API\/links [^\n]*$/);
});
