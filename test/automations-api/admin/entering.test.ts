/** Sign-in at the admin application with a ticket from the dashboard. */

import { isKnownNetwork } from '../../../automations-api/plugins/admin/wordpress/session-queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { insertSession, insertSessionToken } from '../../../shared/people/session-queries.ts';
import type { BegunBy } from '../../../shared/people/tables.ts';
import { insertTicket } from '../../../shared/people/ticket-queries.ts';
import { giveContactsRole, signUp, userIdOf } from '../../fixtures/accounts.ts';
import { addAdmin, adminDb, openAdminBrowser, peopleDb } from '../../fixtures/admins.ts';
import { type Automations, startAutomations, storesOfBoth } from '../../fixtures/automations.ts';
import { openBrowser } from '../../fixtures/cookie-browser.ts';
import { startDaemon } from '../../fixtures/daemon.ts';
import { ask } from '../../fixtures/requests.ts';
import { makeWordPress } from '../../fixtures/wordpress.ts';
import { t } from '../../runner/tap.ts';

const env = {
  CERTIFICATE_SECRET: 'a secret of both services',
  SIGNUPS_PER_MINUTE: '1000',
  LOGIN_TRIES_PER_MINUTE: '1',
};
const stores = await storesOfBoth(t);
const contacts = await startAutomations(t, env, stores);
const links = await startDaemon(t, { stores, env });
const people = peopleDb(contacts);
await addAdmin(contacts, 'ada@example.com', 'viewer');
await addAdmin(contacts, 'stranger@example.com', null);
const own = '/wp-json/waypost-admin/v1/enter';

type Headers = Record<string, string>;

async function visit({ site }: Automations, path: string, headers: Headers = {}, body?: string) {
  const answer = await ask(Number(new URL(site).port), {
    ...(body === undefined ? {} : { method: 'POST', body }),
    path: own + path,
    headers,
  });
  return {
    ...answer,
    cookies: [answer.headers['set-cookie'] ?? []].flat(),
    location: String(answer.headers.location ?? ''),
  };
}

/** Starts a browser's sign-in at the dashboard. Returns the challenge and the cookie. */
async function begin(service: Automations, to = '/wp-admin/tags', headers: Headers = {}) {
  const { location, cookies } = await visit(service, `?to=${encodeURIComponent(to)}`, headers);
  const challenge = new URL(location).searchParams.get('challenge') as string;
  return { challenge, cookies, cookie: (cookies.at(-1) as string).split(';')[0] as string };
}

async function openSession(service: Automations, email: string, begunBy: BegunBy = 'password') {
  const { id: userId } = await peopleDb(service)
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 60_000);
  const token = await inTransaction(peopleDb(service), (trx) =>
    insertSession(trx, userId, expiresAt, { now, begunBy }),
  );
  const { id } = await peopleDb(service)
    .selectFrom('sessions')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { id, token };
}

async function finish(service: Automations, sessionId: number, challenge: string, cookie: string) {
  const ticket = await insertTicket(peopleDb(service), { sessionId, challenge }, new Date());
  return visit(service, `/finish?ticket=${ticket}&challenge=${challenge}`, { cookie });
}

const tokenIn = (cookies: string[]) => /^waypost-admin=(fst_\w{43});/.exec(cookies[0] ?? '')?.[1] as string;
const sessionOf = (cookie: string) => Object.assign(openAdminBrowser(contacts), { cookie }).get('/session');

t.test('contact automation and the link service each accept only tokens issued for them', async (t) => {
  const { email } = await signUp(links);
  await giveContactsRole(links.context.db, await userIdOf(links.context.db, { email }), 'viewer');
  const { id, token } = await openSession(contacts, email);
  const { challenge, cookie } = await begin(contacts);
  const forContacts = tokenIn((await finish(contacts, id, challenge, cookie)).cookies);
  const statusOf = async (bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await ask(Number(new URL(links.origin).port), { path: '/api/dashboard/session', headers })).status;
  };
  t.same(
    [await statusOf(token), (await sessionOf(`waypost-admin=${forContacts}`)).status],
    [200, 200],
    'each has its own',
  );
  t.equal(await statusOf(forContacts), 401);
  t.equal((await sessionOf(`waypost-admin=${token}`)).status, 401);
  const site = { name: 'other', url: 'https://other.example' };
  await people.insertInto('sites').values(site).execute();
  const { id: siteId } = await people
    .selectFrom('sites')
    .select('id')
    .where('name', '=', 'other')
    .executeTakeFirstOrThrow();
  const ofOther = await inTransaction(people, (trx) => insertSessionToken(trx, { sessionId: id, siteId }, new Date()));
  t.equal((await sessionOf(`waypost-admin=${ofOther}`)).status, 401, 'nor that of another site');
});

t.test('the dashboard sets and clears only its own cookie, even with both applications on one host name', async (t) => {
  const { email } = await signUp(links);
  const browser = openBrowser(links);
  for (const [method, path, body] of [
    ['POST', '/dashboard/session', { email, password: 'correct horse battery' }],
    ['GET', '/dashboard/session', undefined],
    ['DELETE', '/dashboard/session', undefined],
  ] as const) {
    const { headers } = await browser.call(method, path, body);
    t.match(headers['set-cookie'], [/^waypost=.*; Path=\/api;/], method);
    t.equal(headers['set-cookie']?.length, 1, method);
  }
});

t.test('a ticket for a session without access gets the reason and sets no cookie', async (t) => {
  const strict = await startAutomations(t, { ...env, REQUIRE_SECOND_FACTOR: '1' });
  await addAdmin(strict, 'ada@example.com', 'viewer');
  for (const [service, email, begunBy, status, said] of [
    [contacts, 'stranger@example.com', 'password', 403, /You have no role in contacts\./],
    [strict, 'ada@example.com', 'password', 403, /without the second factor that they require/],
    [strict, 'ada@example.com', 'factor', 302, /^$/],
  ] as const) {
    const { id } = await openSession(service, email, begunBy);
    const { challenge, cookie } = await begin(service);
    const answer = await finish(service, id, challenge, cookie);
    t.match(answer, { status, body: said });
    t.equal(answer.cookies.length, status === 302 ? 2 : 0);
  }
});

t.test('several tabs of a browser can sign in at once, and each opens its own screen', async (t) => {
  const { id } = await openSession(contacts, 'ada@example.com');
  const tabs = await Promise.all(['/wp-admin/tags', '/wp-admin/lists'].map((to) => begin(contacts, to)));
  const jar = tabs.map(({ cookie }) => cookie).join('; ');
  const [one, other] = tabs as [(typeof tabs)[0], (typeof tabs)[0]];
  const wrong = await visit(contacts, `/finish?ticket=x&challenge=${other.challenge}`, { cookie: jar });
  t.match([wrong.status, wrong.cookies], [400, []], 'a refusal ends nothing');
  const first = await finish(contacts, id, one.challenge, jar);
  const second = await finish(contacts, id, other.challenge, jar);
  t.same([first.location, second.location], ['/wp-admin/tags', '/wp-admin/lists']);
  t.match(first.cookies[1], new RegExp(`^${one.cookie.split('=')[0]}=; Max-Age=0;`), 'its own flow is over');
  for (const { cookies } of [first, second])
    t.equal((await sessionOf(`waypost-admin=${tokenIn(cookies)}`)).status, 200);
});

t.test('a browser keeps only a few sign-in flows at a time', async (t) => {
  const jar: string[] = [];
  for (let n = 0; n < 4; n++) {
    const { cookie, cookies } = await begin(contacts, undefined, { cookie: jar.join('; ') });
    t.equal(cookies.length, 1);
    jar.push(cookie);
  }
  const { cookies } = await begin(contacts, undefined, { cookie: jar.join('; ') });
  t.same(
    cookies.slice(0, -1).map((one) => one.split('; ').slice(0, 2)),
    jar.map((one) => [`${one.split('=')[0]}=`, 'Max-Age=0']),
  );
});

t.test('a return path that is too long redirects to the home screen', async (t) => {
  const { id } = await openSession(contacts, 'ada@example.com');
  for (const [length, location] of [
    [1_000, `/wp-admin/${'x'.repeat(990)}`],
    [1_001, '/wp-admin'],
  ] as const) {
    const { challenge, cookie } = await begin(contacts, `/wp-admin/${'x'.repeat(length - 10)}`);
    t.match(await finish(contacts, id, challenge, cookie), { status: 302, location });
  }
});

t.test(
  "the admin application opens immediately with a valid session, and a new ticket replaces the session's token",
  async (t) => {
    const { id } = await openSession(contacts, 'ada@example.com');
    const come = async () => {
      const { challenge, cookie } = await begin(contacts);
      return `waypost-admin=${tokenIn((await finish(contacts, id, challenge, cookie)).cookies)}`;
    };
    const cookie = await come();
    t.match(await visit(contacts, '?to=/wp-admin/lists', { cookie }), { status: 302, location: '/wp-admin/lists' });
    const tokens = () => people.selectFrom('session_tokens').select('created_at').where('session_id', '=', id);
    await people
      .updateTable('session_tokens')
      .set({ created_at: new Date(Date.now() - 61_000) })
      .where('session_id', '=', id)
      .execute();
    const next = await come();
    t.equal((await tokens().execute()).length, 1);
    t.equal((await sessionOf(next)).status, 200);
  },
);

t.test('a failed sign-in gets a page that explains that the user is not signed in', async (t) => {
  const slow = await startAutomations(t, { ...env, SIGNUPS_PER_MINUTE: '1', TABLE_PREFIX: 'site_' });
  await makeWordPress(adminDb(slow));
  const form = new URLSearchParams({ email: 'boss@wp.example', password: 'wrong' }).toString();
  const posted = {
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(form.length),
  };
  // Waits until Redis is connected: until then each process counts on its own.
  await visit(slow, '');
  await visit(slow, '');
  await visit(slow, '', posted, form);
  await visit(slow, '', posted, form);
  for (const [what, status, ...asked] of [
    ['no WordPress', 404, contacts, '', posted, form],
    ['too many', 429, slow, ''],
    ['too many tickets', 429, slow, `/finish?ticket=x&challenge=${'x'.repeat(43)}`],
    ['too many passwords', 429, slow, '', posted, form],
    ['a page of another site', 403, slow, '', { ...posted, 'sec-fetch-site': 'cross-site' }, form],
  ] as [string, number, ...Parameters<typeof visit>][]) {
    const answer = await visit(...asked);
    t.match(answer, { status, body: /You are not signed in/, headers: { 'content-type': /html/ } }, what);
    t.equal(answer.headers['retry-after'] !== undefined, status === 429, what);
  }
});

t.test(
  "without WordPress, no network counts as known, even if another program's table has the name of WordPress's users table",
  async (t) => {
    const bare = await startAutomations(t, { TABLE_PREFIX: '' });
    t.equal(await isKnownNetwork(adminDb(bare), 'ada@example.com', Buffer.alloc(16)), false);
  },
);
