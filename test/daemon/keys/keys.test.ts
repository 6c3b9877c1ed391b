/** API keys: their permissions, expiry and last use. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Role } from '../../../daemon/core/tables.ts';
import { updateRole } from '../../../daemon/members/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { type Answered, addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const env = { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' };
const daemon = await startDaemon(t, { env });
const second = await startDaemon(t, { env, stores: daemon.stores });
const { db } = daemon.context;
const url = 'https://example.com/';
const code = ({ status, json }: Answered) => [status, json?.error?.code ?? null];
const soon = () => new Date(Date.now() + 86_400_000).toISOString();

const permissions = ['read', 'write', 'admin'] as const;
const most: Record<Role, (typeof permissions)[number]> = { viewer: 'read', member: 'write', admin: 'admin' };

t.test("a key gets the requested permission, but at most its creator's, and can do nothing else", async (t) => {
  for (const role of ['member', 'admin'] as const) {
    const maker = caller(daemon, (await addWorkspace(db, 'scale', role)).key);
    t.equal((await maker('POST', '/keys', { name: 'k' })).json.permission, most[role], 'as much as the creator');
    for (const permission of permissions) {
      const answer = await maker('POST', '/keys', { name: permission, permission });
      if (permissions.indexOf(permission) > permissions.indexOf(most[role])) {
        t.strictSame(code(answer), [403, 'forbidden'], `${role} requests ${permission}`);
        continue;
      }
      t.match(answer, { status: 201, json: { permission, name: permission, expiresAt: null, lastUsedAt: null } });
      const key = caller(daemon, answer.json.key);
      t.equal((await key('GET', '/links')).status, 200);
      t.equal((await key('POST', '/links', { url })).status, permission === 'read' ? 403 : 201);
      t.equal((await key('GET', '/audit')).status, permission === 'admin' ? 200 : 403);
      const more = await key('POST', '/keys', { name: 'more', permission: 'admin' });
      t.equal(more.status, permission === 'admin' ? 201 : 403, 'it cannot create stronger ones either');
    }
    const { keys } = (await maker('GET', '/keys')).json;
    t.ok(keys.every(({ permission }: Json) => permissions.includes(permission)));
  }
});

t.test('a key never has more permissions than its creator currently has', async (t) => {
  const workspace = await addWorkspace(db, 'scale');
  const { json } = await caller(daemon, workspace.key)('POST', '/keys', { name: 'k', permission: 'admin' });
  const key = caller(daemon, json.key);
  t.equal((await key('GET', '/audit')).status, 200);
  const { id } = await db
    .selectFrom('members')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .executeTakeFirstOrThrow();
  await inTransaction(db, (trx) => updateRole(trx, { id }, workspace.id, 'viewer'));
  daemon.context.access.forget('all');
  t.strictSame(code(await key('GET', '/audit')), [403, 'forbidden']);
  t.equal((await key('GET', '/links')).status, 200);
});

t.test('an invalid permission or expiry is refused, and the error names the field and the reason', async (t) => {
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  for (const [more, field] of [
    [{ permission: 'full' }, 'permission'],
    [{ permission: null }, 'permission'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ expiresAt: '2031-02-30T00:00:00Z' }, 'expiresAt'],
    [{ expires: soon() }, 'expires'],
  ] as const) {
    const { status, json } = await call('POST', '/keys', { name: 'k', ...more });
    t.strictSame([status, json.error.details?.field], [422, field], JSON.stringify(more));
  }
  t.match(await call('POST', '/keys', { name: 'k', expiresAt: null }), { status: 201, json: { expiresAt: null } });
  const expiresAt = soon();
  const { json } = await call('POST', '/keys', { name: 'ends', expiresAt });
  t.equal(json.expiresAt, expiresAt);
  const { keys } = (await call('GET', '/keys')).json;
  t.equal(keys.find(({ id }: Json) => id === json.id).expiresAt, expiresAt);
});

t.test('an expired key is refused everywhere, even if it is cached, and its event stream ends', async (t) => {
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  const expiresAt = new Date(Date.now() + 5_000);
  const { json } = await call('POST', '/keys', { name: 'short', expiresAt: expiresAt.toISOString() });
  const uses = [caller(daemon, json.key), caller(second, json.key)];
  const tries = await Promise.all(uses.map((use) => use('GET', '/tags')));
  if (Date.now() < expiresAt.getTime()) for (const { status } of tries) t.equal(status, 200);
  const live = await fetch(`${daemon.origin}/api/stats/live`, { headers: { authorization: `Bearer ${json.key}` } });
  await live.text();
  t.ok(Date.now() >= expiresAt.getTime(), 'the stream continued until then');
  for (const use of uses) {
    const answer = await use('GET', '/tags');
    t.strictSame(code(answer), [401, 'unauthorized']);
    t.match(answer.json.error.message, 'expired');
  }
  const { keys } = (await call('GET', '/keys')).json;
  t.ok(
    keys.some(({ id }: Json) => id === json.id),
    'it is still listed',
  );
  t.equal((await call('DELETE', `/keys/${json.id}`)).status, 200);
});

t.test("a key's use is recorded at most once a minute", async (t) => {
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  const { json } = await call('POST', '/keys', { name: 'k' });
  const use = caller(daemon, json.key);
  const used = async () => {
    const { keys } = (await call('GET', '/keys')).json;
    return keys.find(({ id }: Json) => id === json.id).lastUsedAt as string | null;
  };
  t.equal(await used(), null);
  await use('GET', '/tags');
  let first: string | null = null;
  while ((first = await used()) === null) await sleep(10);
  for (let n = 0; n < 20; n++) await use('GET', '/tags');
  t.equal(await used(), first);
  const before = new Date(Date.now() - 61_000);
  await db.updateTable('api_keys').set({ last_used_at: before }).where('public_id', '=', json.id).execute();
  daemon.context.access.forget('all');
  await use('GET', '/tags');
  while ((await used()) === before.toISOString()) await sleep(10);
});

t.test(
  'a key created with another key expires no later than that key, and no key can prolong its access through another key',
  async (t) => {
    const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
    const expiresAt = soon();
    const ends = (await call('POST', '/keys', { name: 'ends', expiresAt })).json;
    const later = new Date(Date.parse(expiresAt) + 1).toISOString();
    const earlier = new Date(Date.parse(expiresAt) - 1).toISOString();
    for (const [asked, answered] of [
      [{}, { status: 201, json: { expiresAt } }],
      [{ expiresAt: null }, { status: 201, json: { expiresAt } }],
      [{ expiresAt }, { status: 201, json: { expiresAt } }],
      [{ expiresAt: earlier }, { status: 201, json: { expiresAt: earlier } }],
      [{ expiresAt: later }, { status: 403, json: { error: { code: 'forbidden' } } }],
    ] as const) {
      const made = await caller(daemon, ends.key)('POST', '/keys', { name: 'made', ...asked });
      t.match(made, answered, JSON.stringify(asked));
      if (made.status !== 201) continue;
      t.equal(made.json.parentKeyId, ends.id);
      const next = await caller(daemon, made.json.key)('POST', '/keys', { name: 'next' });
      t.match(next, { status: 201, json: { parentKeyId: made.json.id, expiresAt: made.json.expiresAt } });
    }
  },
);

t.test('revoking a key revokes the keys created with it, on every process and in caches', async (t) => {
  const workspace = await addWorkspace(db, 'scale');
  const call = caller(daemon, workspace.key);
  const make = async (key: string) => (await caller(daemon, key)('POST', '/keys', { name: 'k' })).json;
  const first = await make(workspace.key);
  const child = await make(first.key);
  const grandchild = await make(child.key);
  const sibling = await make(workspace.key);
  const outcomes = (daemonAsked: typeof daemon) =>
    Promise.all(
      [first, child, grandchild, sibling].map(
        async ({ key }) => (await caller(daemonAsked, key)('GET', '/tags')).status,
      ),
    );
  for (const asked of [daemon, second]) t.same(await outcomes(asked), [200, 200, 200, 200]);
  t.equal((await call('DELETE', `/keys/${first.id}`)).status, 200);
  t.same(await outcomes(daemon), [401, 401, 401, 200]);
  const revokedAt = Date.now();
  while (!(await outcomes(second)).every((status, n) => status === (n < 3 ? 401 : 200))) {
    if (Date.now() - revokedAt > 60_000) throw new Error('the other process still accepts them');
    await sleep(20);
  }
  const { keys } = (await call('GET', '/keys')).json;
  t.notOk(keys.some(({ id }: Json) => [first.id, child.id, grandchild.id].includes(id)));
  const { entries } = (await call('GET', '/audit?action=key.revoke')).json;
  t.same(
    entries.map(({ objectId }: Json) => objectId).sort(),
    [first.id, child.id, grandchild.id].sort(),
    'the audit log names each',
  );
});

t.test('a revoked key cannot create keys, even while it is still cached', async (t) => {
  const workspace = await addWorkspace(db, 'scale');
  const { json } = await caller(daemon, workspace.key)('POST', '/keys', { name: 'k' });
  t.equal((await caller(daemon, json.key)('GET', '/tags')).status, 200);
  // The key is deleted without notifying any process.
  await db.deleteFrom('api_keys').where('public_id', '=', json.id).execute();
  t.strictSame(code(await caller(daemon, json.key)('POST', '/keys', { name: 'more' })), [401, 'unauthorized']);
});
