/** Every way to sign in to both applications, for users in every state, in one table of answers. */

import { sql } from 'kysely';
import type { ContactsRole } from '../../../shared/people/tables.ts';
import { openFirstVisitCodes } from '../../../shared/secrets/first-visit-codes.ts';
import {
  giveContactsRole,
  inviteTokenOf,
  makeMember,
  newEmail,
  password,
  signUp,
  userIdOf,
} from '../../fixtures/accounts.ts';
import { adminDb, openAdminBrowser } from '../../fixtures/admins.ts';
import { type Body, request, startAutomations } from '../../fixtures/automations.ts';
import { addWorkspace, type Call, caller, type Daemon, startDaemon } from '../../fixtures/daemon.ts';
import { codeOf, withPasskey, withTotp } from '../../fixtures/factors.ts';
import { openHostsBrowser } from '../../fixtures/hosts-browser.ts';
import { startOidcProvider } from '../../fixtures/oidc-provider.ts';
import { ask } from '../../fixtures/requests.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
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
/** Two installations: only the second one requires a second factor. */
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

/** The answers of each application: a list of links, a list of tags. */
type Answers = [links: number, contacts: number];
type Outcome = [way: number, ...Answers];
/** The answer to a sign-in, and its cookies' tokens. */
type In = { status: number; tokens: { waypost?: string; 'waypost-admin'?: string } };

const tagsPath = '/wp-json/automations/tags';

/** Opens both applications, contacts by a ticket from the dashboard's session. Returns a function that requests them. */
async function open(
  { links: at, contacts: site }: Place,
  { tokens }: In,
  workspace = '',
): Promise<() => Promise<Answers>> {
  const browser = openHostsBrowser({ links: at, contacts: site });
  if (tokens['waypost-admin']) browser.jars.contacts.set('waypost-admin', tokens['waypost-admin']);
  if (tokens.waypost) {
    browser.jars.links.set('waypost', tokens.waypost);
    await browser.openContacts();
  }
  await browser.toContacts();
  const inWorkspace = {
    authorization: `Bearer ${tokens.waypost}`,
    ...(workspace ? { 'x-workspace-id': workspace } : {}),
  };
  return async () => [
    (await request(`${at.origin}/api/links`, 'GET', undefined, inWorkspace)).status,
    (await browser.call('contacts', 'GET', tagsPath)).status,
  ];
}

const outcome = async (place: Place, entered: In, workspace?: string): Promise<Outcome> => [
  entered.status,
  ...(await (await open(place, entered, workspace))()),
];

/** The answers of each application to a program. */
const answersTo = async ({ links: at, contacts: site }: Place, headers: Record<string, string>) => [
  (await request(`${at.origin}/api/links`, 'GET', undefined, headers)).status,
  (await request(site.site + tagsPath, 'GET', undefined, headers)).status,
];

/** A request from the dashboard's own page. */
async function atDashboard({ links: at }: Place, method: string, path: string, body: object): Promise<In> {
  const text = JSON.stringify(body);
  const headers = {
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  };
  const answer = await ask(Number(new URL(at.origin).port), { method, path: `/api${path}`, headers, body: text });
  return { status: answer.status, tokens: tokensIn(answer.headers['set-cookie']) };
}

const tokensIn = (cookies: string | string[] = []): In['tokens'] =>
  Object.fromEntries(
    [cookies]
      .flat()
      .flatMap((one) => [/^(waypost(?:-admin)?)=([^;]+);/.exec(one)?.slice(1) ?? []])
      .filter(({ length }) => length > 0),
  );

async function atProvider({ links: at }: Place, email: string): Promise<In> {
  provider.people[email] = { email, email_verified: true };
  const port = Number(new URL(at.origin).port);
  const begun = await ask(port, { path: '/api/dashboard/oidc' });
  const [cookie = ''] = (begun.headers['set-cookie']?.[0] ?? '').split(';');
  const back = await provider.signIn(String(begun.headers.location), email);
  const headers = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  const answer = await ask(port, { path: back.pathname + back.search, headers });
  return { status: answer.status, tokens: tokensIn(answer.headers['set-cookie']) };
}

type Team = Awaited<ReturnType<typeof addWorkspace>>;
type Person = { email: string; call: Call; team: Team; userId: number };
type Enter = (place: Place) => Promise<In>;

/** Prepares a user for a way to sign in, which works once. */
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
};

/** A user who signed up, and is a member of another user's team. */
async function newPerson(contactsRole: ContactsRole | null): Promise<Person> {
  const { email, token } = await signUp(links);
  const userId = await userIdOf(db, { email });
  if (contactsRole) await giveContactsRole(db, userId, contactsRole);
  const team = await addWorkspace(db, 'scale');
  await makeMember(db, { email }, team.id, 'member');
  return { email, userId, team, call: caller(links, token) };
}

/** Changes to a user who could enter both applications. */
const fates: Record<string, (person: Person) => Promise<unknown>> = {
  verified: async () => {},
  suspended: ({ team }) =>
    db.updateTable('workspaces').set({ suspended_at: new Date() }).where('id', '=', team.id).execute(),
  'removed from contacts': ({ userId }) => giveContactsRole(db, userId, null),
  async 'removed from the workspace'({ email, team }) {
    const owner = caller(links, team.key);
    const { members } = (await owner('GET', '/members')).json;
    const { id } = members.find((one: Body) => one.email === email);
    const { status, text } = await owner('DELETE', `/members/${id}`);
    if (status !== 200) throw new Error(text);
  },
  async deleted({ call }) {
    const { status, text } = await call('DELETE', '/auth/me', { currentPassword: password });
    if (status !== 200) throw new Error(text);
  },
};

/** The usual answers by state; each way lists its differences. */
const usually: Record<string, Outcome> = {
  verified: [200, 200, 200],
  unverified: [200, 200, 401],
  suspended: [200, 403, 200],
  'removed from contacts': [200, 200, 401],
  'removed from the workspace': [200, 403, 200],
  deleted: [401, 401, 401],
  'factor required': [200, 200, 200],
};
/** Answers at the provider, which verifies the email and creates a deleted account again. */
const atTheProvider = Object.fromEntries(
  Object.entries(usually).map(([state, [, ...answers]]): [string, Outcome] => [state, [302, ...answers]]),
);
const wanted: Record<string, Record<string, Outcome>> = {
  password: { ...usually, 'factor required': [200, 403, 401] },
  passkey: usually,
  code: usually,
  'recovery code': usually,
  provider: { ...atTheProvider, deleted: [302, 403, 401] },
};

for (const [way, prepare] of Object.entries(ways)) {
  for (const [state, expected] of Object.entries(wanted[way] ?? {})) {
    t.test(`signing in by ${way} gives only the access that this state allows: ${state}`, async (t) => {
      const person = await newPerson(state === 'unverified' ? null : 'editor');
      const enter = await prepare(person);
      await fates[state]?.(person);
      const place = state === 'factor required' ? places.strict : places.usual;
      t.same(await outcome(place, await enter(place), person.team.publicId), expected);
    });
  }
}

/** Answers in sessions that were open before. */
const ofOpenSessions: Record<string, Answers> = {
  suspended: [403, 200],
  'removed from contacts': [200, 401],
  'removed from the workspace': [403, 200],
  deleted: [401, 401],
};

for (const [state, expected] of Object.entries(ofOpenSessions)) {
  t.test(`an open session keeps only the access that this state allows: ${state}`, async (t) => {
    const person = await newPerson('editor');
    const entered = await atDashboard(places.usual, 'POST', '/dashboard/session', { email: person.email, password });
    const ask = await open(places.usual, entered, person.team.publicId);
    t.same(await ask(), [200, 200]);
    await fates[state]?.(person);
    await until(async () => JSON.stringify(await ask()) === JSON.stringify(expected));
    t.same(await ask(), expected);
  });
}

t.test('a links API key gives access to links alone, and only while its creator is in the workspace', async (t) => {
  for (const [state, expected] of Object.entries({
    verified: [200, 401],
    unverified: [200, 401],
    suspended: [403, 401],
    'removed from contacts': [200, 401],
    'removed from the workspace': [401, 401],
    deleted: [401, 401],
    'factor required': [200, 401],
  })) {
    const person = await newPerson(state === 'unverified' ? null : 'editor');
    const body = { name: 'program', permission: 'read' };
    const { key } = (await person.call('POST', '/keys', body, { 'x-workspace-id': person.team.publicId })).json;
    await fates[state]?.(person);
    const place = state === 'factor required' ? places.strict : places.usual;
    const headers = { authorization: `Bearer ${key}` };
    await until(async () => (await answersTo(place, headers))[0] === expected[0]);
    t.same(await answersTo(place, headers), expected, state);
  }
});

t.test('a contacts API key gives access to contacts alone, until it is revoked', async (t) => {
  const boss = await newPerson('administrator');
  await giveContactsRole(db, (await newPerson('administrator')).userId, 'administrator');
  const browser = openAdminBrowser(contacts);
  await browser.signIn(boss.email);
  const made = await browser.call('POST', '/automations/key/add', { permission: 'full' });
  t.equal(made.status, 200, made.text);
  const { ID, key } = made.body.data.keys;
  const headers = { 'x-api-key': key };
  for (const place of Object.values(places)) t.same(await answersTo(place, headers), [401, 200]);
  for (const state of ['removed from contacts', 'deleted']) {
    await fates[state]?.(boss);
    t.same(await answersTo(places.usual, headers), [401, 200], `it belongs to the site; its creator is ${state}`);
  }
  const another = openAdminBrowser(contacts);
  await another.signIn((await newPerson('administrator')).email);
  t.equal((await another.call('DELETE', `/automations/key/${ID}`)).status, 200);
  t.ok(await until(async () => (await answersTo(places.usual, headers))[1] === 401));
});

/** Answers by state; the workspace changes before the link is opened. */
const byInvitation: Record<string, Outcome> = {
  verified: [200, 200, 200],
  // The link shown to the inviter does not verify the email address.
  unverified: [403, 401, 401],
  suspended: [200, 403, 200],
  'removed from contacts': [200, 200, 401],
  'removed from the workspace': [422, 401, 401],
  'factor required': [200, 403, 401],
};

for (const [state, expected] of Object.entries(byInvitation)) {
  t.test(`signing up by invitation gives only the access that this state allows: ${state}`, async (t) => {
    const boss = await newPerson('administrator');
    await db.updateTable('members').set({ role: 'admin' }).where('user_id', '=', boss.userId).execute();
    const email = newEmail();
    const there = { 'x-workspace-id': boss.team.publicId };
    const body = { email, role: 'member', contactsRole: 'editor' };
    const { id } = (await boss.call('POST', '/members/invite', body, there)).json;
    const inviteToken = await inviteTokenOf(db, id, state !== 'unverified');
    if (state === 'suspended') await fates.suspended?.(boss);
    // The invitation's author can no longer give the role.
    if (state === 'removed from contacts') {
      await newPerson('administrator');
      await giveContactsRole(db, boss.userId, 'editor');
    }
    if (state === 'removed from the workspace') await caller(links, boss.team.key)('DELETE', `/members/${id}`);
    const place = state === 'factor required' ? places.strict : places.usual;
    const newcomer = { email, password, name: 'N', inviteToken };
    t.same(
      await outcome(place, await atDashboard(place, 'POST', '/dashboard/signup', newcomer), boss.team.publicId),
      expected,
    );
  });
}

for (const [state, more, expected] of [
  ['verified', {}, [200, 200, 200]],
  ['factor required', { REQUIRE_SECOND_FACTOR: '1' }, [200, 403, 401]],
] as const) {
  t.test(`the first visit creates an account with the access that this state allows: ${state}`, async (t) => {
    const fresh = await createStores(t);
    const settings = { CERTIFICATE_SECRET: 'another secret of both', ...more };
    const first: Daemon = await startDaemon(t, { stores: fresh, env: settings });
    const place = { links: first, contacts: await startAutomations(t, settings, fresh) };
    const code = (await openFirstVisitCodes(first.context.config)).codeOf(0);
    const visit = (given: string) =>
      atDashboard(place, 'POST', '/dashboard/first-visit', { email: newEmail(), password, name: 'First', code: given });
    t.same(await outcome(place, await visit('AAAA-AAAA-AAAA')), [422, 401, 401]);
    t.same(await outcome(place, await visit(code)), expected);
    t.same(await outcome(place, await visit(code)), [409, 401, 401], 'once');
  });
}

t.test('WordPress users have access to contacts alone, as long as WordPress grants it', async (t) => {
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
    return { status, tokens: browser.cookie ? { 'waypost-admin': browser.cookie.split('=')[1] as string } : {} };
  };
  const disable = (ID: number) =>
    sql`UPDATE site_usermeta SET meta_value = '' WHERE user_id = ${ID} AND meta_key = 'site_capabilities'`.execute(wp);
  const cases: [what: string, role: string, place: Place, form: Outcome, program: number[]][] = [
    ['an administrator', 'administrator', places.usual, [302, 401, 200], [401, 200]],
    ['an editor', 'editor', places.usual, [302, 401, 200], [401, 200]],
    ['an author', 'author', places.usual, [401, 401, 401], [401, 401]],
    ['a disabled one', 'disabled', places.usual, [401, 401, 401], [401, 401]],
    ['where a factor is required', 'editor', places.strict, [403, 401, 401], [401, 200]],
  ];
  for (const [what, role, place, form, program] of cases) {
    const ID = await wordPressUser(role === 'disabled' ? 'editor' : role);
    if (role === 'disabled') await disable(ID);
    const basic = Buffer.from(`user${ID}:${applicationPassword}`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    const entered = await byPassword(place, ID);
    const ask = await open(place, entered);
    t.same([entered.status, ...(await ask())], form, `${what}, by password`);
    t.same(await answersTo(place, headers), program, `${what}, by application password`);
    await disable(ID);
    t.ok(await until(async () => (await ask())[1] === 401), `${what}, disabled while signed in`);
    t.ok(await until(async () => (await answersTo(place, headers))[1] === 401), `${what}, disabled`);
  }
});
