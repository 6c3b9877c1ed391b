/** Connecting a workspace with contacts through a dashboard button: its permissions, its options and its effect in contacts. */
import { followOffer, showConnection } from '../../../automations-api/plugins/automations/link-clicks/connection.ts';
import { openFirstVisitCodes } from '../../../shared/secrets/first-visit-codes.ts';
import { giveContactsRole, makeMember, password, signUp, userIdOf } from '../../fixtures/accounts.ts';
import { openAdminBrowser } from '../../fixtures/admins.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { log } from '../../fixtures/redirects.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const env = { CERTIFICATE_SECRET: 'a secret of both services' };
const daemon = await startDaemon(t, { stores, env });
const { db } = daemon.context;
const path = '/dashboard/contacts';
const { siteUrl } = daemon.context.config;

async function person(contactsRole: 'administrator' | 'editor' | null) {
  const someone = await signUp(daemon);
  const userId = await userIdOf(db, someone);
  await giveContactsRole(db, userId, contactsRole);
  return someone;
}

await t.test('without contacts no workspace can be connected', async (t) => {
  const { call } = await signUp(daemon);
  t.same((await call('GET', path)).json, { connection: null });
  t.match(await call('POST', path), { status: 403 });
  t.same(await db.selectFrom('contact_sites').selectAll().execute(), [], 'and nothing is half connected');
});

const contacts = await startAutomations(t, env, stores);
const tools = {
  db: contacts.db,
  config: contacts.config,
  log,
  options: contacts.app.host.options.forPlugin('automations'),
};

t.test('contact automation receives the key automatically, and names the connected workspace', async (t) => {
  const { call, answer } = await person('administrator');
  const connection = async () => (await call('GET', path)).json.connection;
  t.match(await connection(), { url: siteUrl, state: 'none', since: null, mayConnect: true });
  t.match((await call('POST', path)).json.connection.state, /waiting|connected/);
  // Several contacts processes read it at once.
  await Promise.all([followOffer(tools), followOffer(tools), followOffer(tools)]);
  t.match(await connection(), { state: 'connected', since: /^20/ });
  t.match(await showConnection(tools), { connected: true, workspaceId: answer.workspace.id, knownToLinks: true });
  const row = await db.selectFrom('sites').selectAll().executeTakeFirstOrThrow();
  t.equal(row.offered_key, null, 'a key is offered once');

  await call('POST', path);
  await followOffer(tools);
  t.match(await connection(), { state: 'connected' }, 'once more gives another key');

  const other = await person('administrator');
  await other.call('POST', path);
  await followOffer(tools);
  t.match((await other.call('GET', path)).json.connection, { state: 'connected' });
  t.match(await connection(), { state: 'none' }, 'one workspace is connected at a time');

  t.match((await other.call('DELETE', path)).json.connection, { state: 'none' });
  t.match(await other.call('DELETE', path), { status: 409 });
  t.match(await showConnection(tools), { connected: true, knownToLinks: false });
});

t.test('connecting needs a signed-in workspace admin who administers contacts', async (t) => {
  for (const role of [null, 'editor'] as const) {
    const { call } = await person(role);
    t.match((await call('GET', path)).json.connection, { mayConnect: false });
    for (const method of ['POST', 'DELETE'])
      t.match(await call(method, path), { status: 403, json: { error: { message: /administrator of contacts/ } } });
  }
  const workspace = await addWorkspace(db, 'team');
  const member = await person('administrator');
  await makeMember(db, member, workspace.id, 'member');
  const there = { 'x-workspace-id': workspace.publicId };
  t.match(await member.call('POST', path, undefined, there), { status: 403 });
  t.match(await caller(daemon, workspace.key)('POST', path), { status: 403 });
});

t.test('contact automation at another URL receives nothing', async (t) => {
  await db.updateTable('sites').set({ url: 'https://elsewhere.example.com' }).execute();
  const { call } = await person('administrator');
  await call('POST', path);
  await followOffer(tools);
  t.match((await call('GET', path)).json.connection, { state: 'waiting' });
  const { offered_key: offered } = await db.selectFrom('sites').selectAll().executeTakeFirstOrThrow();
  t.ok(offered !== null && !offered.includes('wps_'), 'the key waits, and is not readable');
});

t.test('the first account administers contacts, and its workspace is connected to them automatically', async (t) => {
  const fresh = await createStores(t);
  const first = await startDaemon(t, { stores: fresh, env });
  const site = await startAutomations(t, env, fresh);
  const code = (await openFirstVisitCodes(first.context.config)).codeOf(0);
  const body = { email: 'first@example.com', password, name: 'First', code };
  const made = await caller(first, undefined)('POST', '/dashboard/first-visit', body);
  t.match(made, { status: 200, json: { contacts: { role: 'administrator' } } });
  const options = site.app.host.options.forPlugin('automations');
  const there = { db: site.db, config: site.config, log, options };
  await followOffer(there);
  t.match(await showConnection(there), {
    connected: true,
    workspaceId: made.json.workspaces[0].id,
    knownToLinks: true,
  });
  const browser = openAdminBrowser(site);
  t.match((await browser.signIn(body.email)).body.data.user, { email: body.email, role: 'administrator' });
});
