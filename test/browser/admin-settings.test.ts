/** Settings of the admin application: keys of the REST API, and who may sign in. */

import { adminDb, password } from '../fixtures/admins.ts';
import { addTerms } from '../fixtures/automations.ts';
import { beginAdminSession, openAdminScreen, startAdminSite } from '../fixtures/browser/admin.ts';
import { addAuthenticator, keepCodes } from '../fixtures/browser/authenticator.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { enter, keyboardOnly, tabTo, write } from '../fixtures/browser/keyboard.ts';
import { openScreen, phone } from '../fixtures/browser/screen.ts';
import { tryHealth } from '../fixtures/browser/try-health.ts';
import { codeOf } from '../fixtures/factors.ts';
import { startMailServer, tokenIn } from '../fixtures/mail.ts';
import { type Test, t } from '../runner/tap.ts';

const mailbox = await startMailServer(t);
const site = await startAdminSite(t, { SMTP_URL: mailbox.url });
const { origin } = site;
const db = adminDb(site);
const browser = await openBrowser(t);
const boss = await beginAdminSession(site, 'boss@example.com');
const viewer = await beginAdminSession(site, 'viewer@example.com', 'viewer');

const open = (t: Test, path: string, cookies = boss) => openAdminScreen(t, browser, { origin, cookies, path });
const tags = async (key: string) => (await fetch(`${origin}/wp-json/automations/tags?api_key=${key}`)).status;

t.test('a key is made, shown once, works, and ends when it is revoked', async (t) => {
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
  await screen.byRole('status').filter({ hasText: 'Revoked Shop' }).waitFor();
  await screen.byRole('button', 'Revoke Shop').waitFor({ state: 'detached' });
});

t.test('somebody is invited, accepts, gets another role, and is removed', async (t) => {
  const screen = await open(t, '/settings/users');
  await screen.byRole('button', 'Invite user').click();
  await screen.byLabel('Email').fill('boss@example.com');
  await screen.byRole('button', 'Send invitation').click();
  screen.faults.expect(/status of 422/);
  await screen.page.getByText('is that of another user').waitFor();
  await screen.byLabel('Email').fill('new@example.com');
  await screen.byLabel('Role').selectOption('viewer');
  await screen.byRole('button', 'Send invitation').click();
  await screen.byRole('status').filter({ hasText: 'Sent an invitation to new@example.com' }).waitFor();
  t.notMatch(await screen.page.content(), /join\?token=/, 'only the email has the link');
  const token = tokenIn((await mailbox.waitFor('new@example.com', /invites you/)).text);

  const newcomer = await openScreen(t, browser, { origin });
  newcomer.faults.expect(/status of 401/);
  await newcomer.goto(`/wp-admin/join?token=${token}`);
  await newcomer.byLabel(/^Name|Your name/).fill('Newcomer');
  await newcomer
    .byLabel(/password/i)
    .first()
    .fill(password);
  await newcomer.byRole('button', 'Accept').click();
  await newcomer.byRole('navigation', 'Main').waitFor();

  await screen.page.reload();
  await screen.byRole('button', 'Actions for new@example.com').click();
  await screen.page
    .getByRole('menuitemradio', { name: 'Editor' })
    .or(screen.page.getByRole('menuitemcheckbox', { name: 'Editor' }))
    .first()
    .click();
  await screen.byRole('status').filter({ hasText: 'Newcomer is now editor' }).waitFor();
  await screen.byRole('button', 'Actions for new@example.com').click();
  await screen.byRole('menuitem', 'Sign out everywhere').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await screen.byRole('status').filter({ hasText: 'Signed out Newcomer everywhere' }).waitFor();
  await screen.byRole('button', 'Actions for new@example.com').click();
  await screen.byRole('menuitem', 'Remove').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await screen.byRole('status').filter({ hasText: 'Removed Newcomer' }).waitFor();
});

t.test('the last administrator is told why they cannot go', async (t) => {
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

t.test('health says whether stores, mails, webhooks and jobs are well', async (t) => {
  const screen = await open(t, '/settings/health');
  await screen.byRole('region', 'Emails and webhooks').getByText('takes mails').waitFor();
  await screen
    .byRole('region', 'Databases')
    .getByText(/^(MariaDB|MySQL) \d/)
    .waitFor();
  await screen.byRole('button', 'Check again').waitFor();

  const byKeys = await open(t, '/settings/mail');
  await keyboardOnly(byKeys);
  await tryHealth(t, byKeys, '/wp-admin/settings/health', /\/waypost-admin\/v1\/health/);
});

t.test('who is no administrator sees neither keys nor users among the settings', async (t) => {
  const screen = await open(t, '/settings', viewer);
  t.equal((await screen.byRole('link', 'Account').count()) > 0, true);
  for (const name of ['REST API', 'Users', 'Consent', 'Mail', 'Links', 'Health', 'Plugins', 'Audit log'])
    t.equal(await screen.byRole('link', name).count(), 0, name);
});

t.test('consent is settled with a preview of the mail and of each page, and a fault stands at its field', async (t) => {
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
  await preview.getByText('must contain {{confirm_url}}').waitFor();
  await optIn.getByRole('button', { name: 'Save' }).click();
  await screen.page.locator('.field .error').getByText('must contain {{confirm_url}}').waitFor();
  await screen.byLabel('Text').fill('Press {{confirm_url}} for {{sender}}');
  await optIn.getByRole('button', { name: 'Save' }).click();
  await screen.byRole('status').filter({ hasText: 'Saved' }).first().waitFor();

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
});

t.test('a test mail arrives, and what the mail server says of the next one is shown', async (t) => {
  const screen = await open(t, '/settings/mail');
  await screen.page.getByText(new URL(mailbox.url).host).waitFor();
  await screen.byRole('button', 'Send test email').click();
  await screen.page.getByText('Sent to boss@example.com').waitFor();
  await mailbox.waitFor('boss@example.com', /Test mail/);
  mailbox.refusing = true;
  screen.faults.expect(/status of 422/);
  await screen.byLabel('Email').fill('other@example.com');
  await screen.byRole('button', 'Send test email').click();
  await screen.byRole('alert').filter({ hasText: 'not now' }).waitFor();
  mailbox.refusing = false;
});

t.test('a plugin that cannot run says why, across the whole page on a phone', async (t) => {
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

t.test('a plugin is switched off by its name and on again, and this application stays', async (t) => {
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
  await screen.byRole('status').filter({ hasText: 'Deactivated automations' }).first().waitFor();
  await screen.page.getByText('Reload this page').waitFor();
  await screen.byRole('button', 'Actions for automations').click();
  await screen.byRole('menuitem', 'Activate').click();
  await screen
    .byRole('status')
    .filter({ hasText: /Activated automations/ })
    .first()
    .waitFor();
  while ((await site.get('/tags')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
});

t.test('the audit log is narrowed in its address, and a key of no workspace is refused at its field', async (t) => {
  const screen = await open(t, '/settings/audit-log?act=consent.changed');
  await screen.page.locator('.first', { hasText: 'Consent changed' }).first().waitFor();
  t.equal(await screen.page.locator('.first', { hasText: 'Plugin' }).count(), 0);
  await screen.byLabel('Action').selectOption({ label: 'Plugins: everything' });
  await screen.page.locator('.first', { hasText: 'Plugin deactivated' }).first().waitFor();
  t.match(screen.page.url(), /act=plugin\.activated/);
  await screen.byLabel('By').selectOption({ label: 'Command line' });
  await screen.page.getByText('No entry matches').waitFor();
  await screen.byRole('button', 'Clear filters').click();
  await screen.page.locator('.first', { hasText: 'Test mail sent' }).first().waitFor();

  await screen.goto('/wp-admin/settings/links');
  await screen.byLabel('Key').fill('nonsense');
  screen.faults.expect(/status of 422/);
  await screen.byRole('button', 'Connect with a key').click();
  await screen.page.locator('.field .error').getByText('this is no key').waitFor();
});

t.test('by the keyboard alone a test mail is sent, and sessions of a user are ended or not', async (t) => {
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
  t.equal((await db.selectFrom('waypost_admin_sessions').select('id').execute()).length >= 2, true, 'none was ended');
});

t.test('a passkey and an app are added, and each signs in', async (t) => {
  const screen = await open(t, '/settings/account', await beginAdminSession(site, 'factors@example.com', 'editor'));
  // A sign-in without its code, and a page without its session, are answered 401.
  screen.faults.expect(/status of 401/);
  await addAuthenticator(screen);
  await screen.byRole('button', 'Add passkey').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await keepCodes(screen);
  await screen.byRole('button', 'Add authenticator app').click();
  const uri = `otpauth://totp/Waypost?secret=${await screen.byLabel('Key').inputValue()}`;
  await screen.byRole('textbox', 'Code').fill(codeOf(uri));
  await screen.byRole('button', 'Turn on').click();
  await screen.byRole('status').filter({ hasText: 'Authenticator app added' }).waitFor();
  await screen.context.clearCookies();
  await screen.goto('/wp-admin/settings/account');
  await screen.byRole('button', 'Sign in with a passkey').click();
  await screen.byRole('heading', 'Second factor').waitFor();
  await screen.context.clearCookies();
  await screen.goto('/wp-admin/settings/account');
  await screen.byLabel('Email').fill('factors@example.com');
  await screen.byLabel('Password').fill(password);
  await screen.byRole('button', 'Sign in').click();
  await screen.byRole('textbox', 'Code').fill(codeOf(uri, 1));
  await screen.byRole('button', 'Sign in').click();
  await screen.byRole('heading', 'Second factor').waitFor();
  // It ends the browser's own device of passkeys.
  t.same(await axe(screen), []);
});
