/** Administrators give and remove users' roles at the site and invite people; there is always one administrator. */
import { inTransaction } from '../../../shared/db/db.ts';
import { insertOperator } from '../../../shared/people/operator-queries.ts';
import { deleteSite } from '../../../shared/people/site-queries.ts';
import { insertUser } from '../../../shared/people/user-queries.ts';
import { addAdmin, openAdminBrowser, peopleDb } from '../../fixtures/admins.ts';
import { type Body, startAutomations, storesOfBoth } from '../../fixtures/automations.ts';
import { startMailServer } from '../../fixtures/mail.ts';
import { t } from '../../runner/tap.ts';

const mailbox = await startMailServer(t);
const settings = {
  SITE_URL: 'http://admin.test',
  SMTP_URL: mailbox.url,
  ACCOUNT_MAILS_PER_HOUR: '2',
  SIGNUP: 'invite',
};
const stores = await storesOfBoth(t);
const service = await startAutomations(t, settings, stores);
const people = peopleDb(service);
const first = await addAdmin(service, 'first@example.com');

async function signedIn(email: string) {
  const browser = openAdminBrowser(service);
  const { status, text } = await browser.signIn(email);
  if (status !== 200) throw new Error(text);
  return browser;
}
const boss = await signedIn('first@example.com');
const mailsTo = (email: string) =>
  people.selectFrom('mails').select(['kind', 'data', 'sender_id']).where('recipient', '=', email).execute();

t.test('a user with a verified email address gets the role immediately, and an email about the role', async (t) => {
  const id = await addAdmin(service, 'known@example.com', null);
  const added = await boss.post('/admin/add', { email: 'Known@example.com', role: 'editor' });
  t.match(added, { status: 200, body: { data: { admin: { ID: id, role: 'editor' }, invitation: null } } });
  t.match(await mailsTo('known@example.com'), [{ kind: 'contacts-access', sender_id: first }]);
  t.match((await signedIn('known@example.com')).cookie, /^waypost-admin=/);
  const again = await boss.post('/admin/add', { email: 'known@example.com', role: 'administrator' });
  t.match(again, { status: 422, body: { data: { params: { email: /already has a role/ } } } });
  t.match((await boss.get('/admins')).body.data.admins, [{ ID: first }, { ID: id, role: 'editor' }]);
});

t.test('an email address without a verified user gets an invitation, which can be resent and revoked', async (t) => {
  const now = new Date();
  const unverified = { email: 'unverified@example.com', name: 'U', passwordHash: null };
  await inTransaction(people, (trx) => insertUser(trx, unverified, now));
  for (const email of ['new@example.com', unverified.email]) {
    const invited = await boss.post('/admin/add', { email, role: 'editor' });
    t.match(invited, { status: 200, body: { data: { admin: null, invitation: { email, role: 'editor' } } } });
    t.notMatch(invited.text, /token/);
    const { ID } = invited.body.data.invitation;
    t.match(await mailsTo(email), [{ kind: 'contacts-invite', data: new RegExp(`"inviteId":${ID}`) }]);
    t.match(await boss.post('/admin/add', { email, role: 'editor' }), {
      status: 409,
      body: { code: 'already_invited' },
    });
    const { invitations } = (await boss.get('/admins')).body.data;
    t.match(invitations, [{ ID, email, role: 'editor' }]);
    await people.updateTable('invites').set({ invited_by: 999_999 }).where('id', '=', ID).execute();
    const resent = await boss.post(`/invitation/resend/${ID}`);
    t.match(resent, { status: 200, body: { data: { invitation: { ID } } } });
    t.notMatch(resent.text, /token/);
    t.equal((await mailsTo(email)).length, 2);
    t.same(await people.selectFrom('invites').select('invited_by').where('id', '=', ID).execute(), [
      { invited_by: first },
    ]);
    t.equal((await boss.post(`/invitation/resend/${ID}`)).status, 429, 'a user gets a few an hour');
    t.equal((await boss.del(`/invitation/${ID}`)).status, 200);
    t.equal((await boss.del(`/invitation/${ID}`)).status, 404);
    t.same((await boss.get('/admins')).body.data.invitations, []);
    const audit = await boss.call('GET', '/automations/audit');
    t.notMatch(audit.text, email, 'the audit log has no email');
    t.match(audit.body.data.audit.slice(0, 2), [
      { action: 'member.uninvite', by: { type: 'user', id: first }, data: { role: 'editor' } },
      { action: 'member.reinvite' },
    ]);
  }
  t.same(await people.selectFrom('contact_roles').select('role').where('role', '=', 'editor').execute(), [
    { role: 'editor' },
  ]);
});

t.test('while sign-up is closed, people without an account cannot be invited', async (t) => {
  const closed = await startAutomations(t, { SITE_URL: 'http://closed.test', SIGNUP: 'closed' });
  await addAdmin(closed, 'boss@example.com');
  const browser = openAdminBrowser(closed);
  await browser.signIn('boss@example.com');
  const refused = await browser.post('/admin/add', { email: 'new@example.com', role: 'viewer' });
  t.match(refused, { status: 409, body: { code: 'sign_up_closed' } });
});

t.test("a new role applies immediately, and the last administrator's role cannot be taken away", async (t) => {
  for (const role of ['viewer', null] as const) {
    const change = role ? boss.post(`/admin/update/${first}`, { role }) : boss.del(`/admin/${first}`);
    t.match(await change, { status: 409, body: { code: 'last_administrator' } });
  }
  const id = await addAdmin(service, 'moved@example.com', 'viewer');
  const moved = await signedIn('moved@example.com');
  t.equal((await boss.post(`/admin/update/${id}`, { role: 'administrator' })).status, 200);
  t.equal((await moved.get('/admins')).status, 200, 'it applies in this process at once');
  t.equal((await boss.post(`/admin/update/${id}`, { role: 'nonsense' })).status, 400);
  t.equal((await boss.del(`/admin/${id}`)).status, 200);
  t.equal((await moved.get('/admins')).status, 401);
  t.equal(
    (await people.selectFrom('users').select('id').where('id', '=', id).execute()).length,
    1,
    'the account stays',
  );
  t.equal((await boss.del(`/admin/${id}`)).status, 404);
});

t.test('an administrator signs a user out everywhere, and the user can sign in again', async (t) => {
  const id = await addAdmin(service, 'everywhere@example.com', 'viewer');
  const browsers = [await signedIn('everywhere@example.com'), await signedIn('everywhere@example.com')];
  t.equal((await boss.post(`/admin/sign-out/${id}`)).status, 200);
  for (const browser of browsers) t.equal((await browser.get('/session')).status, 401);
  t.equal((await openAdminBrowser(service).signIn('everywhere@example.com')).status, 200);
  const stranger = await addAdmin(service, 'elsewhere@example.com', null);
  t.equal((await boss.post(`/admin/sign-out/${stranger}`)).status, 404, 'only users of this site');
});

t.test('a test email is sent, and the error for an unresponsive mail server omits its password', async (t) => {
  t.match(await boss.post('/mail/test', { to: 'trial@example.com' }), { status: 200, body: { data: { sent: {} } } });
  await mailbox.waitFor('trial@example.com', /Test email/);
  const odd = await startAutomations(t, { SMTP_URL: 'smtp://user:secret@127.0.0.1:1' });
  await addAdmin(odd, 'odd@example.com');
  const browser = openAdminBrowser(odd);
  await browser.signIn('odd@example.com');
  const [shown, tried] = [await browser.get('/mail'), await browser.post('/mail/test')];
  t.equal(shown.body.data.mail.server, '127.0.0.1:1');
  t.match(tried, { status: 422, body: { code: 'mail_not_sent' } });
  t.notMatch(shown.text + tried.text, 'secret');
});

t.test('plugins are listed and can be turned off and on, except the plugin that serves the request', async (t) => {
  await addAdmin(service, 'plugins@example.com');
  const admin = await signedIn('plugins@example.com');
  t.match((await admin.get('/plugins')).body.data.plugins, [
    { name: 'admin', active: true, needed: true, description: /users/, tables: ['wp_waypost_wordpress_sessions'] },
    { name: 'automations', needed: false, problem: '' },
  ]);
  const jobsOf = async (name: string) =>
    (await admin.get('/plugins')).body.data.plugins.find((one: Body) => one.name === name).jobs;
  t.match(await jobsOf('admin'), [{ name: 'forget-old-sessions', every_seconds: 3_600 }]);
  t.match(await jobsOf('automations'), [{ name: 'trim-contact-changes' }, { name: 'forget-what-is-old' }]);
  t.match(await admin.post('/plugin/deactivate', { name: 'admin' }), { status: 409, body: { code: 'plugin_needed' } });
  t.equal((await admin.post('/plugin/activate', { name: 'nonsense' })).status, 404);
  t.match((await admin.post('/plugin/deactivate', { name: 'automations' })).body.data.plugin, { active: false });
  t.match((await admin.post('/plugin/activate', { name: 'automations' })).body.data.plugin, { active: true });
});

t.test('if contact automation has no administrator, operators become administrators at its next start', async (t) => {
  await people.deleteFrom('contact_roles').execute();
  await inTransaction(people, (trx) => insertOperator(trx, first, new Date()));
  await startAutomations(t, settings, stores);
  t.same(await people.selectFrom('contact_roles').select(['user_id', 'role']).execute(), [
    { user_id: first, role: 'administrator' },
  ]);
});

t.test('a removed site is registered again at the next sign-in', async (t) => {
  const sites = () => people.selectFrom('sites').select(['id', 'url']).executeTakeFirstOrThrow();
  const { id: removed } = await sites();
  await inTransaction(people, (trx) => deleteSite(trx, removed));
  const { status, headers } = await openAdminBrowser(service).get('/enter');
  const { id, url } = await sites();
  t.equal(url, 'http://admin.test');
  t.not(id, removed);
  t.match([status, headers.get('location')], [302, new RegExp(`site=${id}&`)]);
  t.same(await people.selectFrom('contact_roles').select(['user_id', 'site_id']).execute(), [
    { user_id: first, site_id: id },
  ]);
});
