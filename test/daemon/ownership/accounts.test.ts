/** Deleting an account: a preview shows its workspaces' fate, and all personal data is deleted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eraseAddress } from '../../../daemon/ownership/erase-address.ts';
import { deleteUser } from '../../../daemon/ownership/queries.ts';
import { startClearingAway } from '../../../daemon/workers/delete-remains.ts';
import { updatePlan, updateSuspension } from '../../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import {
  giveContactsRole,
  makeMember,
  newEmail,
  type Person,
  password,
  signUp,
  userIdOf,
} from '../../fixtures/accounts.ts';
import { type Answered, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: {
    SIGNUPS_PER_MINUTE: '100000',
    LOGIN_TRIES_PER_MINUTE: '1000',
    PLANS_FREE_REQUESTS_PER_MINUTE: '100000',
    PLANS_FREE_MEMBERS: '100',
  },
});
const { db } = daemon.context;
const anyone = caller(daemon, undefined);
const url = 'https://example.com/';
const code = ({ status, json }: Answered) => [status, json.error?.code ?? null];
const now = () => new Date();

const idOf = async (publicId: string) =>
  (await db.selectFrom('workspaces').select('id').where('public_id', '=', publicId).executeTakeFirstOrThrow()).id;
const remove = (person: Person, currentPassword = password) => person.call('DELETE', '/auth/me', { currentPassword });
const foresee = async (person: Person) => (await person.call('GET', '/auth/me/deletion')).json;
const ownId = (person: Person) => person.answer.workspace.id as string;

t.test("the preview of an account's deletion shows what happens to each workspace", async (t) => {
  const person = await signUp(daemon);
  const other = await signUp(daemon);
  await person.call('POST', '/links', { url });
  const { json: shared } = await person.call('POST', '/workspaces', { name: 'Shared' });
  const { json: stopped } = await person.call('POST', '/workspaces', { name: 'Stopped' });
  await makeMember(db, other, await idOf(shared.id), 'viewer');
  await makeMember(db, person, await idOf(ownId(other)), 'admin');
  await inTransaction(db, async (trx) => updateSuspension(trx, await idOf(stopped.id), true, now()));
  const reported = await foresee(person);
  const outcomes = Object.fromEntries(reported.workspaces.map(({ id, outcome }: Json) => [id, outcome]));
  t.same(outcomes, {
    [ownId(person)]: 'deleted',
    [shared.id]: 'transfer_first',
    [stopped.id]: 'suspended',
    [ownId(other)]: 'left',
  });
  t.equal(reported.canDelete, false);
  const own = reported.workspaces.find(({ id }: Json) => id === ownId(person));
  t.match(own.deletion, { id: ownId(person), links: 1, members: 1, keys: 0, domains: [] });
  t.equal(reported.workspaces.filter(({ deletion }: Json) => deletion !== null).length, 1);

  const refused = await remove(person);
  t.same(code(refused), [409, 'conflict']);
  t.same(
    refused.json.error.details.workspaces.map(({ id, outcome }: Json) => [id, outcome]).sort(),
    [
      [shared.id, 'transfer_first'],
      [stopped.id, 'suspended'],
    ].sort(),
  );
  t.equal((await person.call('GET', '/auth/me')).status, 200, 'nothing was done');
});

t.test(
  'the last administrator of contacts with other users is warned in the preview, and cannot delete the account',
  async (t) => {
    const [boss, editor] = [await signUp(daemon), await signUp(daemon)];
    t.equal((await foresee(boss)).contacts, null);
    await giveContactsRole(db, await userIdOf(db, boss), 'administrator');
    await giveContactsRole(db, await userIdOf(db, editor), 'editor');
    t.match(await foresee(boss), { canDelete: false, contacts: 'transfer_first' });
    t.same(code(await remove(boss)), [409, 'conflict']);
    t.match(await foresee(editor), { canDelete: true, contacts: 'left' });
    t.equal((await remove(editor)).status, 200);
    t.match(await foresee(boss), { canDelete: true, contacts: 'left' });
    t.equal((await remove(boss)).status, 200);
  },
);

t.test('deleting an account requires the password and a session', async (t) => {
  const person = await signUp(daemon);
  const { json: key } = await person.call('POST', '/keys', { name: 'k' });
  t.same(code(await caller(daemon, key.key)('DELETE', '/auth/me', { currentPassword: password })), [403, 'forbidden']);
  t.same(code(await caller(daemon, key.key)('GET', '/auth/me/deletion')), [403, 'forbidden']);
  t.same(code(await remove(person, 'not the password')), [422, 'validation_failed']);
  t.same(code(await person.call('DELETE', '/auth/me', {})), [422, 'validation_failed']);
});

t.test("an account is deleted with its own workspaces and personal data; other users' data stays", async (t) => {
  const boss = await signUp(daemon);
  const bossId = await idOf(ownId(boss));
  await inTransaction(db, (trx) => updatePlan(trx, bossId, 'scale', now()));
  daemon.context.access.forget('all');
  const person = await signUp(daemon);
  const userId = await userIdOf(db, person);
  const { json: invited } = await boss.call('POST', '/members/invite', { email: person.email });
  const inviteToken = new URL(invited.inviteUrl).searchParams.get('token');
  await person.call('POST', '/members/accept', { inviteToken });
  const there = { 'x-workspace-id': ownId(boss) };
  const { json: key } = await person.call('POST', '/keys', { name: 'k' }, there);
  const { json: theirs } = await person.call('POST', '/links', { url }, there);
  const { json: own } = await person.call('POST', '/links', { url, slug: 'of-the-account' });
  await person.call('POST', '/members/invite', { email: newEmail() });
  await person.call('POST', '/auth/email', { email: newEmail(), currentPassword: password });
  t.equal((await foresee(person)).canDelete, true);

  t.same((await remove(person)).json, { ok: true });
  t.equal((await person.call('GET', '/auth/me')).status, 401);
  t.equal((await caller(daemon, key.key)('GET', '/links')).status, 401);
  t.equal((await anyone('POST', '/auth/login', { email: person.email, password })).status, 401);
  t.equal((await boss.call('GET', `/links/${theirs.id}`)).status, 200, 'the links of others stay');
  const { members } = (await boss.call('GET', '/members')).json;
  t.notOk(members.some(({ email }: Json) => email === person.email));
  t.same(code(await boss.call('POST', '/links', { url, slug: own.slug })), [409, 'slug_taken']);

  for (const [table, column] of [
    ['users', 'id'],
    ['members', 'user_id'],
    ['sessions', 'user_id'],
    ['user_networks', 'user_id'],
    ['user_identities', 'user_id'],
    ['address_changes', 'user_id'],
    ['api_keys', 'created_by'],
    ['mails', 'sender_id'],
  ] as const) {
    t.same(
      await db
        .selectFrom(table)
        .selectAll()
        .where(column as never, '=', userId as never)
        .execute(),
      [],
      table,
    );
  }
  t.same(await db.selectFrom('mails').select('id').where('recipient', '=', person.email).execute(), []);

  const reported = async () => JSON.stringify(await db.selectFrom('audit_entries').selectAll().execute());
  t.ok((await reported()).includes(person.email), 'the log is searched afterwards');
  const entries = JSON.parse(await reported()).length;
  const [queue, commands] = [
    openRedis(daemon.stores.redisUrl, 'queue', daemon.context.log),
    openRedis(daemon.stores.redisUrl, 'commands', daemon.context.log),
  ];
  const worker = startClearingAway({ ...daemon.context, queue, commands });
  while ((await db.selectFrom('address_erasures').select('id').execute()).length > 0) await sleep(50);
  while ((await db.selectFrom('links').select('id').where('slug', '=', own.slug).execute()).length > 0) await sleep(50);
  await worker.close();
  for (const redis of [queue, commands]) redis.disconnect();
  t.notOk((await reported()).includes(person.email), 'no email is left in it');
  t.equal(JSON.parse(await reported()).length, entries, 'and no entry was deleted');
  t.ok((await reported()).includes('user.delete'));
  t.ok((await boss.call('GET', '/audit')).json.entries.some(({ action }: Json) => action === 'member.leave'));

  t.equal((await signUp(daemon, { email: person.email })).email, person.email, 'the email is free');
});

t.test(
  'erasing an email address from the audit log continues where it stopped, and leaves other entries unchanged',
  async (t) => {
    const [one, other] = ['erase.%me_1@example.com', 'eraseXXmeX1@example.com'];
    const entry = (email: string, at: Date) => ({
      action: 'member.invite',
      object_id: 'inv_test',
      actor: 'system' as const,
      details: JSON.stringify({ email, role: 'member' }),
      created_at: at,
    });
    await db
      .insertInto('audit_entries')
      .values(Array.from({ length: 4_500 }, () => entry(one, now())))
      .execute();
    await db
      .insertInto('audit_entries')
      .values([entry(other, now())])
      .execute();
    const { insertId } = await db.insertInto('address_erasures').values({ email: one }).executeTakeFirstOrThrow();
    const stopped = new AbortController();
    stopped.abort();
    await eraseAddress(db, Number(insertId), stopped.signal);
    t.equal((await db.selectFrom('address_erasures').select('id').execute()).length, 1);
    await eraseAddress(db, Number(insertId), new AbortController().signal);
    const rest = await db.selectFrom('audit_entries').select('details').where('object_id', '=', 'inv_test').execute();
    t.equal(rest.length, 4_501);
    t.equal(rest.filter(({ details }) => details?.includes(one)).length, 0);
    t.same(
      rest.flatMap(({ details }) => (JSON.parse(details ?? '').email === null ? [] : [JSON.parse(details ?? '')])),
      [{ email: other, role: 'member' }],
    );
    t.same(await db.selectFrom('address_erasures').select('id').execute(), []);
  },
);

t.test('deleting an account while joining a workspace leaves no member behind', async (t) => {
  const boss = await signUp(daemon);
  for (let round = 0; round < 5; round++) {
    const person = await signUp(daemon);
    const { json: invited } = await boss.call('POST', '/members/invite', { email: person.email });
    const inviteToken = new URL(invited.inviteUrl).searchParams.get('token');
    const answers = await Promise.all([
      remove(person),
      person.call('POST', '/members/accept', { inviteToken }),
      person.call('POST', '/workspaces', { name: 'New' }),
      remove(person),
    ]);
    t.ok(
      answers.every(({ status }) => status < 500),
      JSON.stringify(answers.map(code)),
    );
  }
  const orphans = await db
    .selectFrom('workspaces')
    .leftJoin('members', (join) =>
      join.onRef('members.workspace_id', '=', 'workspaces.id').on('members.is_owner', '=', true),
    )
    .where('workspaces.deleted_at', 'is', null)
    .where('members.id', 'is', null)
    .select('workspaces.id')
    .execute();
  t.same(orphans, [], 'every workspace has an owner');
});

t.test('a process that does not know of the deletion yet answers 401 or 403, never 500', async (t) => {
  const person = await signUp(daemon);
  const userId = await userIdOf(db, person);
  t.equal((await person.call('GET', '/auth/me')).status, 200);
  // Bypasses the process, which has cached the session.
  await db.deleteFrom('members').where('user_id', '=', userId).execute();
  t.same(code(await person.call('GET', '/auth/me')), [403, 'forbidden']);
  await inTransaction(db, (trx) => deleteUser(trx, userId));
  t.same(code(await person.call('GET', '/auth/me')), [401, 'unauthorized']);
  t.same(code(await remove(person)), [401, 'unauthorized']);
});
