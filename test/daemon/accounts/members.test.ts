/** Members, invitations and keys: roles, quotas, one-time tokens, and refusal within a second everywhere. */
import { inviteTokenOf, makeMember, newEmail, password, signUp, startMailWorker } from '../../fixtures/accounts.ts';
import { type Answered, addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { startMailServer } from '../../fixtures/mail.ts';
import { t } from '../../runner/tap.ts';

const env = {
  SIGNUPS_PER_MINUTE: '100000',
  PLANS_FREE_REQUESTS_PER_MINUTE: '100000',
  PLANS_PRO_REQUESTS_PER_MINUTE: '100000',
  PLANS_TEAM_REQUESTS_PER_MINUTE: '100000',
  KEYS_PER_WORKSPACE: '5',
  INVITE_DAYS: '9',
};
const daemon = await startDaemon(t, { env });
const other = await startDaemon(t, { env, stores: daemon.stores });
const { db } = daemon.context;
const code = ({ status, json }: Answered) => [status, json?.error?.code ?? null];

const readInvite = (inviteToken: string) => caller(daemon, undefined)('POST', '/dashboard/invitation', { inviteToken });

t.test('an invitation link works once, and only for the invited email address', async (t) => {
  const mailbox = await startMailServer(t);
  const workspace = await addWorkspace(db, 'team');
  const admin = caller(daemon, workspace.key);
  const email = newEmail();
  mailbox.refusing = 451;
  const { status, json } = await admin('POST', '/members/invite', { email, role: 'viewer' });
  t.equal(status, 201);
  t.match(json, { id: /^inv_/, userId: null, email, name: null, role: 'viewer', isOwner: false, status: 'invited' });
  t.notOk('inviteUrl' in json, 'a key is shown no link');
  const shown = await inviteTokenOf(db, json.id);
  mailbox.refusing = undefined;
  startMailWorker(t, daemon, mailbox.url);
  const mail = await mailbox.waitFor(email);
  const token = /token=(\w+)/.exec(mail.text ?? '')?.[1] as string;
  t.match(mail.subject, /invites you to Workspace/);
  t.match(mail.text, 'The invitation expires in 9 days', 'for INVITE_DAYS');
  const stored = JSON.stringify([
    await db.selectFrom('mails').selectAll().execute(),
    await db.selectFrom('tokens').selectAll().execute(),
  ]);
  t.notOk(stored.includes(token) || stored.includes(shown), 'no token is stored readably');

  t.match(mail.text, '/dashboard/join?token=');
  const open = await readInvite(token);
  t.match([open.status, open.json], [200, { email, role: 'viewer', workspaceName: 'Workspace', hasAccount: false }]);
  const stranger = await caller(daemon, undefined)('POST', '/auth/signup', {
    email: newEmail(),
    password,
    name: 'S',
    inviteToken: token,
  });
  t.same([...code(stranger), stranger.json.error.details.field], [422, 'validation_failed', 'inviteToken']);
  const joined = await signUp(daemon, { email, inviteToken: token });
  t.match(joined.answer, { workspace: { id: workspace.publicId, plan: 'team' }, role: 'viewer' });
  const { members } = (await admin('GET', '/members')).json;
  t.match(members, [
    { isOwner: true, role: 'admin', status: 'active' },
    { id: /^mem_/, email, role: 'viewer', status: 'active', isOwner: false, name: 'Person' },
  ]);
  const again = await readInvite(shown);
  t.equal(again.status, 422, 'every token of the invitation ended with it');
});

t.test('a signed-in user can accept an invitation once; an API key or another user cannot', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  const admin = caller(daemon, workspace.key);
  const [person, stranger] = [await signUp(daemon), await signUp(daemon)];
  const { id } = (await admin('POST', '/members/invite', { email: person.email, role: 'admin' })).json;
  const body = { inviteToken: await inviteTokenOf(db, id) };
  t.match((await readInvite(body.inviteToken)).json, { hasAccount: true });
  t.same(code(await admin('POST', '/members/accept', body)), [403, 'forbidden']);
  t.same(code(await stranger.call('POST', '/members/accept', body)), [422, 'validation_failed']);
  const accepted = await person.call('POST', '/members/accept', body);
  t.match(accepted.json, { email: person.email, role: 'admin', status: 'active' });
  t.same(code(await person.call('POST', '/members/accept', body)), [422, 'validation_failed']);
  t.same(
    (await person.call('GET', '/workspaces')).json.workspaces.map(({ id, role }: { id: string; role: string }) => [
      id,
      role,
    ]),
    [
      [person.answer.workspace.id, 'admin'],
      [workspace.publicId, 'admin'],
    ],
  );
});

t.test(
  'members and invited users cannot be invited again; an invitation can be resent, changed and revoked',
  async (t) => {
    const workspace = await addWorkspace(db, 'team');
    const admin = caller(daemon, workspace.key);
    const email = newEmail();
    const first = (await admin('POST', '/members/invite', { email })).json;
    t.equal(first.role, 'member', 'the default role');
    t.same(code(await admin('POST', '/members/invite', { email: email.toUpperCase() })), [409, 'conflict']);
    const again = await admin('POST', `/members/${first.id}/resend`);
    t.equal(again.status, 200);
    t.notOk('inviteUrl' in again.json, 'a key is shown no link');
    const shown = await inviteTokenOf(db, first.id);
    t.match((await admin('PATCH', `/members/${first.id}`, { role: 'viewer' })).json, {
      status: 'invited',
      role: 'viewer',
    });
    t.same((await admin('DELETE', `/members/${first.id}`)).json, { ok: true });
    t.equal((await readInvite(shown)).status, 422);
    t.same(code(await admin('POST', `/members/${first.id}/resend`)), [404, 'not_found']);
    t.same(code(await admin('DELETE', '/members/mem_x')), [404, 'not_found']);
    const owner = (await admin('GET', '/members')).json.members[0];
    t.same(code(await admin('POST', '/members/invite', { email: owner.email })), [409, 'conflict']);
    t.same(code(await admin('PATCH', `/members/${owner.id}`, { role: 'owner' })), [422, 'validation_failed']);
  },
);

t.test('the last owner can be neither removed nor demoted', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  const admin = caller(daemon, workspace.key);
  const [owner] = (await admin('GET', '/members')).json.members;
  t.same(code(await admin('DELETE', `/members/${owner.id}`)), [409, 'conflict']);
  t.same(code(await admin('PATCH', `/members/${owner.id}`, { role: 'member' })), [409, 'conflict']);
  t.equal((await admin('PATCH', `/members/${owner.id}`, { role: 'admin' })).status, 200);
});

t.test('twenty concurrent invitations at two processes stay within the quota', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  const callers = [caller(daemon, workspace.key), caller(other, workspace.key)] as const;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => callers[n % 2 ? 1 : 0]('POST', '/members/invite', { email: newEmail() })),
  );
  t.equal(answers.filter(({ status }) => status === 201).length, 9, 'ten members with the owner');
  for (const answer of answers.filter(({ status }) => status !== 201))
    t.same(code(answer), [402, 'plan_limit_reached']);
  const members = (await callers[0]('GET', '/members')).json.members;
  t.equal(members.length, 10);
  t.equal((await callers[0]('GET', '/workspace')).json.usage.members, 10);
  await callers[0]('DELETE', `/members/${members.at(-1).id}`);
  t.equal(
    (await callers[0]('POST', '/members/invite', { email: newEmail() })).status,
    201,
    'a revoked one frees its seat',
  );
});

t.test('an expired invitation frees its seat, and its email address can be invited again', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  const admin = caller(daemon, workspace.key);
  const email = newEmail();
  const { id } = (await admin('POST', '/members/invite', { email })).json;
  const token = await inviteTokenOf(db, id);
  await db
    .updateTable('invites')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('email', '=', email)
    .execute();
  t.equal((await admin('GET', '/members')).json.members.length, 1);
  t.equal((await readInvite(token)).status, 422);
  t.equal((await admin('POST', '/members/invite', { email })).status, 201);
});

t.test('on a plan with one seat, nobody can be invited', async (t) => {
  const { call } = await signUp(daemon);
  t.same(code(await call('POST', '/members/invite', { email: newEmail() })), [402, 'plan_limit_reached']);
});

t.test(
  "a removed member's access and keys end on every process within a second, and the user still has a workspace",
  async (t) => {
    const workspace = await addWorkspace(db, 'team');
    const admin = caller(daemon, workspace.key);
    const email = newEmail();
    const invited = (await admin('POST', '/members/invite', { email })).json;
    const person = await signUp(daemon, { email, inviteToken: await inviteTokenOf(db, invited.id) });
    const { key } = (await person.call('POST', '/keys', { name: 'mine' })).json;
    const uses = [caller(daemon, key), caller(other, key)];
    for (const use of uses) t.equal((await use('GET', '/links')).status, 200);
    const { id } = (await admin('GET', '/members')).json.members.at(-1);
    t.equal((await admin('DELETE', `/members/${id}`)).status, 200);
    await refusedSoon(t, uses);
    t.match((await person.call('GET', '/auth/me')).json, { role: 'admin', isOwner: true }, 'a workspace of their own');
    t.not((await person.call('GET', '/workspace')).json.id, workspace.publicId);
  },
);

/** Checks that every caller gets 401 within a second. */
async function refusedSoon(t: Tap, uses: ReturnType<typeof caller>[]) {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  for (const use of uses) t.same(code(await use('GET', '/links')), [401, 'unauthorized']);
}
type Tap = Pick<typeof t, 'same'>;

t.test('a key is shown once, stored hashed, listed, and refused everywhere once it is revoked', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  const admin = caller(daemon, workspace.key);
  const { status, json } = await admin('POST', '/keys', { name: 'Website' });
  t.equal(status, 201);
  t.match(json, { id: /^key_/, name: 'Website', key: /^fks_[0-9A-Za-z]{38}$/, createdBy: /^usr_/, lastUsedAt: null });
  const names = [
    'createdAt',
    'createdBy',
    'expiresAt',
    'id',
    'key',
    'lastUsedAt',
    'name',
    'parentKeyId',
    'permission',
    'prefix',
  ];
  t.same(Object.keys(json).sort(), names);
  t.ok(json.key.startsWith(json.prefix));
  t.notOk(JSON.stringify(await db.selectFrom('api_keys').selectAll().execute()).includes(json.key));
  const uses = [caller(daemon, json.key), caller(other, json.key)];
  for (const use of uses) t.equal((await use('GET', '/links')).status, 200);
  const listed = async () => (await admin('GET', '/keys')).json.keys.find(({ id }: { id: string }) => id === json.id);
  while (!(await listed()).lastUsedAt) await new Promise((resolve) => setTimeout(resolve, 10));
  t.notOk('key' in (await listed()));
  t.same((await admin('DELETE', `/keys/${json.id}`)).json, { ok: true });
  await refusedSoon(t, uses);
  t.same(code(await admin('DELETE', `/keys/${json.id}`)), [404, 'not_found']);
});

t.test('a workspace has a limited number of keys, however many are created at once', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  const admin = caller(daemon, workspace.key);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => admin('POST', '/keys', { name: `key ${n}` })));
  t.equal(answers.filter(({ status }) => status === 201).length, 4, "five including the caller's");
  t.same(code(answers.find(({ status }) => status !== 201) as Answered), [409, 'conflict']);
});

t.test("members can manage only their own keys, and admins can manage everyone's", async (t) => {
  const workspace = await addWorkspace(db, 'team');
  const admin = caller(daemon, workspace.key);
  const person = await signUp(daemon);
  await makeMember(db, person, workspace.id, 'member');
  const headers = { 'x-workspace-id': workspace.publicId };
  const member: typeof admin = (method, at, body) => person.call(method, at, body, headers);
  const own = (await member('POST', '/keys', { name: 'own' })).json;
  const foreign = (await admin('POST', '/keys', { name: 'foreign' })).json;
  const names = async (call: typeof admin) =>
    (await call('GET', '/keys')).json.keys.map(({ name }: { name: string }) => name);
  t.same(await names(member), ['own']);
  t.same(await names(admin), ['foreign', 'own', 'test']);
  t.same(code(await member('DELETE', `/keys/${foreign.id}`)), [403, 'forbidden']);
  t.equal((await admin('DELETE', `/keys/${own.id}`)).status, 200);
});

t.test(
  'repeated requests with the same Idempotency-Key create one invitation, one API key and one workspace',
  async (t) => {
    const workspace = await addWorkspace(db, 'team');
    const admin = caller(daemon, workspace.key);
    for (const [at, body] of [
      ['/members/invite', { email: newEmail() }],
      ['/keys', { name: 'once' }],
      ['/workspaces', { name: 'Once' }],
    ] as const) {
      const first = await admin('POST', at, body, { 'idempotency-key': at });
      const second = await admin('POST', at, body, { 'idempotency-key': at });
      t.equal(first.status, 201);
      t.same(second.json, first.json);
      t.equal(second.headers.get('idempotency-replayed'), 'true');
    }
  },
);

t.test('the workspace shows its limits and their usage', async (t) => {
  const workspace = await addWorkspace(db, 'pro');
  const call = caller(daemon, workspace.key);
  await call('POST', '/links', { url: 'https://example.com/' });
  const { json } = await call('GET', '/workspace');
  const members = ['createdAt', 'id', 'limits', 'name', 'ownNetworks', 'plan', 'status', 'unlimited', 'usage'];
  t.same(Object.keys(json).sort(), members);
  t.match(json, {
    id: workspace.publicId,
    plan: 'pro',
    unlimited: false,
    status: 'active',
    limits: { links: 1_000, clicks: 50_000, domains: 10, members: 3, retentionDays: 365 },
    usage: { links: 1, clicks: 0, domains: 0, members: 1 },
  });
  const month = new Date();
  t.equal(json.usage.periodStart, new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth())).toISOString());
  t.equal(json.usage.resetsAt, new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1)).toISOString());
  t.equal((await call('PATCH', '/workspace', { name: 'Renamed' })).json.name, 'Renamed');
  for (const body of [{ name: '' }, { name: ' ' }, { name: 'x'.repeat(81) }, { plan: 'scale' }]) {
    t.same(code(await call('PATCH', '/workspace', body)), [422, 'validation_failed']);
  }
});

t.test('only admins can see the audit log, which shows page by page who did what', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  const admin = caller(daemon, workspace.key);
  const { json: link } = await admin('POST', '/links', { url: 'https://example.com/' });
  await admin('PATCH', `/links/${link.id}`, { title: 'x' });
  await admin('DELETE', `/links/${link.id}`);
  const { json: key } = await admin('POST', '/keys', { name: 'k' });
  await admin('DELETE', `/keys/${key.id}`);
  await admin('POST', '/links', { url: 'javascript:x' });
  const entries = [];
  for (let cursor = ''; ; ) {
    const { json } = await admin('GET', `/audit?limit=2${cursor && `&cursor=${cursor}`}`);
    entries.push(...json.entries);
    if (json.nextCursor === null) break;
    cursor = json.nextCursor;
  }
  t.same(
    entries.map(({ action, objectId }) => [action, objectId]),
    [
      ['key.revoke', key.id],
      ['key.create', key.id],
      ['link.delete', link.id],
      ['link.update', link.id],
      ['link.create', link.id],
    ],
  );
  t.match(entries[0], { actor: { type: 'api_key', keyId: /^key_/, email: /@/ }, details: { name: 'k' } });
  t.same(code(await admin('GET', '/audit?cursor=x')), [422, 'validation_failed']);
});
