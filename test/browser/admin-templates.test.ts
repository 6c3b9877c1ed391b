/** Email templates in the admin application: written with a live preview, tested, changed by two users, and deleted. */
import { addContact } from '../fixtures/automations.ts';
import { beginAdminSession, openAdminScreen, startAdminSite } from '../fixtures/browser/admin.ts';
import { axeInBothThemes } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { enter, keyboardOnly, tabTo, write } from '../fixtures/browser/keyboard.ts';
import { announced, openScreen, type Screen } from '../fixtures/browser/screen.ts';
import { addRule } from '../fixtures/rules.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

const site = await startAdminSite(t);
const { origin, post, get, del } = site;
const browser = await openBrowser(t);
const boss = await beginAdminSession(site, 'boss@example.com');
const viewer = await beginAdminSession(site, 'viewer@example.com', 'viewer');

const open = (t: Test, path: string, { cookies = boss, width = 1440 } = {}) =>
  openAdminScreen(t, browser, { origin, cookies, width, path });
const emailIn = ({ page }: Screen) => page.frameLocator('iframe[title="Preview of the email"]');
const templates = async () => (await get('/templates')).body.data.templates;
const add = async (given: object) => (await post('/template/add', given)).body.data.template.ID as number;
const clear = async () => {
  for (const { ID } of await templates()) await del(`/template/${ID}`);
};

t.test(
  'an example becomes a template, previewed for a contact while it is typed, in both themes and widths',
  async (t) => {
    await addContact(site, { email: 'bea@example.com', f_name: 'Bea' });
    const screen = await open(t, '/templates');
    await screen.page.getByText('No email templates yet').waitFor();
    await axeInBothThemes(t, screen);
    await screen.byRole('link', 'Welcome').click();
    await emailIn(screen).getByText('Hello Ada,').waitFor();
    await screen.byLabel('Shown for').click();
    await screen.byLabel('Shown for').pressSequentially('bea');
    await screen.byRole('option', /^bea@example\.com/).click();
    await emailIn(screen).getByText('Hello Bea,').waitFor();
    await screen.page.getByText('Welcome, Bea').waitFor();
    await screen.byRole('button', 'Bold').click();
    await screen.page.keyboard.type('new <script>parent.seen = true</script> & safe');
    await emailIn(screen).locator('strong', { hasText: 'new' }).waitFor();
    t.equal(await emailIn(screen).locator('script').count(), 0);
    const colour = () =>
      emailIn(screen)
        .locator('body')
        .evaluate((body) => body.ownerDocument.defaultView?.getComputedStyle(body).backgroundColor);
    const light = await colour();
    await screen.byRole('button', 'Dark').click();
    await until(async () => (await colour()) !== light);
    const width = async () => (await screen.page.locator('iframe').boundingBox())?.width ?? 0;
    const desktop = await width();
    await screen.byRole('button', 'Phone').click();
    t.ok((await width()) < desktop && (await width()) <= 390);
    await axeInBothThemes(t, screen);
    await screen.byRole('button', 'Plain text').click();
    await screen.page.locator('pre', { hasText: 'Hello Bea,' }).waitFor();
    await screen.byRole('button', 'Save').click();
    await announced(screen, 'Saved template Welcome');
    await screen.byRole('heading', 'Welcome').waitFor();
    const [saved] = await templates();
    t.match(saved, { name: 'Welcome', format: 'markdown', subject: 'Welcome, {{ f_name | "friend" }}' });
    await screen.page.goBack();
    await screen.page.getByText('Email templates').first().waitFor();
    await clear();
  },
);

t.test('an unknown field is reported at the body with the most similar field, even while the user types', async (t) => {
  const ID = await add({ name: 'Typing', subject: 'Hello', body: 'Hello' });
  const screen = await open(t, `/templates/${ID}`);
  screen.faults.expect(/status of 422/);
  await screen.byLabel('Body').fill('Hello {{ f_nam }}');
  const message = 'Body has the unknown field f_nam. Did you mean f_name?';
  await screen.page.locator('.field .error', { hasText: message }).waitFor();
  await screen.byRole('button', 'Save').click();
  await screen.byLabel('Body').and(screen.page.locator(':focus')).waitFor();
  t.equal(await screen.byLabel('Body').getAttribute('aria-invalid'), 'true');
  await screen.byLabel('Body').fill('Hello ');
  await screen.byRole('button', 'Insert a field into body').click();
  const dialog = screen.byRole('dialog', 'Insert a field');
  await axeInBothThemes(t, screen);
  await dialog.getByLabel('If it is empty').fill('there');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await until(async () => (await screen.byLabel('Body').inputValue()) === 'Hello {{ f_name | "there" }}');
  await screen.byRole('button', 'Save').click();
  await announced(screen, 'Saved template Typing');
  await clear();
});

t.test('a test email can be sent, and unsaved changes are discarded only after confirmation', async (t) => {
  const ID = await add({ name: 'Tested', subject: 'Hello {{ f_name }}', body: 'A text.' });
  const screen = await open(t, `/templates/${ID}`);
  await screen.byRole('button', 'Send test').click();
  const dialog = screen.byRole('dialog', 'Send a test email');
  t.equal(await dialog.getByLabel('To').inputValue(), 'boss@example.com');
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await announced(screen, 'Sent a test to boss@example.com');
  const queued = await site.db
    .selectFrom('automations_mails')
    .select('data')
    .where('recipient', '=', 'boss@example.com')
    .execute();
  t.match(queued.at(-1)?.data, /\[Test\] Hello Ada/);
  await screen.byLabel('Subject').fill('Changed');
  await screen.byRole('link', 'Webhooks').click();
  const ask = screen.byRole('dialog', 'Leave without saving?');
  await ask.getByRole('button', { name: 'Cancel' }).click();
  t.equal(await screen.byLabel('Subject').inputValue(), 'Changed');
  await screen.byRole('button', 'Discard').click();
  t.equal(await screen.byLabel('Subject').inputValue(), 'Hello {{ f_name }}');
  await clear();
});

t.test('if two users edit the same template, the second user is asked only about conflicting changes', async (t) => {
  const ID = await add({ name: 'Shared', subject: 'Before', body: 'A text.' });
  const screen = await open(t, `/templates/${ID}`);
  await screen.byLabel('Subject').fill('Mine');
  await screen.byLabel('Preheader').fill('Only mine');
  await post(`/template/update/${ID}`, { subject: 'Theirs', body: 'Their text.' });
  screen.faults.expect(/status of 409 /);
  await screen.byRole('button', 'Save').click();
  const which = screen.byRole('dialog', 'Choose which changes to keep');
  await which.getByRole('radio', { name: 'Theirs Theirs' }).check();
  t.equal(await which.getByRole('group').count(), 1);
  await which.getByRole('button', { name: 'Save' }).click();
  await announced(screen, 'Saved template Shared');
  t.match((await get(`/template/${ID}`)).body.data.template, {
    subject: 'Theirs',
    preheader: 'Only mine',
    body: 'Their text.',
  });
  await clear();
});

t.test('a template is chosen in a rule, and cannot be deleted while the rule sends it', async (t) => {
  const ID = await add({ name: 'Used', subject: 'Hello', body: 'A text.' });
  const rule = await addRule(site, {
    name: 'Sends it',
    trigger: { event: 'contact.created' },
    steps: [{ action: 'send_mail', template: ID }],
    active: false,
  });
  const screen = await open(t, '/templates');
  await screen.byRole('link', 'Sends it').waitFor();
  await screen.byRole('button', 'Actions for Used').click();
  await screen.byRole('menuitem', 'Delete').click();
  const kept = screen.byRole('dialog', 'Used is in use');
  await kept.getByRole('link', { name: 'Sends it' }).click();
  await until(async () => (await screen.byLabel('Template').inputValue()) === 'Used');
  await del(`/rule/${rule.ID}`);
  await screen.goto('/wp-admin/templates');
  await screen.byRole('button', 'Actions for Used').click();
  await screen.byRole('menuitem', 'Delete').click();
  await screen.byRole('dialog', 'Delete the template Used?').getByRole('button', { name: 'Delete' }).click();
  await announced(screen, 'Deleted template Used');
  t.same(await templates(), []);
});

t.test('a template is written by keyboard alone on a phone, which shows the preview separately', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies: boss, width: 360 });
  await keyboardOnly(screen);
  await screen.goto('/wp-admin/templates/new');
  await write(screen, screen.byLabel('Name'), 'By keyboard');
  await write(screen, screen.byLabel('Subject'), 'Hello');
  await write(screen, screen.byLabel('Body'), 'A text with ');
  await screen.page.keyboard.press('ControlOrMeta+B');
  await screen.page.keyboard.type('weight');
  t.equal(await screen.byLabel('Body').inputValue(), 'A text with **weight**');
  await enter(screen, screen.byRole('button', 'Save'));
  await announced(screen, 'Saved template By keyboard');
  await tabTo(screen, screen.byRole('button', 'Preview'), 'Shift+Tab');
  await screen.page.keyboard.press('Enter');
  await emailIn(screen).locator('strong', { hasText: 'weight' }).waitFor();
  await axeInBothThemes(t, screen);
  await clear();
});

t.test('viewers can see templates and their numbers, but cannot change anything', async (t) => {
  const ID = await add({ name: 'Seen', subject: 'Hello', body: 'A text.' });
  const screen = await open(t, '/templates', { cookies: viewer });
  await screen.byRole('link', 'Seen').click();
  await screen.page.getByText('A text.').waitFor();
  for (const name of ['Save', 'Send test', 'Bold']) t.equal(await screen.byRole('button', name).count(), 0, name);
  await screen.goto('/wp-admin/templates/new');
  await screen.page.getByText('Only editors and administrators can open this page').waitFor();
  await del(`/template/${ID}`);
});
