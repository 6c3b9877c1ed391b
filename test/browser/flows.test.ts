/** Tasks in the dashboard: signing in, working by keyboard, and continuing after an error. */

import { updatePlan } from '../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { type Person, password, signUp } from '../fixtures/accounts.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { setOffline, slowDown } from '../fixtures/browser/conditions.ts';
import { beginSession, startDashboard } from '../fixtures/browser/dashboard.ts';
import { enter, isFocusWithin, keyboardOnly, tabTo, write } from '../fixtures/browser/keyboard.ts';
import { checkPaper } from '../fixtures/browser/paper.ts';
import { announced, openScreen, type Screen, setTheme, settle } from '../fixtures/browser/screen.ts';
import type { Daemon } from '../fixtures/daemon.ts';
import { startServers } from '../fixtures/stack.ts';
import { type Test, t } from '../runner/tap.ts';

const browser = await openBrowser(t);
const daemon = await startDashboard(t);

/** An account whose workspace has a link with a tag, on a plan with space for other members. */
async function addPerson({ context, ...daemon }: Daemon): Promise<Person> {
  const person = await signUp(daemon);
  await person.call('POST', '/links', { url: 'https://docs.example.com/', tags: ['docs'] });
  const { id } = await context.db
    .selectFrom('workspaces')
    .where('public_id', '=', person.answer.workspace.id)
    .select('id')
    .executeTakeFirstOrThrow();
  await inTransaction(context.db, (trx) => updatePlan(trx, id, 'team', new Date()));
  context.announceChanges();
  return person;
}

/** Opens a user's tags in their own browser. */
async function openTags(t: Test, daemon: Daemon, person: Person): Promise<Screen> {
  const { origin } = daemon;
  const screen = await openScreen(t, browser, { origin, cookies: await beginSession(daemon, person) });
  await screen.goto('/dashboard/tags');
  await screen.byRole('button', 'Actions for docs').waitFor();
  return screen;
}

/** Opens the dialog to rename the tag, and types a new name. */
async function typeName(screen: Screen, name: string): Promise<void> {
  await screen.byRole('button', 'Actions for docs').click();
  await screen.byRole('menuitem', 'Rename or merge').click();
  await screen.byLabel('Name').fill(name);
}

/** Draws the chart for paper, as before printing, and returns its picture. */
const chartOnPaper = `(() => {
  dispatchEvent(new Event('beforeprint'));
  const picture = document.querySelector('.plot canvas').toDataURL();
  dispatchEvent(new Event('afterprint'));
  return picture;
})()`;

const save = (screen: Screen) => screen.byRole('button', 'Save').click();
const waitForRenamed = (screen: Screen, name: string) => announced(screen, `Renamed docs to ${name}`);

async function signInAgain(screen: Screen, { email }: Person): Promise<void> {
  await screen.byLabel('Email').fill(email);
  await screen.byLabel('Password').fill(password);
  await screen.byRole('button', 'Sign in').click();
}

async function endSessions({ call }: Person): Promise<void> {
  const { json } = await call('GET', '/auth/sessions');
  for (const { id, current } of json.sessions) if (!current) await call('DELETE', `/auth/sessions/${id}`);
}

t.test('signing in by keyboard returns to the requested URL', async (t) => {
  const person = await addPerson(daemon);
  const screen = await openScreen(t, browser, { origin: daemon.origin });
  screen.faults.expect(/status of 401 .*\/api\/dashboard\/session/);
  await keyboardOnly(screen);
  await screen.goto('/dashboard/tags?search=do');
  await screen.page.locator('input[type=email]:focus').waitFor();
  await screen.page.keyboard.type(person.email);
  await write(screen, screen.byLabel('Password'), password);
  await enter(screen, screen.byRole('button', 'Sign in'));
  await screen.byRole('heading', 'Tags').waitFor();
  t.equal(new URL(screen.page.url()).pathname + new URL(screen.page.url()).search, '/dashboard/tags?search=do');
  t.equal(await screen.page.evaluate('document.cookie'), '', 'no script sees the session');
});

t.test('a wrong password is reported, and the typed email address stays', async (t) => {
  const person = await addPerson(daemon);
  const screen = await openScreen(t, browser, { origin: daemon.origin });
  screen.faults.expect(/status of 401 .*\/api\/dashboard\/session/);
  await screen.goto('/dashboard');
  await screen.byLabel('Email').fill(person.email);
  await screen.byLabel('Password').fill('not the password');
  await screen.byRole('button', 'Sign in').click();
  await screen.byRole('alert').waitFor();
  t.equal(await screen.byLabel('Email').inputValue(), person.email);
});

t.test('a dialog takes focus, keeps it and returns it when Escape closes the dialog', async (t) => {
  const screen = await openTags(t, daemon, await addPerson(daemon));
  const actions = screen.byRole('button', 'Actions for docs');
  await enter(screen, actions);
  await tabTo(screen, screen.byRole('menuitem', 'Rename or merge'), 'ArrowDown');
  await screen.page.keyboard.press('Enter');
  const dialog = screen.byRole('dialog', 'Rename docs');
  await dialog.waitFor();
  for (let stops = 0; stops < 8; stops++) {
    t.ok(await isFocusWithin(screen, dialog), `stop ${stops}`);
    await screen.page.keyboard.press('Tab');
  }
  await screen.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  t.ok(await actions.evaluate((element) => element === element.ownerDocument.activeElement), 'the focus is back');
});

t.test('single-key shortcuts work outside text fields, and a dialog lists them', async (t) => {
  const screen = await openTags(t, daemon, await addPerson(daemon));
  await screen.byLabel('Search tags').fill('?');
  t.equal(await screen.byRole('dialog').count(), 0);
  await screen.byLabel('Search tags').fill('');
  await screen.byLabel('Search tags').blur();
  await screen.page.keyboard.press('?');
  await screen.byRole('dialog', 'Keyboard shortcuts').waitFor();
  await screen.page.keyboard.press('Escape');
  await screen.byRole('dialog').waitFor({ state: 'detached' });
  await screen.page.keyboard.press('g');
  await screen.page.keyboard.press('o');
  await screen.byRole('heading', 'Overview').waitFor();
});

t.test('if a session ends elsewhere, a dialog over the screen signs in again, and no typed text is lost', async (t) => {
  const person = await addPerson(daemon);
  const screen = await openTags(t, daemon, person);
  screen.faults.expect(/status of 401/);
  await typeName(screen, 'manuals');
  await endSessions(person);
  await save(screen);
  await screen.byRole('dialog', 'You were signed out').waitFor();
  // Browsers do not let a page block the second Escape.
  for (const key of ['Escape', 'Escape']) await screen.page.keyboard.press(key);
  await screen.byLabel('Password').and(screen.page.locator(':focus')).waitFor();
  t.equal(await screen.byLabel('Email').inputValue(), person.email);
  t.equal(await screen.page.getByText('invalid API key').count(), 0, 'no text for programs either');
  await screen.page.keyboard.type('a wrong password');
  await screen.page.keyboard.press('Enter');
  await screen.page.getByText('The email or the password is wrong.').waitFor();
  await signInAgain(screen, person);
  await screen.byRole('dialog', 'You were signed out').waitFor({ state: 'detached' });
  t.equal(await screen.byLabel('Name').inputValue(), 'manuals');
  await save(screen);
  await waitForRenamed(screen, 'manuals');
});

t.test('while offline, screens with typed text show that the text is kept', async (t) => {
  const screen = await openTags(t, daemon, await addPerson(daemon));
  screen.faults.expect(/ERR_INTERNET_DISCONNECTED/);
  const to = (name: string) => screen.byRole('navigation', 'Main').getByRole('link', { name }).click();
  await to('Links');
  await screen.byRole('searchbox', 'Search links').waitFor();
  await to('Tags');
  await screen.byRole('button', 'Actions for docs').waitFor();
  await setOffline(screen, true);
  await to('Links');
  await screen.byRole('alert').filter({ hasText: 'Waypost cannot be reached.' }).first().waitFor();
  t.equal(await screen.page.getByText('Your input is kept').count(), 0);
  await setOffline(screen, false);
  await screen.goto('/dashboard/tags');
  await typeName(screen, 'manuals');
  await setOffline(screen, true);
  await save(screen);
  await screen.byRole('dialog').getByText('Your input is kept').waitFor();
});

t.test('an unknown URL shows a page that reports this, with its own heading', async (t) => {
  const screen = await openTags(t, daemon, await addPerson(daemon));
  await screen.goto('/dashboard/nothing-here');
  await screen.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  t.same(await axe(screen), []);
  await screen.byRole('link', 'Go to the start page').click();
  await screen.byRole('heading', 'Overview').waitFor();
});

t.test('a signed-out user is sent to the provider if that is the only way to sign in', async (t) => {
  const person = await addPerson(daemon);
  const screen = await openScreen(t, browser, { origin: daemon.origin, cookies: await beginSession(daemon, person) });
  screen.faults.expect(/status of 401/);
  await screen.page.route('**/api/dashboard/settings', async (route) => {
    const settings = await (await route.fetch()).json();
    await route.fulfill({ json: { ...settings, password: false, oidc: { name: 'Example' } } });
  });
  await screen.goto('/dashboard/tags?search=do');
  await typeName(screen, 'manuals');
  await endSessions(person);
  await save(screen);
  const again = screen.byRole('dialog', 'You were signed out');
  const way = again.getByRole('link', { name: /Example/ });
  t.match(await way.getAttribute('href'), /\/api\/dashboard\/oidc\?to=%2Fdashboard%2Ftags%3Fsearch%3Ddo$/);
  t.equal(await again.getByLabel('Password').count(), 0);
});

t.test('data that cannot be refreshed stays visible and is marked as old until a refresh succeeds', async (t) => {
  const screen = await openTags(t, daemon, await addPerson(daemon));
  screen.faults.expect(/status of 500/);
  await screen.page.route('**/api/tags', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'That went wrong.' } } }),
  );
  await typeName(screen, 'manuals');
  await save(screen);
  const notice = screen.byRole('alert').filter({ hasText: 'That went wrong. You see earlier data.' });
  await notice.waitFor();
  await screen.byRole('link', 'docs').waitFor();
  await screen.page.unroute('**/api/tags');
  await notice.getByRole('button', { name: 'Try again' }).click();
  await screen.byRole('link', 'manuals').waitFor();
  t.equal(await notice.count(), 0);
});

t.test('a failed sign-out shows an error', async (t) => {
  const screen = await openTags(t, daemon, await addPerson(daemon));
  screen.faults.expect(/status of 500/);
  await screen.page.route('**/api/dashboard/session', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'That went wrong.' } } }),
  );
  await screen
    .byRole('button', /account/i)
    .first()
    .click();
  await screen.byRole('menuitem', 'Sign out').click();
  await announced(screen, 'That went wrong.');
});

t.test("in forced colours the menu's focus is visible", async (t) => {
  const screen = await openTags(t, daemon, await addPerson(daemon));
  await screen.page.emulateMedia({ forcedColors: 'active' });
  await screen.byRole('button', 'Actions for docs').press('Enter');
  const first = screen.byRole('menuitem').first();
  t.equal(await first.evaluate((item) => item.ownerDocument.activeElement === item), true);
  t.equal(await first.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'solid');
});

t.test('a printed screen shows its period and its filters, and a chart has colours for paper', async (t) => {
  const screen = await openTags(t, daemon, await addPerson(daemon));
  const days = String.raw`: \d+ \w+ \d{4} – \d+ \w+ \d{4} · UTC`;
  for (const [path, ...texts] of [
    ['analytics?range=7d&country=DE&tag=docs', `Last 7 days${days} · Compared`, 'Country: Germany', '^Tag:$', '^docs$'],
    ['analytics?from=2026-11-01&to=2026-11-02&compare=none', '^1 Nov 2026 – 2 Nov 2026 · UTC$'],
    ['links?q=docs&tag=docs&archived=all', '^docs$', 'Tag: docs', 'With archived'],
    ['settings/audit-log?kind=link&from=2026-01-02', '^Links$', '^2026-01-02$'],
  ]) {
    await screen.goto(`/dashboard/${path}`);
    await settle(screen);
    await checkPaper(t, screen, texts);
  }
  await screen.goto('/dashboard/analytics');
  const curve = screen.page.locator('.plot canvas').first();
  await curve.waitFor();
  const charts: string[] = [];
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(screen, theme);
    await screen.page.locator('.plot canvas').waitFor();
    charts.push(await screen.page.evaluate(chartOnPaper));
  }
  t.equal(charts[0], charts[1], 'both themes are printed alike');
});

t.test('after a session has ended, a reload opens the sign-in screen, and signing in opens the same URL', async (t) => {
  const person = await addPerson(daemon);
  const screen = await openTags(t, daemon, person);
  screen.faults.expect(/status of 401/);
  await endSessions(person);
  await screen.page.reload();
  await signInAgain(screen, person);
  await screen.byRole('heading', 'Tags').waitFor();
  t.match(screen.page.url(), /\/dashboard\/tags$/);
});

t.test(
  "one user's change appears on another user's screen, and a viewer sees no actions that change anything",
  async (t) => {
    const ada = await addPerson(daemon);
    const invite = { email: 'viewer@example.com', role: 'viewer' };
    const { json } = await ada.call('POST', '/members/invite', invite);
    const inviteToken = new URL(json.inviteUrl).searchParams.get('token');
    const bo = await signUp(daemon, { email: invite.email, inviteToken });
    const screens = { ada: await openTags(t, daemon, ada), bo: await openTags(t, daemon, bo) };
    await screens.bo.byRole('button', 'Actions for docs').click();
    t.same(await screens.bo.byRole('menuitem').allTextContents(), ['Show links', 'Analytics', 'Share']);
    await screens.bo.page.keyboard.press('Escape');
    await typeName(screens.ada, 'manuals');
    await save(screens.ada);
    await waitForRenamed(screens.ada, 'manuals');
    await screens.bo.page.reload();
    await screens.bo.byRole('link', 'manuals').waitFor();
  },
);

t.test('a loading state is shown while the network is slow', async (t) => {
  const screen = await openTags(t, daemon, await addPerson(daemon));
  await slowDown(screen, { latencyMs: 1_500, bytesPerSecond: 1_000_000 });
  await screen.byRole('link', 'Members').click();
  await screen.byRole('progressbar', 'Loading').waitFor();
  const moving = `document.getAnimations().map(({ effect, animationName, transitionProperty }) =>
    [effect.target.outerHTML.slice(0, 120), animationName ?? transitionProperty, effect.getComputedTiming()])`;
  t.same(await screen.page.evaluate(moving), [], 'nothing moves with reduced motion');
  await screen.byRole('heading', 'Members').waitFor();
});

t.test('the page reloads once if a new build has removed a chunk', async (t) => {
  const screen = await openTags(t, daemon, await addPerson(daemon));
  screen.faults.expect(/members-\w+\.js/);
  let loads = 0;
  screen.page.on('load', () => loads++);
  let isGone = true;
  await screen.page.route(/\/assets\/members-\w+\.js$/, (route) => {
    if (!isGone) return route.continue();
    isGone = false;
    return route.fulfill({ status: 404 });
  });
  await screen.byRole('link', 'Members').click();
  await screen.byRole('heading', 'Members').waitFor();
  await settle(screen);
  t.equal(loads, 1);
  t.match(screen.page.url(), /\/dashboard\/members$/);
});

t.test('while MySQL is down, a notice appears and typed text stays; afterwards the text can be saved', async (t) => {
  const { mysql, redis } = await startServers(t);
  const stores = { mysqlUrl: mysql.url, redisUrl: redis.url, redisPrefix: 'flows' };
  const own = await startDashboard(t, { stores });
  const screen = await openTags(t, own, await addPerson(own));
  screen.faults.expect(/status of 503/);
  await typeName(screen, 'manuals');
  await mysql.stop();
  await save(screen);
  await screen.byRole('alert').filter({ hasText: 'cannot reach its database' }).first().waitFor();
  t.equal(await screen.byLabel('Name').inputValue(), 'manuals');
  await mysql.start();
  await save(screen);
  await waitForRenamed(screen, 'manuals');
  await screen.byRole('alert').waitFor({ state: 'detached' });
});
