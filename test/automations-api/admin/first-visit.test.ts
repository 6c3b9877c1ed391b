/** Where nobody has an account in contact automation: the first is made with the code in the log, or by the settings, once. */
import { openFirstVisitCodes } from '../../../shared/secrets/first-visit-codes.ts';
import { addAdmin, adminDb, openAdminBrowser, password } from '../../fixtures/admins.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { createStores } from '../../fixtures/stack.ts';
import { makeWordPress } from '../../fixtures/wordpress.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const settings = {
  TABLE_PREFIX: 'site_',
  SITE_URL: 'http://admin.test',
  CERTIFICATE_SECRET: 'the same on both machines',
};
const one = await startAutomations(t, { ...settings, LOGIN_TRIES_PER_MINUTE: '20' }, stores);
const other = await startAutomations(t, { ...settings, LOGIN_TRIES_PER_MINUTE: '20' }, stores);
const db = adminDb(one);
const codes = await openFirstVisitCodes(one.config);
const listAdmins = () => db.selectFrom('waypost_admins').select(['email', 'role']).execute();

let people = 0;
async function visit(service: typeof one, code: string, more: object = {}) {
  const browser = openAdminBrowser(service);
  const body = { email: `a${++people}@example.com`, name: 'Ada', password, code, ...more };
  return { browser, ...(await browser.post('/first-visit', body)) };
}

const isOpen = async (service: typeof one) => (await openAdminBrowser(service).get('/session')).body.data.first_visit;

t.test('nothing but the code makes the first account', async (t) => {
  t.equal(await isOpen(one), true);
  for (const [code, more, status] of [
    ['WRONG', {}, 422],
    [codes.codeOf(1), {}, 422],
    [codes.codeOf(0), { password: 'password123' }, 422],
    [codes.codeOf(0), { role: 'viewer', email: 'no address' }, 400],
  ] as const)
    t.equal((await visit(one, code, more)).status, status, code);
  const foreign = await openAdminBrowser(one).call(
    'POST',
    '/waypost-admin/v1/first-visit',
    { email: 'a@example.com', name: 'A', password, code: codes.codeOf(0) },
    { 'sec-fetch-site': 'cross-site' },
  );
  t.equal(foreign.status, 403);
  t.same(await listAdmins(), []);
});

t.test('of many who come at once with the code one gets in, as an administrator', async (t) => {
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => visit(n % 2 ? one : other, codes.codeOf(0))));
  t.same(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
  const won = answers.find(({ status }) => status === 200);
  t.match(await won?.browser.get('/session'), {
    status: 200,
    body: { data: { user: { name: 'Ada', role: 'administrator' } } },
  });
  t.same(
    (await listAdmins()).map(({ role }) => role),
    ['administrator'],
  );
  t.same(await Promise.all([isOpen(one), isOpen(other)]), [false, false]);
  t.match(await visit(one, codes.codeOf(0)), { status: 409, body: { code: 'account_exists' } });
});

t.test('a code that was used does not come back', async (t) => {
  await db.deleteFrom('waypost_admins').execute();
  t.equal(await isOpen(other), true);
  t.equal((await visit(one, codes.codeOf(0))).status, 422);
  t.equal((await visit(one, codes.codeOf(1))).status, 200);
});

t.test('ADMIN_EMAIL and ADMIN_PASSWORD make the account at the start, and change none that is there', async (t) => {
  const byName = { ...settings, ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: password };
  await db.deleteFrom('waypost_admins').execute();
  const [first] = await Promise.all([startAutomations(t, byName, stores), startAutomations(t, byName, stores)]);
  t.same(await listAdmins(), [{ email: 'boss@example.com', role: 'administrator' }]);
  t.equal((await openAdminBrowser(first).signIn('boss@example.com')).status, 200);
  t.equal(await isOpen(one), false);
});

t.test('tries are bounded', async (t) => {
  await db.deleteFrom('waypost_admins').execute();
  const statuses = [];
  for (let n = 0; n < 21; n++) statuses.push((await visit(one, 'WRONG')).status);
  t.equal(statuses.at(-1), 429);
  t.equal((await visit(one, codes.codeOf(3))).status, 429, 'with the right code, too');
  await addAdmin(db, 'ada@example.com');
  t.equal(await isOpen(one), false);
});

t.test('where a WordPress shares the database its people sign in, and no code is asked for', async (t) => {
  await db.deleteFrom('waypost_admins').execute();
  t.equal(await isOpen(one), true);
  await makeWordPress(db);
  t.same(await Promise.all([isOpen(one), isOpen(other)]), [false, false]);
});
