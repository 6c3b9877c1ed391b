/** People of a WordPress in the same database sign in with their password there; nothing of WordPress is written. */
import { sql } from 'kysely';
import { addAdmin, adminDb, openAdminBrowser } from '../../fixtures/admins.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { until } from '../../fixtures/until.ts';
import { addUser, makeWordPress } from '../../fixtures/wordpress.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t, {
  SITE_URL: 'http://admin.test',
  LOGIN_TRIES_PER_MINUTE: '100',
  TABLE_PREFIX: 'site_',
});
const db = adminDb(service);
const password = 'correct horse battery staple';
const portable = '$P$BcSkbD8ejBZNlsb.41DYg4uYsWeZ7Z/';
const modern = '$wp$2y$10$dSLWeBwcyHWwtam/QsawG.DlLAh66CwWMbYk9Ud1NBG/8AjXkyYXq';

const setRole = (ID: number, role: string) =>
  sql`UPDATE site_usermeta SET meta_value = ${`a:1:{s:${role.length}:"${role}";b:1;}`}
    WHERE user_id = ${ID} AND meta_key = 'site_capabilities'`.execute(db);
const checksum = async () =>
  (await sql<{ Checksum: number }>`CHECKSUM TABLE site_users, site_usermeta`.execute(db)).rows.map(
    (row) => row.Checksum,
  );
const signIn = async (email: string, given = password) => {
  const browser = openAdminBrowser(service);
  return { browser, answer: await browser.signIn(email, given) };
};

t.test('without a WordPress nobody of it signs in, and all else works', async (t) => {
  await addAdmin(db, 'own@example.com');
  t.equal((await signIn('boss@wp.example')).answer.status, 401);
  t.equal((await signIn('own@example.com', 'correct horse battery')).answer.status, 200);
});

t.test('its administrators and editors sign in, others do not, whatever hash is stored', async (t) => {
  await makeWordPress(db);
  const users: [number, string, string, string, number][] = [
    [11, 'boss@wp.example', portable, 'administrator', 200],
    [12, 'Modern@wp.example', modern, 'administrator', 200],
    [13, 'ed@wp.example', modern, 'editor', 200],
    [14, 'author@wp.example', modern, 'author', 401],
    [15, 'own@example.com', modern, 'administrator', 401],
  ];
  for (const [ID, email, hash, role] of users) await addUser(db, ID, email, hash, role);
  const before = await checksum();
  for (const [, email, , role, status] of users) {
    const { answer } = await signIn(email.toLowerCase());
    t.equal(answer.status, status, email);
    if (status === 200) t.match(answer.body.data.user, { email, role, wordpress: true, name: /^User/ });
    t.equal((await signIn(email, 'another password')).answer.status, 401);
  }
  t.strictSame(await checksum(), before, 'nothing of WordPress was written');
});

t.test('a role that WordPress changes, or takes away, is so here within a second', async (t) => {
  const { browser, answer } = await signIn('boss@wp.example');
  t.equal((await browser.get('/admins')).status, 200);
  const becomes = async (role: string, status: number) => {
    await setRole(11, role);
    await until(async () => (await browser.get('/admins')).status === status);
  };
  await becomes('editor', 403);
  await becomes('subscriber', 401);
  t.equal((await signIn('boss@wp.example')).answer.status, 401);
  await becomes('administrator', 200);
  t.equal((await signIn('boss@wp.example')).answer.body.data.user.ID, answer.body.data.user.ID, 'the same row');
});

t.test(
  'a new password in WordPress ends the sessions begun with the former, and so is one of before this was kept',
  async (t) => {
    const setHash = (hash: string) => sql`UPDATE site_users SET user_pass = ${hash} WHERE ID = 13`.execute(db);
    const [first, other] = [await signIn('ed@wp.example'), await signIn('boss@wp.example')];
    const isIn = async ({ browser }: typeof first) => (await browser.get('/sessions')).status === 200;
    t.equal(await isIn(first), true);
    await setHash(portable);
    await until(async () => !(await isIn(first)));
    t.equal(await isIn(other), true, 'nobody else');
    await setHash(modern);
    t.equal((await first.browser.get('/session')).status, 401, 'and it stays over');
    const again = await signIn('ed@wp.example');
    t.equal(await isIn(again), true);
    t.equal((await again.browser.get('/sessions')).body.data.sessions.length, 1);
    await db.updateTable('waypost_admin_sessions').set({ wp_password: null }).execute();
    await until(async () => !(await isIn(again)));
  },
);

t.test('their name, password and role are for WordPress to change', async (t) => {
  const { browser, answer } = await signIn('boss@wp.example');
  const { ID } = answer.body.data.user;
  t.equal((await browser.post('/me', { name: 'Other' })).status, 403);
  t.equal((await browser.post(`/admin/update/${ID}`, { role: 'viewer' })).status, 403);
  await browser.post('/password/forgot', { email: 'boss@wp.example' });
  t.equal((await db.selectFrom('waypost_admin_tokens').selectAll().execute()).length, 0);
  await sql`UPDATE site_users SET user_email = 'moved@wp.example' WHERE ID = 11`.execute(db);
  t.equal((await signIn('boss@wp.example')).answer.status, 401);
  t.match((await signIn('moved@wp.example')).answer.body.data.user, { ID, email: 'moved@wp.example' });
});
