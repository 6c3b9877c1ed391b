/** Every way in, to both applications, for people in every state: one table says what each is answered. */

import { sql } from 'kysely';
import { openFirstVisitCodes } from '../../../shared/secrets/first-visit-codes.ts';
import {
  giveContactsRole,
  inviteTokenOf,
  makeMember,
  newEmail,
  password,
  signUp,
  userIdOf,
  verifyUser,
} from '../../fixtures/accounts.ts';
import { adminDb, openAdminBrowser } from '../../fixtures/admins.ts';
import { request, startAutomations } from '../../fixtures/automations.ts';
import { addWorkspace, type Call, caller, type Daemon, startDaemon } from '../../fixtures/daemon.ts';
import { codeOf, withPasskey, withTotp } from '../../fixtures/factors.ts';
import { startOidcProvider } from '../../fixtures/oidc-provider.ts';
import { ask } from '../../fixtures/requests.ts';
import { createStores } from '../../fixtures/stack.ts';
import { addUser, makeWordPress } from '../../fixtures/wordpress.ts';
import { t } from '../../runner/tap.ts';

const provider = await startOidcProvider(t, 'http://localhost:8080/api/dashboard/oidc/callback');
const env = {
  ...provider.env,
  CERTIFICATE_SECRET: 'a secret of both services',
  LOGIN_TRIES_PER_MINUTE: '100000',
  SIGNUPS_PER_MINUTE: '100000',
};
const stores = await createStores(t);
const strictEnv = { ...env, REQUIRE_SECOND_FACTOR: '1' };
const sharing = { TABLE_PREFIX: 'site_' };
/** Usual, and with a required second factor. */
const places = {
  usual: {
    links: await startDaemon(t, { stores, env }),
    contacts: await startAutomations(t, { ...env, ...sharing }, stores),
  },
  strict: {
    links: await startDaemon(t, { stores, env: strictEnv }),
    contacts: await startAutomations(t, { ...strictEnv, ...sharing }, stores),
  },
};
type Place = (typeof places)['usual'];
const { links, contacts } = places.usual;
const { db } = links.context;
await makeWordPress(adminDb(contacts));

/** The answer to the way in, then that of each application: a list of links, a list of tags. */
type Outcome = [way: number, links: number, contacts: number];
/** The gain of a way in: a session's token, or headers of a program. */
type In = { status: number; token?: string; headers?: Record<string, string> };

async function outcome(place: Place, { status, token, headers }: In): Promise<Outcome> {
  if (!token && !headers) return [status, 401, 401];
  const forLinks = headers ?? { authorization: `Bearer ${token}` };
  const linksAnswer = await request(`${place.links.origin}/api/links`, 'GET', undefined, forLinks);
  if (headers) {
    const answer = await request(`${place.contacts.site}/wp-json/automations/tags`, 'GET', undefined, headers);
    return [status, linksAnswer.status, answer.status];
  }
  const browser = openAdminBrowser(place.contacts);
  if (token?.startsWith('fst_')) await browser.signInBy(token);
  else await Object.assign(browser, { cookie: `waypost-admin=${token}` }).get('/session');
  return [status, linksAnswer.status, (await browser.call('GET', '/automations/tags')).status];
}

/** A request of the dashboard's own page. */
async function atDashboard({ links: at }: Place, method: string, path: string, body: object): Promise<In> {
  const text = JSON.stringify(body);
  const headers = {
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  };
  const answer = await ask(Number(new URL(at.origin).port), { method, path: `/api${path}`, headers, body: text });
  return { status: answer.status, ...tokenIn(answer.headers['set-cookie']) };
}

function tokenIn(cookies: string | string[] | undefined): Pick<In, 'token'> {
  const found = [cookies ?? []].flat().find((one) => one.startsWith('waypost='));
  const token = /^waypost=([^;]+);/.exec(found ?? '')?.[1];
  return token === undefined ? {} : { token };
}

async function atProvider({ links: at }: Place, email: string): Promise<In> {
  provider.people[email] = { email, email_verified: true };
  const port = Number(new URL(at.origin).port);
  const begun = await ask(port, { path: '/api/dashboard/oidc' });
  const [cookie = ''] = (begun.headers['set-cookie']?.[0] ?? '').split(';');
  const back = await provider.signIn(String(begun.headers.location), email);
  const headers = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  const answer = await ask(port, { path: back.pathname + back.search, headers });
  return { status: answer.status, ...tokenIn(answer.headers['set-cookie']) };
}

type Person = { email: string; call: Call; workspaceId: number; userId: number };
type Enter = (place: Place) => Promise<In>;

/** Makes a person ready for a way in. It can be taken once. */
const ways: Record<string, (person: Person) => Promise<Enter>> = {
  password:
    async ({ email }) =>
    (at) =>
      atDashboard(at, 'POST', '/dashboard/session', { email, password }),
  passkey: async ({ call }) => {
    const authenticator = await withPasskey(links, call);
    return async (at) => {
      const { options } = (await caller(at.links, undefined)('POST', '/auth/login/passkey/options')).json;
      return atDashboard(at, 'POST', '/dashboard/session/passkey', { response: authenticator.sign(options) });
    };
  },
  code: async ({ email, call }) => {
    const { uri } = await withTotp(call);
    return (at) => atDashboard(at, 'POST', '/dashboard/session', { email, password, code: codeOf(uri, 1) });
  },
  'recovery code': async ({ email, call }) => {
    const { recoveryCodes } = await withTotp(call);
    return (at) => atDashboard(at, 'POST', '/dashboard/session', { email, password, code: recoveryCodes[0] });
  },
  provider:
    async ({ email }) =>
    (at) =>
      atProvider(at, email),
  'API key of links': async ({ call }) => {
    const { key } = (await call('POST', '/keys', { name: 'program', permission: 'read' })).json;
    return async () => ({ status: 200, headers: { authorization: `Bearer ${key}` } });
  },
};

async function newPerson(contactsRole: 'editor' | null): Promise<Person> {
  const { email, token } = await signUp(links);
  const userId = await userIdOf(db, { email });
  if (contactsRole) await giveContactsRole(db, userId, contactsRole);
  const { id } = await db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select('workspaces.id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { email, userId, workspaceId: id, call: caller(links, token) };
}

const suspend = (workspaceId: number, at: Date | null) =>
  db.updateTable('workspaces').set({ suspended_at: at }).where('id', '=', workspaceId).execute();

/** By way: verified, unverified, of a suspended workspace, without a role in contacts, factor required, deleted. */
const wanted: Record<string, Record<string, Outcome>> = {
  password: {
    verified: [200, 200, 200],
    unverified: [200, 200, 401],
    suspended: [200, 403, 200],
    'without a role': [200, 200, 401],
    'factor required': [200, 403, 401],
    removed: [401, 401, 401],
  },
  passkey: {
    verified: [200, 200, 200],
    unverified: [200, 200, 401],
    suspended: [200, 403, 200],
    'without a role': [200, 200, 401],
    'factor required': [200, 200, 200],
    removed: [401, 401, 401],
  },
  code: {
    verified: [200, 200, 200],
    unverified: [200, 200, 401],
    suspended: [200, 403, 200],
    'without a role': [200, 200, 401],
    'factor required': [200, 200, 200],
    removed: [401, 401, 401],
  },
  'recovery code': {
    verified: [200, 200, 200],
    unverified: [200, 200, 401],
    suspended: [200, 403, 200],
    'without a role': [200, 200, 401],
    'factor required': [200, 200, 200],
    removed: [401, 401, 401],
  },
  // The provider verifies the email. A deleted account is created again.
  provider: {
    verified: [302, 200, 200],
    unverified: [302, 200, 401],
    suspended: [302, 403, 200],
    'without a role': [302, 200, 401],
    'factor required': [302, 200, 200],
    removed: [302, 200, 401],
  },
  'API key of links': {
    verified: [200, 200, 401],
    unverified: [200, 200, 401],
    suspended: [200, 403, 401],
    'without a role': [200, 200, 401],
    'factor required': [200, 200, 401],
    removed: [200, 401, 401],
  },
};

for (const [way, prepare] of Object.entries(ways)) {
  for (const [state, expected] of Object.entries(wanted[way] ?? {})) {
    t.test(`by ${way}, ${state}`, async (t) => {
      const person = await newPerson(['unverified', 'without a role'].includes(state) ? null : 'editor');
      if (state === 'without a role') await verifyUser(db, person.userId);
      const enter = await prepare(person);
      if (state === 'suspended') await suspend(person.workspaceId, new Date());
      if (state === 'removed') {
        const deleted = await person.call('DELETE', '/auth/me', { currentPassword: password });
        t.equal(deleted.status, 200, deleted.text);
      }
      const place = state === 'factor required' ? places.strict : places.usual;
      t.same(await outcome(place, await enter(place)), expected);
    });
  }
}

t.test(
  'an invitation opens what it says, by the emailed link, and nothing that its author may no longer give',
  async (t) => {
    for (const [mailed, author, expected] of [
      [true, 'administrator', [200, 200, 200]],
      [true, 'editor', [200, 200, 401]],
      [false, 'administrator', [403, 401, 401]],
    ] as const) {
      const workspace = await addWorkspace(db, 'scale');
      const boss = await newPerson('editor');
      await giveContactsRole(db, boss.userId, 'administrator');
      await makeMember(db, boss, workspace.id, 'admin');
      const email = newEmail();
      const there = { 'x-workspace-id': workspace.publicId };
      const body = { email, role: 'member', contactsRole: 'editor' };
      const { id } = (await boss.call('POST', '/members/invite', body, there)).json;
      const other = await newPerson('editor');
      await giveContactsRole(db, other.userId, 'administrator');
      await giveContactsRole(db, boss.userId, author);
      const inviteToken = await inviteTokenOf(db, id, mailed);
      const entered = await atDashboard(places.usual, 'POST', '/dashboard/signup', {
        email,
        password,
        name: 'N',
        inviteToken,
      });
      t.same(await outcome(places.usual, entered), expected, `${mailed} ${author}`);
    }
  },
);

t.test('the first visitor of an installation is in both applications', async (t) => {
  const fresh = await createStores(t);
  const settings = { CERTIFICATE_SECRET: 'another secret of both' };
  const first: Daemon = await startDaemon(t, { stores: fresh, env: settings });
  const place = { links: first, contacts: await startAutomations(t, settings, fresh) };
  const code = (await openFirstVisitCodes(first.context.config)).codeOf(0);
  const visit = (given: string) =>
    atDashboard(place, 'POST', '/dashboard/first-visit', { email: newEmail(), password, name: 'First', code: given });
  t.same(await outcome(place, await visit('AAAA-AAAA-AAAA')), [422, 401, 401]);
  t.same(await outcome(place, await visit(code)), [200, 200, 200]);
  t.same(await outcome(place, await visit(code)), [409, 401, 401], 'once');
});

t.test("WordPress's people are in contacts alone, while WordPress says so", async (t) => {
  const wp = adminDb(contacts);
  const hash = '$P$BcSkbD8ejBZNlsb.41DYg4uYsWeZ7Z/';
  const fast = '$generic$F6W18u0QEytvRVb59DemVWRxyTxU6vg_VK0s_f-h';
  const applicationPassword = 'abcd EFGH 1234 ijkl MNOP 5678';
  let ids = 20;
  async function wordPressUser(role: string) {
    const ID = ++ids;
    await addUser(wp, ID, `u${ID}@wp.example`, hash, role);
    const text = (value: string) => `s:${Buffer.byteLength(value)}:"${value}";`;
    const list = `a:1:{i:0;a:1:{${text('password')}${text(fast)}}}`;
    await sql`INSERT INTO site_usermeta (user_id, meta_key, meta_value) VALUES (${ID}, '_application_passwords', ${list})`.execute(
      wp,
    );
    return ID;
  }
  const byPassword = async (place: Place, ID: number): Promise<In> => {
    const browser = openAdminBrowser(place.contacts);
    const { status } = await browser.signInByWordPress(`u${ID}@wp.example`, 'correct horse battery staple');
    return { status, ...(browser.cookie ? { token: browser.cookie.split('=')[1] as string } : {}) };
  };
  const byProgram = async (_: Place, ID: number): Promise<In> => ({
    status: 200,
    headers: { authorization: `Basic ${Buffer.from(`user${ID}:${applicationPassword}`).toString('base64')}` },
  });
  const disable = (ID: number) =>
    sql`UPDATE site_usermeta SET meta_value = '' WHERE user_id = ${ID} AND meta_key = 'site_capabilities'`.execute(wp);
  const cases: [what: string, role: string, place: Place, isDisabled: boolean, form: Outcome, program: Outcome][] = [
    ['an administrator', 'administrator', places.usual, false, [302, 401, 200], [200, 401, 200]],
    ['an editor', 'editor', places.usual, false, [302, 401, 200], [200, 401, 200]],
    ['an author', 'author', places.usual, false, [401, 401, 401], [200, 401, 401]],
    ['a disabled one', 'editor', places.usual, true, [401, 401, 401], [200, 401, 401]],
    ['where a factor is required', 'editor', places.strict, false, [403, 401, 401], [200, 401, 200]],
  ];
  for (const [what, role, place, isDisabled, form, program] of cases) {
    const ID = await wordPressUser(role);
    if (isDisabled) await disable(ID);
    t.same(await outcome(place, await byPassword(place, ID)), form, `${what}, by password`);
    t.same(await outcome(place, await byProgram(place, ID)), program, `${what}, by application password`);
  }
});

t.test('an API key of contacts opens contacts alone', async (t) => {
  const headers = { 'x-api-key': contacts.key };
  t.same(await outcome(places.usual, { status: 200, headers }), [200, 401, 200]);
});
