/** One sign-in for both applications, which are at different hosts, as people go through it in a browser. */
import { setTimeout as sleep } from 'node:timers/promises';
import { giveContactsRole, newEmail, password, signUp, userIdOf } from '../fixtures/accounts.ts';
import { addAdmin, adminDb } from '../fixtures/admins.ts';
import { startAdminSite } from '../fixtures/browser/admin.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { signIn, startDashboard } from '../fixtures/browser/dashboard.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { openScreen, phone, type Screen } from '../fixtures/browser/screen.ts';
import { freePort } from '../fixtures/processes.ts';
import { createStores } from '../fixtures/stack.ts';
import { type Test, t } from '../runner/tap.ts';

const stores = await createStores(t);
const [linksPort, contactsPort] = [await freePort(), await freePort()];
const siteUrl = `http://127.0.0.1:${contactsPort}`;
const env = { CERTIFICATE_SECRET: 'a secret of both services', LINKS_PORT: String(linksPort), SITE_URL: siteUrl };
const daemon = await startDashboard(t, { env, stores, port: linksPort });
const contacts = await startAdminSite(t, { ...env, AUTOMATIONS_PORT: String(contactsPort) }, stores);
const { db } = daemon.context;
const browser = await openBrowser(t);

async function person(role: 'administrator' | 'viewer' | null, name = 'Ada Lovelace') {
  const someone = await signUp(daemon, { name });
  const userId = await userIdOf(db, someone);
  await giveContactsRole(db, userId, role);
  return someone;
}

async function open(t: Test, origin: string, someone?: { email: string }, width?: number): Promise<Screen> {
  const screen = await openScreen(t, browser, { origin, ...(width ? { width } : {}) });
  screen.faults.expect(/status of 4\d\d/);
  if (someone) await signIn(screen, someone);
  return screen;
}
const heading = (screen: Screen, name: string | RegExp) => screen.byRole('heading', name).first().waitFor();
const isSound = async (t: Test, screen: Screen) => t.same([await axe(screen), await sidewaysPixels(screen)], [[], 0]);

async function choose(screen: Screen, menu: RegExp, item: string) {
  await screen.byRole('button', menu).first().click();
  await screen.byRole('menuitem', item).click();
}

for (const width of [undefined, phone])
  t.test(`the menu of each application opens the other, signed in${width ? ', on a phone' : ''}`, async (t) => {
    const screen = await open(t, daemon.origin, await person('administrator'), width);
    await screen.goto('/dashboard');
    await choose(screen, /your account/, 'Contacts');
    await screen.page.waitForURL(`${siteUrl}/wp-admin`);
    await heading(screen, /Dashboard|Overview/);
    await isSound(t, screen);
    await choose(screen, /account/, 'Links');
    await screen.page.waitForURL(`${daemon.origin}/dashboard`);
    await heading(screen, 'Overview');
    await choose(screen, /your account/, 'Sign out');
    await heading(screen, 'Sign in');
    // Signing out of one application takes effect in the other within a second.
    await sleep(1_000);
    await screen.page.goto(`${siteUrl}/wp-admin`);
    await heading(screen, 'Sign in');
  });

t.test('who signs in to contacts by form opens the dashboard, and changes the account there', async (t) => {
  const someone = await person('viewer');
  const screen = await open(t, siteUrl);
  await screen.page.goto(`${siteUrl}/wp-admin`);
  await screen.byLabel('Email').fill(someone.email);
  await screen.byLabel('Password').fill(password);
  await screen.byRole('button', 'Sign in').click();
  await heading(screen, /Dashboard|Overview/);
  await choose(screen, /account/, 'Account');
  await heading(screen, 'You use your dashboard account');
  await isSound(t, screen);
  await screen.byRole('link', 'Open in the dashboard').click();
  await screen.page.waitForURL(`${daemon.origin}/dashboard/settings/account`);
  await heading(screen, 'Account');
});

t.test('nobody signed in is asked to, and then goes on; somebody without a role is told so', async (t) => {
  const someone = await person('viewer');
  const screen = await open(t, daemon.origin);
  await screen.page.goto(`${siteUrl}/wp-json/waypost-admin/v1/enter`);
  await heading(screen, 'Sign in');
  await screen.byLabel('Email').fill(someone.email);
  await screen.byLabel('Password').fill(password);
  await screen.byRole('button', 'Sign in').click();
  await screen.page.waitForURL(`${siteUrl}/wp-admin`);
  await heading(screen, /Dashboard|Overview/);

  const other = await open(t, daemon.origin, await person(null));
  await other.page.goto(`${siteUrl}/wp-json/waypost-admin/v1/enter`);
  await heading(other, 'Sign-in failed');
  await isSound(t, other);
  await other.byRole('link', /Back to/).click();
  await heading(other, 'Overview');
});

t.test('an administrator of contacts connects a workspace by a button', async (t) => {
  const screen = await open(t, daemon.origin, await person('administrator'));
  await screen.goto('/dashboard/settings/workspace');
  await screen.byRole('button', 'Connect').click();
  await screen.byRole('button', 'Disconnect').waitFor();
  await isSound(t, screen);
  await choose(screen, /your account/, 'Contacts');
  await heading(screen, /Dashboard|Overview/);
  await screen.page.goto(`${siteUrl}/wp-admin/settings/links`);
  await screen.page.getByText('Receiving clicks').waitFor();
  await isSound(t, screen);
  await screen.byRole('link', 'Open in the dashboard').waitFor();
});

t.test('users who sign in with the dashboard are marked', async (t) => {
  const someone = await person('administrator', 'Grace Hopper');
  await addAdmin(adminDb(contacts), newEmail());
  const screen = await open(t, daemon.origin, someone);
  await screen.page.goto(`${siteUrl}/wp-json/waypost-admin/v1/enter?to=/wp-admin/settings/users`);
  const row = screen.page.getByRole('row').filter({ hasText: 'Grace Hopper' });
  await row.getByText('Links', { exact: true }).waitFor();
  await isSound(t, screen);
});

t.test('while nobody has an account contacts lead to the dashboard, whose first account opens both', async (t) => {
  const own = await createStores(t);
  const [linksPort, contactsPort] = [await freePort(), await freePort()];
  const siteUrl = `http://127.0.0.1:${contactsPort}`;
  const settings = { ...env, LINKS_PORT: String(linksPort), SITE_URL: siteUrl };
  const links = await startDashboard(t, { env: settings, stores: own, port: linksPort });
  await startAdminSite(t, { ...settings, AUTOMATIONS_PORT: String(contactsPort) }, own);
  const screen = await open(t, siteUrl, undefined, phone);
  await screen.page.goto(`${siteUrl}/wp-admin`);
  await heading(screen, 'Create the first account');
  t.equal(await screen.byLabel('Password').count(), 0);
  await isSound(t, screen);
  await screen.byRole('link', 'Open in the dashboard').click();
  await screen.page.waitForURL(`${links.origin}/dashboard`);
  for (const [label, value] of [
    ['Name', 'Ada'],
    ['Email', newEmail()],
    ['Password', password],
    ['Code from the log', links.context.firstVisits.codeOf(0)],
  ] as const)
    await screen.byLabel(label).fill(value);
  await screen.byRole('button', 'Create account').click();
  await heading(screen, 'Overview');
  await choose(screen, /your account/, 'Contacts');
  await screen.page.waitForURL(`${siteUrl}/wp-admin`);
  await heading(screen, /Dashboard|Overview/);
});
