/** Contacts and users in two databases. Each has its own database account, which cannot use the other database. */
import { createConnection } from 'mysql2/promise';
import { contactsChecks } from '../../../shared/check/checks.ts';
import { runChecks } from '../../../shared/check/run-checks.ts';
import { giveContactsRole, signUp, userIdOf } from '../../fixtures/accounts.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { startDaemon } from '../../fixtures/daemon.ts';
import { openHostsBrowser } from '../../fixtures/hosts-browser.ts';
import { service } from '../../fixtures/processes.ts';
import { ask } from '../../fixtures/requests.ts';
import { startSilentProxy } from '../../fixtures/silent-proxy.ts';
import { createStores, type Stores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const [ofLinks, ofContacts] = [await createStores(t), await createStores(t)];
const databaseOf = ({ mysqlUrl }: Stores) => new URL(mysqlUrl).pathname.slice(1);
const root = await createConnection(ofLinks.mysqlUrl);

/** Creates a database account that has these rights in a single database. Returns its URL. */
async function userOf(stores: Stores, rights: string): Promise<string> {
  const url = new URL(stores.mysqlUrl);
  [url.username, url.password] = [databaseOf(stores), 'secret'];
  await root.query('CREATE USER ?@? IDENTIFIED BY ?', [url.username, '%', url.password]);
  await root.query(`GRANT ${rights} ON ${databaseOf(stores)}.* TO ?@?`, [url.username, '%']);
  return url.href;
}
t.teardown(async () => {
  for (const stores of [ofLinks, ofContacts]) await root.query('DROP USER ?@?', [databaseOf(stores), '%']);
  await root.end();
});
const peopleUrl = await userOf(ofLinks, 'SELECT, INSERT, UPDATE, DELETE');
const stores = { ...ofContacts, mysqlUrl: await userOf(ofContacts, 'ALL') };
const env = { CERTIFICATE_SECRET: 'a secret of both services' };

t.test(
  'contact automation does not start if the user database lacks tables, and creates no tables in that database',
  async (t) => {
    await t.rejects(
      startAutomations(t, { ...env, PEOPLE_URL: peopleUrl }, stores),
      /the database of PEOPLE_URL lacks people\/0001_baseline/,
    );
    const [tables] = await root.query(`SHOW TABLES FROM ${databaseOf(ofLinks)}`);
    t.same(tables, []);
    await t.rejects(
      startAutomations(t, { ...env, PEOPLE_URL: stores.mysqlUrl.replace(databaseOf(ofContacts), 'nobody') }, stores),
      /Access denied for user/,
    );
  },
);

t.test('sign-in by ticket, roles and sign-out use the user database, and `check` reports its state', async (t) => {
  const links = await startDaemon(t, { stores: ofLinks, env });
  const contacts = await startAutomations(t, { ...env, PEOPLE_URL: peopleUrl }, stores);
  const { db } = links.context;
  const [boss, editor] = [await signUp(links), await signUp(links)];
  await giveContactsRole(db, await userIdOf(db, boss), 'administrator');
  await giveContactsRole(db, await userIdOf(db, editor), 'editor');
  const enter = async ({ email }: { email: string }) => {
    const browser = openHostsBrowser({ links, contacts });
    await browser.signIn(email);
    t.match(await browser.openContacts('/wp-admin/tags'), { status: 302, location: '/wp-admin/tags' });
    return { ...browser, role: async () => (await browser.toContacts()).json.data.user?.role };
  };
  const [atBoss, atEditor] = [await enter(boss), await enter(editor)];
  t.same([await atBoss.role(), await atEditor.role()], ['administrator', 'editor']);
  const path = `/wp-json/waypost-admin/v1/admin/update/${await userIdOf(db, editor)}`;
  t.match(await atEditor.call('contacts', 'POST', path, { role: 'administrator' }), { status: 403 });
  t.match(await atBoss.call('contacts', 'POST', path, { role: 'viewer' }), { status: 200 });
  t.ok(await until(async () => (await atEditor.role()) === 'viewer'));
  await atEditor.call('contacts', 'DELETE', '/wp-json/waypost-admin/v1/session');
  t.ok(await until(async () => (await atEditor.toDashboard()).status === 401));
  await atBoss.call('links', 'DELETE', '/api/dashboard/session');
  t.ok(await until(async () => (await atBoss.toContacts()).status === 401));

  const check = async () => {
    const subject = { config: contacts.config, now: new Date() };
    return runChecks(
      contactsChecks.filter(({ name }) => name === 'people'),
      subject,
    );
  };
  t.match(await check(), [{ state: 'ok' }]);
  await root.query(`REVOKE UPDATE ON ${databaseOf(ofLinks)}.* FROM ?@?`, [databaseOf(ofLinks), '%']);
  t.match(await check(), [
    { state: 'failed', found: 'the user of PEOPLE_URL lacks the right to UPDATE in the database' },
  ]);
});

t.test(
  'contact automation starts and accepts API keys while the user database is down, and sign-in works once it is back',
  async (t) => {
    const proxy = await startSilentProxy(t, ofLinks.mysqlUrl);
    await startDaemon(t, { stores: ofLinks, env });
    const { key, stop } = await startAutomations(t, { ...env, PEOPLE_URL: proxy.url }, stores);
    await stop();
    proxy.silence(true);
    const { mysqlUrl: MYSQL_URL, redisUrl: REDIS_URL, redisPrefix: REDIS_PREFIX } = stores;
    const settings = { MYSQL_URL, REDIS_URL, REDIS_PREFIX, LOCAL_DIR: t.testdir(), PEOPLE_URL: proxy.url, ...env };
    const contacts = await service(t, 'automations-api/server.js', 'AUTOMATIONS_PORT', settings, '/livez');
    await contacts.start();
    const asked = (path: string) => ask(contacts.port, { path });
    t.equal((await asked(`/wp-json/automations/tags?api_key=${key}`)).status, 200);
    t.match(await asked('/wp-json/waypost-admin/v1/enter'), { status: 503, headers: { 'retry-after': /\d/ } });
    const { status, body } = await asked('/readyz');
    t.match([status, JSON.parse(body)], [503, { status: 'not_ready', failing: { people: /./ } }]);
    t.equal((await asked('/readyz?for=writes')).status, 200);
    proxy.restore();
    await until(async () => (await asked('/readyz')).status === 200);
    t.match(await asked('/wp-json/waypost-admin/v1/enter'), {
      status: 302,
      headers: { location: /hand-over\?site=\d/ },
    });
  },
);
