/** API keys, webhooks, billing, the audit log and QR codes, used in a browser by roles and names, with the real service. */
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordAudit } from '../../daemon/audit-log/record.ts';
import { trustDomain } from '../../daemon/domains/check-domain.ts';
import { findDomainByHostname } from '../../daemon/domains/queries.ts';
import { updatePlan } from '../../daemon/workspaces/queries.ts';
import type { PlanName } from '../../shared/config/config.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { newId } from '../../shared/db/public-ids.ts';
import { operator } from '../../shared/people/actor.ts';
import { insertOperator } from '../../shared/people/operator-queries.ts';
import { makeMember, type Person, signUp, userIdOf, verifyUser } from '../fixtures/accounts.ts';
import { axe, axeInBothThemes } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { rememberWorkspace, signIn, startDashboard } from '../fixtures/browser/dashboard.ts';
import { enter, keyboardOnly, tabTo } from '../fixtures/browser/keyboard.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { announced, openScreen, phone, type Screen, setWidth } from '../fixtures/browser/screen.ts';
import { tryHealth } from '../fixtures/browser/try-health.ts';
import { caller } from '../fixtures/daemon.ts';
import { startReceiver } from '../fixtures/receiver.ts';
import { startSending } from '../fixtures/webhooks.ts';
import { type Test, t } from '../runner/tap.ts';

const daemon = await startDashboard(t, {
  env: { ALLOW_PRIVATE_DESTINATIONS: '1', SELF_SERVICE_PLANS: '1', WEBHOOK_RETRY_SECONDS: '0' },
});
const { db } = daemon.context;
const browser = await openBrowser(t);

async function open(t: Test, person: Person, width?: number): Promise<Screen> {
  const screen = await openScreen(t, browser, { origin: daemon.origin, ...(width ? { width } : {}) });
  await signIn(screen, person);
  return screen;
}

const press = (screen: Screen, name: string | RegExp) => screen.byRole('button', name).click();
const status = (screen: Screen, words: string | RegExp) => announced(screen, words);
const numberOf = async ({ answer }: Person) =>
  (
    await db
      .selectFrom('workspaces')
      .select('id')
      .where('public_id', '=', answer.workspace.id)
      .executeTakeFirstOrThrow()
  ).id;

async function givePlan(person: Person, plan: PlanName): Promise<void> {
  const workspaceId = await numberOf(person);
  await inTransaction(db, (trx) => updatePlan(trx, workspaceId, plan, new Date()));
}

t.test(
  'if the installation has only a local name, a domain shows the missing setting instead of its records',
  async (t) => {
    const ada = await signUp(daemon);
    const screen = await open(t, ada);
    await screen.goto('/dashboard/domains');
    await screen.byRole('heading', 'No domains yet').waitFor();
    await screen.page.keyboard.press('c');
    const dialog = screen.byRole('dialog', 'Connect domain');
    await dialog.getByText(/point to localhost.*, the name of this installation\. Set DEFAULT_SHORT_DOMAIN/).waitFor();
    for (const hostname of ['go.local-name.test', 'local-name.test']) {
      const { json } = await ada.call('POST', '/domains', { hostname });
      await screen.goto(`/dashboard/domains/${json.id}`);
      await screen.page.getByText(/Set DEFAULT_SHORT_DOMAIN and BASE_URL/).waitFor();
      t.equal(await screen.page.getByText('CNAME').count(), 0, hostname);
      t.equal(await screen.byRole('button', /^Copy the value/).count(), 0, hostname);
    }
  },
);

t.test('a count limit is shown before it is reached, and the disabled add button shows the reason', async (t) => {
  const ada = await signUp(daemon);
  const screen = await open(t, ada);
  const addHooks = async (from: number, to: number) => {
    for (let n = from; n < to; n++)
      t.equal((await ada.call('POST', '/webhooks', { url: `https://hooks.example.com/${n}` })).status, 201);
  };
  await addHooks(0, 7);
  await screen.goto('/dashboard/settings/webhooks');
  await screen.byRole('row').nth(7).waitFor();
  t.equal(await screen.page.getByText('of 10 used').count(), 0, 'three left is no reason for a warning');
  await addHooks(7, 8);
  await screen.page.reload();
  await screen.page.getByText('8 of 10 used').waitFor();
  await addHooks(8, 10);
  await screen.page.reload();
  await screen.page.getByText('10 of 10 used').first().waitFor();
  await press(screen, 'New webhook');
  await status(screen, '10 of 10 used. Remove one to add another.');
  t.equal(await screen.byRole('dialog').count(), 0);

  const tags = Array.from({ length: 19 }, (_, n) => `tag ${n}`);
  await ada.call('POST', '/links', { url: 'https://example.com/', slug: `tagged-${Date.now()}`, tags });
  await screen.goto('/dashboard/links');
  await press(screen, /^Actions for tagged/);
  await screen.byRole('menuitem', /^Edit/).click();
  const form = screen.byRole('dialog');
  const box = form.getByRole('combobox', { name: 'Tags' });
  await form.getByText('19 of 20 used').waitFor();
  await box.fill('one more,and another,');
  await form.getByText('20 of 20 used. Remove one to add another.').waitFor();
  t.equal(await form.getByRole('button', { name: 'Remove and another' }).count(), 0);
});

t.test('a key is shown once when it is created, works, and stops working when it is revoked', async (t) => {
  const ada = await signUp(daemon);
  const screen = await open(t, ada);
  await screen.goto('/dashboard/settings/api-keys');
  await screen.byRole('heading', 'No API keys yet').waitFor();
  await press(screen, 'New API key');
  await screen.byLabel('Name').fill('Website');
  await press(screen, 'Create');
  const field = screen.byLabel('API key');
  const key = await field.inputValue();
  t.match(key, /^fks_\w{38}$/);
  t.equal(await field.getAttribute('readonly'), '');
  await screen.byRole('button', 'Copy').first().click();
  t.equal(await screen.page.evaluate('navigator.clipboard.readText()'), key);
  const call = caller(daemon, key);
  t.equal((await call('GET', '/links')).status, 200);
  await press(screen, 'Done');
  await screen.byRole('button', 'Revoke Website').click();
  await screen.byRole('dialog', 'Revoke Website?').getByRole('button', { name: 'Revoke', exact: true }).click();
  await screen.byRole('heading', 'No API keys yet').waitFor();
  t.equal((await call('GET', '/links')).status, 401);
});

t.test(
  'a key is created by keyboard alone, stays until it is copied, and a past date is refused at its field',
  async (t) => {
    const ada = await signUp(daemon);
    const screen = await openScreen(t, browser, { origin: daemon.origin });
    await keyboardOnly(screen);
    await signIn(screen, ada);
    screen.faults.expect(/status of 422/);
    await screen.goto('/dashboard/settings/api-keys');
    await enter(screen, screen.byRole('button', 'New API key'));
    await screen.page.locator('dialog[open] input:focus').waitFor();
    await screen.page.keyboard.type('Reports');
    t.equal(await screen.byLabel('Name').inputValue(), 'Reports', 'the first field has the focus');
    await tabTo(screen, screen.byLabel('Expires'));
    await screen.page.keyboard.press('End');
    await screen.byLabel('Last day (UTC)').fill('2020-01-01');
    await enter(screen, screen.byRole('button', 'Create'));
    const day = screen.byLabel('Last day (UTC)');
    await screen.page.getByText('Last day (UTC): choose a time in the future.').waitFor();
    t.equal(await day.getAttribute('aria-invalid'), 'true');
    await day.fill('2099-01-01');
    await enter(screen, screen.byRole('button', 'Create'));
    const key = await screen.byLabel('API key').inputValue();
    t.match(key, /^fks_/);
    const shown = screen.page.locator('dialog[open]').getByLabel('API key', { exact: true });
    for (const stray of ['Enter', 'Escape', 'Escape']) {
      await screen.page.keyboard.press(stray);
      t.equal(await shown.inputValue(), key, `${stray} does not lose the one-time text`);
    }
    t.ok(await screen.byRole('button', 'Done').isDisabled());
    await enter(screen, screen.byRole('button', 'Copy').first());
    t.equal(await screen.page.evaluate('navigator.clipboard.readText()'), key);
    await enter(screen, screen.byRole('button', 'Done'));
    await shown.waitFor({ state: 'detached' });
  },
);

t.test('a webhook is created and tested, its failure shows a readable error, and its secret is replaced', async (t) => {
  const ada = await signUp(daemon);
  const receiver = await startReceiver(t);
  await startSending(t, daemon);
  const screen = await open(t, ada);
  screen.faults.expect(/status of 422/);
  await screen.goto('/dashboard/settings/webhooks');
  await press(screen, 'New webhook');
  await screen.byLabel('URL').fill('ftp://example.com');
  await press(screen, 'Create');
  await screen.page.locator('[aria-invalid="true"]').waitFor();
  await screen.byLabel('URL').fill(`${receiver.url}/in`);
  await press(screen, 'Create');
  t.match(await screen.byLabel('Signing secret').inputValue(), /^whsec_/);
  await screen.byLabel('I have saved it').check();
  await press(screen, 'Done');
  const name = `${new URL(receiver.url).host}/in`;
  await press(screen, `Actions for ${name}`);
  await screen.byRole('menuitem', 'Send a test').click();
  await status(screen, 'Sent a test event');
  await screen.byRole('link', name).click();
  await screen.page.getByText('204 in').waitFor();
  await screen.page.locator('summary').filter({ hasText: 'Test' }).click();
  await screen.page.getByText('"type": "webhook.test"').waitFor();
  receiver.answers = [500];
  await press(screen, 'Retry');
  await screen.page.getByText(/No delivery since/).waitFor();
  await press(screen, /^Actions for/);
  await screen.byRole('menuitem', 'Rotate secret').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  t.match(await screen.byLabel('Signing secret').inputValue(), /^whsec_/);
  await screen.byLabel('I have saved it').check();
  await press(screen, 'Done');
  await screen.page.getByText(/The previous secret stays valid/).waitFor();
});

t.test(
  'each plan shows its features, a lower plan also shows the features it removes, and the plan can be switched',
  async (t) => {
    const ada = await signUp(daemon);
    await givePlan(ada, 'team');
    const screen = await open(t, ada, phone);
    await screen.goto('/dashboard/settings/billing');
    await screen.byRole('heading', 'Team plan').waitFor();
    await press(screen, 'Choose Free');
    const asked = screen.byRole('dialog', 'Switch to Free?');
    await asked.getByText('Analytics older than 30 days are deleted').waitFor();
    await asked.getByText(/^Passwords: /).waitFor();
    await asked.getByRole('button', { name: 'Choose Free' }).click();
    await screen.byRole('heading', /^Plan of/).waitFor();
  },
);

t.test('own networks are saved one per line, and the error names an invalid line', async (t) => {
  const ada = await signUp(daemon);
  const screen = await open(t, ada, phone);
  await screen.goto('/dashboard/settings/workspace');
  screen.faults.expect(/status of 422 /);
  const box = screen.byLabel('Your IP addresses and networks');
  const card = screen.page.locator('form', { has: box });
  const save = card.getByRole('button', { name: 'Save' });
  await box.fill('203.0.113.0/24\n\nour office');
  await save.click();
  await card.getByText(/our office: enter an IP address/).waitFor();
  t.equal(await box.getAttribute('aria-invalid'), 'true');
  t.same(await axe(screen), []);
  await box.fill('203.0.113.0/24\n 2001:DB8::/48');
  await save.click();
  await status(screen, 'Saved');
  t.equal(await box.inputValue(), '203.0.113.0/24\n2001:db8::/48');
  t.same((await ada.call('GET', '/workspace')).json.ownNetworks, ['203.0.113.0/24', '2001:db8::/48']);
  t.equal(await sidewaysPixels(screen), 0);
});

t.test('a workspace without limits shows no meter, no plan and no billing', async (t) => {
  const ada = await signUp(daemon);
  await givePlan(ada, 'unlimited');
  const screen = await open(t, ada);
  await screen.goto('/dashboard/settings/workspace');
  await screen.page.getByText('No limits. Monthly usage resets on').waitFor();
  await screen.page.getByText('0 links this month').waitFor();
  t.equal(await screen.byRole('link', 'Billing').count(), 0, 'neither among the settings');
  await screen.byRole('combobox', 'Workspace').click();
  await screen.byRole('option', 'New workspace').waitFor();
  t.equal(await screen.page.getByText(/\b(Free|Scale|plans?)\b/).count(), 0, 'nor by name');
  t.equal(await screen.page.locator('.meter').count(), 0);
  t.same(await axe(screen), []);
  await screen.goto('/dashboard/settings/billing');
  await screen.byRole('heading', 'No limits').waitFor();
  t.equal(await screen.byRole('button', /^Choose/).count(), 0);
  t.same(await axe(screen), []);
});

t.test('the audit log keeps its filter in the URL, and shows an entry in full', async (t) => {
  const ada = await signUp(daemon);
  await ada.call('POST', '/keys', { name: 'Website' });
  await ada.call('POST', '/links', { url: 'https://example.com/a', slug: 'audited' });
  await ada.call('POST', '/links/bulk', { links: ['b', 'c'].map((name) => ({ url: `https://example.com/${name}` })) });
  const screen = await open(t, ada);
  await screen.goto('/dashboard/settings/audit-log');
  await screen.page.getByText('created the API key').waitFor();
  await screen.page.getByText('created 2 links').waitFor();
  await screen.byLabel('Object type').selectOption('link');
  await screen.page.getByText('created the API key').waitFor({ state: 'detached' });
  t.match(screen.page.url(), /kind=link/);
  await screen.page.getByText('created the link').click();
  await screen.page.getByText('link.create').filter({ visible: true }).waitFor();
  t.match(await screen.byRole('link', /\/audited$/).getAttribute('href'), /\/dashboard\/links\/lnk_/);
  await screen.page.getByText('created 2 links').click();
  t.equal(await screen.page.locator('details[open] li a[href*="/links/lnk_"]').count(), 2);
  await screen.byRole('button', 'Show its history').click();
  await screen.page.locator('.chip', { hasText: '/audited' }).waitFor();
  await screen.page.goBack();
  await screen.page.goBack();
  await screen.page.getByText('created the API key').waitFor();
});

t.test('the audit log shows a renamed tag with both names, and the role of a member who joins', async (t) => {
  const ada = await signUp(daemon);
  const bo = await signUp(daemon);
  await ada.call('POST', '/links', { url: 'https://example.com/a', tags: ['old'] });
  await ada.call('POST', '/links', { url: 'https://example.com/b', tags: ['kept'] });
  await ada.call('PATCH', '/tags/old', { name: 'new' });
  await ada.call('PATCH', '/tags/new', { name: 'kept' });
  const joined = {
    workspaceId: await numberOf(ada),
    actor: { type: 'session', userId: await userIdOf(db, bo) },
    action: 'member.join',
    objectId: newId('inv'),
    details: { email: bo.email, role: 'viewer' },
  } as const;
  await inTransaction(db, (trx) => recordAudit(trx, [joined], new Date()));
  const screen = await open(t, ada);
  await screen.goto('/dashboard/settings/audit-log');
  for (const shown of ['renamed the tag old → new', 'merged the tag new → kept', 'joined as Viewer'])
    await screen.page.getByText(shown).waitFor();
});

t.test('users see only the actions that they are allowed to use', async (t) => {
  const ada = await signUp(daemon);
  const bo = await signUp(daemon);
  await makeMember(db, bo, await numberOf(ada), 'viewer');
  const screen = await open(t, bo);
  await screen.goto('/dashboard');
  await rememberWorkspace(screen, ada.answer.workspace.id);
  for (const [tab, words] of [
    ['api-keys', 'Viewers have no API keys'],
    ['webhooks', 'Only admins can manage webhooks'],
    ['audit-log', 'Only admins can read the audit log'],
  ]) {
    await screen.goto(`/dashboard/settings/${tab}`);
    await screen.byRole('heading', words).waitFor();
    t.equal(await screen.byRole('button', /^New/).count(), 0);
  }
  await screen.goto('/dashboard/settings/billing');
  await screen.byRole('heading', 'Free plan').waitFor();
  t.equal(await screen.byRole('button', /^Choose/).count(), 0);
});

t.test('a screen that fails to load shows the reason, and loads when you press Try again', async (t) => {
  const ada = await signUp(daemon);
  const screen = await open(t, ada);
  screen.faults.expect(/status of 500/);
  const body = JSON.stringify({ error: { code: 'internal_error', message: 'something broke' } });
  await screen.page.route('**/api/keys', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body }),
  );
  await screen.goto('/dashboard/settings/api-keys');
  await screen.byRole('alert').getByText('something broke').waitFor();
  await screen.page.unroute('**/api/keys');
  await press(screen, 'Try again');
  await screen.byRole('heading', 'No API keys yet').waitFor();
});

t.test('a QR code is designed, scanned and downloaded, and an invalid option is refused at its field', async (t) => {
  const ada = await signUp(daemon);
  await givePlan(ada, 'pro');
  await ada.call('POST', '/links', { url: 'https://example.com/', slug: 'poster' });
  const screen = await open(t, ada);
  screen.faults.expect(/status of 422/);
  await screen.goto('/dashboard/links');
  await press(screen, 'Actions for poster');
  await screen.byRole('menuitem', 'QR code').click();
  await screen.byRole('img', /^Preview of the QR code for .*\/poster$/).waitFor();
  await screen.byLabel('Colour').fill('#eeeeee');
  await status(screen, /scanners need at least 3:1/);
  await press(screen, 'Download');
  await screen.page.getByText('use a contrast of at least 3:1 to the background').waitFor();
  await screen.byLabel('Colour').fill('#0a7d4f');
  t.equal(await screen.byRole('button', 'Use the domain’s logo').count(), 0, 'the default domain has none');
  await press(screen, 'Test with a scanner');
  await status(screen, 'A scanner can read this code');
  const [file] = await Promise.all([screen.page.waitForEvent('download'), press(screen, 'Download')]);
  t.equal(file.suggestedFilename(), 'poster.svg');
  t.match(await text(await file.createReadStream()), /fill="#0a7d4f"/);
});

t.test('QR codes of many links are previewed, and downloaded as sheets of paper', async (t) => {
  const ada = await signUp(daemon);
  for (const slug of ['one', 'two']) {
    await ada.call('POST', '/links', { url: 'https://example.com/', slug: `sheet-${slug}` });
  }
  const screen = await open(t, ada);
  await screen.goto('/dashboard/links');
  await screen.byRole('checkbox', 'Select all').check();
  await press(screen, 'QR codes');
  const dialog = screen.byRole('dialog', 'QR codes for 2 links');
  await dialog.getByRole('img', { name: /^Preview of the QR code for .*\/sheet-/ }).waitFor();
  await dialog.getByLabel('Download as').selectOption('pdf');
  await dialog.getByRole('img', { name: 'Preview of the first sheet' }).waitFor();
  await dialog.getByText('1 sheet with up to 20 codes each').waitFor();
  await dialog.getByLabel('Width of a code in mm').fill('160');
  await dialog.getByText('2 sheets with up to 1 code each').waitFor();
  t.match(await dialog.locator('svg.sheet text').allTextContents(), [/\/sheet-/], 'a label is below its code');
  await dialog.getByLabel('Paper').selectOption('letter');
  t.equal(await dialog.locator('svg.sheet').getAttribute('viewBox'), '0 0 215.9 279.4');
  await axeInBothThemes(t, screen);
  await setWidth(screen, phone);
  t.equal(await sidewaysPixels(screen), 0);
  await dialog.getByLabel('Width of a code in mm').fill('60');
  const [file] = await Promise.all([screen.page.waitForEvent('download'), press(screen, 'Download PDF')]);
  t.equal(file.suggestedFilename(), 'qr-codes.pdf');
  t.match((await text(await file.createReadStream())).slice(0, 8), /^%PDF-1/);
});

t.test("a brand's logo is offered for its domain's links, and an unusable logo is refused at its field", async (t) => {
  const ada = await signUp(daemon);
  await givePlan(ada, 'pro');
  const { json: domain } = await ada.call('POST', '/domains', { hostname: 'go.brand.test' });
  const row = await findDomainByHostname(db, 'go.brand.test');
  await inTransaction(db, (trx) => trustDomain(trx, row?.id as number, operator, new Date()));
  daemon.context.announceChanges();
  while (daemon.context.findDomain('go.brand.test') < 0) await sleep(5);
  const { json: link } = await ada.call('POST', '/links', { url: 'https://example.com/', domain: 'go.brand.test' });
  const screen = await open(t, ada);
  screen.faults.expect(/status of 422/);
  const openQr = async () => {
    const known = screen.page.waitForResponse(/\/domains$/);
    await screen.goto(`/dashboard/links/${link.id}`);
    await press(screen, 'QR code');
    await known;
    await screen.byRole('button', 'Download').waitFor();
  };
  await openQr();
  t.equal(await screen.byRole('button', 'Use the domain’s logo').count(), 0, 'it has none yet');
  const brand = { name: 'Brand', logoUrl: 'https://cdn.example.com/logo.png' };
  await ada.call('PATCH', `/domains/${domain.id}`, { brand });
  await openQr();
  await press(screen, 'Use the domain’s logo');
  await press(screen, 'Download');
  await screen.page.getByText(/brand/).and(screen.page.locator('.error')).waitFor();
  await press(screen, 'Remove logo');
});

t.test("an operator sees the installation's problems and their remedies, and other users do not", async (t) => {
  const [ada, overseer] = [await signUp(daemon), await signUp(daemon)];
  const operatorId = await userIdOf(db, overseer);
  await inTransaction(db, (trx) => insertOperator(trx, operatorId, new Date()));
  const other = await open(t, ada);
  await other.goto('/dashboard/health');
  await other.byRole('heading', 'Only operators can open this page').waitFor();
  const screen = await open(t, overseer);
  await screen.goto('/dashboard');
  await screen.byRole('link', 'Health').click();
  const problems = screen.byRole('region', 'What to do');
  await problems.getByRole('heading', { name: /^\d+ problems$/ }).waitFor();
  const processes = problems.getByRole('listitem').filter({ hasText: 'No process is running' });
  await processes.getByText('waypost start', { exact: true }).waitFor();
  await processes.getByRole('img', { name: 'Failed' }).waitFor();
  await screen
    .byRole('region', 'Databases')
    .getByText(/^(MariaDB|MySQL) \d/)
    .waitFor();
  await screen.byRole('button', 'Check again').click();
  await screen.page.getByText(/^Checked/).waitFor();
  await keyboardOnly(screen);
  await tryHealth(t, screen, '/dashboard/health', /\/api\/installation\/health/);
});

t.test('an operator bans a reported link with a reason, and other users cannot open the screen', async (t) => {
  const [ada, overseer] = [await signUp(daemon), await signUp(daemon)];
  const operatorId = await userIdOf(db, overseer);
  await inTransaction(db, (trx) => insertOperator(trx, operatorId, new Date()));
  const { json: link } = await ada.call('POST', '/links', { url: 'https://example.com/odd', slug: 'odd-one' });
  const { json: second } = await ada.call('POST', '/links', { url: 'https://example.com/even', slug: 'even-one' });
  await fetch(`${daemon.origin}/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: link.shortUrl, reason: 'phishing', details: 'asks for a password' }),
  });
  const other = await open(t, ada);
  await other.goto('/dashboard/safety');
  await other.byRole('heading', 'Only operators can open this page').waitFor();
  const screen = await open(t, overseer);
  await screen.goto('/dashboard');
  await screen.byRole('link', 'Safety').click();
  const inNavigation = screen.byRole('link', 'Safety');
  await inNavigation.and(screen.page.getByTitle('1 open review')).waitFor();
  const review = screen.byRole('article', link.shortUrl);
  await review.getByText(/asks for a password/).waitFor();
  await review.getByText(/Created (just now|.* ago)/).waitFor();
  await review.getByRole('link', { name: 'Show all its links' }).click();
  await screen.page.getByText(second.shortUrl).waitFor();
  await screen.page.goBack();
  await review.getByRole('button', { name: 'Ban', exact: true }).click();
  await screen.byLabel('Reason').fill('It asks for passwords of a bank.');
  await screen.byRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click();
  await status(screen, 'Closed the review');
  await inNavigation.and(screen.page.getByTitle('1 open review')).waitFor({ state: 'detached' });
  t.equal((await ada.call('GET', `/links/${link.id}`)).json.banned, true);
  await screen.byRole('link', 'Workspaces').click();
  await screen.byRole('searchbox').fill(ada.email);
  await screen
    .byRole('row', new RegExp(ada.email))
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await screen.byRole('menuitem', 'Change plan').click();
  await screen.byLabel('Plan').selectOption('Team');
  await screen.byLabel('Reason').fill('Agreed with Ada.');
  await screen.byRole('dialog').getByRole('button', { name: 'Change plan' }).click();
  await status(screen, /Changed the plan of .* to Team/);
  t.equal((await ada.call('GET', '/workspace')).json.plan, 'team');
  t.same(await axe(screen), []);
  await screen.byRole('link', 'Actions').click();
  await screen.page.getByText('It asks for passwords of a bank.').waitFor();
  await screen.page.getByText('Plan changed to Team').waitFor();
  await screen.goto(`/dashboard/safety?tab=links&q=${encodeURIComponent(link.shortUrl)}`);
  const hidden = (field: { scrollWidth: number; clientWidth: number }) => field.scrollWidth - field.clientWidth;
  t.equal(await screen.byRole('searchbox').evaluate(hidden), 0, 'the full short URL is visible');
  await setWidth(screen, phone);
  t.equal(await sidewaysPixels(screen), 0);
  await screen.byRole('button', /^Actions for .*odd-one$/).click();
  await screen.byRole('menuitem', 'History').click();
  await screen
    .byRole('dialog')
    .getByText(/Report: Phishing/)
    .waitFor();
});

t.test('a user turns on reports by email, requests a report, and its links open the right workspace', async (t) => {
  const ada = await signUp(daemon);
  await verifyUser(db, await userIdOf(db, ada));
  const { json: second } = await ada.call('POST', '/workspaces', { name: 'Second' });
  const screen = await open(t, ada);
  await screen.goto('/dashboard/settings/workspace');
  const frequency = screen.byLabel('Frequency');
  t.equal(await frequency.inputValue(), 'off');
  const card = screen.page.locator('form.card').filter({ has: frequency });
  t.equal(await card.getByRole('button', { name: 'Send me one now' }).count(), 0);
  await frequency.selectOption('weekly');
  const zone = card.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Tokyo');
  await screen.page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await card.getByRole('button', { name: 'Save' }).click();
  await status(screen, 'Saved');
  const { json } = await ada.call('GET', '/workspace/reports');
  t.match(json, { frequency: 'weekly', timezone: 'Asia/Tokyo' });
  await card.getByText(/^The next report is due on /).waitFor();
  t.same(await axe(screen), []);
  await card.getByRole('button', { name: 'Send me one now' }).click();
  await status(screen, `Sent a report to ${ada.email}`);

  await screen.goto(`/dashboard/links?health=broken&workspace=${second.id}`);
  await screen.byRole('button', /Destination: Broken/).waitFor();
  t.equal(await screen.byRole('combobox', 'Workspace').inputValue(), 'Second');
  t.notMatch(screen.page.url(), 'workspace=', 'so that a reload keeps another choice');
  await screen.goto('/dashboard/settings/workspace');
  await screen.byLabel('Frequency').waitFor();
  t.equal(await screen.byLabel('Frequency').inputValue(), 'off', 'each workspace has its own setting');
});
