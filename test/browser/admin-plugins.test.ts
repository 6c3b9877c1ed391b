/** What a plugin adds to the admin application, by data alone: a card of the settings, and a step and a trigger of rules. */
import type { Body } from '../fixtures/automations.ts';
import { beginAdminSession, openAdminScreen, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { installTutorial } from '../fixtures/tutorial.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

const site = await startAdminSite(t, { PLUGINS_DIR: await installTutorial(t) });
const { get, post, origin } = site;
await post('/field/add', { field_name: 'Birthday', type: 7 });
await post('/field/add', { field_name: 'Name day', type: 7 });
const browser = await openBrowser(t);
const boss = await beginAdminSession(site, 'boss@example.com');
const open = (t: Test, path: string) => openAdminScreen(t, browser, { origin, cookies: boss, path });

t.test('a plugin is switched on, and its card of settings saves what is chosen', async (t) => {
  const screen = await open(t, '/settings/plugins');
  await screen.byRole('button', 'Actions for birthday').click();
  await screen.byRole('menuitem', 'Activate').click();
  await screen.byRole('status').filter({ hasText: 'birthday is switched on' }).first().waitFor();
  await until(async () => (await get('/kinds')).body.data.criteria.length > 0);
  await screen.page.reload();
  await screen.byRole('heading', 'Birthdays').waitFor();
  t.equal(await screen.byLabel('Field with the date').inputValue(), 'birthday');
  await screen.byLabel('Field with the date').selectOption({ label: 'Name day' });
  await screen.byLabel('Usual greeting').fill('Cheers');
  t.same(await axe(screen), []);
  await screen.byRole('button', 'Save').click();
  await screen.byRole('status').filter({ hasText: 'Saved Birthdays' }).waitFor();
  await screen.page.reload();
  await screen.byRole('heading', 'Birthdays').waitFor();
  t.equal(await screen.byLabel('Usual greeting').inputValue(), 'Cheers');
  await screen.byLabel('Usual greeting').fill('');
  await screen.byRole('button', 'Save').click();
  await screen.page.locator('input:invalid').waitFor();
});

t.test(
  'the editor of rules offers its trigger and its step, and a rule of both is saved and read in words',
  async (t) => {
    const screen = await open(t, '/rules/new');
    await screen.byLabel('Name').fill('Birthdays');
    await screen.byLabel('What happens').selectOption({ label: 'A contact has its birthday' });
    await screen.byRole('button', 'Add step').click();
    await screen.byRole('menuitem', 'Note a greeting').click();
    await screen.byLabel('Greeting').fill('Cheers');
    t.same(await axe(screen), []);
    await screen.byRole('button', 'Save').click();
    await screen.byRole('status').filter({ hasText: 'Birthdays' }).waitFor();
    const { rules } = (await get('/rules')).body.data;
    t.match(rules, [
      { trigger: { event: 'birthday.today' }, steps: [{ action: 'birthday_greet', greeting: 'Cheers' }] },
    ]);
  },
);

t.test('its condition stands among those of a filter, and in the address of the list', async (t) => {
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
  await screen.byRole('status').filter({ hasText: 'Within a week' }).waitFor();
  const saved = (await get('/rules')).body.data.rules.find(({ name }: Body) => name === 'Within a week');
  t.match(saved.conditions, { criterion: { birthday_within: 7 } });
});
