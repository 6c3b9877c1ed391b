/** One sign-in for both applications, on one host and on two, used in a browser. */
import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/bcrypt';
import { giveContactsRole, newEmail, password, signUp, startMailWorker, userIdOf } from '../fixtures/accounts.ts';
import { adminDb, openAdminBrowser } from '../fixtures/admins.ts';
import { startAdminSite } from '../fixtures/browser/admin.ts';
import { addAuthenticator, keepCodes } from '../fixtures/browser/authenticator.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { signIn, startDashboard } from '../fixtures/browser/dashboard.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { openScreen, phone, type Screen } from '../fixtures/browser/screen.ts';
import { startMailServer, tokenIn } from '../fixtures/mail.ts';
import { startOidcProvider } from '../fixtures/oidc-provider.ts';
import { freePort } from '../fixtures/processes.ts';
import { createStores } from '../fixtures/stack.ts';
import { addUser, makeWordPress } from '../fixtures/wordpress.ts';
import { type Test, t } from '../runner/tap.ts';

const mailbox = await startMailServer(t);
const browser = await openBrowser(t);

/** Starts both services on their own databases: contacts on that host, the dashboard on localhost. */
async function start(t: Pick<Test, 'teardown'>, host: string, more: Record<string, string> = {}) {
  const stores = await createStores(t);
  const [linksPort, contactsPort] = [await freePort(), await freePort()];
  const siteUrl = `http://${host}:${contactsPort}`;
  const provider = await startOidcProvider(t, `http://localhost:${linksPort}/api/dashboard/oidc/callback`);
  const env = {
    CERTIFICATE_SECRET: 'a secret of both services',
    LINKS_PORT: String(linksPort),
    SITE_URL: siteUrl,
    SMTP_URL: mailbox.url,
    ...more,
  };
  const links = await startDashboard(t, {
    env: { ...env, ...provider.env, OIDC_NAME: 'Acme ID' },
    stores,
    port: linksPort,
  });
  const contacts = await startAdminSite(t, { ...env, AUTOMATIONS_PORT: String(contactsPort) }, stores);
  return { links, contacts, provider, siteUrl };
}

type Installation = Awaited<ReturnType<typeof start>>;
const installations = {
  'on one host': await start(t, 'localhost'),
  'on two hosts': await start(t, '127.0.0.1'),
};
const apart = installations['on two hosts'];

async function person({ links }: Installation, role: 'administrator' | 'viewer' | null, name = 'Ada Lovelace') {
  const someone = await signUp(links, { name });
  await giveContactsRole(links.context.db, await userIdOf(links.context.db, someone), role);
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

async function fillIn(screen: Screen, fields: Record<string, string>, button: string) {
  for (const [label, value] of Object.entries(fields)) await screen.byLabel(label).fill(value);
  await screen.byRole('button', button).click();
}

async function choose(screen: Screen, menu: RegExp, item: string) {
  await screen.byRole('button', menu).first().click();
  await screen.byRole('menuitem', item).click();
}

/** Signing out takes effect in the other application within a second. */
const heard = () => sleep(1_000);

for (const [where, installation] of Object.entries(installations)) {
  const { links, siteUrl } = installation;
  const deep = `${siteUrl}/wp-admin/contacts?search=ada`;

  t.test(`a deep link into contacts signs in to both applications, ${where}`, async (t) => {
    const { email } = await person(installation, 'viewer');
    const screen = await open(t, siteUrl, undefined, where === 'on one host' ? phone : undefined);
    const { page } = screen;
    await screen.goto(deep);
    await heading(screen, 'Sign in');
    await isSound(t, screen);
    await fillIn(screen, { Email: email, Password: password }, 'Sign in');
    await page.waitForURL(deep);
    await heading(screen, 'Contacts');
    await isSound(t, screen);
    await screen.byRole('navigation', 'Applications').getByRole('link', { name: 'Links' }).click();
    await page.waitForURL(`${links.origin}/dashboard`);
    await heading(screen, 'Overview');
    await page.goBack();
    await page.waitForURL(deep);
    await heading(screen, 'Contacts');
    await choose(screen, /your account/, 'Account');
    await page.waitForURL(`${links.origin}/dashboard/settings/account`);
    await heading(screen, 'Account');
  });

  t.test(`both applications follow the language that a user chooses in Account, ${where}`, async (t) => {
    const screen = await open(t, links.origin, await person(installation, 'viewer'));
    const chooseLanguage = async (labels: { language: string; save: string }, language: string) => {
      const choice = screen.byLabel(labels.language);
      await choice.selectOption(language);
      await screen.page.locator('form', { has: choice }).getByRole('button', { name: labels.save }).click();
    };
    await screen.goto('/dashboard/settings/account');
    await chooseLanguage({ language: 'Language', save: 'Save' }, 'de');
    await heading(screen, 'Konto');
    await screen.page.goto(`${siteUrl}/wp-admin/lists`);
    await heading(screen, 'Listen');
    await screen.goto('/dashboard/settings/account');
    await chooseLanguage({ language: 'Sprache', save: 'Speichern' }, '');
    await heading(screen, 'Account');
    await screen.page.goto(`${siteUrl}/wp-admin/lists`);
    await heading(screen, 'Lists');
  });

  for (const first of ['contacts', 'the dashboard']) {
    t.test(`signing out of ${first} ends both sessions within a second, ${where}`, async (t) => {
      const screen = await open(t, links.origin, await person(installation, 'administrator'));
      await screen.goto('/dashboard');
      await screen.byRole('navigation', 'Applications').getByRole('link', { name: 'Contacts' }).waitFor();
      await screen.page.keyboard.press('.');
      await screen.page.waitForURL(`${siteUrl}/wp-admin`);
      await heading(screen, 'Dashboard');
      const [left, other] = first === 'contacts' ? [siteUrl, links.origin] : [links.origin, siteUrl];
      const paths = { [siteUrl]: '/wp-admin/tags', [links.origin]: '/dashboard/tags' };
      await screen.page.goto(left + paths[left]);
      await choose(screen, /your account/, 'Sign out');
      await heading(screen, 'Sign in');
      await heard();
      await screen.page.goto(other + paths[other]);
      await heading(screen, 'Sign in');
      t.equal(new URL(screen.page.url()).origin, links.origin);
    });
  }
}

t.test('a page restored by the back button after a sign-out elsewhere redirects to sign-in', async (t) => {
  const screen = await open(t, apart.links.origin, await person(apart, 'viewer'));
  await screen.page.goto(`${apart.siteUrl}/wp-admin/tags`);
  await heading(screen, 'Tags');
  const dashboard = await screen.context.newPage();
  await dashboard.goto(`${apart.links.origin}/dashboard`);
  await dashboard
    .getByRole('button', { name: /your account/ })
    .first()
    .click();
  await dashboard.getByRole('menuitem', { name: 'Sign out' }).click();
  await dashboard.getByRole('heading', { name: 'Sign in' }).waitFor();
  await heard();
  // Chromium keeps no pages for the back button under automation.
  await screen.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  await heading(screen, 'Sign in');
});

t.test('a browser whose cookie is not accepted gets a message instead of a redirect loop', async (t) => {
  const screen = await open(t, apart.links.origin, await person(apart, 'viewer'));
  // A page of a sibling host can set this cookie; with two, the right one is unknown.
  const { hostname } = new URL(apart.siteUrl);
  await screen.context.addCookies([{ name: 'waypost-admin', value: 'x', domain: hostname, path: '/' }]);
  await screen.page.goto(`${apart.siteUrl}/wp-admin/tags`);
  await screen.page.getByText('Sign in first.').waitFor();
});

t.test('a user without a role in contacts sees the reason, and returns to the dashboard', async (t) => {
  const screen = await open(t, apart.links.origin, await person(apart, null));
  await screen.page.goto(`${apart.siteUrl}/wp-admin`);
  await heading(screen, 'Contacts cannot be opened');
  await screen.byRole('alert').filter({ hasText: 'You have no access to contacts.' }).waitFor();
  await isSound(t, screen);
  await screen.byRole('link', 'Back to the dashboard').click();
  await heading(screen, 'Overview');
});

t.test('signing in with the provider returns to the contacts screen', async (t) => {
  const { email } = await person(apart, 'viewer');
  apart.provider.people.ada = { email, email_verified: true, name: 'Ada' };
  apart.provider.seat('ada');
  const screen = await open(t, apart.siteUrl);
  await screen.goto('/wp-admin/lists');
  await screen.byRole('link', 'Sign in with Acme ID').click();
  await screen.page.waitForURL(`${apart.siteUrl}/wp-admin/lists`);
  await heading(screen, 'Lists');
});

t.test('an invitation to contacts alone is accepted by a new user, who can add a workspace', async (t) => {
  startMailWorker(t, apart.links, mailbox.url);
  const owner = openAdminBrowser(apart.contacts);
  await owner.signIn((await person(apart, 'administrator')).email);
  const email = newEmail();
  await owner.post('/admin/add', { email, role: 'editor' });
  const token = tokenIn((await mailbox.waitFor(email, /invite/i)).text);
  const screen = await open(t, apart.links.origin, undefined, phone);
  await screen.goto(`/dashboard/join?token=${token}`);
  await heading(screen, 'Join contacts');
  await screen.page.getByText(`${email} is invited to contacts as editor.`).waitFor();
  await isSound(t, screen);
  await fillIn(screen, { Name: 'New Person', Password: password }, 'Create account and join');
  await screen.page.waitForURL(`${apart.siteUrl}/wp-admin`);
  await screen.byRole('navigation', 'Applications').getByRole('link', { name: 'Links' }).click();
  await screen.page.waitForURL(`${apart.links.origin}/dashboard`);
  await screen.byRole('link', 'Open contacts').waitFor();
  await isSound(t, screen);
  await screen.byRole('link', 'Account').click();
  await heading(screen, 'Account');
  await isSound(t, screen);
  await screen.page.goBack();
  await screen.byRole('button', 'New workspace').click();
  await fillIn(screen, { Name: 'Ours' }, 'Create');
  await heading(screen, 'Overview');
  await screen.page.getByText('Created Ours').waitFor();
});

t.test('a contacts administrator connects a workspace with one button', async (t) => {
  const screen = await open(t, apart.links.origin, await person(apart, 'administrator'));
  await screen.goto('/dashboard/settings/workspace');
  await screen.byRole('button', 'Connect').click();
  await screen.byRole('button', 'Disconnect').waitFor();
  await isSound(t, screen);
  await screen.page.goto(`${apart.siteUrl}/wp-admin/settings/links`);
  await screen.page.getByText('Receiving clicks').waitFor();
  await isSound(t, screen);
  await screen.byRole('link', 'Open in the dashboard').click();
  await screen.page.waitForURL(`${apart.links.origin}/dashboard/settings/workspace`);
});

t.test('the first user arrives from contacts, sets up the required factor, and returns to contacts', async (t) => {
  const { links, siteUrl } = await start(t, '127.0.0.1', { REQUIRE_SECOND_FACTOR: '1' });
  const screen = await open(t, siteUrl, undefined, phone);
  await addAuthenticator(screen);
  await screen.goto('/wp-admin/segments');
  await heading(screen, 'Create the first account');
  const code = links.context.firstVisits.codeOf(0);
  const account = { Name: 'Ada', Email: newEmail(), Password: password, 'Code from the log': code };
  await fillIn(screen, account, 'Create account');
  await heading(screen, 'Set up a second factor');
  await isSound(t, screen);
  await screen.byRole('button', 'Add passkey').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await keepCodes(screen);
  await screen.page.waitForURL(`${siteUrl}/wp-admin/segments`);
  await heading(screen, 'Segments');
});

t.test('WordPress users sign in on a small page, and cannot manage users', async (t) => {
  const site = await startAdminSite(t, { TABLE_PREFIX: 'site_' });
  const db = adminDb(site);
  await makeWordPress(db);
  await addUser(db, 7, 'editor@wp.example', await hash(password, 4), 'administrator');
  const screen = await open(t, site.origin);
  await screen.goto('/wp-admin/settings/users');
  await heading(screen, 'Sign in to contacts');
  await isSound(t, screen);
  await fillIn(screen, { Email: 'editor@wp.example', Password: 'not the password' }, 'Sign in');
  await screen.byRole('alert').waitFor();
  await fillIn(screen, { Email: 'editor@wp.example', Password: password }, 'Sign in');
  await screen.byRole('heading', 'WordPress users').waitFor();
  await isSound(t, screen);
  t.equal(await screen.byRole('button', /Invite|Actions/).count(), 0);
  await screen
    .byRole('button', /your account/)
    .first()
    .click();
  t.same(await screen.byRole('menuitem', /Account|Links/).count(), 0, 'the dashboard does not know them');
});
