/** The way from the dashboard to contacts on another host without another sign-in, through both real services. */
import { startForgetting } from '../../../daemon/workers/delete-expired.ts';
import type { ContactsRole } from '../../../shared/people/tables.ts';
import { giveContactsRole, signUp, userIdOf } from '../../fixtures/accounts.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { caller, startDaemon } from '../../fixtures/daemon.ts';
import { openHostsBrowser } from '../../fixtures/hosts-browser.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const env = {
  CERTIFICATE_SECRET: 'a secret of both services',
  LOGIN_TRIES_PER_MINUTE: '1000',
  SIGNUPS_PER_MINUTE: '1000',
};
const daemon = await startDaemon(t, { stores, env });
const contacts = await startAutomations(t, env, stores);
const { db } = daemon.context;

const openBrowser = () => openHostsBrowser({ links: daemon, contacts });

async function person(role: ContactsRole | null) {
  const someone = await signUp(daemon);
  const userId = await userIdOf(db, someone);
  await giveContactsRole(db, userId, role);
  return { ...someone, userId };
}

t.test(
  'a user moves from the dashboard to contacts without signing in again, and signing out of either ends both sessions',
  async (t) => {
    const ada = await person('administrator');
    for (const out of ['links', 'contacts'] as const) {
      const browser = openBrowser();
      const { json } = await browser.signIn(ada.email);
      t.match(json.contacts, { role: 'administrator', enterUrl: /\/wp-json\/waypost-admin\/v1\/enter\?by=dashboard$/ });
      t.match(await browser.openContacts(), { status: 302, location: '/wp-admin/' });
      t.match((await browser.toContacts()).json.data.user, { email: ada.email, role: 'administrator' });
      if (out === 'links') await browser.call('links', 'DELETE', '/api/dashboard/session');
      else await browser.call('contacts', 'DELETE', '/wp-json/waypost-admin/v1/session');
      t.ok(await until(async () => (await browser.toContacts()).status === 401));
      t.ok(await until(async () => (await browser.toDashboard()).status === 401));
    }
  },
);

t.test('after sign-in the requested screen opens, but never another site', async (t) => {
  const ada = await person('viewer');
  const browser = openBrowser();
  await browser.signIn(ada.email);
  t.match(await browser.openContacts('/wp-admin/contact?id=7'), { status: 302, location: '/wp-admin/contact?id=7' });
  t.match(await browser.openContacts('https://evil.example/'), { status: 302, location: '/wp-admin' });
  t.equal((await browser.toContacts()).status, 200, 'a repeat is no error');
});

t.test(
  'a user without access to contacts sees a page that explains this, and cannot enter in any other way',
  async (t) => {
    const stranger = await person(null);
    const browser = openBrowser();
    t.equal((await browser.signIn(stranger.email)).json.contacts, null);
    t.match(await browser.openContacts(), { status: 403, json: { error: { message: /no access to contacts/ } } });
    const asked = { site: 1, challenge: 'x'.repeat(43) };
    t.match(await caller(daemon, undefined)('POST', '/dashboard/hand-over', asked), { status: 401 });
    t.match(await stranger.call('POST', '/dashboard/hand-over', { ...asked, challenge: 'x' }), { status: 422 });
    t.match(await stranger.call('POST', '/dashboard/hand-over', { ...asked, site: 99 }), { status: 403 });
    for (const query of ['', '?ticket=x', `?ticket=${'x'.repeat(43)}`]) {
      const answer = await browser.call('contacts', 'GET', `/wp-json/waypost-admin/v1/enter/finish${query}`);
      t.match(answer, { status: 400 }, query);
    }
  },
);

t.test('a ticket admits one browser once, while the ticket is fresh and its session is valid', async (t) => {
  const ada = await person('viewer');
  const begin = async () => {
    const browser = openBrowser();
    t.equal((await browser.signIn(ada.email)).status, 200);
    return { browser, path: (await browser.ticketPath()).path };
  };
  const come = (browser: ReturnType<typeof openBrowser>, path: string) => browser.call('contacts', 'GET', path);
  const refused = { status: 400, body: /not signed in/ };

  const { browser, path } = await begin();
  const answers = await Promise.all([1, 2, 3, 4].map(() => come(browser, path)));
  t.same(answers.map(({ status }) => status).sort(), [302, 400, 400, 400]);

  const victim = openBrowser();
  const without = await begin();
  t.match(await come(victim, without.path), refused, 'a browser that started no sign-in');
  const elsewhere = await begin();
  await victim.call('contacts', 'GET', '/wp-json/waypost-admin/v1/enter?to=/wp-admin');
  t.match(await come(victim, elsewhere.path), refused, 'a browser that started another sign-in');
  t.equal((await victim.toContacts()).status, 401);

  const old = await begin();
  await db
    .updateTable('sign_in_tickets')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
  t.match(await come(old.browser, old.path), refused, 'too old');

  const over = await begin();
  await over.browser.call('links', 'DELETE', '/api/dashboard/session');
  t.match(await come(over.browser, over.path), refused, 'its session ended in between');
});

t.test('expired tickets and the tokens of ended sessions are deleted, and others stay', async (t) => {
  const ada = await person('viewer');
  const [browser, other] = [openBrowser(), openBrowser()];
  for (const one of [browser, other]) {
    await one.signIn(ada.email);
    await one.openContacts();
  }
  await browser.ticketPath();
  await db
    .updateTable('sign_in_tickets')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .execute();
  const { path } = await browser.ticketPath();
  await other.call('links', 'DELETE', '/api/dashboard/session');
  const count = async (table: 'sign_in_tickets' | 'session_tokens') =>
    (await db.selectFrom(table).select('hash').execute()).length;
  const kept = await db
    .selectFrom('session_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
    .select('session_tokens.hash')
    .execute();
  const stop = startForgetting(daemon.context.config, db, daemon.context.log, 50);
  t.ok(await until(async () => (await count('sign_in_tickets')) === 1));
  t.ok(await until(async () => (await count('session_tokens')) === kept.length));
  await stop();
  t.equal((await browser.toContacts()).status, 200);
  t.equal((await browser.call('contacts', 'GET', path)).status, 302);
});
