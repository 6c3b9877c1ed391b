/** Signing in to the admin application at a provider of OpenID Connect, as a browser goes there and comes back. */
import type { Test } from 'tap';
import { insertToken } from '../../automations-api/plugins/admin/people/token-queries.ts';
import { openFirstVisitCodes } from '../../shared/secrets/first-visit-codes.ts';
import { addAdmin, adminDb, openAdminBrowser } from '../fixtures/admins.ts';
import { startAdminSite } from '../fixtures/browser/admin.ts';
import { axeInBothThemes } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { atWidths, openScreen, phone, type Screen } from '../fixtures/browser/screen.ts';
import { startOidcProvider } from '../fixtures/oidc-provider.ts';
import { freePort } from '../fixtures/processes.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

const ports = [await freePort(), await freePort(), await freePort()] as const;
const callbacks = ports.map((port) => `http://localhost:${port}/wp-json/waypost-admin/v1/oidc/callback`);
const provider = await startOidcProvider(t, ...callbacks);
const browser = await openBrowser(t);
const stores = await createStores(t);
const settings = (port: number, more: object = {}) => ({
  ...provider.env,
  OIDC_NAME: 'Acme ID',
  AUTOMATIONS_PORT: String(port),
  SIGNUPS_PER_MINUTE: '1000',
  ...more,
});
const both = await startAdminSite(t, settings(ports[0]), stores);
const off = await startAdminSite(t, settings(ports[1], { PASSWORD_SIGN_IN: '0' }), stores);
const db = adminDb(both);
await addAdmin(db, 'owner@example.com');
provider.people.owner = { email: 'owner@example.com', email_verified: true, name: 'Owner' };

const way = (screen: Pick<Screen, 'byRole'>) => screen.byRole('link', 'Sign in with Acme ID');

async function look(t: Pick<Test, 'equal' | 'same'>, screen: Screen): Promise<void> {
  await atWidths(screen, [phone, 768], async () => {
    t.equal(await sidewaysPixels(screen), 0);
  });
  await axeInBothThemes(t, screen);
}

t.test('the button leads to the provider and back to the screen that was asked for', async (t) => {
  const screen = await openScreen(t, browser, { origin: both.origin });
  screen.faults.expect(/status of 40[13] /);
  await screen.goto('/wp-admin/contacts?search=ada');
  await way(screen).waitFor();
  t.equal(await screen.byLabel('Password').count(), 1);
  t.equal(await screen.byRole('link', /password/i).count(), 1);
  await look(t, screen);

  provider.seat(undefined);
  await way(screen).click();
  await screen.byRole('alert').filter({ hasText: 'Acme ID refused the sign-in.' }).waitFor();
  await look(t, screen);
  await screen.byRole('link', 'Back to sign-in').click();
  await screen.goto('/wp-admin/contacts?search=ada');
  provider.seat('owner');
  await way(screen).click();
  await screen.byRole('heading', 'Contacts').waitFor();
  t.match(screen.page.url(), /^http:\/\/localhost:\d+\/wp-admin\/contacts\?search=ada$/);
  await screen.goto('/wp-admin/settings/account');
  await screen.byRole('heading', 'Password').waitFor();
});

t.test('where passwords are switched off nothing asks for one', async (t) => {
  const screen = await openScreen(t, browser, { origin: off.origin });
  screen.faults.expect(/status of 401 /);
  await screen.goto('/wp-admin/segments');
  await way(screen).waitFor();
  t.equal(await screen.byLabel('Email').count(), 0);
  t.equal(await screen.byRole('link', /password/i).count(), 0);
  await look(t, screen);
  provider.seat('owner');
  await way(screen).click();
  await screen.byRole('heading', 'Segments').waitFor();
  await screen.goto('/wp-admin/settings/account');
  await screen.byRole('heading', 'This browser').waitFor();
  for (const name of ['Password', 'Second factor']) t.equal(await screen.byRole('heading', name).count(), 0, name);

  await screen.goto('/wp-admin/tags');
  await screen
    .byRole('button', /^Add tag/)
    .first()
    .waitFor();
  await db.deleteFrom('waypost_admin_sessions').execute();
  // A session is believed for a second.
  await screen.page.waitForTimeout(1_100);
  await screen
    .byRole('button', /^Add tag/)
    .first()
    .click();
  const dialog = screen.byRole('dialog');
  await dialog.getByLabel('Name').fill('customers');
  await dialog.getByLabel('Name').press('Enter');
  const again = screen.byRole('dialog', 'You were signed out');
  const link = again.getByRole('link', { name: 'Sign in with Acme ID' });
  t.match(await link.getAttribute('href'), /oidc\?to=%2Fwp-admin%2Ftags/);
  t.equal(await again.getByLabel('Password').count(), 0);
});

t.test('an invitation is accepted by signing in at the provider', async (t) => {
  const owner = openAdminBrowser(both);
  await owner.signIn('owner@example.com');
  const { admin } = (await owner.post('/admin/add', { email: 'new@example.com', role: 'viewer' })).body.data;
  const screen = await openScreen(t, browser, { origin: off.origin });
  screen.faults.expect(/status of 401 /);
  const token = await insertToken(adminDb(both), 'invite', admin.ID, new Date(Date.now() + 60_000));
  await screen.goto(`/wp-admin/join?token=${token}`);
  await way(screen).waitFor();
  t.equal(await screen.byRole('button', 'Accept').count(), 0);
  await look(t, screen);
  provider.people.new = { email: 'new@example.com', email_verified: true, name: 'New Person' };
  provider.seat('new');
  await way(screen).click();
  await screen.byRole('button', 'new: your account').first().waitFor();
});

t.test('the first person comes in with the code in the log', async (t) => {
  const first = await startAdminSite(t, settings(ports[2], { PASSWORD_SIGN_IN: '0' }));
  const screen = await openScreen(t, browser, { origin: first.origin });
  screen.faults.expect(/status of 401 /);
  await screen.goto('/wp-admin');
  await screen.byRole('heading', 'Create the first account').waitFor();
  await look(t, screen);
  await screen.byLabel('Code from the log').fill((await openFirstVisitCodes(first.config)).codeOf(0));
  provider.seat('owner');
  await way(screen).click();
  await screen.byRole('button', 'Owner: your account').first().waitFor();
});
