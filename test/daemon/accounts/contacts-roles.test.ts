/** Members' roles in contacts: who sees, gives and removes them, how an invitation gives one, and that an administrator remains. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '../../../shared/db/db.ts';
import { system } from '../../../shared/people/actor.ts';
import { listEntriesOfSite } from '../../../shared/people/audit-queries.ts';
import { setContactsRole } from '../../../shared/people/contact-roles.ts';
import { insertInvite, type NewInvite } from '../../../shared/people/invite-queries.ts';
import { deleteSite } from '../../../shared/people/site-queries.ts';
import type { ContactsRole } from '../../../shared/people/tables.ts';
import { deleteUserRow, findUserForUpdate } from '../../../shared/people/user-queries.ts';
import {
  contactsRoleOf,
  giveContactsRole,
  inviteTokenOf,
  makeMember,
  newEmail,
  type Person,
  password,
  putSite,
  signUp,
  userIdOf,
  verifyUser,
} from '../../fixtures/accounts.ts';
import { type Answered, addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { tokenIn } from '../../fixtures/mail.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: { SIGNUPS_PER_MINUTE: '100000', PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' },
});
const { db } = daemon.context;
const code = ({ status, json }: Answered) => [status, json?.error?.code ?? null];
const give = (userId: number, role: ContactsRole | null) => giveContactsRole(db, userId, role);
const roleOf = async (person: Pick<Person, 'email'>) => contactsRoleOf(db, await userIdOf(db, person));

type Team = Awaited<ReturnType<typeof newTeam>>;

/** Creates an admin who administers contacts, an admin who does not, a member, and a key; no others have a role in contacts. */
async function newTeam() {
  await db.deleteFrom('contact_roles').execute();
  const workspace = await addWorkspace(db, 'scale');
  const join = async (role: 'admin' | 'member') => {
    const person = await signUp(daemon);
    const userId = await makeMember(db, person, workspace.id, role);
    const call: Person['call'] = (method, path, body, headers) =>
      person.call(method, path, body, { 'X-Workspace-Id': workspace.publicId, ...headers });
    const memberId = (await call('GET', '/members')).json.members.find((one: Json) => one.email === person.email).id;
    return { ...person, call, userId, memberId: memberId as string };
  };
  const [ada, bob, cleo] = [await join('admin'), await join('admin'), await join('member')];
  await give(ada.userId, 'administrator');
  return { workspace, ada, bob, cleo, byKey: caller(daemon, workspace.key) };
}

const memberIn = async ({ ada }: Team, { email }: Pick<Person, 'email'>) =>
  (await ada.call('GET', '/members')).json.members.find((one: Json) => one.email === email);

const auditOf = async (workspaceId: number, action: string): Promise<Json> => {
  const { details } = await db
    .selectFrom('audit_entries')
    .select('details')
    .where('workspace_id', '=', workspaceId)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return typeof details === 'string' ? JSON.parse(details) : details;
};

t.test(
  'contacts administrators see and give roles in contacts; nobody else, and no API key, sees these roles',
  async (t) => {
    const team = await newTeam();
    const { ada, bob, cleo, byKey, workspace } = team;
    const path = `/members/${cleo.memberId}`;
    t.equal((await memberIn(team, cleo)).contactsRole, null);
    t.same(code(await ada.call('PATCH', path, { contactsRole: 'viewer' })), [409, 'conflict'], 'not verified');
    await verifyUser(db, cleo.userId);
    t.equal((await memberIn(team, ada)).contactsRole, 'administrator');
    for (const role of ['viewer', 'administrator', 'editor', null] as const) {
      const { status, json } = await ada.call('PATCH', path, { contactsRole: role });
      t.match([status, json], [200, { id: cleo.memberId, role: 'member', contactsRole: role }]);
      t.equal(await roleOf(cleo), role ?? undefined);
      t.match(await auditOf(workspace.id, 'user.contacts-role'), { to: role });
    }
    t.match((await ada.call('PATCH', path, { role: 'viewer', contactsRole: 'viewer' })).json, {
      role: 'viewer',
      contactsRole: 'viewer',
    });
    await give(bob.userId, 'editor');
    for (const [name, call] of Object.entries({ bob: bob.call, byKey })) {
      const { members } = (await call('GET', '/members')).json;
      t.notOk(
        members.some((one: Json) => 'contactsRole' in one),
        `${name} sees none`,
      );
      t.notOk('contactsRole' in (await call('PATCH', path, { role: 'viewer' })).json, name);
    }
    for (const body of [{}, { contactsRole: 'owner' }, { contactsRole: '' }, { contactsRole: 1 }])
      t.same(code(await ada.call('PATCH', path, body)), [422, 'validation_failed'], JSON.stringify(body));
  },
);

t.test('an invitation can give a role in contacts, to a new or an existing account', async (t) => {
  const team = await newTeam();
  const { ada, workspace } = team;
  const invite = async (email: string, contactsRole: ContactsRole) => {
    const { status, json } = await ada.call('POST', '/members/invite', { email, role: 'viewer', contactsRole });
    t.match([status, json], [201, { status: 'invited', contactsRole }]);
    return json;
  };
  const email = newEmail();
  const first = await invite(email, 'editor');
  t.same(await auditOf(workspace.id, 'member.invite'), { email, role: 'viewer', contactsRole: 'editor' });
  const again = (await ada.call('POST', `/members/${first.id}/resend`)).json;
  t.equal(again.contactsRole, 'editor');
  await t.rejects(signUp(daemon, { email, inviteToken: tokenIn(first.inviteUrl) }), /422/, 'an older link ends');
  await t.rejects(signUp(daemon, { email, inviteToken: tokenIn(again.inviteUrl) }), /403.*forbidden.*in the email/);
  const newcomer = await signUp(daemon, { email, inviteToken: await inviteTokenOf(db, first.id, true) });
  t.equal(await roleOf(newcomer), 'editor');
  t.same(await auditOf(workspace.id, 'member.join'), { email, role: 'viewer' });
  t.same(await auditOf(workspace.id, 'user.contacts-role'), { from: null, to: 'editor' });

  const known = await signUp(daemon);
  const second = await invite(known.email, 'viewer');
  t.equal((await memberIn(team, known)).contactsRole, 'viewer');
  await ada.call('PATCH', `/members/${second.id}`, { contactsRole: 'editor' });
  t.equal(await roleOf(known), undefined, 'not before it is accepted');
  const accept = { inviteToken: tokenIn(second.inviteUrl) };
  t.same(code(await known.call('POST', '/members/accept', accept)), [403, 'forbidden'], 'not before it is verified');
  t.equal(await roleOf(known), undefined);
  await verifyUser(db, await userIdOf(db, known));
  t.equal((await known.call('POST', '/members/accept', accept)).status, 200);
  t.equal(await roleOf(known), 'editor');
});

t.test('an invitation removes no role, and gives no role once its author no longer administers contacts', async (t) => {
  const { ada, bob } = await newTeam();
  const accept = async (person: Person, { inviteUrl }: Json) =>
    t.equal((await person.call('POST', '/members/accept', { inviteToken: tokenIn(inviteUrl) })).status, 200);
  const invite = async ({ email }: Person, body: object) =>
    (await ada.call('POST', '/members/invite', { email, ...body })).json;
  const [high, late, mended] = [await signUp(daemon), await signUp(daemon), await signUp(daemon)];
  for (const person of [late, mended]) await verifyUser(db, await userIdOf(db, person));
  await give(await userIdOf(db, high), 'administrator');
  await accept(high, await invite(high, { contactsRole: 'viewer' }));
  t.equal(await roleOf(high), 'administrator', 'the higher role stays');

  const [toLate, toMended] = [await invite(late, { contactsRole: 'administrator' }), await invite(mended, {})];
  await give(bob.userId, 'administrator');
  t.equal((await bob.call('PATCH', `/members/${toMended.id}`, { contactsRole: 'editor' })).status, 200);
  await give(ada.userId, 'viewer');
  await accept(late, toLate);
  t.equal(await roleOf(late), undefined);
  await accept(mended, toMended);
  t.equal(await roleOf(mended), 'editor', 'the administrator who gave the role decides');
});

t.test('a removed user loses all sessions and the role in contacts, unless the request keeps the role', async (t) => {
  const team = await newTeam();
  const { ada, cleo, workspace } = team;
  await give(cleo.userId, 'editor');
  t.same(code(await ada.call('DELETE', `/members/${cleo.memberId}?contacts=no`)), [422, 'validation_failed']);
  t.equal((await ada.call('DELETE', `/members/${cleo.memberId}`)).status, 200);
  t.equal(await roleOf(cleo), undefined);
  t.same(await auditOf(workspace.id, 'member.remove'), { email: cleo.email });
  t.same(await auditOf(workspace.id, 'user.contacts-role'), { from: 'editor', to: null });
  t.equal((await cleo.call('GET', '/auth/me', undefined, { 'X-Workspace-Id': '' })).status, 401, 'signed out');

  const others = await newTeam();
  await give(others.cleo.userId, 'editor');
  t.equal((await others.ada.call('DELETE', `/members/${others.cleo.memberId}?contacts=keep`)).status, 200);
  t.equal(await roleOf(others.cleo), 'editor');
  t.equal((await others.cleo.call('GET', '/auth/me', undefined, { 'X-Workspace-Id': '' })).status, 200);
});

t.test(
  "the last administrator keeps the role, even if two administrators remove each other's role at once",
  async (t) => {
    const { ada, bob } = await newTeam();
    for (const contactsRole of ['editor', null])
      t.same(code(await ada.call('PATCH', `/members/${ada.memberId}`, { contactsRole })), [409, 'conflict']);
    t.same(code(await ada.call('DELETE', `/members/${ada.memberId}`)), [409, 'conflict']);
    for (let round = 0; round < 5; round++) {
      await give(ada.userId, 'administrator');
      await give(bob.userId, 'administrator');
      const answers = await Promise.all([
        ada.call('PATCH', `/members/${bob.memberId}`, { contactsRole: null }),
        bob.call('PATCH', `/members/${ada.memberId}`, { contactsRole: null }),
      ]);
      t.same(answers.map(({ status }) => status).sort(), [200, 403], 'the later one no longer administers contacts');
    }
    const left = await db.selectFrom('contact_roles').select('role').execute();
    t.same(left, [{ role: 'administrator' }]);
  },
);

t.test(
  'if two administrators remove each other at once, in one workspace or in two, one administrator remains',
  async (t) => {
    for (const isOneWorkspace of [true, false]) {
      for (let round = 0; round < 4; round++) {
        const { ada, bob, workspace } = await newTeam();
        await give(bob.userId, 'administrator');
        const other = isOneWorkspace ? workspace : await addWorkspace(db, 'scale');
        if (!isOneWorkspace) {
          await makeMember(db, ada, other.id, 'member');
          await makeMember(db, bob, other.id, 'admin');
        }
        const there = { 'X-Workspace-Id': other.publicId };
        const { members } = (await bob.call('GET', '/members', undefined, there)).json;
        const adaThere = members.find(({ email }: Json) => email === ada.email).id;
        const answers = await Promise.all([
          ada.call('DELETE', `/members/${bob.memberId}`),
          bob.call('DELETE', `/members/${adaThere}`, undefined, there),
        ]);
        t.ok(
          answers.some(({ status }) => status === 200),
          'at least one of them succeeds',
        );
        const left = await db.selectFrom('contact_roles').select('role').execute();
        t.same(left, [{ role: 'administrator' }], isOneWorkspace ? 'one workspace' : 'two workspaces');
      }
    }
  },
);

/** Creates an invitation to contacts alone, as contacts create it. */
async function inviteToContacts(email: string, invitedBy: number, more: Partial<NewInvite> = {}) {
  const siteId = await putSite(db);
  const expiresAt = new Date(Date.now() + 86_400_000);
  const invite = {
    email,
    workspaceId: null,
    role: null,
    siteId,
    contactsRole: 'editor',
    invitedBy,
    expiresAt,
  } as const;
  return inTransaction(db, (trx) => insertInvite(trx, { ...invite, ...more }, new Date()));
}
const isOpen = async ({ id }: { id: number }) =>
  (await db.selectFrom('invites').select('id').where('id', '=', id).execute()).length === 1;
const acceptMailed = async (person: Person, { publicId }: { publicId: string }) =>
  person.call('POST', '/members/accept', { inviteToken: await inviteTokenOf(db, publicId, true) });

t.test('a role that is set directly cancels the role in open invitations to that email address', async (t) => {
  const { ada } = await newTeam();
  for (const role of ['viewer', null] as const) {
    const [person, other] = [await signUp(daemon), await signUp(daemon)];
    const toBoth = (await ada.call('POST', '/members/invite', { email: person.email, contactsRole: 'editor' })).json;
    const alone = await inviteToContacts(person.email, ada.userId);
    const elsewhere = await inviteToContacts(person.email, ada.userId, { siteId: 999_999 });
    const others = await inviteToContacts(other.email, ada.userId);
    const inviteToken = await inviteTokenOf(db, alone.publicId, true);
    await give(await userIdOf(db, person), role);
    t.same(code(await person.call('POST', '/members/accept', { inviteToken })), [422, 'validation_failed']);
    t.same(await Promise.all([alone, elsewhere, others].map(isOpen)), [false, true, true]);
    t.equal((await acceptMailed(person, { publicId: toBoth.id })).status, 200, 'the workspace is still theirs to join');
    t.equal(await roleOf(person), role ?? undefined);
    const { members } = (await ada.call('GET', '/members')).json;
    t.ok(members.some(({ email, status }: Json) => email === person.email && status === 'active'));
  }
});

t.test('accepting an invitation leaves other invitations open', async (t) => {
  const { ada } = await newTeam();
  const person = await signUp(daemon);
  const [first, second] = [
    await inviteToContacts(person.email, ada.userId, { contactsRole: 'viewer' }),
    await inviteToContacts(person.email, ada.userId),
  ];
  for (const [invite, role] of [
    [first, 'viewer'],
    [second, 'editor'],
  ] as const) {
    t.equal((await acceptMailed(person, invite)).status, 200);
    t.equal(await roleOf(person), role);
  }
});

t.test('an invitation to contacts alone stays open while its author cannot give roles', async (t) => {
  const { ada, bob } = await newTeam();
  await give(bob.userId, 'administrator');
  const [known, email] = [await signUp(daemon), newEmail()];
  const [toKnown, toNew] = [await inviteToContacts(known.email, ada.userId), await inviteToContacts(email, ada.userId)];
  await give(ada.userId, null);
  const workspaces = async () => (await db.selectFrom('workspaces').select('id').execute()).length;
  const before = await workspaces();
  const refused = await acceptMailed(known, toKnown);
  t.same(code(refused), [403, 'forbidden']);
  t.match(refused.json.error.message, /can no longer give roles in contacts/);
  const join = async () => signUp(daemon, { email, inviteToken: await inviteTokenOf(db, toNew.publicId, true) });
  await t.rejects(join(), /403.*forbidden.*can no longer give/);
  t.equal(await workspaces(), before);
  t.same(await db.selectFrom('users').select('id').where('email', '=', email).execute(), []);
  t.same(await Promise.all([toKnown, toNew].map(isOpen)), [true, true]);
  await give(ada.userId, 'administrator');
  t.equal((await acceptMailed(known, toKnown)).status, 200);
  t.same([await roleOf(known), await roleOf(await join())], ['editor', 'editor']);
});

t.test('a user invited to contacts alone is in no workspace, signs in, and can create one', async (t) => {
  const { ada } = await newTeam();
  const email = newEmail();
  const inviteToken = await inviteTokenOf(db, (await inviteToContacts(email, ada.userId)).publicId, true);
  const person = await signUp(daemon, { email, inviteToken });
  const none = { workspace: null, role: null };
  t.match(person.answer, none);
  t.match(await caller(daemon, undefined)('POST', '/auth/login', { email, password }), { status: 200, json: none });
  t.match((await person.call('GET', '/auth/me')).json, { ...none, isOwner: false, auth: { type: 'session' } });
  t.same((await person.call('GET', '/workspaces')).json, { workspaces: [] });
  t.same(code(await person.call('GET', '/links')), [403, 'forbidden']);
  const create = () => person.call('POST', '/workspaces', { name: 'Mine' }, { 'Idempotency-Key': email });
  const [made, again] = [await create(), await create()];
  t.same([made.status, again.json], [201, made.json]);
  t.match((await person.call('GET', '/auth/me')).json, { workspace: { id: made.json.id }, role: 'admin' });
  t.equal((await person.call('GET', '/links')).status, 200);
});

t.test('an accepted invitation to contacts alone gives no membership', async (t) => {
  const { ada } = await newTeam();
  const person = await signUp(daemon);
  t.match(await acceptMailed(person, await inviteToContacts(person.email, ada.userId)), {
    status: 200,
    json: { ok: true },
  });
});

t.test('resending an invitation makes the sender its author', async (t) => {
  const { ada, bob } = await newTeam();
  await give(bob.userId, 'administrator');
  const person = await signUp(daemon);
  const body = { email: person.email, contactsRole: 'editor' };
  const publicId = (await ada.call('POST', '/members/invite', body)).json.id;
  t.equal((await bob.call('POST', `/members/${publicId}/resend`)).status, 200);
  await give(ada.userId, null);
  t.equal((await acceptMailed(person, { publicId })).status, 200);
  t.equal(await roleOf(person), 'editor');
});

t.test('the last administrator cannot delete their account while other users use contacts', async (t) => {
  const remove = (person: Person) => person.call('DELETE', '/auth/me', { currentPassword: password });
  for (let round = 0; round < 3; round++) {
    const { ada, bob, cleo } = await newTeam();
    await give(cleo.userId, 'editor');
    const refused = await remove(ada);
    t.same(code(refused), [409, 'conflict']);
    t.match(refused.json.error.message, /last administrator of contacts/);
    t.equal((await ada.call('GET', '/members')).status, 200, 'nothing was deleted');
    await give(bob.userId, 'administrator');
    const invited = await inviteToContacts(cleo.email, ada.userId);
    const answers = await Promise.all([remove(ada), remove(bob)]);
    t.same(answers.map(({ status }) => status).sort(), [200, 409], 'two at once leave one');
    const left = await db.selectFrom('contact_roles').select('role').orderBy('role').execute();
    t.same(left, [{ role: 'administrator' }, { role: 'editor' }]);
    t.equal((await remove(cleo)).status, 200);
    t.notOk(await isOpen(invited), 'invitations are deleted with the account');
    t.equal((await remove(answers[0].status === 200 ? bob : ada)).status, 200, 'nobody else is there');
  }
});

t.test('an account that is being deleted cannot get a role', async (t) => {
  await newTeam();
  const userId = await userIdOf(db, await signUp(daemon));
  await verifyUser(db, userId);
  const siteId = await putSite(db);
  await db.deleteFrom('members').where('user_id', '=', userId).execute();
  const steps = new EventEmitter();
  const deleted = once(steps, 'deleted');
  const deletion = inTransaction(db, async (trx) => {
    await findUserForUpdate(trx, userId);
    await deleteUserRow(trx, userId);
    const asked = once(steps, 'asked');
    steps.emit('deleted');
    await asked;
  });
  await deleted;
  const wanted = { userId, siteId, role: 'viewer' } as const;
  const grant = inTransaction(db, (trx) => setContactsRole(trx, system, wanted, new Date()));
  await Promise.race([grant.catch(() => {}), sleep(300)]);
  steps.emit('asked');
  await deletion;
  t.equal(await grant, 'unverified');
});

t.test('each role change in contacts, by any kind of author, is recorded in the audit log once', async (t) => {
  const person = await signUp(daemon);
  const userId = await userIdOf(db, person);
  for (const role of ['viewer', 'viewer', 'administrator', 'editor', null, null] as const) {
    if (role === 'editor') await give(await userIdOf(db, await signUp(daemon)), 'administrator');
    await give(userId, role);
  }
  const entries = await db
    .selectFrom('audit_entries as e')
    .innerJoin('users as u', 'u.public_id', 'e.object_id')
    .where('u.id', '=', userId)
    .where('e.action', '=', 'user.contacts-role')
    .select(['e.workspace_id', 'e.actor', 'e.details'])
    .orderBy('e.id')
    .execute();
  const changes = [
    [null, 'viewer'],
    ['viewer', 'administrator'],
    ['administrator', 'editor'],
    ['editor', null],
  ];
  t.same(
    entries.map(({ details, ...rest }) => ({ ...rest, details: JSON.parse(String(details)) })),
    changes.map(([from, to]) => ({ workspace_id: null, actor: 'system', details: { from, to } })),
  );
});

t.test(
  'the contacts audit log records invitations that give a role in contacts, without the email address',
  async (t) => {
    const { ada } = await newTeam();
    const invite = async (body: object) =>
      (await ada.call('POST', '/members/invite', { email: newEmail(), ...body })).json.id as string;
    const ids = [await invite({ contactsRole: 'editor' }), await invite({}), await invite({ contactsRole: null })];
    for (const path of ids.map((id) => `/members/${id}`)) {
      t.equal((await ada.call('POST', `${path}/resend`)).status, 200);
      t.equal((await ada.call('PATCH', path, { role: 'viewer' })).status, 200);
      if (path.endsWith(ids[0] as string))
        t.equal((await ada.call('PATCH', path, { contactsRole: 'viewer' })).status, 200);
      t.equal((await ada.call('DELETE', path)).status, 200);
    }
    const entries = await listEntriesOfSite(db, await putSite(db), { actions: [] }, 100);
    t.same(
      entries
        .filter(({ objectId }) => ids.includes(objectId))
        .map(({ action, objectId, userId, details }) => [action, objectId, userId, JSON.parse(String(details))])
        .reverse(),
      [
        ['member.invite', ids[0], ada.userId, { role: 'editor' }],
        ['member.reinvite', ids[0], ada.userId, { role: 'editor' }],
        ['member.role', ids[0], ada.userId, { role: 'viewer' }],
        ['member.uninvite', ids[0], ada.userId, { role: 'viewer' }],
      ],
    );
  },
);

t.test('nobody gets a role at, or an invitation to, a site that is being removed', async (t) => {
  const { ada } = await newTeam();
  const siteId = await putSite(db);
  const steps = new EventEmitter();
  const deleted = once(steps, 'deleted');
  const removal = inTransaction(db, async (trx) => {
    await deleteSite(trx, siteId);
    const asked = once(steps, 'asked');
    steps.emit('deleted');
    await asked;
  });
  await deleted;
  const wanted = { userId: ada.userId, siteId, role: 'viewer' } as const;
  const grant = inTransaction(db, (trx) => setContactsRole(trx, system, wanted, new Date()));
  const invited = ada.call('POST', '/members/invite', { email: newEmail(), contactsRole: 'editor' });
  await Promise.race([Promise.allSettled([grant, invited]), sleep(300)]);
  steps.emit('asked');
  await removal;
  t.equal(await grant, 'forbidden');
  t.same(code(await invited), [403, 'forbidden']);
  for (const table of ['contact_roles', 'invites'] as const)
    t.same(await db.selectFrom(table).select('site_id').where('site_id', '=', siteId).execute(), [], table);
});
