/** People whose account is one of the link service: how they come in, what ends their sessions, and what is theirs to change here. */
import { setTimeout as sleep } from 'node:timers/promises';
import { insertFirstAdmin } from '../../../automations-api/plugins/admin/people/first-visit-queries.ts';
import { joinAll } from '../../../automations-api/plugins/admin/people/join-accounts.ts';
import { openLinks } from '../../../automations-api/plugins/admin/people/links-queries.ts';
import type { Db as LinksDb } from '../../../daemon/core/tables.ts';
import { insertUser } from '../../../daemon/identity/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { openFirstVisitCodes } from '../../../shared/secrets/first-visit-codes.ts';
import { findContactsRole, findInstallation, takeFirstOfContacts } from '../../../shared/sign-in/people.ts';
import { challengeOf, insertTicket } from '../../../shared/sign-in/tickets.ts';
import { giveContactsRole, password, signUp, userIdOf } from '../../fixtures/accounts.ts';
import { addAdmin, adminDb, openAdminBrowser, password as ownPassword } from '../../fixtures/admins.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { caller, startDaemon } from '../../fixtures/daemon.ts';
import { codeOf, newAuthenticator, withPasskey, withTotp, wrongCodeOf } from '../../fixtures/factors.ts';
import { startMailServer } from '../../fixtures/mail.ts';
import { ask } from '../../fixtures/requests.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const env = { CERTIFICATE_SECRET: 'a secret of both services', LOGIN_TRIES_PER_MINUTE: '1000' };
const daemon = await startDaemon(t, { stores, env });
const mailbox = await startMailServer(t);
const contacts = await startAutomations(t, { ...env, SMTP_URL: mailbox.url }, stores);
const anyone = caller(daemon, undefined);
const links: LinksDb = daemon.context.db;
const db = adminDb(contacts);
/** Both, where nobody has an account yet. `isApart`: the link service has a database of its own on the server. */
async function startBoth(isApart = false) {
  const ofLinks = await createStores(t);
  const both = await startDaemon(t, { stores: ofLinks, env });
  const ofContacts = isApart ? await createStores(t) : ofLinks;
  const where: Record<string, string> = isApart ? { LINKS_DATABASE: new URL(ofLinks.mysqlUrl).pathname.slice(1) } : {};
  return {
    daemon: both,
    links: both.context.db,
    contacts: await startAutomations(t, { ...env, ...where }, ofContacts),
  };
}
const port = Number(new URL(contacts.site).port);
const now = () => new Date();
const believedMs = 1_100;

const giveRole = (userId: number, role: 'administrator' | 'editor' | 'viewer' | null) =>
  giveContactsRole(links, userId, role);

/** An account of the link service with a role in contacts. */
async function person(role: 'administrator' | 'editor' | 'viewer' | null = 'editor') {
  const someone = await signUp(daemon);
  const userId = await userIdOf(links, someone);
  await giveRole(userId, role);
  return { ...someone, userId };
}

const signInByForm = async (email: string, more: object = {}) => {
  const browser = openAdminBrowser(contacts);
  const answer = await browser.call('POST', '/waypost-admin/v1/session', { email, password, ...more });
  return { browser, answer };
};
type Browser = ReturnType<typeof openAdminBrowser>;
const isIn = async (browser: Browser) => (await browser.call('GET', '/waypost-admin/v1/sessions')).status === 200;
const sessionsOf = (userId: number) => links.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute();

t.test('the password of the link service signs in, with the role that contacts give', async (t) => {
  const ada = await person();
  const { browser, answer } = await signInByForm(ada.email);
  t.match(answer, { status: 200, body: { data: { user: { email: ada.email, role: 'editor', joined: true } } } });
  t.match(answer.body.data.links, { enter_url: /\/api\/dashboard\/enter$/ });
  t.equal(await isIn(browser), true);
  t.match((await signInByForm(ada.email, { password: 'not this one at all' })).answer, { status: 401 });
  const stranger = await person(null);
  t.match((await signInByForm(stranger.email)).answer, { status: 401, body: { code: 'incorrect_password' } });

  await giveRole(ada.userId, 'viewer');
  await sleep(believedMs);
  t.match((await browser.call('GET', '/waypost-admin/v1/session')).body.data.user, { role: 'viewer' });
});

t.test('a second factor of the link service is asked for', async (t) => {
  const ada = await person();
  const { uri } = await withTotp(ada.call);
  t.match((await signInByForm(ada.email)).answer, { status: 401, body: { code: 'second_factor_required' } });
  t.match((await signInByForm(ada.email, { code: '000000' })).answer, {
    status: 401,
    body: { code: 'incorrect_code' },
  });
  t.match((await signInByForm(ada.email, { code: codeOf(uri, 1) })).answer, { status: 200 });
});

t.test('an email tells of a recovery code that was used for contacts, also at the first sign-in', async (t) => {
  const ada = await person();
  const { recoveryCodes } = await withTotp(ada.call);
  t.match((await signInByForm(ada.email, { code: recoveryCodes[0] })).answer, { status: 200 });
  t.match(await mailbox.waitFor(ada.email, /recovery code was used/), { text: /9 are left/ });
  t.match((await signInByForm(ada.email, { code: recoveryCodes[1] })).answer, { status: 200 });
  t.match(await mailbox.waitFor(ada.email, /recovery code was used/), { text: /8 are left/ });
});

t.test('wrong codes count together in both services', async (t) => {
  const ada = await person();
  const { uri } = await withTotp(ada.call);
  const inLinks = (code: string) => anyone('POST', '/auth/login', { email: ada.email, password, code });
  const inContacts = async (code: string) => (await signInByForm(ada.email, { code })).answer;
  for (let n = 0; n < 5; n++)
    for (const enter of [inLinks, inContacts]) t.equal((await enter(wrongCodeOf(uri))).status, 401);
  for (const enter of [inLinks, inContacts])
    t.equal((await enter(codeOf(uri, 1))).status, 429, 'not even the right one is tried');
});

t.test('where both are at one host, a passkey of the link service signs in, once for each challenge', async (t) => {
  const ada = await person();
  const passkey = await withPasskey(daemon, ada.call);
  const { origin } = new URL(contacts.config.siteUrl);
  const enter = async (response: object) =>
    openAdminBrowser(contacts).call('POST', '/waypost-admin/v1/session/passkey', { response });
  const ask = async () =>
    (await openAdminBrowser(contacts).call('POST', '/waypost-admin/v1/session/passkey/options')).body.data.options;
  const asked = await ask();
  t.match((await enter(passkey.sign(asked, { origin }))).body.data.user, { email: ada.email, joined: true });
  t.match(await enter(passkey.sign(asked, { origin })), { status: 401, body: { code: 'incorrect_passkey' } });
  await giveRole(ada.userId, null);
  t.match(await enter(passkey.sign(await ask(), { origin })), { status: 401, body: { code: 'incorrect_passkey' } });
});

const endings = {
  'signing out in the dashboard': async ({ call }: Awaited<ReturnType<typeof person>>) =>
    void (await call('DELETE', '/auth/sessions')),
  'another password': ({ call }: Awaited<ReturnType<typeof person>>) =>
    call('PATCH', '/auth/me', { currentPassword: password, password: 'quite another password' }),
  'the end of the account': ({ call }: Awaited<ReturnType<typeof person>>) =>
    call('DELETE', '/auth/me', { currentPassword: password }),
  'the end of the role in contacts': ({ userId }: Awaited<ReturnType<typeof person>>) => giveRole(userId, null),
};
for (const [what, end] of Object.entries(endings)) {
  t.test(`${what} ends the session here within a second`, async (t) => {
    const ada = await person();
    const { browser } = await signInByForm(ada.email);
    t.equal(await isIn(browser), true);
    const ended = await end(ada);
    if (ended) t.match(ended, { status: 200 });
    await sleep(believedMs);
    t.equal(await isIn(browser), false);
  });
}

t.test(
  'signing out here, and being signed out or taken out by an administrator, ends it in the link service',
  async (t) => {
    const admin = await person('administrator');
    const { browser: by } = await signInByForm(admin.email);
    const idOf = async (email: string) =>
      (await by.call('GET', '/waypost-admin/v1/admins')).body.data.admins.find(
        (one: { email: string }) => one.email === email,
      ).ID;
    const ways = {
      'by the person': async (_: string, browser: Browser) => browser.call('DELETE', '/waypost-admin/v1/session'),
      'all others': async (_: string, browser: Browser) => browser.call('DELETE', '/waypost-admin/v1/sessions'),
      'by an administrator': async (email: string) =>
        by.call('POST', `/waypost-admin/v1/admin/sign-out/${await idOf(email)}`),
      'taken out': async (email: string) => by.call('DELETE', `/waypost-admin/v1/admin/${await idOf(email)}`),
    };
    for (const [what, end] of Object.entries(ways)) {
      const ada = await person();
      const { browser } = await signInByForm(ada.email);
      t.equal((await sessionsOf(ada.userId)).length, 2, 'the token of signing up, and this');
      t.match(await end(ada.email, browser), { status: 200 }, what);
      const left = (await sessionsOf(ada.userId)).length;
      t.equal(left, what === 'by the person' || what === 'all others' ? 1 : 0, what);
      if (what === 'all others') t.equal((await ada.call('GET', '/auth/me')).status, 401);
      if (what === 'taken out') t.equal(await findContactsRole(links, ada.userId), undefined);
    }
    await sleep(believedMs);
  },
);

t.test('account, password and factors are changed in the dashboard', async (t) => {
  const ada = await person();
  const { browser } = await signInByForm(ada.email);
  for (const [method, at, body] of [
    ['POST', '/me', { name: 'Other' }],
    ['POST', '/me', { password: 'quite another password', current_password: password }],
    ['GET', '/factors', undefined],
    ['POST', '/factors/totp', {}],
    ['POST', '/factors/remove', { id: 'x', password }],
  ] as const)
    t.match(
      await browser.call(method, `/waypost-admin/v1${at}`, body),
      { status: 409, body: { code: 'managed_elsewhere', data: { url: /\/dashboard\/settings\/account$/ } } },
      at,
    );
});

async function visit(path: string, cookies: string[] = []) {
  const answer = await ask(port, {
    method: 'GET',
    path,
    headers: cookies.length > 0 ? { cookie: cookies.join('; ') } : {},
  });
  const set = [answer.headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0] as string);
  return { ...answer, set };
}
const enterPath = '/wp-json/waypost-admin/v1/enter';
async function begin(to = '') {
  const answer = await visit(`${enterPath}${to}`);
  const challenge = new URL(answer.headers.location as string).searchParams.get('challenge') as string;
  return { ...answer, challenge };
}
const ticketOf = async (userId: number, challenge: string, opens: 'links' | 'contacts' = 'contacts') => {
  const [session] = await sessionsOf(userId);
  return insertTicket(links, { sessionId: session?.id as number, opens, challenge }, now());
};

t.test('who is signed in to the dashboard comes in by a ticket, once, in the browser that asked', async (t) => {
  const ada = await person('administrator');
  const begun = await begin(`?to=${encodeURIComponent('/wp-admin/settings/users')}`);
  t.equal(begun.status, 302);
  t.match(begun.headers.location, /\/dashboard\/hand-over\?challenge=[\w-]{43}$/);
  t.match(begun.headers['set-cookie']?.[0], /HttpOnly; SameSite=Lax/);
  const ticket = await ticketOf(ada.userId, begun.challenge);
  const other = await begin();
  t.equal((await visit(`${enterPath}/finish?ticket=${ticket}`)).status, 400, 'without the cookie');
  t.equal((await visit(`${enterPath}/finish?ticket=${ticket}`, other.set)).status, 400, 'in another browser');
  const again = await ticketOf(ada.userId, begun.challenge);
  const many = await Promise.all(
    Array.from({ length: 5 }, () => visit(`${enterPath}/finish?ticket=${again}`, begun.set)),
  );
  t.same(many.map(({ status }) => status).sort(), [302, 400, 400, 400, 400], 'of many at once one');
  const entered = many.find(({ status }) => status === 302) as (typeof many)[number];
  t.equal(entered.headers.location, '/wp-admin/settings/users');
  const browser = openAdminBrowser(contacts);
  browser.cookie = entered.set.find((one) => /waypost-admin=/.test(one)) as string;
  t.match(await browser.call('GET', '/waypost-admin/v1/session'), {
    status: 200,
    body: { data: { user: { email: ada.email, joined: true } } },
  });
  t.equal((await sessionsOf(ada.userId)).length, 1, 'it is the same sign-in');
  await browser.call('DELETE', '/waypost-admin/v1/session');
  t.equal((await sessionsOf(ada.userId)).length, 0);
});

t.test(
  'a ticket for the dashboard, of somebody without a role, or of a session that is over lets nobody in',
  async (t) => {
    const begun = await begin(`?to=${encodeURIComponent('//evil.example')}`);
    const finish = async (ticket: string) => (await visit(`${enterPath}/finish?ticket=${ticket}`, begun.set)).status;
    const ada = await person();
    t.equal(await finish(await ticketOf(ada.userId, begun.challenge, 'links')), 400);
    const stranger = await person(null);
    t.equal(await finish(await ticketOf(stranger.userId, begun.challenge)), 400);
    const gone = await ticketOf(ada.userId, begun.challenge);
    await ada.call('POST', '/auth/logout');
    t.equal(await finish(gone), 400);
    t.equal(await finish('nonsense'), 400);
  },
);

t.test('a ticket to the dashboard is for people with an account there, from pages of contacts', async (t) => {
  const ada = await person();
  const { browser } = await signInByForm(ada.email);
  const challenge = challengeOf('a secret');
  const path = '/waypost-admin/v1/hand-over';
  t.match(await browser.call('POST', path, { challenge }), {
    status: 200,
    body: { data: { url: /\/api\/dashboard\/enter\/finish\?ticket=\w{43}$/ } },
  });
  t.match(await browser.call('POST', path, { challenge: 'short' }), { status: 400 });
  await addAdmin(db, 'own@example.com');
  const own = openAdminBrowser(contacts);
  await own.call('POST', '/waypost-admin/v1/session', { email: 'own@example.com', password: ownPassword });
  t.match(await own.call('POST', path, { challenge }), { status: 403 });
  t.match((await own.call('GET', '/waypost-admin/v1/session')).body.data, { links: null, user: { joined: false } });
});

t.test('accounts of one verified address become one, with role and second factor; others stay', async (t) => {
  const ada = await signUp(daemon);
  const bob = await signUp(daemon);
  await links.updateTable('users').set({ email_verified_at: now() }).where('email', '=', ada.email).execute();
  const id = await addAdmin(db, ada.email.toUpperCase(), 'editor');
  await addAdmin(db, bob.email, 'editor');
  const before = openAdminBrowser(contacts);
  await before.call('POST', '/waypost-admin/v1/session', { email: ada.email, password: ownPassword });
  t.equal(await isIn(before), true);
  const kept: string[] = [];
  await joinAll(
    { db, links: openLinks(contacts.config), config: contacts.config },
    { joined: async () => {}, kept: ({ emailKey }) => kept.push(emailKey) },
  );
  t.same(kept, [bob.email]);
  const row = await db.selectFrom('waypost_admins').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  t.match(row, { links_user_id: await userIdOf(links, ada), email_key: null, password_hash: null });
  t.equal(await findContactsRole(links, await userIdOf(links, ada)), 'editor');
  await sleep(believedMs);
  t.equal(await isIn(before), false, 'sessions by the former password end');
  t.match((await signInByForm(ada.email)).answer, {
    status: 200,
    body: { data: { user: { ID: id, role: 'editor' } } },
  });
  t.equal(await findContactsRole(links, await userIdOf(links, bob)), undefined, 'the address was not verified');
  t.match((await signInByForm(bob.email, { password: ownPassword })).answer, {
    status: 200,
    body: { data: { user: { joined: false } } },
  });
});

t.test(
  'the link service knows where contacts are, and there is always an administrator, whose account may be either',
  async (t) => {
    t.match(await findInstallation(links), { url: contacts.config.siteUrl });
    await links.deleteFrom('contacts_people').execute();
    await db.deleteFrom('waypost_admins').execute();
    const ada = await person('administrator');
    const { browser, answer } = await signInByForm(ada.email);
    const id = answer.body.data.user.ID;
    const change = (role: string, of = id) => browser.call('POST', `/waypost-admin/v1/admin/update/${of}`, { role });
    const last = { status: 409, body: { code: 'last_administrator' } };
    t.match(await change('editor'), last);
    t.match(await browser.call('DELETE', `/waypost-admin/v1/admin/${id}`), last);
    const own = await addAdmin(db, 'other@example.com');
    t.match(await change('viewer', own), { status: 200 });
    t.match(await change('editor'), last, 'the other is none any more');
    t.match(await change('administrator', own), { status: 200 });
    t.match(await change('editor'), { status: 200 });
    t.equal(await findContactsRole(links, ada.userId), 'editor');
  },
);

t.test('of two who are first in both at once, one administers contacts', async (t) => {
  const first = await startBoth();
  const name = 'First';
  const body = { email: 'first@example.com', name, password };
  const inContacts = openAdminBrowser(first.contacts);
  const code = (await openFirstVisitCodes(first.contacts.config)).codeOf(0);
  const [own, granted] = await Promise.all([
    inContacts.call('POST', '/waypost-admin/v1/first-visit', { ...body, code }),
    inTransaction(first.links, async (trx) => {
      const user = await insertUser(trx, { email: 'x@example.com', name, passwordHash: null, verified: true }, now());
      return takeFirstOfContacts(trx, user.id, now());
    }),
  ]);
  t.equal(Number(own.status === 200) + Number(granted), 1, `${own.status} ${granted}`);
});

t.test('an address of the link service is let in at once, with no other password, and nobody twice', async (t) => {
  const both = await startBoth();
  const admins = adminDb(both.contacts);
  await addAdmin(admins, 'boss@example.com');
  const boss = openAdminBrowser(both.contacts);
  t.match(await boss.signIn('boss@example.com', ownPassword), { status: 200 });
  const ada = await signUp(both.daemon);
  const userId = await userIdOf(both.links, ada);
  await both.links.updateTable('users').set({ email_verified_at: now() }).where('id', '=', userId).execute();
  t.match(await boss.post('/admin/add', { email: ada.email.toUpperCase(), role: 'editor' }), {
    status: 200,
    body: {
      data: {
        admin: { email: ada.email, role: 'editor', status: 'active', joined: true },
      },
    },
  });
  t.equal(await findContactsRole(both.links, userId), 'editor');
  t.match(await openAdminBrowser(both.contacts).signIn(ada.email, password), {
    status: 200,
    body: { data: { user: { role: 'editor', joined: true } } },
  });
  t.match(await boss.post('/admin/add', { email: ada.email, role: 'viewer' }), {
    status: 422,
    body: { data: { params: { email: 'email is that of another user' } } },
  });
  t.equal(await findContactsRole(both.links, userId), 'editor', 'whose role stays');
});

t.test('of two roles that were given to one address the joined account has the higher', async (t) => {
  for (const [own, given] of [
    ['viewer', 'administrator'],
    ['administrator', 'editor'],
  ] as const) {
    const ada = await person(given);
    const id = await addAdmin(db, ada.email, own);
    await links.updateTable('users').set({ email_verified_at: now() }).where('id', '=', ada.userId).execute();
    await joinAll(
      { db, links: openLinks(contacts.config), config: contacts.config },
      { joined: async () => {}, kept: () => {} },
    );
    t.equal(await findContactsRole(links, ada.userId), 'administrator');
    const { answer } = await signInByForm(ada.email);
    t.match(answer, { status: 200, body: { data: { user: { ID: id, role: 'administrator' } } } });
  }
});

t.test('asking another address of these contacts for their people takes nobody out', async (t) => {
  const both = await startBoth();
  const admins = adminDb(both.contacts);
  await addAdmin(admins, 'boss@example.com');
  const ada = await signUp(both.daemon);
  const userId = await userIdOf(both.links, ada);
  await giveContactsRole(both.links, userId, 'editor');
  const boss = openAdminBrowser(both.contacts);
  await boss.signIn('boss@example.com', ownPassword);
  const list = async () => (await boss.get('/admins')).body.data.admins.map(({ ID }: { ID: number }) => ID);
  const before = await list();
  t.equal(before.length, 2);
  await both.links.updateTable('contacts_installation').set({ url: 'https://moved.example.com' }).execute();
  t.same(await list(), before);
});

t.test('an account that an operator or the settings make in contacts is the first of both', async (t) => {
  const both = await startBoth();
  const admins = adminDb(both.contacts);
  const known = { db: admins, links: openLinks(both.contacts.config) };
  const admin = { email: 'x@example.com', name: 'X', role: 'administrator', passwordHash: null } as const;
  const made = await Promise.all([
    insertFirstAdmin(known, admin, now()),
    inTransaction(both.links, async (trx) => {
      const user = await insertUser(
        trx,
        { email: 'x@example.com', name: 'X', passwordHash: null, verified: true },
        now(),
      );
      return takeFirstOfContacts(trx, user.id, now());
    }),
  ]);
  t.equal(made.filter(Boolean).length, 1);
  t.match(await findInstallation(both.links), { awaitsFirst: false });
});

type Given = { app?: boolean; passkey?: boolean; ofLinks?: boolean; isOtherHost?: boolean };
const joinings: Record<string, [given: Given, left: string[]]> = {
  'a password alone stays that': [{}, []],
  'an app goes along': [{ app: true }, ['totp']],
  'a passkey goes along to the same host': [{ passkey: true }, ['passkey']],
  'a passkey does not count at another host': [{ passkey: true, isOtherHost: true }, []],
  'an app goes along to another host, and its passkey does not': [
    { app: true, passkey: true, isOtherHost: true },
    ['totp'],
  ],
  'those of the link service stay, and the others end': [{ app: true, passkey: true, ofLinks: true }, ['totp']],
};

for (const [where, isApart] of [
  ['in one database', false],
  ['with the links in a database of their own', true],
] as const) {
  t.test(`${where}, one sign-in opens both`, async (t) => {
    const both = await startBoth(isApart);
    const admins = adminDb(both.contacts);
    const open = () => openAdminBrowser(both.contacts);
    const signIn = async (email: string, given = password, code?: string) => {
      const browser = open();
      const answer = await browser.call('POST', '/waypost-admin/v1/session', {
        email,
        password: given,
        ...(code ? { code } : {}),
      });
      return { browser, answer };
    };
    t.match(await open().get('/session'), {
      status: 401,
      body: { data: { first_visit: true, first_visit_url: /\/dashboard$/ } },
    });

    await t.test('an account with a role comes in, and goes with its session', async (t) => {
      const ada = await signUp(both.daemon);
      const userId = await userIdOf(both.links, ada);
      t.match((await open().get('/session')).body.data, { first_visit_url: undefined }, 'the dashboard awaits nobody');
      t.match((await signIn(ada.email)).answer, { status: 401 });
      await giveContactsRole(both.links, userId, 'administrator');
      const { browser, answer } = await signIn(ada.email);
      t.match(answer, { status: 200, body: { data: { user: { joined: true, role: 'administrator' } } } });
      const handed = await browser.post('/hand-over', { challenge: challengeOf('a secret') });
      t.match(handed.body.data, { url: /enter\/finish\?ticket=/ });
      const list = (await browser.get('/admins')).body.data.admins;
      t.match(list, [{ email: ada.email, joined: true }]);
      t.match(await ada.call('DELETE', '/auth/sessions'), { status: 200 });
      await sleep(believedMs);
      t.equal((await browser.get('/sessions')).status, 401);
      const again = await signIn(ada.email);
      t.equal((await again.browser.del('/session')).status, 200);
      const rows = both.links.selectFrom('sessions').select('id').where('user_id', '=', userId);
      t.equal((await rows.execute()).length, 1, 'signed out of the link service as well');
    });

    for (const [what, [given, left]] of Object.entries(joinings)) {
      await t.test(`at joining ${what}`, async (t) => {
        const ada = await signUp(both.daemon);
        const userId = await userIdOf(both.links, ada);
        const ofLinks = given.ofLinks ? await withTotp(ada.call) : undefined;
        const id = await addAdmin(admins, ada.email, 'editor');
        const { browser } = await signIn(ada.email, ownPassword);
        const recovery: string[] = [];
        let uri = ofLinks?.uri;
        if (given.app) {
          const begun = (await browser.post('/factors/totp')).body.data;
          const confirmed = await browser.post('/factors/totp/confirm', { id: begun.id, code: codeOf(begun.uri) });
          t.match(confirmed, { status: 200 });
          recovery.push(...confirmed.body.data.recovery_codes);
          uri ??= begun.uri;
        }
        if (given.passkey) {
          const passkey = newAuthenticator({ context: { config: { baseUrl: both.contacts.config.siteUrl } } });
          const { options } = (await browser.post('/factors/passkey')).body.data;
          const response = passkey.create(options);
          t.match(await browser.post('/factors/passkey/confirm', { name: 'Key', response }), { status: 200 });
        }
        await both.links.updateTable('users').set({ email_verified_at: now() }).where('id', '=', userId).execute();
        const { config } = both.contacts;
        const joined: number[] = [];
        await joinAll(
          {
            db: admins,
            links: openLinks(config),
            config: given.isOtherHost ? { ...config, siteUrl: 'https://crm.example.com' } : config,
          },
          { joined: async (pair) => joined.push(pair.id), kept: () => {} },
        );
        t.same(joined, [id]);
        const counting = both.links.selectFrom('user_factors').select('type').where('owner_id', '=', userId);
        t.same((await counting.execute()).map(({ type }) => type).sort(), left);
        for (const table of ['waypost_admin_factors', 'waypost_admin_recovery_codes'] as const)
          t.same(await admins.selectFrom(table).select('owner_id').where('owner_id', '=', id).execute(), [], table);
        if (left.length === 0) t.match((await signIn(ada.email)).answer, { status: 200 });
        else t.match((await signIn(ada.email)).answer.body, { code: 'second_factor_required' });
        if (recovery[0]) t.match((await signIn(ada.email, password, recovery[0])).answer, { status: 401 });
        if (uri) {
          const { answer } = await signIn(ada.email, password, codeOf(uri, 1));
          t.match(answer, { status: 200, body: { data: { user: { ID: id, role: 'editor', joined: true } } } });
        }
      });
    }
  });
}

t.test('without the link service contacts work alone', async (t) => {
  const alone = await startAutomations(t, env);
  await addAdmin(adminDb(alone), 'alone@example.com');
  const browser = openAdminBrowser(alone);
  const signIn = (given: string) =>
    browser.call('POST', '/waypost-admin/v1/session', { email: 'alone@example.com', password: given });
  t.match(await signIn('not this one at all'), { status: 401 });
  t.match(await signIn(ownPassword), { status: 200, body: { data: { user: { joined: false }, links: null } } });
  t.match(await browser.call('GET', '/waypost-admin/v1/admins'), { status: 200 });
});

t.test(
  'a second installation of contacts beside the link service lets nobody in by the roles of the first',
  async (t) => {
    const ada = await person('administrator');
    const linksDatabase = new URL(stores.mysqlUrl).pathname.slice(1);
    const second = await startAutomations(
      t,
      { ...env, LINKS_DATABASE: linksDatabase, SITE_URL: 'http://second.example.com' },
      await createStores(t),
    );
    const browser = openAdminBrowser(second);
    t.match(await browser.call('POST', '/waypost-admin/v1/session', { email: ada.email, password }), { status: 401 });
    t.match(
      await findInstallation(links),
      { url: contacts.config.siteUrl },
      'and it does not take the place of the first',
    );
  },
);
