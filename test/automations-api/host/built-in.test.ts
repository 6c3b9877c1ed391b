/** Each built-in plugin can be deactivated: everything else keeps working, and its own routes and screens disappear. */
import { addAdmin, openAdminBrowser } from '../../fixtures/admins.ts';
import { type Body, startAutomations } from '../../fixtures/automations.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t, { SITE_URL: 'http://admin.test', LOGIN_TRIES_PER_MINUTE: '1000' });
const { get, post, site } = service;
await addAdmin(service, 'ada@example.com', 'administrator');
const browser = openAdminBrowser(service);
await browser.signIn('ada@example.com');

const runs = async (): Promise<string[]> => (await browser.get('/session')).body.data.plugins;
const paths = async (): Promise<string[]> =>
  Object.keys(((await (await fetch(`${site}/wp-json/automations/openapi.json`)).json()) as Body).paths);
const switchTo = async (name: string, action: 'activate' | 'deactivate') => {
  t.equal((await browser.post(`/plugin/${action}`, { name })).status, 200, `${action} ${name}`);
  await until(async () => (await runs()).includes(name) === (action === 'activate'));
};

for (const name of ['hooks', 'letters', 'forms']) {
  t.test(`while the plugin ${name} is off, the others work; once on again, the plugin has its routes`, async (t) => {
    const all = await paths();
    const others = (await runs()).filter((one) => one !== name).sort();
    await switchTo(name, 'deactivate');
    t.same((await runs()).sort(), others);
    t.match(
      (await browser.get('/plugins')).body.data.plugins.find((one: Body) => one.name === name),
      { active: false },
    );
    const left = await paths();
    t.ok(left.every((path) => all.includes(path)));
    t.equal((await post('/contact/add', { email: `${name}@x.example` })).status, 200);
    t.equal((await get('/kinds')).status, 200);
    t.equal((await post('/contact/event', { email: `${name}@x.example`, name: 'seen' })).status, 200);
    await switchTo(name, 'activate');
    t.same((await paths()).sort(), all.sort());
  });
}

t.test('the plugins that extend contact automation stop and start with it', async (t) => {
  const all = (await runs()).sort();
  await browser.post('/plugin/deactivate', { name: 'automations' });
  await until(async () => (await runs()).join() === 'admin');
  t.equal((await browser.get('/plugins')).status, 200);
  await browser.post('/plugin/activate', { name: 'automations' });
  await until(async () => (await runs()).length === all.length);
  t.same((await runs()).sort(), all);
});
