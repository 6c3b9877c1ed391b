/** Every route that gives or takes a role, tried by everyone who may not: with keys and with sessions, in both applications. */

import type { ContactsRole, WorkspaceRole } from '../../../shared/people/tables.ts';
import {
  contactsRoleOf,
  giveContactsRole,
  inviteTokenOf,
  makeMember,
  newEmail,
  signUp,
  userIdOf,
} from '../../fixtures/accounts.ts';
import { adminDb, openAdminBrowser } from '../../fixtures/admins.ts';
import { type Body, startAutomations } from '../../fixtures/automations.ts';
import { addWorkspace, type Call, caller, startDaemon } from '../../fixtures/daemon.ts';
import { createStores } from '../../fixtures/stack.ts';
import { addUser, makeWordPress } from '../../fixtures/wordpress.ts';
import { t } from '../../runner/tap.ts';

const env = {
  CERTIFICATE_SECRET: 'a secret of both services',
  SIGNUPS_PER_MINUTE: '100000',
  PLANS_SCALE_REQUESTS_PER_MINUTE: '100000',
  INVITE_MAILS_PER_HOUR: '100000',
  INVITE_RESENDS_PER_DAY: '100000',
  ACCOUNT_MAILS_PER_HOUR: '100000',
};
const stores = await createStores(t);
const daemon = await startDaemon(t, { stores, env });
const contacts = await startAutomations(t, { ...env, TABLE_PREFIX: 'site_' }, stores);
const { db } = daemon.context;
await makeWordPress(adminDb(contacts));
await addUser(adminDb(contacts), 11, 'boss@wp.example', '$P$BcSkbD8ejBZNlsb.41DYg4uYsWeZ7Z/', 'administrator');

const team = await addWorkspace(db, 'scale');
const there = { 'x-workspace-id': team.publicId };
async function person(role: WorkspaceRole | null, contactsRole: ContactsRole | null) {
  const { email, token } = await signUp(daemon);
  const userId = await userIdOf(db, { email });
  if (role) await makeMember(db, { email }, team.id, role);
  if (contactsRole) await giveContactsRole(db, userId, contactsRole);
  const plain = caller(daemon, token);
  const call: Call = (method, path, body) => plain(method, path, body, role ? there : {});
  return { email, userId, call };
}

// The owner, whose keys these are, administers contacts.
await giveContactsRole(db, team.userId, 'administrator');
const boss = await person('admin', 'administrator');
const keysOf = async (permission: 'read' | 'write' | 'admin') => {
  const { key } = (await boss.call('POST', '/keys', { name: permission, permission })).json;
  return caller(daemon, key);
};
const linkCallers: Record<string, Call> = {
  nobody: caller(daemon, undefined),
  'a stranger who administers contacts nowhere': (await person(null, null)).call,
  'a viewer': (await person('viewer', null)).call,
  'a member': (await person('member', null)).call,
  'an admin': (await person('admin', null)).call,
  'an admin who is a viewer of contacts': (await person('admin', 'viewer')).call,
  'an admin who is an editor of contacts': (await person('admin', 'editor')).call,
  'a key that reads': await keysOf('read'),
  'a key that writes': await keysOf('write'),
  'a key with all rights': await keysOf('admin'),
};

const victim = await person('member', 'viewer');
const invite = async () => {
  const body = { email: newEmail(), role: 'member', contactsRole: 'editor' };
  const answer = await boss.call('POST', '/members/invite', body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json as { id: string; email: string };
};
const memberId = async () =>
  (await boss.call('GET', '/members')).json.members.find(({ email }: Body) => email === victim.email).id as string;

/** Roles and invitations that have to stay as they are. */
const roles = async () => [
  await db.selectFrom('contact_roles').select(['user_id', 'role']).orderBy('user_id').execute(),
  await db.selectFrom('invites').select(['public_id', 'contacts_role']).orderBy('id').execute(),
];

t.test('no route of links gives or takes a role in contacts for someone who may not give it', async (t) => {
  const open = await invite();
  const tries: [what: string, method: string, path: string, body?: object][] = [
    ['invite', 'POST', '/members/invite', { email: newEmail(), role: 'viewer', contactsRole: 'viewer' }],
    ['change', 'PATCH', `/members/${await memberId()}`, { contactsRole: 'administrator' }],
    ['take', 'PATCH', `/members/${await memberId()}`, { contactsRole: null }],
    ['change an invitation', 'PATCH', `/members/${open.id}`, { contactsRole: 'administrator' }],
    ['resend', 'POST', `/members/${open.id}/resend`],
  ];
  const before = await roles();
  for (const [who, call] of Object.entries(linkCallers)) {
    for (const [what, method, path, body] of tries) {
      const { status, text } = await call(method, path, body);
      t.ok([401, 403, 404].includes(status), `${who}: ${what}, ${status} ${text}`);
      t.notMatch(text, /token=/);
    }
    t.same(await roles(), before, who);
  }
});

t.test(
  'an invitation gives a role only by its emailed link, for its email, while its author may give it',
  async (t) => {
    const anyone = caller(daemon, undefined);
    const author = await person('admin', 'administrator');
    const sent = (await author.call('POST', '/members/invite', { email: newEmail(), contactsRole: 'editor' })).json;
    await giveContactsRole(db, author.userId, 'viewer');
    const late = await signUp(daemon, { email: sent.email, inviteToken: await inviteTokenOf(db, sent.id, true) });
    t.equal(await contactsRoleOf(db, await userIdOf(db, late)), undefined, 'its author may not any more');

    const open = await invite();
    const shown = await inviteTokenOf(db, open.id, false);
    const body = { password: 'correct horse battery', name: 'N', inviteToken: shown };
    t.equal(
      (await anyone('POST', '/auth/signup', { ...body, email: open.email })).status,
      403,
      'a link that was shown',
    );
    t.equal((await anyone('POST', '/auth/signup', { ...body, email: newEmail() })).status, 422, 'another email');
    const other = await person(null, null);
    t.equal((await other.call('POST', '/members/accept', { inviteToken: shown })).status, 422);
  },
);

const signedIn = async (email: string) => {
  const browser = openAdminBrowser(contacts);
  await browser.signIn(email);
  return browser;
};

t.test('no route of contacts gives or takes a role for someone who may not give it', async (t) => {
  const admin = await signedIn(boss.email);
  const added = await admin.post('/admin/add', { email: newEmail(), role: 'viewer' });
  const { ID } = added.body.data.invitation;
  const tries: [what: string, method: string, path: string, body?: object][] = [
    ['add', 'POST', '/admin/add', { email: newEmail(), role: 'viewer' }],
    ['add a user', 'POST', '/admin/add', { email: (await person(null, null)).email, role: 'viewer' }],
    ['change', 'POST', `/admin/update/${victim.userId}`, { role: 'administrator' }],
    ['take', 'DELETE', `/admin/${victim.userId}`],
    ['sign out', 'POST', `/admin/sign-out/${victim.userId}`, {}],
    ['resend', 'POST', `/invitation/resend/${ID}`, {}],
    ['revoke', 'DELETE', `/invitation/${ID}`],
  ];
  const wordPress = openAdminBrowser(contacts);
  await wordPress.signInByWordPress('boss@wp.example', 'correct horse battery staple');
  await wordPress.get('/session');
  const browsers = {
    nobody: openAdminBrowser(contacts),
    'a user without a role': await signedIn((await person('admin', null)).email),
    'a viewer': await signedIn((await person(null, 'viewer')).email),
    'an editor': await signedIn((await person(null, 'editor')).email),
    'an administrator of WordPress': wordPress,
  };
  const before = await roles();
  for (const [who, browser] of Object.entries(browsers)) {
    for (const [what, method, path, body] of tries) {
      const { status } = await browser.call(method, `/waypost-admin/v1${path}`, body);
      t.ok([401, 403].includes(status), `${who}: ${what}, ${status}`);
    }
    t.same(await roles(), before, who);
  }
  for (const permission of ['read', 'write', 'full'] as const) {
    const key = await contacts.makeKey(permission);
    for (const [what, method, path, body] of tries) {
      const headers = { 'x-api-key': key };
      const { status } = await openAdminBrowser(contacts).call(method, `/waypost-admin/v1${path}`, body, headers);
      t.equal(status, 401, `a key that may ${permission}: ${what}`);
    }
    t.same(await roles(), before, permission);
  }
  t.equal((await admin.del(`/invitation/${ID}`)).status, 200, 'an administrator may');
});

t.test('these are all routes that take a role or an invitation', async (t) => {
  const document = (await caller(daemon, undefined)('GET', '/openapi.json')).json;
  const isAboutRoles = (names: string[]) =>
    names.some((name) => ['role', 'contactsRole', 'inviteToken'].includes(name));
  const namesOf = (schema: Body): string[] =>
    schema?.$ref
      ? namesOf(document.components.schemas[schema.$ref.split('/').at(-1)])
      : Object.keys(schema?.properties ?? {});
  const found = Object.entries<Body>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Body>(methods)
      .filter(([, { requestBody }]) => isAboutRoles(namesOf(requestBody?.content?.['application/json']?.schema)))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  t.same(found.sort(), [
    'PATCH /members/{id}',
    'POST /auth/signup',
    'POST /dashboard/invitation',
    'POST /dashboard/signup',
    'POST /members/accept',
    'POST /members/invite',
  ]);
  const { routes } = (await openAdminBrowser(contacts).call('GET', '/')).body;
  const ofContacts = Object.entries<Body>(routes)
    .filter(([, { endpoints }]) => endpoints.some(({ args = {} }: Body) => isAboutRoles(Object.keys(args))))
    .map(([path]) => path);
  t.same(ofContacts.sort(), ['/waypost-admin/v1/admin/add', '/waypost-admin/v1/admin/update/(?P<user_id>[\\d]+)']);
});
