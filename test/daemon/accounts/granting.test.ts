/**
 * Every route that gives or removes a role, tried by every caller without that right: with keys and sessions, in both applications,
 * in a workspace and at two sites. The routes come from the services' own descriptions.
 */

import { setRole } from '../../../daemon/commands/work/users.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { upsertContactsRole } from '../../../shared/people/contact-role-queries.ts';
import { findSiteByUrl } from '../../../shared/people/site-queries.ts';
import type { ContactsRole, WorkspaceRole } from '../../../shared/people/tables.ts';
import {
  contactsRoleOf,
  giveContactsRole,
  inviteTokenOf,
  makeMember,
  newEmail,
  password,
  signUp,
  userIdOf,
  verifyUser,
} from '../../fixtures/accounts.ts';
import { adminDb, openAdminBrowser } from '../../fixtures/admins.ts';
import { type Body, startAutomations } from '../../fixtures/automations.ts';
import { addWorkspace, type Call, caller, startDaemon } from '../../fixtures/daemon.ts';
import { startOidcProvider } from '../../fixtures/oidc-provider.ts';
import { ask } from '../../fixtures/requests.ts';
import { createStores } from '../../fixtures/stack.ts';
import { addUser, makeWordPress } from '../../fixtures/wordpress.ts';
import { t } from '../../runner/tap.ts';

const provider = await startOidcProvider(t, 'http://localhost:8080/api/dashboard/oidc/callback');
const env = {
  CERTIFICATE_SECRET: 'a secret of both services',
  SIGNUPS_PER_MINUTE: '100000',
  LOGIN_TRIES_PER_MINUTE: '100000',
  PLANS_SCALE_REQUESTS_PER_MINUTE: '100000',
  PLANS_FREE_REQUESTS_PER_MINUTE: '100000',
  INVITE_MAILS_PER_HOUR: '100000',
  INVITE_RESENDS_PER_DAY: '100000',
  ACCOUNT_MAILS_PER_HOUR: '100000',
};
const stores = await createStores(t);
const daemon = await startDaemon(t, { stores, env });
const contacts = await startAutomations(t, { ...env, TABLE_PREFIX: 'site_' }, stores);
const otherUrl = 'http://localhost:8082';
const otherContacts = await startAutomations(t, { ...env, TABLE_PREFIX: 'other_', SITE_URL: otherUrl }, stores);
const { db } = daemon.context;
await makeWordPress(adminDb(contacts));
await addUser(adminDb(contacts), 11, 'boss@wp.example', '$P$BcSkbD8ejBZNlsb.41DYg4uYsWeZ7Z/', 'administrator');
const siteId = (await findSiteByUrl(db, contacts.config.siteUrl))?.id as number;
const otherId = (await findSiteByUrl(db, otherUrl))?.id as number;

const team = await addWorkspace(db, 'scale');
const there = { 'x-workspace-id': team.publicId };
async function person(role: WorkspaceRole | null, contactsRole: ContactsRole | null) {
  const { email, token } = await signUp(daemon);
  const userId = await userIdOf(db, { email });
  if (role) await makeMember(db, { email }, team.id, role);
  if (contactsRole) await giveContactsRole(db, userId, contactsRole);
  const plain = caller(daemon, token);
  const inTeam: Call = (method, path, body) => plain(method, path, body, there);
  return { email, userId, inTeam, call: role ? inTeam : plain };
}

/** A user who administers the other site, and has no role at the dashboard's site. */
async function stranger(role: WorkspaceRole | null) {
  const one = await person(role, null);
  const wanted = { userId: one.userId, siteId: otherId, role: 'administrator' } as const;
  await verifyUser(db, one.userId);
  await inTransaction(db, (trx) => upsertContactsRole(trx, wanted, new Date()));
  return one;
}

// The keys' owner administers contacts.
await giveContactsRole(db, team.userId, 'administrator');
const boss = await person('admin', 'administrator');
const keysOf = async (permission: 'read' | 'write' | 'admin') => {
  const { key } = (await boss.call('POST', '/keys', { name: permission, permission })).json;
  return caller(daemon, key);
};
/** Callers who can give no role in the workspace or in contacts. */
const neither: Record<string, Call> = {
  nobody: caller(daemon, undefined),
  'a user of another workspace': (await person(null, null)).inTeam,
  'a viewer': (await person('viewer', null)).call,
  'a member': (await person('member', null)).call,
  'a key that reads': await keysOf('read'),
  'a key that writes': await keysOf('write'),
};
const outsideTheWorkspace: Record<string, Call> = {
  ...neither,
  'an administrator of contacts': (await person(null, 'administrator')).inTeam,
};
const outsideContacts: Record<string, Call> = {
  ...neither,
  'an admin': (await person('admin', null)).call,
  'an admin who is a viewer of contacts': (await person('admin', 'viewer')).call,
  'an admin who is an editor of contacts': (await person('admin', 'editor')).call,
  'an admin who administers another site': (await stranger('admin')).call,
  'a key with all rights': await keysOf('admin'),
};

const victim = await person('member', 'viewer');
const invite = async () => {
  const body = { email: newEmail(), role: 'member', contactsRole: 'editor' };
  const answer = await boss.call('POST', '/members/invite', body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json as { id: string; email: string };
};
const memberId = async ({ email: wanted } = victim) =>
  (await boss.call('GET', '/members')).json.members.find(({ email }: Body) => email === wanted).id as string;

/** Roles and invitations that must not change. */
const contactsRoles = async () => [
  await db.selectFrom('contact_roles').select(['user_id', 'site_id', 'role']).orderBy('user_id').execute(),
  await db.selectFrom('invites').select(['public_id', 'contacts_role']).orderBy('id').execute(),
];
const workspaceRoles = async () => [
  await db.selectFrom('members').select(['user_id', 'workspace_id', 'role', 'is_owner']).orderBy('id').execute(),
  await db.selectFrom('invites').select(['public_id', 'role']).orderBy('id').execute(),
];

type Sent = Record<string, unknown> | undefined;
/** Bodies to try; `ids` fill the path. */
type Tries = { ids?: string[]; inWorkspace?: Sent[]; inContacts?: Sent[] };

const open = await invite();
const shown = await inviteTokenOf(db, open.id, false);
const newcomer = { email: newEmail(), password, name: 'N', inviteToken: shown };
const ids = [await memberId(), open.id];
/** Bodies that give or remove a role, by route. Routes that remove an invitation get another user's. */
const linkRoutes: Record<string, Tries> = {
  'POST /members/invite': {
    inWorkspace: [{ email: newEmail() }, { email: newEmail(), role: 'admin' }],
    inContacts: [{ email: newEmail(), role: 'viewer', contactsRole: 'viewer' }],
  },
  'PATCH /members/{id}': {
    ids,
    inWorkspace: [{ role: 'admin' }, { role: 'viewer' }],
    inContacts: [{ contactsRole: 'administrator' }, { contactsRole: null }],
  },
  'DELETE /members/{id}': { ids, inWorkspace: [undefined] },
  'POST /members/{id}/resend': { ids: [open.id], inWorkspace: [undefined], inContacts: [undefined] },
  'POST /workspace/transfer': { inWorkspace: [{ memberId: ids[0], currentPassword: password }] },
  'POST /members/accept': { inWorkspace: [{ inviteToken: shown }], inContacts: [{ inviteToken: shown }] },
  'POST /auth/signup': { inWorkspace: [newcomer], inContacts: [newcomer, { ...newcomer, email: open.email }] },
  'POST /dashboard/signup': { inWorkspace: [newcomer], inContacts: [newcomer, { ...newcomer, email: open.email }] },
  // Reads an invitation.
  'POST /dashboard/invitation': {},
  // Affect only the caller.
  'POST /workspace/leave': {},
  'PATCH /workspace/reports': {},
  'POST /workspace/reports/send': {},
};

for (const [kind, callers, roles] of [
  ['inWorkspace', outsideTheWorkspace, workspaceRoles],
  ['inContacts', outsideContacts, contactsRoles],
] as const) {
  t.test(
    `a caller without the right to give roles cannot give or remove a role ${kind} through any links route`,
    async (t) => {
      const before = await roles();
      for (const [who, call] of Object.entries(callers)) {
        for (const [route, { ids = [''], ...bodies }] of Object.entries(linkRoutes)) {
          const [method, path] = route.split(' ') as [string, string];
          for (const body of bodies[kind] ?? []) {
            for (const id of ids) {
              const { status, text } = await call(method, path.replace('{id}', id), body);
              const refusals = body && 'inviteToken' in body ? [401, 403, 422] : [401, 403, 404];
              t.ok(refusals.includes(status), `${who}: ${route} ${JSON.stringify(body)}, ${status} ${text}`);
              t.notMatch(text, /token=/);
            }
          }
        }
        t.same(await roles(), before, who);
      }
    },
  );
}

t.test('removing a member keeps their role in contacts, unless the caller can remove it', async (t) => {
  for (const [who, call] of Object.entries(outsideContacts)) {
    const one = await person('member', 'editor');
    const { status } = await call('DELETE', `/members/${await memberId(one)}`);
    t.equal(status === 200, !(who in neither), `${who}: ${status}`);
    t.equal(await contactsRoleOf(db, one.userId), 'editor', who);
  }
});

const signedIn = async (email: string) => {
  const browser = openAdminBrowser(contacts);
  await browser.signIn(email);
  return browser;
};

t.test('a caller without the right to give roles cannot give or remove a role in any contacts route', async (t) => {
  const admin = await signedIn(boss.email);
  const added = await admin.post('/admin/add', { email: newEmail(), role: 'viewer' });
  const { ID } = added.body.data.invitation;
  const one = (await person(null, null)).email;
  const tries: Record<string, [path: string, ...bodies: Sent[]]> = {
    'POST /admin/add': ['/admin/add', { email: newEmail(), role: 'viewer' }, { email: one, role: 'viewer' }],
    'POST /admin/update/{}': [`/admin/update/${victim.userId}`, { role: 'administrator' }],
    'POST /admin/sign-out/{}': [`/admin/sign-out/${victim.userId}`, {}],
    'DELETE /admin/{}': [`/admin/${victim.userId}`, undefined],
    'POST /invitation/resend/{}': [`/invitation/resend/${ID}`, {}],
    'DELETE /invitation/{}': [`/invitation/${ID}`, undefined],
  };
  t.same(await contactsRoutes(), Object.keys(tries).sort(), 'these are all routes');
  const tryAll = async (
    who: string,
    { call }: ReturnType<typeof openAdminBrowser>,
    refusals: number[],
    headers?: Record<string, string>,
  ) => {
    const before = await contactsRoles();
    for (const [route, [path, ...bodies]] of Object.entries(tries)) {
      for (const body of bodies) {
        const [method = ''] = route.split(' ');
        const { status } = await call(method, `/waypost-admin/v1${path}`, body, headers);
        t.ok(refusals.includes(status), `${who}: ${route}, ${status}`);
      }
    }
    t.same(await contactsRoles(), before, who);
  };
  const wordPress = openAdminBrowser(contacts);
  await wordPress.signInByWordPress('boss@wp.example', 'correct horse battery staple');
  await wordPress.get('/session');
  const elsewhere = await stranger('admin');
  const browsers = {
    nobody: openAdminBrowser(contacts),
    'a user without a role': await signedIn((await person('admin', null)).email),
    'a viewer': await signedIn((await person(null, 'viewer')).email),
    'an editor': await signedIn((await person(null, 'editor')).email),
    'an administrator of WordPress': wordPress,
    'an administrator of another site': await signedIn(elsewhere.email),
  };
  for (const [who, browser] of Object.entries(browsers)) await tryAll(who, browser, [401, 403]);
  for (const permission of ['read', 'write', 'full'] as const) {
    const headers = { 'x-api-key': await contacts.makeKey(permission) };
    await tryAll(`a key with permission ${permission}`, openAdminBrowser(contacts), [401], headers);
  }

  // At their own site they add users, and reach nobody here.
  const atOther = openAdminBrowser(otherContacts);
  await atOther.signIn(elsewhere.email);
  t.match((await atOther.get('/session')).body.data.user, { role: 'administrator' });
  delete tries['POST /admin/add'];
  await tryAll('an administrator of another site, there', atOther, [404]);
  const { admins, invitations } = (await atOther.get('/admins')).body.data;
  t.notOk(admins.some(({ email }: Body) => email === victim.email));
  t.same(invitations, []);
  const asked = { site: siteId, challenge: 'x'.repeat(43) };
  t.equal((await elsewhere.call('POST', '/dashboard/hand-over', asked)).status, 403);

  t.equal((await admin.del(`/invitation/${ID}`)).status, 200, 'an administrator can');
});

const roleAt = async (userId: number, site: number) =>
  (
    await db
      .selectFrom('contact_roles')
      .select('role')
      .where('user_id', '=', userId)
      .where('site_id', '=', site)
      .executeTakeFirst()
  )?.role;

t.test(
  "a provider's claims give only the roles that the operator configured, and only at the first site",
  async (t) => {
    const claims = { OIDC_ROLE_CLAIM: 'groups', OIDC_CONTACTS_ROLES: 'staff=editor' };
    const { origin } = await startDaemon(t, { stores, env: { ...env, ...provider.env, ...claims } });
    const port = Number(new URL(origin).port);
    const one = await stranger(null);
    for (const [groups, role] of [
      [['administrator', 'leads'], undefined],
      [['administrator', 'staff'], 'editor'],
      [[], undefined],
    ] as const) {
      provider.people[one.email] = { email: one.email, email_verified: true, groups };
      const begun = await ask(port, { path: '/api/dashboard/oidc' });
      const [cookie = ''] = (begun.headers['set-cookie']?.[0] ?? '').split(';');
      const back = await provider.signIn(String(begun.headers.location), one.email);
      const headers = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      t.equal((await ask(port, { path: back.pathname + back.search, headers })).status, 302);
      t.equal(await roleAt(one.userId, siteId), role, groups.join());
      t.equal(await roleAt(one.userId, otherId), 'administrator');
    }
  },
);

t.test(
  "at each site, the operator's command gives roles only to verified users, and keeps the last administrator",
  async (t) => {
    await db.deleteFrom('contact_roles').where('site_id', '=', otherId).execute();
    const tools = daemon.context as unknown as Parameters<typeof setRole>[0];
    const [last, late] = [await stranger(null), await person(null, null)];
    await t.rejects(setRole(tools, last.email, 'none', otherUrl), /last administrator/);
    await t.rejects(setRole(tools, late.email, 'viewer', otherUrl), /not verified/);
    await t.rejects(setRole(tools, last.email, 'viewer', 'http://localhost:8083'));
    await setRole(tools, last.email, 'viewer', undefined);
    t.same([await roleAt(last.userId, siteId), await roleAt(last.userId, otherId)], ['viewer', 'administrator']);
    t.equal(await roleAt(late.userId, otherId), undefined);
  },
);

const isAboutRoles = (names: string[]) =>
  names.some((name) => ['role', 'contactsRole', 'inviteToken', 'memberId'].includes(name));

/** The contacts routes that change users, from their own table. */
async function contactsRoutes(): Promise<string[]> {
  const { routes } = (await openAdminBrowser(contacts).call('GET', '/waypost-admin/v1')).body;
  const found = Object.entries<Body>(routes).flatMap(([pattern, { endpoints }]) =>
    endpoints.flatMap(({ methods, args = {} }: Body) => {
      const path = pattern.replace('/waypost-admin/v1', '').replaceAll(/\(\?P<[^)]*\)/g, '{}');
      const isOne = /^\/(admin|invitation)\b/.test(path) || isAboutRoles(Object.keys(args));
      return methods.filter((method: string) => isOne && method !== 'GET').map((method: string) => `${method} ${path}`);
    }),
  );
  return found.sort();
}

t.test('the table lists every links route that concerns members or removes a role or an invitation', async (t) => {
  const document = (await caller(daemon, undefined)('GET', '/openapi.json')).json;
  const namesOf = (schema: Body): string[] =>
    schema?.$ref
      ? namesOf(document.components.schemas[schema.$ref.split('/').at(-1)])
      : Object.keys(schema?.properties ?? {});
  const found = Object.entries<Body>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Body>(methods)
      .filter(
        ([method, { requestBody }]) =>
          method !== 'get' &&
          (/^\/(members\b|workspace\/)/.test(path) ||
            isAboutRoles(namesOf(requestBody?.content?.['application/json']?.schema))),
      )
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  t.same(found.sort(), Object.keys(linkRoutes).sort());
});
