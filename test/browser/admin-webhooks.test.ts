/** Webhooks in the admin application, with a real receiver: they are created, tested and changed. */

import { beginAdminSession, openAdminScreen, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { breakAnswers } from '../fixtures/browser/break-answers.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { enter, keyboardOnly, tabTo, write } from '../fixtures/browser/keyboard.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { announced, openScreen, phone, type Screen } from '../fixtures/browser/screen.ts';
import { isSigned, startReceiver } from '../fixtures/receiver.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

const site = await startAdminSite(t, { ALLOW_PRIVATE_DESTINATIONS: '1', WEBHOOK_RETRY_SECONDS: '0' });
const { origin, post, get, del } = site;
const browser = await openBrowser(t);
const boss = await beginAdminSession(site, 'boss@example.com');
const viewer = await beginAdminSession(site, 'viewer@example.com', 'viewer');

const open = (t: Test, path: string, { cookies = boss, width = 1440 } = {}) =>
  openAdminScreen(t, browser, { origin, cookies, width, path });

async function addWebhook(url: string, events: string[]) {
  const { body } = await post('/webhook/add', { url, events });
  return body.data.webhooks as { ID: number; url: string; secret: string };
}
/** Leaves the screens, which would still request their webhooks, and then deletes all webhooks. */
const clear = async (...screens: Screen[]) => {
  for (const { page } of screens) await page.goto('about:blank');
  for (const { ID } of (await get('/webhooks')).body.data.webhooks) await del(`/webhook/${ID}`);
};

t.test(
  'a webhook can be created by keyboard and tested, its secret is shown once, and its payload can be viewed',
  async (t) => {
    const receiver = await startReceiver(t);
    const url = new URL('/hook?key=hidden', receiver.url).href;
    const screen = await openScreen(t, browser, { origin, cookies: boss });
    await keyboardOnly(screen);
    await screen.goto('/wp-admin/webhooks');
    await screen.page.getByText('No webhooks yet').waitFor();
    await enter(screen, screen.byRole('button', 'New webhook'));
    const dialog = screen.byRole('dialog', 'New webhook');
    await write(screen, screen.byLabel('URL'), 'https://me:secret@hooks.example/');
    screen.faults.expect(/status of 422/);
    await screen.page.keyboard.press('Enter');
    await dialog.getByText('enter an http or https URL without a user in it').waitFor();
    t.equal(await screen.byLabel('URL').getAttribute('aria-invalid'), 'true', "the server's error is at the field");
    t.equal(await dialog.getByRole('alert').count(), 0, 'and nowhere else');
    await write(screen, screen.byLabel('URL'), url);
    await tabTo(screen, screen.byLabel('All events'));
    await screen.page.keyboard.press('Space');
    t.ok(await dialog.getByRole('button', { name: 'Create' }).isDisabled(), 'it cannot be subscribed to nothing');
    await tabTo(screen, screen.byLabel(/^Contact added/));
    await screen.page.keyboard.press('Space');
    t.same(await axe(screen), []);
    await screen.page.keyboard.press('Enter');
    const secret = await screen.byLabel('Signing secret').inputValue();
    t.match(secret, /^whsec_/);
    await enter(screen, screen.byRole('button', 'Copy'));
    await enter(screen, screen.byRole('button', 'Done'));

    const name = `${new URL(url).host}/hook`;
    await enter(screen, screen.byRole('button', `Actions for ${name}`));
    await screen.page.keyboard.press('s');
    await screen.page.keyboard.press('Enter');
    await announced(screen, 'Sent a test event');
    const [sent] = await until(() => receiver.received.length > 0 && receiver.received);
    t.ok(sent && isSigned(secret, sent));
    await enter(screen, screen.byRole('link', name));
    await screen.byRole('heading', name).waitFor();
    const row = screen.page.locator('summary').filter({ hasText: 'Test' });
    await row.filter({ hasText: 'Delivered' }).waitFor();
    await enter(screen, row);
    await screen.page.locator('pre').filter({ hasText: '"type": "webhook.test"' }).waitFor();
    t.same(await axe(screen), []);
    await clear(screen);
  },
);

t.test(
  'failed deliveries are shown in the list, found by status and event, and resent one by one or all together',
  async (t) => {
    const receiver = await startReceiver(t);
    receiver.answers = [503];
    const webhook = await addWebhook(receiver.url, ['contact.created', 'contact.deleted', 'tag.added']);
    const contacts = Array.from({ length: 30 }, (_, n) => ({ email: `reported${n}@example.com` }));
    await post('/contacts/batch', { contacts });
    await until(async () => (await get(`/webhook/${webhook.ID}`)).body.data.webhooks.dead === 30);
    const screen = await open(t, '/webhooks');
    const { host } = new URL(receiver.url);
    await screen.byRole('row').filter({ hasText: host }).filter({ hasText: 'Failing' }).waitFor();
    await screen.byRole('link', host).click();
    // Until then the list of all deliveries is shown, whose first page also has 25.
    await Promise.all([screen.page.waitForResponse(/status=dead/), screen.byRole('button', 'Failed').click()]);
    await screen.page.locator('[aria-busy=false]').getByText('25 deliveries').waitFor();
    t.match(screen.page.url(), /status=dead/);
    await screen.byRole('button', 'Show more').click();
    await screen.page.getByText('30 deliveries').waitFor();
    await screen.byLabel('Event').selectOption('Tag added');
    await screen.page.getByText('No deliveries with this status').waitFor();
    await screen.page.goBack();
    await screen.page.getByText('it answered 503').first().waitFor();

    receiver.answers = [200];
    await screen.page.locator('summary').first().click();
    await screen.byRole('button', 'Retry').click();
    await announced(screen, 'Retrying the delivery');
    await screen.byRole('button', 'Retry all failed').click();
    await announced(screen, 'Retrying 29 deliveries');
    await screen.page.getByText('No deliveries with this status').waitFor();
    await screen.byRole('button', 'Show all deliveries').click();
    await until(async () => (await get(`/webhook/${webhook.ID}`)).body.data.webhooks.pending === 0);
    await screen.page.locator('.facts').getByText('Delivering').waitFor();
    await clear(screen);
  },
);

t.test('a webhook can be edited, turned off and on, given a new secret, and deleted after a warning', async (t) => {
  const receiver = await startReceiver(t);
  const { host } = new URL(receiver.url);
  const { ID, secret } = await addWebhook(receiver.url, ['contact.created']);
  const screen = await open(t, '/webhooks');
  const act = async (name: string) => {
    await screen.byRole('button', `Actions for ${host}`).click();
    await screen.byRole('menuitem', name).click();
  };
  await screen.byRole('switch', `Send to ${host}`).click();
  await announced(screen, 'Turned off');
  await screen.byRole('row').filter({ hasText: 'Off' }).waitFor();
  t.equal(await screen.byRole('switch', `Send to ${host}`).getAttribute('aria-checked'), 'false');
  await act('Turn on');
  await screen.byRole('row').filter({ hasText: 'Delivering' }).waitFor();
  await act('Edit');
  await screen.byLabel(/^Link clicked/).check();
  await screen.byRole('button', 'Save').click();
  await screen.page.getByText('Contact added, Link clicked').waitFor();
  await act('Rotate secret');
  await screen.byRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const fresh = await screen.byLabel('Signing secret').inputValue();
  t.not(fresh, secret);
  t.match(fresh, /^whsec_/);
  await screen.byLabel('I have saved it').check();
  await screen.byRole('button', 'Done').click();

  const waits = {
    webhook_id: ID,
    event: 'contact.created',
    payload: '{}',
    status: 'queued' as const,
    contact_id: null,
  };
  await site.db
    .insertInto('automations_webhook_deliveries')
    .values(
      [1, 2].map((n) => ({
        ...waits,
        event_id: `${n}`.repeat(32),
        due_at: new Date('2999-01-01'),
        created_at: new Date(),
      })),
    )
    .execute();
  await screen.page.reload();
  await act('Delete');
  await screen.page.getByText('2 undelivered events are lost').waitFor();
  await screen.byRole('button', 'Delete').click();
  await announced(screen, `Deleted ${host}`);
  await screen.page.getByText('No webhooks yet').waitFor();
});

t.test("a rule's webhook links to its rule, and is created and deleted together with it", async (t) => {
  const receiver = await startReceiver(t);
  const { rule } = (
    await post('/rule/add', {
      name: 'Welcome',
      trigger: { event: 'contact.created' },
      steps: [{ action: 'webhook', url: receiver.url }],
      active: true,
    })
  ).body.data;
  const screen = await open(t, `/webhooks/${rule.webhooks[0].webhook_id}`);
  await screen.byRole('button', /^Actions for/).click();
  await screen.byRole('menuitem', 'Rotate secret').waitFor();
  t.equal(await screen.byRole('menuitem').count(), 1);
  await screen.page.keyboard.press('Escape');
  await screen.byRole('link', 'Welcome').click();
  await screen.byRole('heading', /Welcome/).waitFor();
  await del(`/rule/${rule.ID}`);
});

t.test(
  'a viewer sees webhooks but cannot change them, a failure shows its reason, and everything fits a phone',
  async (t) => {
    const webhook = await addWebhook(`https://hooks.example/${'long-'.repeat(40)}`, ['contact.created']);
    const screen = await open(t, '/webhooks', { cookies: viewer, width: phone });
    await screen.page.getByText('Contact added').waitFor();
    for (const role of ['switch', 'menuitem'] as const) t.equal(await screen.byRole(role).count(), 0);
    t.equal(await screen.byRole('button', /New webhook|Actions for/).count(), 0);
    await screen.goto(`/wp-admin/webhooks/${webhook.ID}`);
    await screen.page.getByText('No deliveries yet').waitFor();
    t.equal(await sidewaysPixels(screen), 0);
    t.equal(await screen.byRole('button', /Send a test|Turn off|Actions for/).count(), 0);

    const broken = await open(t, '/webhooks/999999999');
    broken.faults.expect(/status of 404/);
    await broken.page.getByText('There is no such webhook.').waitFor();
    const mend = await breakAnswers(broken, '**/automations/webhooks*', 'The database rests.');
    await broken.byRole('navigation', 'Main').getByRole('link', { name: 'Webhooks', exact: true }).click();
    await broken.page.getByText('The database rests.').waitFor();
    await mend();
    await broken.byRole('button', 'Try again').click();
    await broken.byRole('button', /^Actions for hooks\.example/).waitFor();
    await clear(screen, broken);
  },
);
