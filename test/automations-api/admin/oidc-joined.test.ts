/** People with an account of the link service sign in to contacts at a provider of OpenID Connect, as they do to the dashboard. */
import { setTimeout as sleep } from 'node:timers/promises';
import { joinAll } from '../../../automations-api/plugins/admin/people/join-accounts.ts';
import { openLinks } from '../../../automations-api/plugins/admin/people/links-queries.ts';
import type { Db as LinksDb } from '../../../daemon/core/tables.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { findUserIdByIdentity, insertIdentity } from '../../../shared/oidc/identities.ts';
import { findContactsRole } from '../../../shared/sign-in/people.ts';
import type { ContactsRole } from '../../../shared/sign-in/tables.ts';
import { giveContactsRole, signUp, userIdOf } from '../../fixtures/accounts.ts';
import { addAdmin, adminDb } from '../../fixtures/admins.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { startDaemon } from '../../fixtures/daemon.ts';
import { contactsBrowser } from '../../fixtures/oidc-contacts.ts';
import { startOidcProvider } from '../../fixtures/oidc-provider.ts';
import { ask } from '../../fixtures/requests.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const siteUrl = 'http://admin.test';
const dashboardCallback = 'http://localhost:8080/api/dashboard/oidc/callback';
const provider = await startOidcProvider(t, `${siteUrl}/wp-json/waypost-admin/v1/oidc/callback`, dashboardCallback);
const { issuer } = provider;
const stores = await createStores(t);
const secret = { CERTIFICATE_SECRET: 'a secret of both services' };
const env = { ...provider.env, ...secret, SITE_URL: siteUrl, SIGNUPS_PER_MINUTE: '100000' };
const byClaims = {
  ...env,
  OIDC_ROLE_CLAIM: 'groups',
  OIDC_CONTACTS_ROLES: 'staff=editor,leads=administrator',
};
const daemon = await startDaemon(t, { stores, env: secret });
const contacts = await startAutomations(t, env, stores);
const strict = await startAutomations(t, byClaims, stores);
const links: LinksDb = daemon.context.db;
const db = adminDb(contacts);
const { newcomer, signInAt, signedIn, userOf } = contactsBrowser(provider, contacts);
const boss = await addAdmin(db, 'boss@example.com');

const giveRole = (userId: number, role: ContactsRole | null) => giveContactsRole(links, userId, role);

/** An account of the link service, and what the provider says of its owner. */
async function person(role: ContactsRole | null, { isVerified = true, groups = [] as string[] } = {}) {
  const { email } = await signUp(daemon);
  const userId = await userIdOf(links, { email });
  await giveRole(userId, role);
  const verifiedAt = isVerified ? new Date() : null;
  await links.updateTable('users').set({ email_verified_at: verifiedAt }).where('id', '=', userId).execute();
  return { userId, ...newcomer({ email, groups }) };
}

/** One more, so that another is not the last. */
const addAdministrator = async () => giveRole(await userIdOf(links, await signUp(daemon)), 'administrator');

const sessionsOf = (userId: number) =>
  links.selectFrom('sessions').selectAll().where('user_id', '=', userId).where('begun_by', '=', 'provider').execute();
const subjectsOf = (userId: number) =>
  links.selectFrom('user_identities').select(['issuer', 'subject']).where('user_id', '=', userId).execute();

t.test('an account of the link service is found by its verified address, then by the subject', async (t) => {
  const { userId, subject, email } = await person('editor');
  t.match(await userOf(subject), { email, role: 'editor', joined: true });
  t.equal((await sessionsOf(userId)).length, 1, 'the sign-in is one of the link service');
  t.same(await subjectsOf(userId), [{ issuer, subject }]);
  provider.people[subject] = { email: 'elsewhere@example.com', email_verified: false };
  t.match(await userOf(subject), { email, role: 'editor' });
  const other = await signInAt(newcomer({ email }).subject);
  t.match([other.status, other.body, other.cookies], [403, /someone else/, []]);
});

t.test('who signed in to the dashboard at the provider before is the same here', async (t) => {
  const { userId, subject } = await person('viewer', { isVerified: false });
  await inTransaction(links, (trx) => insertIdentity(trx, userId, { issuer, subject }, new Date()));
  const browser = await signedIn(subject);
  t.match((await browser.get('/session')).body.data.user, { role: 'viewer', joined: true });
  await links.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await sleep(1_100);
  t.equal((await browser.get('/session')).status, 401, 'it ends with the session of the link service');
});

t.test('without a role in contacts nobody comes in, and nothing is linked', async (t) => {
  const { userId, subject } = await person(null);
  t.match(await signInAt(subject), { status: 403, body: /no role here/, cookies: [] });
  t.same(await subjectsOf(userId), []);
  t.same(await sessionsOf(userId), []);
});

t.test('an address that is not verified there opens no account of the link service', async (t) => {
  const { userId, subject } = await person('administrator', { isVerified: false, groups: ['staff'] });
  t.match(await signInAt(subject), { status: 403, cookies: [] });
  t.match(await userOf(subject, strict), { role: 'editor', joined: false }, 'a role by a claim makes one here');
  t.same(await subjectsOf(userId), []);
  await giveRole(userId, null);
});

t.test('a claim gives the role, changes it and takes it', async (t) => {
  const { userId, subject } = await person(null);
  const signIn = async (...groups: string[]) => {
    provider.people[subject] = { ...provider.people[subject], groups };
    const { status } = await signInAt(subject, '', strict);
    return [status, await findContactsRole(links, userId)];
  };
  t.same(await signIn('others'), [403, undefined]);
  t.same(await signIn('staff'), [302, 'editor']);
  t.same(await signIn('staff', 'leads'), [302, 'administrator']);
  t.match(await userOf(subject, strict), { role: 'administrator', joined: true });
  t.same(await signIn('staff'), [302, 'editor']);
  const browser = await signedIn(subject, strict);
  t.same(await signIn(), [403, undefined]);
  await sleep(1_100);
  t.equal((await browser.get('/session')).status, 401);
  t.same(await signIn('leads'), [302, 'administrator']);
  t.same(await signIn(), [403, undefined], 'there is an administrator with an account of contacts');

  await db.updateTable('waypost_admins').set({ role: 'viewer' }).where('links_user_id', 'is', null).execute();
  t.same(await signIn('leads'), [302, 'administrator']);
  t.same(await signIn(), [302, 'administrator'], 'the last one stays');
  await db.updateTable('waypost_admins').set({ role: 'administrator' }).where('id', '=', boss).execute();
});

t.test(
  'one provider and one claim are for both: a sign-in to the dashboard gives and takes the role here',
  async (t) => {
    const dashboard = await startDaemon(t, { stores, env: { ...byClaims, SITE_URL: '', SIGNUP: 'open' } });
    const port = Number(new URL(dashboard.origin).port);
    const { subject, email } = newcomer();
    const signInThere = async (...groups: string[]) => {
      provider.people[subject] = { ...provider.people[subject], groups };
      const begun = await ask(port, { path: '/api/dashboard/oidc' });
      const cookie = String(begun.headers['set-cookie']?.[0]).split(';')[0] as string;
      const { pathname, search } = await provider.signIn(String(begun.headers.location), subject);
      return (await ask(port, { path: pathname + search, headers: { cookie } })).status;
    };
    t.equal(await signInThere('staff'), 302);
    const userId = await userIdOf(links, { email });
    t.equal(await findContactsRole(links, userId), 'editor');
    const browser = await signedIn(subject, strict);
    t.match((await browser.get('/session')).body.data.user, { email, role: 'editor', joined: true });
    t.equal(await signInThere('leads'), 302);
    await sleep(1_100);
    t.match((await browser.get('/session')).body.data.user, { role: 'administrator' });
    await addAdministrator();
    t.equal(await signInThere(), 302, 'the dashboard stays open');
    await sleep(1_100);
    t.equal((await browser.get('/session')).status, 401);
  },
);

t.test('joining two accounts takes along what the provider calls their person', async (t) => {
  const { subject, email } = newcomer();
  const id = await addAdmin(db, email, 'viewer');
  t.match(await userOf(subject), { ID: id, joined: false });
  await signUp(daemon, { email });
  const userId = await userIdOf(links, { email });
  await links.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', userId).execute();
  const tools = { db, links: openLinks(contacts.config), config: contacts.config };
  await joinAll(tools, { joined: async () => {}, kept: () => {} });
  t.equal(await findUserIdByIdentity(links, { issuer, subject }), userId);
  provider.people[subject] = { email: 'moved@example.com', email_verified: true };
  t.match(await userOf(subject), { ID: id, email, joined: true, role: 'viewer' });
});

t.test('somebody who comes twice at once has one account', async (t) => {
  const { userId, subject } = await person('editor');
  const answers = await Promise.all(
    [1, 2, 3].map(() => signInAt(subject).catch(({ message }) => ({ status: message }))),
  );
  t.ok(answers.some(({ status }) => status === 302));
  t.same(await subjectsOf(userId), [{ issuer, subject }]);
});

t.test('where other contacts are those of the link service, its accounts open nothing here', async (t) => {
  const { subject, userId } = await person('administrator');
  const elsewhere = await startAutomations(t, { ...env, SITE_URL: siteUrl, TABLE_PREFIX: 'other_' }, stores);
  await links.updateTable('contacts_installation').set({ url: 'http://others.test' }).execute();
  t.match(await signInAt(subject, '', elsewhere), { status: 403, body: /no role here/ });
  await links.updateTable('contacts_installation').set({ url: siteUrl }).execute();
  t.match(await userOf(subject), { role: 'administrator' });
  await giveRole(userId, null);
});
