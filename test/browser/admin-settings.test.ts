/** Settings of the admin application: API keys, users, health, consent, plugins and the audit log. */

import { addAdmin, openAdminBrowser } from '../fixtures/admins.ts';
import { addTerms, storesOfBoth } from '../fixtures/automations.ts';
import { beginAdminSession, openAdminScreen, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { enter, keyboardOnly, tabTo, write } from '../fixtures/browser/keyboard.ts';
import { announced, openScreen, phone } from '../fixtures/browser/screen.ts';
import { tryHealth } from '../fixtures/browser/try-health.ts';
import { startMailServer } from '../fixtures/mail.ts';
import { type Test, t } from '../runner/tap.ts';

const mailbox = await startMailServer(t);
const site = await startAdminSite(t, { SMTP_URL: mailbox.url }, await storesOfBoth(t));
const { origin } = site;
const browser = await openBrowser(t);
const boss = await beginAdminSession(site, 'boss@example.com');
const viewer = await beginAdminSession(site, 'viewer@example.com', 'viewer');

const open = (t: Test, path: string, cookies = boss) => openAdminScreen(t, browser, { origin, cookies, path });
const tags = async (key: string) => (await fetch(`${origin}/wp-json/automations/tags?api_key=${key}`)).status;

t.test('an API key is shown once when it is created, works, and stops working when it is revoked', async (t) => {
  const screen = await open(t, '/settings/rest-api');
  await screen.byRole('button', 'New key').click();
  await screen.byLabel('Description').fill('Shop');
  await screen.byLabel('Permission').selectOption({ label: 'Read' });
  await screen.byRole('button', 'Create').click();
  const key = await screen.byLabel('API key').inputValue();
  t.match(key, /^[0-9a-f]{32}$/);
  t.equal(await tags(key), 200);
  t.same(await axe(screen), []);
  await screen.byRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
  await screen.byRole('button', 'Done').click();
  await screen.byRole('button', 'Revoke Shop').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await announced(screen, 'Revoked Shop');
  await screen.byRole('button', 'Revoke Shop').waitFor({ state: 'detached' });
});

t.test(
  'adding an existing user gives access immediately, other email addresses get an invitation, and roles can be changed and removed',
  async (t) => {
    await addAdmin(site, 'known@example.com', null);
    const screen = await open(t, '/settings/users');
    const invite = async (email: string) => {
      await screen.byRole('button', 'Invite user').click();
      await screen.byLabel('Email').fill(email);
      await screen.byLabel('Role').selectOption('viewer');
      await screen.byRole('button', 'Send invitation').click();
    };
    const says = (words: string) => announced(screen, words);
    const act = async (email: string, name: string, confirm?: string) => {
      await screen.byRole('button', `Actions for ${email}`).click();
      await screen.page.locator('[role^=menuitem]', { hasText: name }).click();
      if (confirm) await screen.byRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
    };
    screen.faults.expect(/status of 4(09|22)/);
    await invite('boss@example.com');
    await screen.byRole('dialog').getByText('already').waitFor();
    await screen.byRole('button', 'Cancel').click();
    await invite('known@example.com');
    await says('Gave known access');
    await invite('new@example.com');
    await says('Sent an invitation to new@example.com');
    t.notMatch(await screen.page.content(), /join\?token=/, 'only the email has the link');
    t.same(await axe(screen), []);
    await act('new@example.com', 'Resend invitation');
    await act('new@example.com', 'Revoke invitation', 'Revoke invitation');
    await says('Revoked the invitation for new@example.com');
    await screen.byRole('heading', 'Invitations').waitFor({ state: 'detached' });
    await act('known@example.com', 'Editor');
    await says('known is now editor');
    await act('known@example.com', 'Sign out everywhere', 'Sign out everywhere');
    await says('Signed out known everywhere');
    await act('known@example.com', 'Remove', 'Remove');
    await says('Removed known');
  },
);

t.test('the last administrator cannot be removed, and a message explains why', async (t) => {
  const screen = await open(t, '/settings/users');
  screen.faults.expect(/status of 409/);
  for (const [act, confirm] of [
    ['Remove', 'Remove'],
    ['Viewer', 'Change my role'],
  ] as const) {
    await screen.byRole('button', 'Actions for boss@example.com').click();
    await screen.page.locator('[role^=menuitem]', { hasText: act }).click();
    await screen.byRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
    await screen.page.getByText('This is the last administrator').waitFor();
    await screen.byRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }
});

t.test('the health screen shows the state of the databases, emails, webhooks and jobs', async (t) => {
  const screen = await open(t, '/settings/health');
  await screen.byRole('region', 'Emails and webhooks').getByText('accepts emails').waitFor();
  await screen
    .byRole('region', 'Databases')
    .getByText(/^(MariaDB|MySQL) \d/)
    .waitFor();
  await screen.byRole('button', 'Check again').waitFor();

  const byKeys = await open(t, '/settings/mail');
  await keyboardOnly(byKeys);
  await tryHealth(t, byKeys, '/wp-admin/settings/health', /\/waypost-admin\/v1\/health/);
});

t.test('only administrators see keys and users among the settings', async (t) => {
  const screen = await open(t, '/settings', viewer);
  const settings = screen.page.getByRole('main');
  t.equal((await settings.getByRole('link', { name: 'Preferences', exact: true }).count()) > 0, true);
  for (const name of ['REST API', 'Users', 'Consent', 'Mail', 'Links', 'Health', 'Plugins', 'Audit log'])
    t.equal(await settings.getByRole('link', { name, exact: true }).count(), 0, name);
});

t.test(
  'consent can be set up with a preview of the email and each page, and an error appears at its field',
  async (t) => {
    await addTerms(site, 'list', ['Weekly']);
    const screen = await open(t, '/settings/consent');
    const preview = screen.byRole('region', 'Preview of the email');
    await preview.getByText('Hello Ada,').waitFor();
    await screen.byLabel(/^Ask new contacts to confirm/).check();
    await screen.byLabel('Subject').fill('One more step, {{f_name}}');
    await preview.getByText('One more step, Ada').waitFor();
    const optIn = screen.page.locator('form').filter({ has: screen.byLabel('Subject') });
    screen.faults.expect(/status of 422/);
    await screen.byLabel('Text').fill('Press nothing');
    await preview.getByText('add {{confirm_url}}').waitFor();
    await optIn.getByRole('button', { name: 'Save' }).click();
    await screen.page.locator('.field .error').getByText('add {{confirm_url}}').waitFor();
    await screen.byLabel('Text').fill('Press {{confirm_url}} for {{sender}}');
    await optIn.getByRole('button', { name: 'Save' }).click();
    await announced(screen, 'Saved');

    const sender = screen.page.locator('form').filter({ has: screen.byLabel('Sender name') });
    t.equal(await screen.byLabel('Sender name').getAttribute('placeholder'), 'localhost');
    await screen.byLabel('Sender name').fill('The Shop');
    await sender.getByRole('button', { name: 'Save' }).click();
    await preview.getByText(/for The Shop/).waitFor();
    await screen.byLabel('Sender name').fill('');
    await sender.getByRole('button', { name: 'Save' }).click();
    await preview.getByText(/for localhost/).waitFor();

    const lists = screen.page.locator('form').filter({ has: screen.byLabel('Public lists') });
    await screen.byLabel('Public lists').fill('Week');
    await screen.page.keyboard.press('Enter');
    await lists.getByRole('button', { name: 'Save' }).click();
    await lists.getByRole('button', { name: 'Save', disabled: true }).waitFor();

    await screen.byLabel('Unsubscribe').fill('Leaving {{sender}}?');
    const show = screen.byRole('button', 'Preview of Unsubscribe, in a new tab');
    const [page] = await Promise.all([screen.context.waitForEvent('page'), show.click()]);
    await page.getByText('Leaving localhost?').waitFor();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await page.close();

    const { consent } = (await site.get('/consent/settings')).body.data;
    t.match(consent, {
      public_lists: [1],
      double_opt_in: { enabled: true, subject: 'One more step, {{f_name}}' },
      pages: { unsubscribe: '' },
    });
  },
);

t.test('a test email arrives, and if the mail server refuses the next email, the error is shown', async (t) => {
  const screen = await open(t, '/settings/mail');
  await screen.page.getByText(new URL(mailbox.url).host).waitFor();
  await screen.byRole('button', 'Send test email').click();
  await screen.page.getByText('Sent to boss@example.com').waitFor();
  await mailbox.waitFor('boss@example.com', /Test email/);
  mailbox.refusing = 451;
  screen.faults.expect(/status of 422/);
  await screen.byLabel('Email').fill('other@example.com');
  await screen.byRole('button', 'Send test email').click();
  await screen.byRole('alert').filter({ hasText: 'not now' }).waitFor();
  mailbox.refusing = undefined;
});

t.test('a plugin that cannot run is listed with the reason, which fills the width of a phone', async (t) => {
  const problem = `it cannot be built: /srv/${'a-long-folder/'.repeat(8)}plugin.ts:1:23: ERROR: Unexpected end of file`;
  const plugin = {
    name: 'loyalty',
    version: '',
    description: '',
    tables: [],
    jobs: [],
    needed: false,
    active: true,
    from: '/x',
  };
  const screen = await openScreen(t, browser, { origin, cookies: boss, width: phone });
  await screen.page.route('**/waypost-admin/v1/plugins', (route) =>
    route.fulfill({ json: { code: 'success', data: { plugins: [{ ...plugin, problem }] } } }),
  );
  await screen.goto('/wp-admin/settings/plugins');
  await screen.page.getByText('loyalty cannot run').waitFor();
  await screen.page.getByText('Not running').waitFor();
  const box = await screen.page.getByText(problem).boundingBox();
  t.ok(box && box.width > 250, `${box?.width} px`);
  t.same(await axe(screen), []);
});

t.test(
  'contact automation is turned off only after its name is typed, and the admin application keeps working',
  async (t) => {
    const screen = await open(t, '/settings/plugins');
    await screen.byRole('button', 'Actions for admin').click();
    t.ok(await screen.byRole('menuitem', 'Deactivate').isDisabled());
    await screen.page.keyboard.press('Escape');
    await screen.byRole('button', 'Actions for automations').click();
    await screen.byRole('menuitem', 'Deactivate').click();
    const dialog = screen.byRole('dialog', 'Deactivate automations?');
    await dialog.getByText('This stops contact automation').waitFor();
    t.same(await axe(screen), []);
    const confirm = dialog.getByRole('button', { name: 'Deactivate', exact: true });
    t.ok(await confirm.isDisabled(), 'not before its name is typed');
    await dialog.getByRole('textbox').fill('automations');
    await confirm.click();
    await announced(screen, 'Deactivated automations');
    await screen.page.getByText('Reload this page').waitFor();
    await screen.byRole('button', 'Actions for automations').click();
    await screen.byRole('menuitem', 'Activate').click();
    await announced(screen, /Activated automations/);
    while ((await site.get('/tags')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
  },
);

t.test(
  "the audit log's filters are in the URL, and an invalid workspace key is shown as an error at its field",
  async (t) => {
    const screen = await open(t, '/settings/audit-log?action=consent.changed');
    const entries = (what: string) => screen.page.locator('summary', { hasText: what });
    await entries('Consent changed').first().waitFor();
    t.equal(await entries('Plugin').count(), 0);
    await screen.byLabel('Action').selectOption({ label: 'Plugins: everything' });
    await entries('Plugin deactivated').first().waitFor();
    t.match(screen.page.url(), /action=plugin\.activated/);
    await screen.byLabel('Done by').selectOption({ label: 'Command line' });
    await screen.page.getByText('No entry matches').waitFor();
    await screen.byRole('button', 'Clear filters').click();
    await entries('Test mail sent').first().waitFor();

    // WordPress users have no dashboard in which they can connect a workspace.
    await screen.page.route('**/waypost-admin/v1/session', async (route) => {
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
      const response = await route.fetch({ headers });
      const { data, ...rest } = await response.json();
      await route.fulfill({ response, json: { ...rest, data: { ...data, dashboard_url: null } } });
    });
    await screen.goto('/wp-admin/settings/links');
    await screen.byLabel('Key').fill('nonsense');
    screen.faults.expect(/status of 422/);
    await screen.byRole('button', 'Connect with a key').click();
    await screen.page.locator('.field .error').getByText('Key is not a key').waitFor();
  },
);

t.test(
  "with the keyboard alone, a test email can be sent, and ending a user's sessions can be confirmed or cancelled",
  async (t) => {
    const other = openAdminBrowser(site);
    await other.signIn('viewer@example.com');
    const screen = await openScreen(t, browser, { origin, cookies: boss });
    await keyboardOnly(screen);
    await screen.goto('/wp-admin/settings/mail');
    await write(screen, screen.byLabel('Email'), 'keys@example.com');
    await screen.page.keyboard.press('Enter');
    await screen.page.getByText('Sent to keys@example.com').waitFor();
    await enter(screen, screen.byRole('link', 'Users'));
    const menu = screen.byRole('button', 'Actions for viewer@example.com');
    await enter(screen, menu);
    await tabTo(screen, screen.byRole('menuitem', 'Sign out everywhere'), 'ArrowDown');
    await screen.page.keyboard.press('Enter');
    await screen.byRole('dialog', 'Sign out viewer everywhere?').waitFor();
    await screen.page.keyboard.press('Escape');
    await screen.byRole('dialog').waitFor({ state: 'detached' });
    t.equal((await other.get('/session')).status, 200, 'none was ended');
  },
);
