/** Leaving a workspace, transferring it, and deleting it with its contents. */
import { setTimeout as sleep } from 'node:timers/promises';
import { retainClicks } from '../../../daemon/clicks/retain-clicks.ts';
import type { Role } from '../../../daemon/core/tables.ts';
import { trustDomain } from '../../../daemon/domains/check-domain.ts';
import { type DomainRow, findDomainByHostname } from '../../../daemon/domains/queries.ts';
import { deleteRest as clearDomain } from '../../../daemon/domains/remove.ts';
import { deleteRest } from '../../../daemon/ownership/delete-remains.ts';
import { deleteSomeLinks } from '../../../daemon/ownership/delete-workspace.ts';
import { listLinksForUpdate } from '../../../daemon/ownership/queries.ts';
import { findLinkId } from '../../../daemon/stats/link-name-queries.ts';
import { updatePlan, updateSuspension } from '../../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { operator } from '../../../shared/people/actor.ts';
import { makeMember, type Person, password, signUp } from '../../fixtures/accounts.ts';
import { batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { type Answered, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { explain } from '../../fixtures/explain.ts';
import { ask } from '../../fixtures/requests.ts';
import { t } from '../../runner/tap.ts';

const env = {
  DEFAULT_SHORT_DOMAIN: 'go.waypost.test',
  SIGNUPS_PER_MINUTE: '100000',
  LOGIN_TRIES_PER_MINUTE: '1000',
  PLANS_FREE_REQUESTS_PER_MINUTE: '100000',
  PLANS_SCALE_REQUESTS_PER_MINUTE: '100000',
  WORKSPACES_PER_USER: '3',
};
const daemon = await startDaemon(t, { env });
const second = await startDaemon(t, { env, stores: daemon.stores });
const { db, config, log } = daemon.context;
await retainClicks(db, config, new Date());
const code = ({ status, json }: Answered) => [status, json.error?.code ?? null];
const url = 'https://example.com/';
const dayMs = 86_400_000;

/** A user and their first workspace, on the largest plan. */
async function owner() {
  const person = await signUp(daemon);
  const publicId = person.answer.workspace.id as string;
  const { id } = await db
    .selectFrom('workspaces')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow();
  await inTransaction(db, (trx) => updatePlan(trx, id, 'scale', new Date()));
  daemon.context.access.forget('all');
  second.context.access.forget('all');
  return { ...person, id, publicId };
}
type Owner = Awaited<ReturnType<typeof owner>>;

/** Makes a user a member; `here` calls the API in that workspace. */
async function join({ id, publicId }: Owner, role: Role, person?: Person) {
  const joining = person ?? (await signUp(daemon));
  const userId = await makeMember(db, joining, id, role);
  const here = (method: string, at: string, body?: unknown) =>
    joining.call(method, at, body, { 'x-workspace-id': publicId });
  const { json } = await here('GET', '/members');
  const memberId = json.members.find(({ email }: Json) => email === joining.email).id as string;
  return { ...joining, userId, here, memberId };
}
const actions = async (workspaceId: number) =>
  (
    await db
      .selectFrom('audit_entries')
      .select('action')
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);
const workspacesOf = async (person: Person) => (await person.call('GET', '/workspaces')).json.workspaces as Json[];

t.test('a member who leaves loses access at once, their keys stop working, and everything else stays', async (t) => {
  const boss = await owner();
  const one = await join(boss, 'member');
  const { json: key } = await one.here('POST', '/keys', { name: 'mine' });
  const { json: link } = await one.here('POST', '/links', { url });
  t.same(code(await caller(daemon, key.key)('POST', '/workspace/leave')), [403, 'forbidden'], 'a key leaves nothing');
  t.same((await one.here('POST', '/workspace/leave')).json, { ok: true });
  t.same(code(await one.here('GET', '/links')), [403, 'forbidden']);
  t.equal((await caller(daemon, key.key)('GET', '/links')).status, 401);
  t.equal((await boss.call('GET', `/links/${link.id}`)).status, 200);
  t.ok((await actions(boss.id)).includes('member.leave'));
  t.equal((await workspacesOf(one)).length, 1, 'their own is still there');
  t.same(code(await one.here('POST', '/workspace/leave')), [403, 'forbidden']);
});

t.test('leaving the last workspace creates a new workspace', async (t) => {
  const boss = await owner();
  const guest = await join(boss, 'viewer');
  await db.deleteFrom('members').where('user_id', '=', guest.userId).where('is_owner', '=', true).execute();
  daemon.context.access.forget('all');
  await inTransaction(db, (trx) => updateSuspension(trx, boss.id, true, new Date()));
  daemon.context.access.forget('all');
  t.equal((await guest.here('POST', '/workspace/leave')).status, 200, 'a suspended workspace is left too');
  const [only, ...others] = await workspacesOf(guest);
  t.same(others, []);
  t.match(only, { plan: 'free', role: 'admin' });
  t.not(only.id, boss.publicId);
});

t.test('the owner cannot leave, and the error suggests what to do instead', async (t) => {
  const boss = await owner();
  await join(boss, 'admin');
  const answer = await boss.call('POST', '/workspace/leave');
  t.same(code(answer), [409, 'conflict']);
  t.match(answer.json.error, { message: /Transfer.*delete/, details: { reason: 'owner' } });
});

t.test('the owner can transfer a workspace to a member, and needs the password', async (t) => {
  const boss = await owner();
  const admin = await join(boss, 'admin');
  const heir = await join(boss, 'viewer');
  const hand = (by: { call: Person['call'] }, memberId: string, currentPassword = password) =>
    by.call('POST', '/workspace/transfer', { memberId, currentPassword }, { 'x-workspace-id': boss.publicId });
  t.same(code(await hand(admin, heir.memberId)), [403, 'forbidden']);
  t.same(code(await hand(boss, heir.memberId, 'not the password')), [422, 'validation_failed']);
  for (const id of ['mem_nobody', 'mem_é', 'mem nobody']) t.same(code(await hand(boss, id)), [404, 'not_found'], id);
  const own = (await boss.call('GET', '/members')).json.members.find(({ isOwner }: Json) => isOwner).id;
  t.same(code(await hand(boss, own)), [409, 'conflict']);

  const answers = await Promise.all([hand(boss, heir.memberId), hand(boss, admin.memberId), hand(boss, heir.memberId)]);
  t.equal(answers.filter(({ status }) => status === 200).length, 1, 'of many at once one counts');
  const { members } = (await boss.call('GET', '/members')).json;
  t.equal(members.filter(({ isOwner }: Json) => isOwner).length, 1);
  t.ok(members.every(({ isOwner, role }: Json) => !isOwner || role === 'admin'));
  t.match(
    members.find(({ id }: Json) => id === own),
    { isOwner: false, role: 'admin' },
  );
  const mails = await db.selectFrom('mails').select('recipient').where('kind', '=', 'workspace-handed-over').execute();
  t.same(mails, [{ recipient: members.find(({ isOwner }: Json) => isOwner).email }]);
  const [entry] = (await boss.call('GET', '/audit?action=workspace.transfer')).json.entries;
  const nameOf = (one: (member: Json) => boolean) => members.find(one).name;
  const names = { [own]: nameOf(({ id }) => id === own) };
  t.match(entry, { objectName: nameOf(({ isOwner }) => isOwner), details: { from: own }, names });
  t.equal((await boss.call('POST', '/workspace/leave')).status, 200, 'the previous owner can leave');
});

t.test('nobody becomes the owner of more workspaces than allowed', async (t) => {
  const boss = await owner();
  const rich = await join(boss, 'member');
  for (let n = 1; n < 3; n++) await rich.call('POST', '/workspaces', { name: 'More' });
  const answer = await boss.call('POST', '/workspace/transfer', { memberId: rich.memberId, currentPassword: password });
  t.same(code(answer), [402, 'plan_limit_reached']);
});

/** Fills a workspace with one of everything. */
async function furnish(hostname: string) {
  const boss = await owner();
  const member = await join(boss, 'member');
  const guest = await join(boss, 'viewer');
  await boss.call('POST', '/domains', { hostname });
  const { id: domainId } = (await findDomainByHostname(db, hostname)) as DomainRow;
  await inTransaction(db, (trx) => trustDomain(trx, domainId, operator, new Date()));
  const slug = hostname.replace(/\W/g, '-');
  const { json: link } = await boss.call('POST', '/links', { url, slug, tags: ['a', 'b'] });
  await boss.call('POST', '/links', { url, slug, domain: hostname });
  const linkId = (await findLinkId(db, boss.id, link.id)) as number;
  await recordClicks(db, log, batchOf([clickOf(linkId, Date.now()), clickOf(linkId, Date.now())]), new Date());
  const { json: key } = await member.here('POST', '/keys', { name: 'k' });
  const { json: invited } = await boss.call('POST', '/members/invite', { email: `guest.${slug}@example.com` });
  return { boss, member, guest, domainId, slug, hostname, link, linkId, key: key.key as string, invited };
}
const statusAt = async ({ origin }: { origin: string }, host: string, slug: string) =>
  (await ask(Number(new URL(origin).port), { path: `/${slug}`, headers: { Host: host } })).status;
async function becomes(status: number, host: string, slug: string) {
  for (const process of [daemon, second]) while ((await statusAt(process, host, slug)) !== status) await sleep(10);
}
const remove = (boss: Owner, more: Json = {}) =>
  boss.call('DELETE', '/workspace', { name: 'Person', currentPassword: password, ...more });

t.test("a preview shows a deletion's effects, and changes nothing", async (t) => {
  const { boss, member, hostname } = await furnish('reported.customer.test');
  const reported = {
    id: boss.publicId,
    name: 'Person',
    links: 2,
    clicks: 2,
    domains: [hostname],
    members: 3,
    invitations: 1,
    keys: 1,
    plan: 'scale',
    hasSubscription: false,
    unlimited: false,
    slugsHeldDays: 90,
  };
  t.same((await boss.call('GET', '/workspace/deletion')).json, reported);
  t.same((await boss.call('GET', '/workspace/deletion')).json, reported);
  t.same(code(await member.here('GET', '/workspace/deletion')), [403, 'forbidden']);
});

t.test('only the owner can delete a workspace, and needs its name and the password', async (t) => {
  const boss = await owner();
  const admin = await join(boss, 'admin');
  const { json: key } = await boss.call('POST', '/keys', { name: 'k' });
  const body = { name: 'Person', currentPassword: password };
  t.same(code(await admin.here('DELETE', '/workspace', body)), [403, 'forbidden']);
  t.same(code(await caller(daemon, key.key)('DELETE', '/workspace', body)), [403, 'forbidden']);
  for (const [more, field] of [
    [{ name: 'person' }, 'name'],
    [{ currentPassword: 'not the password' }, 'currentPassword'],
    [{ currentPassword: undefined }, 'currentPassword'],
    [{ name: undefined }, 'name'],
    [{ sure: true }, 'sure'],
  ] as const) {
    const answer = await remove(boss, more);
    t.same([...code(answer), answer.json.error.details.field], [422, 'validation_failed', field]);
  }
  t.equal((await boss.call('GET', '/workspace')).status, 200);
});

t.test('a deleted workspace is unavailable at once, on every process', async (t) => {
  const { boss, member, guest, slug, hostname, key, invited } = await furnish('gone.customer.test');
  for (const host of ['go.waypost.test', hostname]) await becomes(302, host, slug);
  await db.deleteFrom('members').where('user_id', '=', guest.userId).where('is_owner', '=', true).execute();
  daemon.context.access.forget('all');
  const others = await owner();
  const { json: theirs } = await others.call('POST', '/links', { url, slug: 'of-others', tags: ['a'] });

  t.same((await remove(boss)).json, { ok: true });
  for (const host of ['go.waypost.test', hostname]) await becomes(404, host, slug);
  const inIt = { 'x-workspace-id': boss.publicId };
  t.same(code(await boss.call('GET', '/links', undefined, inIt)), [403, 'forbidden']);
  t.same(code(await member.here('GET', '/links')), [403, 'forbidden']);
  t.equal((await caller(daemon, key)('GET', '/links')).status, 401);
  while ((await caller(second, key)('GET', '/links')).status !== 401) await sleep(10);
  for (const person of [boss, member, guest]) {
    const workspaces = await workspacesOf(person);
    t.equal(workspaces.length, 1, 'everybody has a workspace');
    t.not(workspaces[0].id, boss.publicId);
  }
  const inviteToken = new URL(invited.inviteUrl).searchParams.get('token');
  t.equal((await caller(daemon, undefined)('POST', '/dashboard/invitation', { inviteToken })).status, 422);
  t.same(code(await others.call('POST', '/links', { url, slug })), [409, 'slug_taken'], 'its slugs are reserved');
  t.equal((await others.call('POST', '/domains', { hostname })).status, 201, 'its hostname is free');
  t.equal((await others.call('GET', `/links/${theirs.id}`)).status, 200);
  t.ok((await actions(boss.id)).includes('workspace.delete'));
  t.same(code(await remove(boss, { name: 'no such' })), [422, 'validation_failed'], 'the next is another workspace');
});

t.test("a deleted workspace's remaining data is deleted before its row", async (t) => {
  const { boss, domainId, linkId } = await furnish('cleared.customer.test');
  await remove(boss);
  const clear = (now: Date) =>
    deleteRest({ db, endBilling: async () => {}, stopping: new AbortController().signal }, boss.id, now);
  const now = Date.now();
  await clear(new Date(now));
  await recordClicks(db, log, batchOf([clickOf(linkId, now)]), new Date());
  await clear(new Date(now + 3_600_000));
  const count = async (table: 'links' | 'click_blocks' | 'click_days' | 'click_hours' | 'tags' | 'deleted_links') =>
    (await db.selectFrom(table).select('workspace_id').where('workspace_id', '=', boss.id).execute()).length;
  for (const table of ['links', 'click_blocks', 'click_days', 'click_hours', 'tags'] as const) {
    t.equal(await count(table), 0, table);
  }
  t.equal(await count('deleted_links'), 2, 'clicks in progress are still known');
  const rows = () => db.selectFrom('workspaces').select('clear_at').where('id', '=', boss.id).execute();
  await clear(new Date(now + dayMs + 3_600_000));
  const [waiting] = await rows();
  t.ok(waiting?.clear_at && waiting.clear_at.getTime() > now + dayMs, 'the domain is deleted first');
  await clearDomain(db, config, domainId, { now: new Date(now + dayMs), stopping: new AbortController().signal });
  await clear(new Date(now + dayMs + 3_600_000));
  t.same(await rows(), []);
  t.equal(await count('deleted_links'), 0);
  t.ok((await actions(boss.id)).includes('workspace.delete'), 'the audit log is kept');
  await clear(new Date(now + 2 * dayMs));
});

t.test('links created while a workspace is deleted are deleted with it', async (t) => {
  const boss = await owner();
  const { json: key } = await boss.call('POST', '/keys', { name: 'k' });
  const [here, there] = [caller(daemon, key.key), caller(second, key.key)];
  const makes = Array.from({ length: 60 }, async (_, index) => {
    await sleep(index * 3);
    return (index % 2 ? here : there)('POST', '/links', { url });
  });
  await sleep(60);
  t.equal((await remove(boss)).status, 200);
  const answers = await Promise.all(makes);
  t.ok(
    answers.every(({ status }) => [201, 401, 404].includes(status)),
    JSON.stringify(answers.map(({ status }) => status)),
  );
  await deleteSomeLinks(db, boss.id, new Date());
  const left = await db.selectFrom('links').select('id').where('workspace_id', '=', boss.id).execute();
  t.same(left, [], 'none was created after the end');
});

t.test('many concurrent deletion requests delete the workspace once', async (t) => {
  const boss = await owner();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      boss.call(
        'DELETE',
        '/workspace',
        { name: 'Person', currentPassword: password },
        { 'x-workspace-id': boss.publicId },
      ),
    ),
  );
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  t.ok(answers.every(({ status }) => [200, 403, 404].includes(status)));
  t.equal((await actions(boss.id)).filter((action) => action === 'workspace.delete').length, 1);
  t.equal((await workspacesOf(boss)).length, 1);
});

t.test('the owner cannot delete a suspended workspace', async (t) => {
  const boss = await owner();
  await inTransaction(db, (trx) => updateSuspension(trx, boss.id, true, new Date()));
  daemon.context.access.forget('all');
  t.same(code(await remove(boss)), [403, 'forbidden']);
});

t.test('the next links of a deleted workspace are found by an index', async (t) => {
  const explained = await explain(db, (db) => inTransaction(db, (trx) => listLinksForUpdate(trx, 1, 500)));
  const [plan] = explained.flatMap(({ plans }) => plans);
  t.match(plan?.key, /^links_newest/);
});
