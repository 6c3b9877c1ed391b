/** Programs sign in with a WordPress user's application password and have that user's rights. */
import { sql } from 'kysely';
import { addAdmin, adminDb } from '../../fixtures/admins.ts';
import { answerOf, startAutomations } from '../../fixtures/automations.ts';
import { until } from '../../fixtures/until.ts';
import { addUser, makeWordPress } from '../../fixtures/wordpress.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t, { LOGIN_TRIES_PER_MINUTE: '10', TABLE_PREFIX: 'site_' });
const db = adminDb(service);
const password = 'abcd EFGH 1234 ijkl MNOP 5678';
const fast = '$generic$F6W18u0QEytvRVb59DemVWRxyTxU6vg_VK0s_f-h';
const portable = '$P$BnbAZyzSQgvVZbon2wU7BLD8Ubku1H/';

const serialized = (...hashes: string[]) => {
  const text = (value: string) => `s:${Buffer.byteLength(value)}:"${value}";`;
  const items = hashes.map(
    (hash, n) => `i:${n};a:2:{${text('name')}${text('Bücher')}${text('password')}${text(hash)}}`,
  );
  return `a:${hashes.length}:{${items.join('')}}`;
};
const give = async (ID: number, ...hashes: string[]) => {
  await sql`DELETE FROM site_usermeta WHERE user_id = ${ID} AND meta_key = '_application_passwords'`.execute(db);
  await sql`INSERT INTO site_usermeta (user_id, meta_key, meta_value)
    VALUES (${ID}, '_application_passwords', ${serialized(...hashes)})`.execute(db);
};
const basic = (login: string, given = password) => ({
  Authorization: `Basic ${Buffer.from(`${login}:${given}`).toString('base64')}`,
});
const ask = async (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  answerOf(await fetch(`${service.site}/wp-json${path}`, { ...init, headers }));
const asks = async (login: string, given = password, path = '/automations/tags') => ask(path, basic(login, given));

t.test('without WordPress, the Authorization header is ignored', async (t) => {
  t.match(await asks('early'), { status: 401, body: { code: 'api_key_missing' } });
  t.equal((await asks('early', password, '/')).status, 200);
});

t.test(
  'WordPress administrators and editors can sign in by login or email address, with every stored kind of hash',
  async (t) => {
    await makeWordPress(db);
    for (const [ID, role, ...hashes] of [
      [11, 'administrator', fast],
      [12, 'editor', '$generic$other', portable],
      [14, 'author', fast],
      [15, 'administrator', fast],
      [16, 'administrator'],
    ] as [number, string, ...string[]][]) {
      await addUser(db, ID, `u${ID}@wp.example`, '*', role);
      await give(ID, ...hashes);
    }
    await addAdmin(service, 'u15@wp.example', 'viewer');
    for (const login of ['user11', 'USER11', 'u11@wp.example', 'user12', 'u12@wp.example']) {
      t.match(await asks(login), { status: 200, body: { code: 'success' } }, login);
    }
    t.equal((await asks('user11', password.replaceAll(' ', '-'))).status, 200, 'what no password has does not count');
    t.equal((await asks('user11', password, '/waypost-admin/v1/admins')).status, 200, 'an administrator');
    t.equal((await asks('user12', password, '/waypost-admin/v1/admins')).status, 403, 'an editor');
    t.equal((await asks('user11', password, '/')).status, 200);
    t.match(await asks('user15'), { status: 200 }, 'a user of Waypost with the same email is somebody else');
  },
);

t.test('every wrong credential gets the same 401, even on public routes', async (t) => {
  const refused: [login: string, given: string, why: string][] = [
    ['user11', 'abcd', 'another password'],
    ['user11', '', 'none'],
    ['user11', `${password}${'x'.repeat(5_000)}`, 'a long one'],
    ['nobody', password, 'an unknown login'],
    ['nobody@wp.example', password, 'an unknown address'],
    ['user14', password, 'a role that has no part here'],
    ['user16', password, 'no application passwords'],
  ];
  for (const path of ['/automations/tags', '/']) {
    for (const [login, given, why] of refused) {
      const { status, body } = await asks(login, given, path);
      t.strictSame(
        [status, body.code, body.message],
        [401, 'incorrect_password', 'The username or the application password is wrong.'],
        why,
      );
    }
  }
  t.equal(
    (await ask('/automations/tags', { ...basic('nobody'), 'X-API-Key': service.key })).status,
    200,
    'a key counts first',
  );
  t.match(await ask('/automations/tags', { Authorization: 'Basic !' }), { body: { code: 'api_key_missing' } });
});

t.test(
  'an application password stops working within a second after it is revoked or its user loses the role',
  async (t) => {
    await give(12, '$generic$other');
    await until(async () => (await asks('user12')).status !== 200);
    await sql`UPDATE site_usermeta SET meta_value = '' WHERE user_id = 11 AND meta_key = 'site_capabilities'`.execute(
      db,
    );
    await until(async () => (await asks('user11')).status === 401);
    await sql`UPDATE site_usermeta SET meta_value = 'a:1:{s:6:"editor";b:1;}' WHERE user_id = 11 AND meta_key = 'site_capabilities'`.execute(
      db,
    );
    t.equal((await asks('user11')).status, 200);
  },
);

t.test(
  'only wrong passwords count towards the limit, and concurrent requests with the same password verify it once',
  async (t) => {
    await addUser(db, 21, 'u21@wp.example', '*', 'editor');
    await give(21, portable);
    const all = await Promise.all(Array.from({ length: 20 }, () => asks('user21')));
    t.same([...new Set(all.map(({ status }) => status))], [200]);
    const wrong = [];
    for (let n = 0; n < 12; n++) wrong.push((await asks('user21', `wrong ${n}`)).status);
    t.same(wrong, [...Array.from({ length: 10 }, () => 401), 429, 429]);
    t.equal((await asks('u21@wp.example', 'wrong')).status, 429, 'under any name');
    t.equal((await asks('user21')).status, 200, 'one that was right is known');
  },
);
