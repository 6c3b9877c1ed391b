/** Signing in with an OpenID Connect provider: which account it opens, and that no sign-in can be forged or reused. */

import { insertMember } from '../../../daemon/members/queries.ts';
import { readClaims } from '../../../daemon/oidc/claims.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { ConfigError } from '../../../shared/errors.ts';
import { insertIdentity } from '../../../shared/people/identity-queries.ts';
import { ownScreen } from '../../../shared/site/own-screen.ts';
import {
  contactsRoleOf,
  giveContactsRole,
  inviteTokenOf,
  newEmail,
  password,
  putSite,
  signUp,
  userIdOf,
} from '../../fixtures/accounts.ts';
import { openBrowser } from '../../fixtures/cookie-browser.ts';
import { addWorkspace, caller, type Daemon, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { startOidcProvider } from '../../fixtures/oidc-provider.ts';
import { ask } from '../../fixtures/requests.ts';
import { t } from '../../runner/tap.ts';

const callback = 'http://localhost:8080/api/dashboard/oidc/callback';
const provider = await startOidcProvider(t, callback);
const env = { ...provider.env, SIGNUPS_PER_MINUTE: '100000', PLANS_FREE_REQUESTS_PER_MINUTE: '100000' };
const daemon = await startDaemon(t, { env });
const { db } = daemon.context;

let subjects = 0;
/** A user known to the provider. */
function newcomer(claims: Record<string, unknown> = {}): { subject: string; email: string } {
  const subject = `subject-${++subjects}`;
  const email = (claims.email as string) ?? newEmail();
  provider.people[subject] = { email, email_verified: true, name: `Person ${subjects}`, ...claims };
  return { subject, email };
}

const portOf = ({ origin }: Pick<Daemon, 'origin'>) => Number(new URL(origin).port);

/** Starts a sign-in. Returns the browser's cookie and the redirect. */
async function begin(at: Pick<Daemon, 'origin'> = daemon, query = '') {
  const { status, headers } = await ask(portOf(at), { path: `/api/dashboard/oidc${query}` });
  const [setCookie = ''] = headers['set-cookie'] ?? [];
  return { status, setCookie, cookie: setCookie.split(';')[0] as string, location: String(headers.location) };
}

/** Returns from the provider. */
async function comeBack(url: URL, cookie: string, at: Pick<Daemon, 'origin'> = daemon) {
  const headers = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  const answer = await ask(portOf(at), { path: url.pathname + url.search, headers });
  const cookies = (answer.headers['set-cookie'] ?? []) as string[];
  const [, session = ''] = /^(waypost=[^;]+)/.exec(cookies.find((one) => one.startsWith('waypost=')) ?? '') ?? [];
  return { ...answer, cookies, session };
}

/** Does a full sign-in. Returns the callback's answer. */
async function signInAt(subject: string | undefined, query = '', at: Pick<Daemon, 'origin'> = daemon) {
  const { location, cookie } = await begin(at, query);
  return comeBack(await provider.signIn(location, subject), cookie, at);
}

/** The session that the dashboard then reports. */
async function sessionOf(session: string, at: Pick<Daemon, 'origin'> = daemon): Promise<Json> {
  const browser = openBrowser(at);
  browser.cookie = session;
  return (await browser.call('GET', '/dashboard/session')).json;
}

const usersOf = (email: string) => db.selectFrom('users').selectAll().where('email', '=', email).execute();

t.test("a new user gets an account and the dashboard's cookie, and later signs in to the same account", async (t) => {
  const { subject, email } = newcomer({ name: 'Ada Lovelace' });
  const { setCookie, location } = await begin();
  t.match(
    setCookie,
    /^waypost-oidc=[\w-]+; Max-Age=600; Path=\/api\/dashboard\/oidc\/callback; HttpOnly; SameSite=Lax$/,
  );
  const sent = new URL(location).searchParams;
  t.match(Object.fromEntries(sent), {
    redirect_uri: callback,
    response_type: 'code',
    code_challenge_method: 'S256',
    state: /^[\w-]{43}$/,
    nonce: /^[\w-]{43}$/,
  });
  const first = await signInAt(subject);
  t.match(first, { status: 302, headers: { location: '/dashboard', 'cache-control': 'no-store' } });
  t.match(first.cookies, [
    /^waypost=fst_\w{43}; Max-Age=2592000; Path=\/api; HttpOnly; SameSite=Strict$/,
    'waypost-oidc=; Max-Age=0; Path=/api/dashboard/oidc/callback; HttpOnly; SameSite=Lax',
  ]);
  t.match(await sessionOf(first.session), {
    user: { email, name: 'Ada Lovelace', emailVerified: true },
    workspaces: [{ name: 'Ada Lovelace', role: 'admin' }],
  });
  const again = await signInAt(subject);
  t.same((await sessionOf(again.session)).user, (await sessionOf(first.session)).user);
  t.equal((await usersOf(email)).length, 1);
  t.match((await openBrowser(daemon).call('GET', '/dashboard/settings')).json, {
    password: true,
    oidc: { name: 'Single sign-on' },
  });
});

t.test('sign-in redirects to the requested screen, and never to another site', async (t) => {
  const { subject } = newcomer();
  const to = async (asked: string) => (await signInAt(subject, `?to=${encodeURIComponent(asked)}`)).headers.location;
  t.equal(await to('/dashboard/links?tag=a%20b&page=2'), '/dashboard/links?tag=a%20b&page=2');
  t.equal(await to('https://evil.example/dashboard'), '/dashboard');
  for (const [asked, found] of [
    [undefined, '/dashboard'],
    ['/dashboard/', '/dashboard/'],
    ['/dashboard/a/../links', '/dashboard/links'],
    ['/dashboard/../hello', '/dashboard'],
    ['/dashboard/%2e%2e/hello', '/dashboard'],
    ['/dashboards', '/dashboard'],
    ['//evil.example/dashboard', '/dashboard'],
    ['/\\evil.example/dashboard', '/dashboard'],
    ['/\t/evil.example/dashboard', '/dashboard'],
    ['\\\\evil.example', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['/dashboard/x\r\nSet-Cookie: a=b', '/dashboard/xSet-Cookie:%20a=b'],
    ['dashboard', '/dashboard'],
    ['', '/dashboard'],
  ] as const)
    t.equal(ownScreen(asked, '/dashboard'), found, String(asked));
});

t.test('a verified email address opens its existing account, which the subject identifies from then on', async (t) => {
  const { email, token, call } = await signUp(daemon);
  await db.updateTable('users').set({ email_verified_at: new Date() }).where('email', '=', email).execute();
  daemon.context.access.forget('all');
  const { subject } = newcomer({ email: email.toUpperCase() });
  const linked = await signInAt(subject);
  t.match(await sessionOf(linked.session), { user: { email } });
  t.equal((await call('GET', '/auth/me')).status, 200, 'sessions continue');
  t.equal(
    (await caller(daemon, undefined)('POST', '/auth/login', { email, password })).status,
    200,
    'and the password',
  );
  const audit = await db.selectFrom('audit_entries').selectAll().where('action', '=', 'user.link-provider').execute();
  t.equal(audit.length, 1);

  provider.people[subject] = { email: newEmail(), email_verified: false };
  t.match(await sessionOf((await signInAt(subject)).session), { user: { email } }, 'with any later email');
  const other = newcomer({ email });
  const refused = await signInAt(other.subject);
  t.match([refused.status, refused.body], [403, /someone else/], 'an address given to another opens nothing');
  t.same(refused.cookies, []);
  t.ok(token);
});

t.test('an email address that the provider has not verified neither opens nor creates an account', async (t) => {
  const { email } = await signUp(daemon);
  for (const verified of [false, 'false', 1, null]) {
    for (const address of [email, newEmail()]) {
      const { subject } = newcomer({ email: address, email_verified: verified });
      const { status, body, cookies } = await signInAt(subject);
      t.match([status, body, cookies], [403, /not verified/, []]);
    }
  }
  const { status, body } = await signInAt(newcomer({ email: undefined }).subject);
  t.match([status, body], [403, /not verified/]);
});

t.test(
  'another spelling of an email address does not open its account, and an email address without a canonical form creates none',
  async (t) => {
    const domain = `kim${Math.random().toString(36).slice(2)}.example`;
    const victim = newcomer({ email: `kim@${domain}` });
    await signInAt(victim.subject);
    for (const email of [
      `\u212aim@${domain}`,
      `kím@${domain}`,
      `\uff4b\uff49\uff4d@${domain}`,
      `k\u200bim@${domain}`,
      `k\u200dim@${domain}`,
      `kim@${domain}\0`,
      `kim@\u212a${domain.slice(1)}`,
      `kim@\uff4b${domain.slice(1)}`,
      `kim@${domain}\u200b`,
    ]) {
      const { status, body, cookies } = await signInAt(newcomer({ email }).subject);
      t.match(
        [status, body, cookies],
        [403, /Your email at the sign-in provider cannot be used here: it must/, []],
        email,
      );
    }
    const other = newcomer({ email: `Kim@${domain.replace('i', 'í')}` });
    const { session } = await signInAt(other.subject);
    t.match(
      await sessionOf(session),
      { user: { email: /^kim@xn--/ } },
      'an address at another domain is another account',
    );
    const neighbour = newcomer({ email: other.email.replace('Kim@', 'kim.else@') });
    await signInAt(neighbour.subject);
    const asked = { email: neighbour.email.replace('í', 'i') };
    t.equal((await caller(daemon, undefined)('POST', '/auth/password/forgot', asked)).status, 200);
    const mails = await db.selectFrom('mails').selectAll().where('recipient', 'like', 'kim.else@%').execute();
    t.same(mails, [], 'which gets no email requested for another');
    const { call } = await signUp(daemon);
    const spelled = await call('POST', '/auth/email', { email: other.email, currentPassword: password });
    t.match(spelled, { status: 409 }, 'in whichever form it is written');
  },
);

t.test('a subject that MySQL would confuse with another subject, or cannot store, is refused', async (t) => {
  const known = newcomer();
  await signInAt(known.subject);
  for (const subject of [`${known.subject} `, `s\u00fcbject-${subjects}`, '\uff53ubject-1', 'x'.repeat(256)]) {
    provider.people[subject] = { email: newEmail(), email_verified: true };
    const { status, cookies } = await signInAt(subject);
    t.match([status, cookies], [403, []], JSON.stringify(subject));
  }
});

t.test('`email_verified` in the ID token does not verify the email address from userinfo, or vice versa', async (t) => {
  const { email } = await signUp(daemon);
  for (const [userInfo, idToken] of [
    [{ email, email_verified: undefined }, { email_verified: true }],
    [{ email, email_verified: false }, { email_verified: true }],
    [{ email: undefined, email_verified: true }, { email }],
    [
      { email, email_verified: true },
      { email: newEmail(), email_verified: false },
    ],
  ] as const) {
    const { status, body, cookies } = await signInAt(newcomer({ ...userInfo, idToken }).subject);
    t.match([status, body, cookies], [403, /not verified/, []], JSON.stringify([userInfo, idToken]));
  }
  for (const [userInfo, idToken] of [
    [{ email: newEmail() }, { email, email_verified: true }],
    [{ email }, { email: newEmail() }],
    [{ email }, { email_verified: false }],
  ] as const) {
    const { subject } = newcomer({ ...userInfo, idToken });
    t.match(
      await sessionOf((await signInAt(subject)).session),
      { user: { email } },
      JSON.stringify([userInfo, idToken]),
    );
    await db.deleteFrom('user_identities').where('subject', '=', subject).execute();
  }
});

t.test('an ID token issued for another client signs nobody in', async (t) => {
  for (const [azp, status] of [
    ['waypost', 302],
    ['another client', 401],
    ['', 401],
    [7, 401],
  ] as const)
    t.equal((await signInAt(newcomer({ idToken: { azp } }).subject)).status, status, JSON.stringify(azp));
});

t.test('concurrent sign-ins create one account', async (t) => {
  const somebody = newcomer();
  const known = newcomer({ email: (await signUp(daemon)).email });
  for (const { subject, email } of [somebody, known]) {
    const ways = [];
    for (let n = 0; n < 10; n++) {
      const { location, cookie } = await begin();
      ways.push({ url: await provider.signIn(location, subject), cookie });
    }
    const answers = await Promise.all(ways.map(({ url, cookie }) => comeBack(url, cookie)));
    t.same(
      answers.map(({ status }) => status),
      answers.map(() => 302),
    );
    t.equal((await usersOf(email)).length, 1);
  }
});

t.test('a denied, forged, reused or foreign response signs nobody in', async (t) => {
  const { subject } = newcomer();
  const denied = await signInAt(undefined);
  t.match([denied.status, denied.body, denied.cookies], [403, /refused the sign-in/, []]);
  t.match(denied.headers, { 'content-security-policy': /default-src 'none'/, 'referrer-policy': 'no-referrer' });

  const { location, cookie } = await begin();
  const url = await provider.signIn(location, subject);
  const flow = JSON.parse(Buffer.from(cookie.split('=')[1] as string, 'base64url').toString());
  const changed = (changes: object) =>
    `waypost-oidc=${Buffer.from(JSON.stringify({ ...flow, ...changes })).toString('base64url')}`;
  const elsewhere = await begin();
  const forgedState = new URL(url);
  forgedState.searchParams.set('state', 'x'.repeat(43));
  const refused = async (what: string, at: URL, withCookie: string) => {
    const { status, cookies, session } = await comeBack(at, withCookie);
    t.same([status, cookies, session], [401, [], ''], what);
  };
  await refused('no cookie: started in another browser', url, '');
  await refused('the cookie of another sign-in', url, elsewhere.cookie);
  await refused('two cookies', url, `${elsewhere.cookie}; ${cookie}`);
  await refused('no cookie of ours', url, 'waypost-oidc=nonsense');
  await refused('half a cookie', url, changed({ nonce: undefined }));
  await refused('another state', forgedState, cookie);
  await refused('no code', new URL(callback), cookie);

  const nonce = await begin();
  const back = await provider.signIn(nonce.location, subject);
  const wrong = JSON.parse(Buffer.from(nonce.cookie.split('=')[1] as string, 'base64url').toString());
  wrong.nonce = 'y'.repeat(43);
  await refused('another nonce', back, `waypost-oidc=${Buffer.from(JSON.stringify(wrong)).toString('base64url')}`);

  const verifier = await begin();
  const stolen = await provider.signIn(verifier.location, subject);
  const own = JSON.parse(Buffer.from(verifier.cookie.split('=')[1] as string, 'base64url').toString());
  own.verifier = 'z'.repeat(43);
  await refused(
    'a code with an unknown secret',
    stolen,
    `waypost-oidc=${Buffer.from(JSON.stringify(own)).toString('base64url')}`,
  );

  const whole = await begin();
  const once = await provider.signIn(whole.location, subject);
  t.equal((await comeBack(once, whole.cookie)).status, 302);
  await refused('the same callback once more', once, whole.cookie);
});

t.test(
  'while the provider is down, sign-in shows this and nothing else fails; sign-in works once the provider is back',
  async (t) => {
    const fresh = await startDaemon(t, { env, stores: daemon.stores });
    const { subject } = newcomer();
    provider.beAway(true);
    const away = await ask(portOf(fresh), { path: '/api/dashboard/oidc' });
    t.match([away.status, away.body, away.headers['retry-after']], [503, /does not answer as expected/, /\d/]);
    t.equal((await ask(portOf(fresh), { path: '/readyz' })).status, 200);
    provider.beAway(false);
    const { location, cookie } = await begin(fresh);
    const url = await provider.signIn(location, subject);
    provider.beAway(true);
    t.equal((await comeBack(url, cookie, fresh)).status, 503, 'between redirect and callback');
    provider.beAway(false);
    t.equal((await signInAt(subject, '', fresh)).status, 302);
  },
);

t.test("a provider's new signing key is accepted at once", async (t) => {
  const { subject } = newcomer();
  t.equal((await signInAt(subject)).status, 302);
  provider.rotateKeys();
  t.equal((await signInAt(subject)).status, 302);
});

t.test('new accounts are created only if the sign-up rules allow it', async (t) => {
  const start = (more: Record<string, string>) => startDaemon(t, { env: { ...env, ...more }, stores: daemon.stores });
  const closed = await start({ SIGNUP: 'closed' });
  const known = newcomer();
  await signInAt(known.subject);
  t.match(await signInAt(newcomer().subject, '', closed), { status: 403, body: /Sign-up is closed/ });
  t.equal((await signInAt(known.subject, '', closed)).status, 302, 'existing users get in');

  const byCode = await start({ SIGNUP_INVITE_CODES: 'let-me-in' });
  t.equal((await signInAt(newcomer().subject, '', byCode)).status, 422);
  t.equal((await signInAt(newcomer().subject, '?inviteCode=let-me-in', byCode)).status, 302);

  const byInvite = await start({ SIGNUP: 'invite' });
  const guest = newcomer();
  t.equal((await signInAt(guest.subject, '', byInvite)).status, 422);
  const workspace = await addWorkspace(db, 'team');
  const invited = await caller(daemon, workspace.key)('POST', '/members/invite', {
    email: guest.email,
    role: 'viewer',
  });
  const inviteToken = await inviteTokenOf(db, invited.json.id);
  await giveContactsRole(db, workspace.userId, 'administrator');
  await db
    .updateTable('invites')
    .set({ contacts_role: 'editor', site_id: await putSite(db), invited_by: workspace.userId })
    .where('email', '=', guest.email)
    .execute();
  const wrong = await signInAt(newcomer().subject, `?inviteToken=${inviteToken}`, byInvite);
  t.equal(wrong.status, 422, 'another’s invitation');
  const { session } = await signInAt(guest.subject, `?inviteToken=${inviteToken}`, byInvite);
  const { user, workspaces } = await sessionOf(session);
  t.match(workspaces, [{ id: workspace.publicId, role: 'viewer' }]);
  t.equal(await contactsRoleOf(db, await userIdOf(db, user)), 'editor', 'and in contacts, as invited');
  for (const table of ['contact_roles', 'sites'] as const) await db.deleteFrom(table).execute();
});

t.test('workspace roles come from a claim and are updated at each sign-in', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  const more = {
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLES: 'leads=admin,staff=member',
    OIDC_WORKSPACE: workspace.publicId,
    SIGNUP: 'invite',
    PLANS_TEAM_MEMBERS: '3',
  };
  const staffed = await startDaemon(t, { env: { ...env, ...more }, stores: daemon.stores });
  const person = newcomer({ groups: ['all', 'staff'] });
  const signIn = async (groups: unknown) => {
    provider.people[person.subject] = { ...provider.people[person.subject], groups };
    const { session } = await signInAt(person.subject, '', staffed);
    return (await sessionOf(session, staffed)).workspaces.map(({ id, role }: Json) => [
      id === workspace.publicId,
      role,
    ]);
  };
  t.same(await signIn(['all', 'staff']), [[true, 'member']], 'a role replaces an invitation');
  t.same(await signIn('leads'), [[true, 'admin']]);
  t.same(await signIn(['staff', 'leads']), [[true, 'admin']], 'the highest counts');
  t.same(await signIn(['staff']), [[true, 'member']]);
  const { json } = await caller(staffed, workspace.key)('GET', '/members');
  t.match(json.members, [
    { isOwner: true, role: 'admin' },
    { email: person.email, role: 'member' },
  ]);
  t.same(await signIn([]), [[false, 'admin']], 'without a role they leave, for a workspace of their own');
  t.same(await signIn(['staff']), [
    [false, 'admin'],
    [true, 'member'],
  ]);
  t.equal(
    (await signInAt(newcomer({ groups: ['nobody'] }).subject, '', staffed)).status,
    422,
    'no role, no invitation',
  );

  const owner = newcomer({ groups: ['staff'] });
  await inTransaction(db, (trx) =>
    insertIdentity(trx, workspace.userId, { issuer: provider.issuer, subject: owner.subject }, new Date()),
  );
  const { session } = await signInAt(owner.subject, '', staffed);
  t.match((await sessionOf(session, staffed)).workspaces, [{ role: 'admin' }], 'the owner stays an admin');

  const filler = (await signUp(daemon)).email;
  const [{ id: userId } = { id: 0 }] = await usersOf(filler);
  await inTransaction(db, (trx) =>
    insertMember(trx, { workspaceId: workspace.id, userId, role: 'viewer' }, new Date()),
  );
  const late = newcomer({ groups: ['staff'] });
  t.match(await signInAt(late.subject, '', staffed), { status: 402, body: /allows 3 members/ });
  t.same(await usersOf(late.email), [], 'a user without a seat leaves nothing behind');
});

t.test(
  'a claim also gives the contacts role, if contacts are used, and removes it except from the last administrator',
  async (t) => {
    const more = { OIDC_ROLE_CLAIM: 'groups', OIDC_CONTACTS_ROLES: 'staff=editor,leads=administrator' };
    const both = await startDaemon(t, { env: { ...env, ...more }, stores: daemon.stores });
    const roleOf = async ({ subject, email }: ReturnType<typeof newcomer>, groups: unknown) => {
      provider.people[subject] = { ...provider.people[subject], groups };
      const { status } = await signInAt(subject, '', both);
      const [user] = await usersOf(email);
      return [status, user && (await contactsRoleOf(db, user.id))];
    };
    const [ada, bob] = [newcomer(), newcomer()];
    t.same(await roleOf(ada, ['leads']), [302, undefined], 'there are no contacts');
    await putSite(db);
    t.same(await roleOf(ada, ['leads', 'staff']), [302, 'administrator']);
    t.same(await roleOf(ada, []), [302, 'administrator'], 'there is always one');
    t.same(await roleOf(bob, 'leads'), [302, 'administrator']);
    t.same(await roleOf(ada, ['staff']), [302, 'editor']);
    t.same(await roleOf(ada, ['staff']), [302, 'editor']);
    t.same(await roleOf(ada, ['others']), [302, undefined]);
    t.match((await sessionOf((await signInAt(ada.subject, '', both)).session, both)).workspaces, [{ role: 'admin' }]);

    const [{ id: userId } = { id: 0 }] = await usersOf(ada.email);
    await giveContactsRole(db, userId, 'viewer');
    await signInAt(ada.subject);
    t.equal(await contactsRoleOf(db, userId), 'viewer', 'without that setting it is as administrators gave it');
  },
);

t.test("claims are read in each provider's format", (t) => {
  const settings = {
    issuer: 'https://id.example',
    roleClaim: 'realm_access.roles',
    roles: [] as string[],
    workspace: 'ws_1',
    contactsRoles: [] as string[],
  };
  const roleOf = (claims: object, more: object = {}) =>
    readClaims({ sub: '1', ...claims }, { ...settings, ...more }).role;
  t.equal(roleOf({ realm_access: { roles: ['x', 'member'] } }), 'member');
  t.equal(
    roleOf({ 'realm_access.roles': 'viewer', realm_access: { roles: ['admin'] } }),
    'viewer',
    'a name with a dot',
  );
  t.equal(roleOf({ 'https://x/roles': ['admin'] }, { roleClaim: 'https://x/roles' }), 'admin');
  t.equal(roleOf({ groups: ['cn=leads,dc=x'] }, { roleClaim: 'groups', roles: ['cn=leads,dc=x=admin'] }), 'admin');
  for (const odd of [undefined, null, 7, 'constructor', ['Admin'], { admin: true }, [['admin', 'x']]])
    t.equal(roleOf({ realm_access: { roles: odd } }), undefined, JSON.stringify(odd));
  t.equal(roleOf({ groups: 'admin' }, { roleClaim: '' }), undefined);
  t.equal(roleOf({}, { roleClaim: '__proto__.constructor' }), undefined);
  t.equal(roleOf({ realm_access: { roles: 'admin' } }, { workspace: '' }), undefined, 'no workspace, no role in it');

  const inContacts = (groups: unknown, contactsRoles: string[]) =>
    readClaims({ sub: '1', groups }, { ...settings, roleClaim: 'groups', contactsRoles }).contactsRole;
  const pairs = ['all=viewer', 'staff=editor', 'leads=administrator'];
  t.equal(inContacts(['all', 'leads', 'staff'], pairs), 'administrator', 'the highest counts');
  t.equal(inContacts('staff', pairs), 'editor');
  t.equal(inContacts(['editor', 'administrator'], pairs), null, 'none is lost');
  t.equal(inContacts(['leads'], []), undefined, 'the claims do not say');

  const personOf = (claims: object) => readClaims({ sub: '1', ...claims }, settings);
  t.match(personOf({ email: ' A@Example.COM ', email_verified: 'true' }), { name: 'a' });
  t.match(personOf({ email: 'A@Example.COM', email_verified: 'true' }), {
    email: { address: 'a@example.com' },
    name: 'a',
  });
  for (const email of ['a', 'a@b', '@b.c', 'a b@c.de', `${'a'.repeat(250)}@b.cd`])
    t.match(personOf({ email, email_verified: true }).email, { fault: /^must/ }, email);
  t.equal(personOf({ email: 7, email_verified: true }).email, undefined);
  t.equal(personOf({ given_name: 'Ada', family_name: 'L', email: 'x@y.z' }).name, 'Ada L');
  t.equal(personOf({ name: '  ', preferred_username: 'ada' }).name, 'ada');
  t.end();
});

t.test('with password sign-in off, users sign in only through the provider, and API keys keep working', async (t) => {
  const { email } = await signUp(daemon);
  const workspace = await addWorkspace(db, 'team');
  const off = await startDaemon(t, {
    env: { ...env, PASSWORD_SIGN_IN: '0', OIDC_NAME: 'Acme ID' },
    stores: daemon.stores,
  });
  const token = 'x'.repeat(43);
  for (const [at, body] of [
    ['/auth/login', { email, password }],
    ['/auth/signup', { email: newEmail(), password, name: 'A' }],
    ['/auth/password/forgot', { email }],
    ['/auth/password/reset', { token, password }],
    ['/dashboard/session', { email, password }],
    ['/dashboard/signup', { email: newEmail(), password, name: 'A' }],
    ['/dashboard/password', { token, password }],
  ] as const) {
    const { status, json } = await caller(off, undefined)('POST', at, body);
    t.match([status, json], [403, { error: { code: 'forbidden', message: /Sign in with Acme ID/ } }], at);
  }
  t.match((await openBrowser(off).call('GET', '/dashboard/settings')).json, {
    password: false,
    oidc: { name: 'Acme ID' },
  });
  t.equal((await signInAt(newcomer().subject, '', off)).status, 302);
  t.equal((await caller(off, workspace.key)('GET', '/tags')).status, 200);
});

t.test("without passwords the code in the log admits the provider's first user", async (t) => {
  const first = await startDaemon(t, { env: { ...env, PASSWORD_SIGN_IN: '0', SIGNUP: 'invite' } });
  t.match((await openBrowser(first).call('GET', '/dashboard/settings')).json, { firstVisit: true, password: false });
  const code = first.context.firstVisits.codeOf(0);
  t.equal((await signInAt(newcomer().subject, '?inviteCode=WRONG', first)).status, 422);
  const { subject } = newcomer();
  const { status, session } = await signInAt(subject, `?inviteCode=${code}`, first);
  t.equal(status, 302);
  t.match(await sessionOf(session, first), { operator: true, workspaces: [{ plan: 'scale', unlimited: true }] });
  t.equal((await signInAt(newcomer().subject, `?inviteCode=${code}`, first)).status, 422, 'once');
});

t.test('a user without a password confirms actions by a recent sign-in', async (t) => {
  const { subject, email } = newcomer();
  const browser = openBrowser(daemon);
  browser.cookie = (await signInAt(subject)).session;
  const wish = { email: newEmail(), currentPassword: 'none' };
  t.equal((await browser.call('POST', '/auth/email', wish)).status, 200);
  const [{ id } = { id: 0 }] = await usersOf(email);
  const sessions = db.updateTable('sessions').where('user_id', '=', id);
  await sessions.set({ created_at: new Date(Date.now() - 601_000) }).execute();
  for (const [method, at, body] of [
    ['POST', '/auth/email', wish],
    ['DELETE', '/auth/me', { currentPassword: 'none' }],
    ['PATCH', '/auth/me', { password, currentPassword: 'none' }],
  ] as const) {
    const { status, json } = await browser.call(method, at, body);
    t.match([status, json], [422, { error: { details: { field: 'currentPassword' } } }], at);
  }
  browser.cookie = (await signInAt(subject)).session;
  t.equal((await browser.call('DELETE', '/auth/me', { currentPassword: 'none' })).status, 200);
  t.same(await db.selectFrom('user_identities').selectAll().where('subject', '=', subject).execute(), []);
  t.match(await sessionOf((await signInAt(subject)).session), { user: { email } }, 'a new account, later');
});

t.test('settings that leave no way to sign in, or an incomplete provider, are refused', (t) => {
  for (const [settings, fault] of [
    [{ PASSWORD_SIGN_IN: '0' }, /PASSWORD_SIGN_IN/],
    [{ OIDC_ISSUER: provider.issuer }, /OIDC_CLIENT_ID/],
    [{ ...provider.env, OIDC_ROLE_CLAIM: 'groups' }, /OIDC_WORKSPACE/],
    [{ ...provider.env, OIDC_WORKSPACE: 'ws_1' }, /OIDC_ROLE_CLAIM/],
    [{ ...provider.env, OIDC_CONTACTS_ROLES: 'a=editor' }, /OIDC_ROLE_CLAIM/],
    [{ ...provider.env, OIDC_ROLE_CLAIM: 'groups', OIDC_CONTACTS_ROLES: 'a=admin' }, /OIDC_CONTACTS_ROLES/],
    [{ ...provider.env, OIDC_ISSUER: 'id.example' }, /OIDC_ISSUER/],
    [{ ...provider.env, OIDC_ROLES: 'a=owner' }, /OIDC_ROLES/],
  ] as [NodeJS.ProcessEnv, RegExp][])
    t.throws(() => readConfig(settings), { constructor: ConfigError, message: fault });
  t.end();
});

t.test('with a provider, the API description includes its two routes', async (t) => {
  const { json } = await caller(daemon, undefined)('GET', '/openapi.json');
  t.match(json.paths, {
    '/dashboard/oidc': { get: { security: [], responses: { 302: {}, 503: { content: { 'text/html': {} } } } } },
    '/dashboard/oidc/callback': { get: { security: [], responses: { 302: {}, 403: {}, 401: {}, 402: {} } } },
  });
});

t.test('without a provider, its routes do not exist', async (t) => {
  const bare = await startDaemon(t, { stores: daemon.stores });
  t.notMatch((await caller(bare, undefined)('GET', '/openapi.json')).text, /oidc\/callback/);
  t.equal((await ask(portOf(bare), { path: '/api/dashboard/oidc' })).status, 404);
  t.equal((await ask(portOf(bare), { path: '/api/dashboard/oidc/callback?code=x' })).status, 404);
});
