/** WordPress users in the same database sign in with their WordPress password; nothing is written to WordPress. */
import { sql } from 'kysely';
import { addAdmin, adminDb, openAdminBrowser, peopleDb } from '../../fixtures/admins.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { ask } from '../../fixtures/requests.ts';
import { until } from '../../fixtures/until.ts';
import { addUser, makeWordPress } from '../../fixtures/wordpress.ts';
import { t } from '../../runner/tap.ts';

const settings = { SITE_URL: 'http://admin.test', LOGIN_TRIES_PER_MINUTE: '100', TABLE_PREFIX: 'site_' };
const service = await startAutomations(t, settings);
const db = adminDb(service);
const port = Number(new URL(service.site).port);
const password = 'correct horse battery staple';
const portable = '$P$BcSkbD8ejBZNlsb.41DYg4uYsWeZ7Z/';
const modern = '$wp$2y$10$dSLWeBwcyHWwtam/QsawG.DlLAh66CwWMbYk9Ud1NBG/8AjXkyYXq';
const enterPath = '/wp-json/waypost-admin/v1/enter';

const setRole = (ID: number, role: string) =>
  sql`UPDATE site_usermeta SET meta_value = ${`a:1:{s:${role.length}:"${role}";b:1;}`}
    WHERE user_id = ${ID} AND meta_key = 'site_capabilities'`.execute(db);
const checksum = async () =>
  (await sql<{ Checksum: number }>`CHECKSUM TABLE site_users, site_usermeta`.execute(db)).rows.map(
    (row) => row.Checksum,
  );
async function signIn(email: string, given = password, at: Parameters<typeof openAdminBrowser>[0] = service) {
  const browser = openAdminBrowser(at);
  const answer = await browser.signInByWordPress(email, given, '/wp-admin/contacts');
  return { browser, answer, session: answer.status === 302 ? await browser.get('/session') : undefined };
}

t.test(
  'without WordPress, the browser is redirected to the dashboard immediately, and the form is refused',
  async (t) => {
    const answer = await ask(port, { path: enterPath });
    t.equal(answer.status, 302);
    t.match(String(answer.headers.location), /\/dashboard\/hand-over\?site=1&challenge=/);
    t.match((await signIn('boss@wp.example')).answer, { status: 404, body: /You are not signed in/ });
  },
);

t.test('with WordPress, the page has a sign-in form and a link to the dashboard', async (t) => {
  await makeWordPress(db);
  const { status, body } = await ask(port, { path: `${enterPath}?to=/wp-admin/contacts` });
  t.equal(status, 200);
  t.match(body, /<form method="post">/);
  t.match(body, /href="\?by=dashboard&#38;to=%2Fwp-admin%2Fcontacts"/);
  t.equal((await ask(port, { path: `${enterPath}?by=dashboard` })).status, 302);
});

t.test(
  'WordPress administrators and editors can sign in with every kind of stored hash; users with other roles cannot',
  async (t) => {
    const users: [number, string, string, string, number][] = [
      [11, 'boss@wp.example', portable, 'administrator', 302],
      [12, 'Modern@wp.example', modern, 'administrator', 302],
      [13, 'ed@wp.example', modern, 'editor', 302],
      [14, 'author@wp.example', modern, 'author', 401],
    ];
    for (const [ID, email, hash, role] of users) await addUser(db, ID, email, hash, role);
    const before = await checksum();
    for (const [ID, email, , role, status] of users) {
      const { answer, session } = await signIn(email.toLowerCase());
      t.equal(answer.status, status, email);
      const user = { ID, email, role, wordpress: true, name: /^User/ };
      if (status === 302) t.match(session?.body.data, { user, dashboard_url: null });
      if (status === 302) t.equal(answer.headers.location, '/wp-admin/contacts');
      t.match((await signIn(email, 'another password')).answer, {
        status: 401,
        body: /email or the password is wrong/,
      });
    }
    t.strictSame(await checksum(), before, 'nothing was written to WordPress');
    t.same(await peopleDb(service).selectFrom('users').select('id').execute(), [], 'and no accounts were created');
  },
);

t.test('a page on another site cannot sign its visitors in to contacts', async (t) => {
  const body = new URLSearchParams({ email: 'boss@wp.example', password }).toString();
  for (const [name, value] of [
    ['sec-fetch-site', 'cross-site'],
    ['origin', 'http://evil.test'],
  ] as const) {
    const headers = {
      [name]: value,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
    };
    const answer = await ask(port, { method: 'POST', path: enterPath, headers, body });
    t.equal(answer.status, 403);
    t.equal(answer.headers['set-cookie'], undefined);
  }
});

t.test('a role changed or removed in WordPress takes effect within a second', async (t) => {
  const { browser } = await signIn('boss@wp.example');
  t.equal((await browser.get('/plugins')).status, 200);
  const becomes = async (role: string, status: number) => {
    await setRole(11, role);
    await until(async () => (await browser.get('/plugins')).status === status);
  };
  await becomes('editor', 403);
  await becomes('subscriber', 401);
  t.equal((await signIn('boss@wp.example')).answer.status, 401);
  await becomes('administrator', 200);
});

t.test("a user's language is the one of their WordPress profile, or the browser's", async (t) => {
  const { browser, session } = await signIn('boss@wp.example');
  t.equal(session?.body.data.user.language, null, 'the profile has no language');
  await sql`INSERT INTO site_usermeta (user_id, meta_key, meta_value) VALUES (11, 'locale', '')`.execute(db);
  for (const [locale, language] of [
    ['de_DE_formal', 'de'],
    ['pt_BR', 'pt'],
    ['sv_SE', null],
    ['ja', 'ja'],
    ['', null],
  ]) {
    await sql`UPDATE site_usermeta SET meta_value = ${locale} WHERE meta_key = 'locale'`.execute(db);
    await until(async () => (await browser.get('/session')).body.data.user.language === language);
  }
});

t.test('a new password in WordPress, or deletion of the WordPress user, ends the sessions', async (t) => {
  const setHash = (hash: string) => sql`UPDATE site_users SET user_pass = ${hash} WHERE ID = 13`.execute(db);
  const [first, other] = [await signIn('ed@wp.example'), await signIn('boss@wp.example')];
  const isIn = async ({ browser }: typeof first) => (await browser.get('/session')).status === 200;
  t.equal(await isIn(first), true);
  await setHash(portable);
  await until(async () => !(await isIn(first)));
  t.equal(await isIn(other), true, 'nobody else');
  await setHash(modern);
  t.equal(await isIn(first), false, 'and the session stays ended');
  const again = await signIn('ed@wp.example');
  t.equal(await isIn(again), true);
  await sql`DELETE FROM site_users WHERE ID = 13`.execute(db);
  await until(async () => !(await isIn(again)));
});

t.test('WordPress users are listed only while they are signed in, and can sign out', async (t) => {
  const { browser } = await signIn('boss@wp.example');
  await addAdmin(service, 'user@example.com', 'viewer');
  const { admins, wordpress } = (await browser.get('/admins')).body.data;
  t.match(admins, [{ email: 'user@example.com' }]);
  t.match(
    wordpress.map(({ ID }: { ID: number }) => ID),
    [11, 12],
  );
  t.equal((await browser.del('/session')).status, 200);
  t.equal((await browser.get('/session')).status, 401);
});

t.test('WordPress passwords do not work while password sign-in is off', async (t) => {
  const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' };
  const strict = await startAutomations(t, { ...settings, PASSWORD_SIGN_IN: '0', ...oidc });
  await makeWordPress(adminDb(strict));
  await addUser(adminDb(strict), 11, 'boss@wp.example', portable, 'administrator');
  t.equal((await signIn('boss@wp.example', password, strict)).answer.status, 403);
});

t.test(
  'password attempts are limited per IP address and per email address, and successful attempts do not count',
  async (t) => {
    const strict = await startAutomations(t, { ...settings, LOGIN_TRIES_PER_MINUTE: '3' });
    await makeWordPress(adminDb(strict));
    await addUser(adminDb(strict), 11, 'boss@wp.example', portable, 'administrator');
    const attempt = async (email: string, given?: string) => (await signIn(email, given, strict)).answer;
    // Waits until Redis is connected: until then each process counts on its own.
    await attempt('first@wp.example', 'wrong');
    for (let n = 0; n < 5; n++) t.equal((await attempt('boss@wp.example')).status, 302);
    for (let n = 0; n < 3; n++) t.equal((await attempt('BOSS@wp.example', 'wrong')).status, 401);
    t.match(await attempt('boss@wp.example'), { status: 429, body: /Too many requests/ });
    t.equal((await attempt('other@wp.example', 'wrong')).status, 401);
  },
);
