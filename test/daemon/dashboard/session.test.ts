/** The dashboard's sessions: started and ended by its own routes, in a cookie that scripts cannot read. */

import { createSessionCookie } from '../../../daemon/identity/session-cookie.ts';
import { newEmail, password, signUp, startMailWorker } from '../../fixtures/accounts.ts';
import { openBrowser } from '../../fixtures/cookie-browser.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { startMailServer, tokenIn } from '../../fixtures/mail.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: { SIGNUPS_PER_MINUTE: '100000', PLANS_FREE_REQUESTS_PER_MINUTE: '100000', PLANS_FREE_MEMBERS: '10' },
});
const { db } = daemon.context;
const anyone = caller(daemon, undefined);
const mailbox = await startMailServer(t);
startMailWorker(t, daemon, mailbox.url);

const held = /^waypost=(fst_[0-9A-Za-z]{43}); Max-Age=2592000; Path=\/api; HttpOnly; SameSite=Strict$/;

t.test('signing in returns the user and the workspaces, and sets the token only in the cookie', async (t) => {
  const { email, answer } = await signUp(daemon);
  const browser = openBrowser(daemon);
  const { status, json, headers, body } = await browser.signIn(email);
  t.equal(status, 200);
  t.same(json, {
    user: { ...answer.user, language: null, emailVerified: false, canAddFactor: true },
    workspaces: [{ ...answer.workspace, role: 'admin' }],
    contacts: null,
    workspace: (await browser.call('GET', '/workspace')).json,
    demo: false,
  });
  t.match(browser.setCookie, held);
  t.notMatch(body, /fst_/);
  t.equal(headers['cache-control'], 'no-store');
  t.same((await browser.call('GET', '/dashboard/session')).json, json);
  t.match(browser.setCookie, held, 'it lasts as long as the session, which is longer with each use');
  const sent = browser.cookie.split('=')[1] as string;
  t.notOk(JSON.stringify(await db.selectFrom('sessions').selectAll().execute()).includes(sent), 'it is stored hashed');
  t.match((await browser.call('GET', '/auth/me')).json, { auth: { type: 'session', keyId: null } });
  t.match(
    (await browser.call('GET', '/auth/sessions')).json.sessions.map(({ current }: { current: boolean }) => current),
    [true, false],
  );
});

t.test(
  'the session has the workspace last opened in this browser, or else the first that the user can use',
  async (t) => {
    const { email, answer } = await signUp(daemon);
    const browser = openBrowser(daemon);
    await browser.signIn(email);
    const second = (await browser.call('POST', '/workspaces', { name: 'Second' })).json.id as string;
    const strange = await addWorkspace(db, 'free');
    const opened = async (last: string | undefined, id?: string) => {
      const cookie = last === undefined ? browser.cookie : `${browser.cookie}; waypost-workspace=${last}`;
      const headers = {
        'sec-fetch-site': 'same-origin',
        cookie,
        ...(id === undefined ? {} : { 'x-workspace-id': id }),
      };
      return (await browser.call('GET', '/dashboard/session', undefined, headers)).json.workspace;
    };
    const first = answer.workspace.id as string;
    t.equal((await opened(undefined)).id, first);
    t.equal((await opened(second)).id, second);
    t.equal((await opened(second, first)).id, first, 'the tab has another one open');
    for (const other of [strange.publicId, 'ws_', '%', '']) t.equal((await opened(other)).id, first, other);
    t.same(
      await opened(second),
      (
        await browser.call('GET', '/workspace', undefined, {
          'sec-fetch-site': 'same-origin',
          'x-workspace-id': second,
        })
      ).json,
    );
    await db.updateTable('workspaces').set({ suspended_at: new Date() }).where('public_id', '=', second).execute();
    daemon.context.access.forget('all');
    t.equal(await opened(second), null, 'a suspended one cannot be used');
  },
);

t.test('if the service uses HTTPS, the cookie is sent only over HTTPS', (t) => {
  const open = (baseUrl: string) => createSessionCookie({ baseUrl, sessionDays: 2 });
  const { hold, ended } = open('https://go.example.com/api');
  t.equal(hold('x'), '__Secure-waypost=x; Max-Age=172800; Path=/api; HttpOnly; SameSite=Strict; Secure');
  t.equal(ended, '__Secure-waypost=; Max-Age=0; Path=/api; HttpOnly; SameSite=Strict; Secure');
  t.match(open('https://example.com/go/api').hold('x'), /; Path=\/go\/api;/);
  t.end();
});

t.test('password attempts count towards the same limit as attempts at the public sign-in', async (t) => {
  const { email } = await signUp(daemon);
  for (let n = 0; n < 5; n++) await anyone('POST', '/auth/login', { email, password: 'x' });
  t.equal((await openBrowser(daemon).signIn(email)).status, 429);
});

t.test('signing out ends the session and deletes the cookie', async (t) => {
  const { email, call } = await signUp(daemon);
  const browser = openBrowser(daemon);
  await browser.signIn(email);
  const { cookie } = browser;
  t.same((await browser.call('DELETE', '/dashboard/session')).json, { ok: true });
  t.equal(browser.setCookie, 'waypost=; Max-Age=0; Path=/api; HttpOnly; SameSite=Strict');
  browser.cookie = cookie;
  t.equal((await browser.call('GET', '/dashboard/session')).status, 401);
  t.equal((await call('GET', '/auth/sessions')).json.sessions.length, 1, 'its row is gone, the others stay');
});

t.test('signing up starts a session', async (t) => {
  const browser = openBrowser(daemon);
  const email = newEmail();
  const made = await browser.call('POST', '/dashboard/signup', { email, password, name: 'Ada' });
  t.match([made.status, made.json], [200, { user: { email, emailVerified: false }, workspaces: [{ name: 'Ada' }] }]);
  t.match(browser.setCookie, held);
  t.equal((await browser.call('GET', '/links')).status, 200);
});

t.test('a password reset with an emailed token signs in, and ends every other session', async (t) => {
  const { email, call } = await signUp(daemon);
  const before = openBrowser(daemon);
  await before.signIn(email);
  await anyone('POST', '/auth/password/forgot', { email });
  const mail = await mailbox.waitFor(email, /new password/);
  t.match(mail.text, `${new URL(daemon.context.config.baseUrl).origin}/dashboard/reset-password?token=`);
  const token = tokenIn(mail.text);
  const browser = openBrowser(daemon);
  const next = 'a wholly new password';
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => browser.call('POST', '/dashboard/password', { token, password: next })),
  );
  t.same(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422], 'a token works once');
  t.match(browser.setCookie, held);
  t.match((await browser.call('GET', '/dashboard/session')).json.user, { email, emailVerified: true });
  t.equal((await before.call('GET', '/dashboard/session')).status, 401);
  t.equal((await call('GET', '/auth/me')).status, 401);
});

t.test("the sign-in page's data lists the ways to sign in", async (t) => {
  const { baseUrl } = daemon.context.config;
  const { status, json } = await openBrowser(daemon).call('GET', '/dashboard/settings');
  t.equal(status, 200);
  t.same(json, {
    name: 'Waypost',
    baseUrl,
    contactsUrl: daemon.context.config.siteUrl,
    defaultDomain: 'localhost:8080',
    signup: 'open',
    needsInviteCode: false,
    firstVisit: false,
    password: true,
    passkeys: true,
    secondFactor: false,
    oidc: null,
    mail: false,
    inviteDays: 14,
    demo: null,
  });
  const closed = await startDaemon(t, {
    env: { SIGNUP: 'invite', SIGNUP_INVITE_CODES: 'abcd', SMTP_URL: 'smtp://mail.example:25', INVITE_DAYS: '3' },
  });
  t.match((await openBrowser(closed).call('GET', '/dashboard/settings')).json, {
    signup: 'invite',
    needsInviteCode: true,
    mail: true,
    inviteDays: 3,
  });
});

t.test('?workspace= selects the workspace only for the cookie, and is not a parameter of the route', async (t) => {
  const { email, call } = await signUp(daemon);
  const { id } = (await call('POST', '/workspaces', { name: 'Second' })).json;
  await call('POST', '/links', { url: 'https://example.com/' }, { 'x-workspace-id': id });
  const browser = openBrowser(daemon);
  await browser.signIn(email);
  const links = async (at: string) => (await browser.call('GET', at)).json.links.length;
  t.same([await links('/links'), await links(`/links?limit=5&workspace=${id}&archived=all`)], [0, 1]);
  t.equal((await browser.call('GET', `/workspace?workspace=${id}`)).json.id, id);
  const byHeader = { 'sec-fetch-site': 'same-origin', 'x-workspace-id': id };
  t.equal((await browser.call('GET', '/workspace', undefined, byHeader)).json.id, id);
  const stranger = await addWorkspace(db, 'free');
  t.equal((await browser.call('GET', `/workspace?workspace=${stranger.publicId}`)).status, 403);
  t.not((await call('GET', `/workspace?workspace=${id}`)).json.id, id, 'a bearer names it in the header');
});

t.test('a QR code loads without request headers, which an image element cannot set', async (t) => {
  const { email } = await signUp(daemon);
  const browser = openBrowser(daemon);
  const { json } = await browser.signIn(email);
  const { id } = (await browser.call('POST', '/links', { url: 'https://example.com/' })).json;
  const image = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' };
  const qr = await browser.call('GET', `/links/${id}/qr?workspace=${json.workspaces[0].id}`, undefined, image);
  t.match([qr.status, qr.headers['content-type']], [200, /svg/]);
});
