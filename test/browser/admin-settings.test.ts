/** Settings of the admin application: keys of the REST API, and who may sign in. */
import t, { type Test } from 'tap';
import { password } from '../fixtures/admins.ts';
import { beginAdminSession, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { openScreen, settle } from '../fixtures/browser/screen.ts';

const site = await startAdminSite(t);
const { origin } = site;
const browser = await openBrowser(t);
const boss = await beginAdminSession(site, 'boss@example.com');
const viewer = await beginAdminSession(site, 'viewer@example.com', 'viewer');

async function open(t: Test, path: string, cookies = boss) {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto(`/wp-admin${path}`);
  await screen.byRole('heading').first().waitFor();
  await settle(screen);
  return screen;
}
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
  await screen.byRole('button', 'Done').click();
  await screen.byRole('button', 'Revoke Shop').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await screen.byRole('status').filter({ hasText: 'Shop was revoked' }).waitFor();
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
  const url = await screen.byLabel('Link of the invitation').inputValue();
  t.match(url, /\/wp-admin\/join\?token=[0-9A-Za-z]{43}$/);
  await screen.byRole('button', 'Done').click();

  const newcomer = await openScreen(t, browser, { origin });
  newcomer.faults.expect(/status of 401/);
  await newcomer.goto(new URL(url).pathname + new URL(url).search);
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
  await screen.byRole('status').filter({ hasText: 'Newcomer is editor now' }).waitFor();
  await screen.byRole('button', 'Actions for new@example.com').click();
  await screen.byRole('menuitem', 'Remove').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await screen.byRole('status').filter({ hasText: 'Newcomer was removed' }).waitFor();
});

t.test('the last administrator is told why they cannot go', async (t) => {
  const screen = await open(t, '/settings/users');
  screen.faults.expect(/status of 409/);
  await screen.byRole('button', 'Actions for boss@example.com').click();
  await screen.byRole('menuitem', 'Remove').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await screen.page.getByText('This is the last administrator').waitFor();
});

t.test('who is no administrator sees neither keys nor users among the settings', async (t) => {
  const screen = await open(t, '/settings', viewer);
  t.equal((await screen.byRole('link', 'Account').count()) > 0, true);
  for (const name of ['REST API', 'Users']) t.equal(await screen.byRole('link', name).count(), 0, name);
});
