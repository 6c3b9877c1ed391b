/**
 * A plugin's additions to the admin application, which are only data: settings, parts of rules and filters, events,
 * columns.
 */
import { addContact, type Body } from '../fixtures/automations.ts';
import { beginAdminSession, openAdminScreen, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { breakAnswers } from '../fixtures/browser/break-answers.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { tryScreens } from '../fixtures/browser/every-screen.ts';
import { announced, openScreen } from '../fixtures/browser/screen.ts';
import { installTutorial } from '../fixtures/tutorial.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

const site = await startAdminSite(t, { PLUGINS_DIR: await installTutorial(t) });
const { get, post, origin } = site;
await post('/field/add', { field_name: 'Birthday', type: 7 });
const nameDay = (await post('/field/add', { field_name: 'Name day', type: 7 })).body.data.fields.ID;
await addContact(site, { email: 'ada@example.com' });
const browser = await openBrowser(t);
const boss = await beginAdminSession(site, 'boss@example.com');
const open = (t: Test, path: string) => openAdminScreen(t, browser, { origin, cookies: boss, path });

t.test('a plugin can be turned on, and its settings card saves its values', async (t) => {
  const screen = await open(t, '/settings/plugins');
  await screen.byRole('button', 'Actions for birthday').click();
  await screen.byRole('menuitem', 'Activate').click();
  await announced(screen, 'Activated birthday');
  await until(async () => (await get('/kinds')).body.data.steps.some(({ name }: Body) => name === 'birthday_greet'));
  await screen.page.reload();
  await screen.byRole('heading', 'Birthdays').waitFor();
  t.equal(await screen.byLabel('Field with the date').inputValue(), 'birthday');
  await screen.byLabel('Field with the date').selectOption({ label: 'Name day' });
  await screen.byLabel('Usual greeting').fill('Cheers');
  const preview = screen.byRole('region', 'Preview');
  await preview.frameLocator('iframe').getByText('Note: Cheers').waitFor();
  t.same(await axe(screen), []);
  await screen.byRole('button', 'Save').click();
  await announced(screen, 'Saved Birthdays');
  await screen.page.reload();
  await screen.byRole('heading', 'Birthdays').waitFor();
  t.equal(await screen.byLabel('Usual greeting').inputValue(), 'Cheers');
  // Its preview is refused, too.
  screen.faults.expect(/status of 400 .*\/card\/preview/);
  await screen.byLabel('Usual greeting').fill('');
  await screen.byRole('button', 'Save').click();
  await screen.page.locator('input:invalid').waitFor();
});

t.test("the rule editor offers the plugin's trigger and step, and shows a saved rule with both as text", async (t) => {
  const screen = await open(t, '/rules/new');
  await screen.byLabel('Name').fill('Birthdays');
  await screen.byLabel('Event').selectOption({ label: 'A contact has its birthday' });
  await screen.byRole('button', 'Add step').click();
  await screen.byRole('menuitem', 'Note a greeting').click();
  await screen.byLabel('Greeting').fill('Cheers');
  t.same(await axe(screen), []);
  await screen.byRole('button', 'Save').click();
  await announced(screen, 'Birthdays');
  const { rules } = (await get('/rules')).body.data;
  t.match(rules, [{ trigger: { event: 'birthday.today' }, steps: [{ action: 'birthday_greet', greeting: 'Cheers' }] }]);
});

t.test("filters offer the plugin's condition, which stays in the list's URL", async (t) => {
  const screen = await open(t, '/contacts?criterion[birthday_within]=7');
  await screen.page.getByText('Birthday within days: 7').first().waitFor();
  await screen.goto('/wp-admin/rules/new');
  await screen.byLabel('Name').fill('Within a week');
  await screen.byRole('button', 'Add condition').click();
  await screen.byRole('menuitem', 'Birthday within days').click();
  await screen.byLabel('Birthday within days').fill('7');
  await screen.byRole('button', 'Add step').click();
  await screen.byRole('menuitem', 'Note a greeting').click();
  await screen.byRole('button', 'Save').click();
  await announced(screen, 'Within a week');
  const saved = (await get('/rules')).body.data.rules.find(({ name }: Body) => name === 'Within a week');
  t.match(saved.conditions, { criterion: { birthday_within: 7 } });
});

t.test("webhooks offer the plugin's event, and exports offer its column", async (t) => {
  const screen = await open(t, '/webhooks?new=1');
  const dialog = screen.byRole('dialog', 'New webhook');
  await dialog.getByLabel('URL').fill('https://hooks.example/birthdays');
  await dialog.getByLabel('All events').uncheck();
  await dialog
    .getByRole('group', { name: 'Plugins' })
    .getByLabel(/^Birthday/)
    .check();
  t.same(await axe(screen), []);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await screen.byRole('button', 'Copy').click();
  await screen.byRole('button', 'Done').click();
  t.match((await get('/webhooks')).body.data.webhooks, [{ events: ['birthday.today'] }]);
  await screen.byRole('cell').filter({ hasText: 'Birthday' }).waitFor();
  await screen.goto('/wp-admin/export');
  t.ok(await screen.byRole('checkbox', 'Birthday today birthday_today').isChecked());
});

t.test(
  "the plugin's screen opens from the menu, the finder, its shortcut and its URL, and its button adds the greeting",
  async (t) => {
    const day = new Date().toISOString().slice(4, 10);
    const hostile = '<img src=x onerror=alert(1)>';
    await post('/contacts/batch', {
      contacts: Array.from({ length: 30 }, (_, n) => ({
        email: `c${n}@example.com`,
        fields: { [nameDay]: `1990${day}` },
      })),
    });
    t.teardown(
      site.app.host.registries.cards.add(
        {
          name: 'hostile',
          screen: 'birthdays',
          title: hostile,
          note: hostile,
          columns: { properties: { what: { type: 'string', title: hostile } } },
          rows: async () => ({ rows: [{ what: hostile }], total: 1 }),
          actions: [
            {
              name: 'tell',
              label: 'Tell everybody',
              warning: hostile,
              form: { properties: { word: { type: 'string', title: 'Word' } }, required: ['word'] },
              run: async ({ values }) => `${values.word} ${hostile}`,
            },
          ],
        },
        { plugin: 'test', trusted: true },
      ),
    );
    const screen = await open(t, '/segments');
    await screen.page.keyboard.press('g');
    await screen.page.keyboard.press('b');
    await screen.page.waitForURL('**/wp-admin/screens/birthdays');
    const link = screen.byRole('navigation', 'Main').getByRole('link', { name: 'Birthdays soon' });
    t.equal(await link.getAttribute('aria-current'), 'page');
    await screen.goto('/wp-admin/segments');
    // Keyboard shortcuts work only a moment after the menu is drawn.
    await screen.byRole('heading', 'No segments yet').waitFor();
    await screen.page.keyboard.press('Control+k');
    await screen.byRole('combobox', 'Find anything').fill('birthd');
    await screen.byRole('option', 'Birthdays soon').waitFor();
    await screen.page.keyboard.press('Enter');
    await screen.byRole('heading', 'Within a week').waitFor();

    const rows = screen.byRole('region', 'Within a week').locator('tbody tr');
    t.equal(await rows.count(), 25);
    await screen.byRole('button', 'Next').click();
    await until(async () => (await rows.count()) === 5);
    const name = await rows.last().locator('a').innerText();
    await rows
      .last()
      .getByRole('button', { name: `Actions for ${name}` })
      .click();
    await screen.byRole('menuitem', 'Preview').click();
    const shown = screen.byRole('dialog', `Preview of ${name}`);
    await shown.frameLocator('iframe').getByText('Cheers').waitFor();
    t.same(await axe(screen), []);
    await screen.page.keyboard.press('Escape');
    await rows
      .last()
      .getByRole('button', { name: `Actions for ${name}` })
      .click();
    await screen.byRole('menuitem', 'Note the greeting').click();
    await announced(screen, 'Noted the greeting');
    await screen.byRole('button', 'Tell everybody').click();
    const dialog = screen.byRole('dialog', 'Tell everybody');
    await dialog.getByText(hostile).waitFor();
    t.same(await axe(screen), []);
    await dialog.getByLabel('Word').fill('Hello');
    await dialog.getByRole('button', { name: 'Tell everybody' }).click();
    await announced(screen, `Hello ${hostile}`);
    t.equal(await screen.page.locator('img').count(), 0, "a plugin's texts are only ever text");

    await rows.last().locator('a').click();
    await screen.page.getByText('Cheers').first().waitFor();
  },
);

t.test(
  "the plugin's screen has landmarks, does not shift, fits, is accessible in both themes, and works by keyboard",
  async (t) => {
    const place = { name: 'birthdays', path: '/wp-admin/screens/birthdays', isOpen: false, isInNav: true };
    await tryScreens(t, { browser, origin, cookies: boss }, [place]);
  },
);

t.test("users without access do not find the plugin's screen, even by its URL", async (t) => {
  const cookies = await beginAdminSession(site, 'viewer@example.com', 'viewer');
  const screen = await openAdminScreen(t, browser, { origin, cookies, path: '/screens/birthdays' });
  t.equal(await screen.byRole('link', 'Birthdays soon').count(), 0);
  t.equal(await screen.byRole('heading', 'Within a week').count(), 0);
});

for (const [what, path] of [
  ['the editor of rules', '/rules/new'],
  ['the form of webhooks', '/webhooks?new=1'],
  ['the choice of columns', '/export'],
] as const) {
  t.test(`${what} waits until the kinds are loaded, and shows the error if they cannot be loaded`, async (t) => {
    const screen = await openScreen(t, browser, { origin, cookies: boss });
    const mend = await breakAnswers(screen, /\/automations\/kinds/, 'The service is busy.');
    await screen.goto(`/wp-admin${path}`);
    const alert = screen.byRole('alert').filter({ hasText: 'The service is busy.' });
    await alert.waitFor();
    t.equal(await screen.byLabel('Event').or(screen.byLabel('All events')).count(), 0);
    await mend();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await screen.byLabel('Event').or(screen.byLabel('All events')).or(screen.byRole('button', 'All columns')).waitFor();
  });
}
