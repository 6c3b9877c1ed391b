/** Filters of the audit log: the pages contain exactly the matching entries, newest first, however rare they are. */

import { findEntries } from '../../daemon/audit-log/find-entries.ts';
import { recordAudit } from '../../daemon/audit-log/record.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { operator } from '../../shared/people/actor.ts';
import { listEntriesWith } from '../../shared/people/audit-join-queries.ts';
import { insertEntries } from '../../shared/people/audit-queries.ts';
import { signUp } from '../fixtures/accounts.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../fixtures/daemon.ts';
import { explain, indexesOf, wholeReads } from '../fixtures/explain.ts';
import { t } from '../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
const { db } = daemon.context;
const workspace = await addWorkspace(db, 'scale');
const other = await addWorkspace(db, 'scale');
const call = caller(daemon, workspace.key);
const { publicId: userId } = await db
  .selectFrom('users')
  .select('public_id as publicId')
  .where('id', '=', workspace.userId)
  .executeTakeFirstOrThrow();

const start = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;
const count = 45_000;
const timeOf = (n: number) => new Date(start + n * minuteMs);
/** One entry a minute; each thousandth has a rare kind, and each tenth is another workspace's. */
const entries = Array.from({ length: count }, (_, n) => ({
  workspace_id: n % 10 === 3 ? other.id : workspace.id,
  action: n % 1_000 === 5 ? 'domain.verify' : n % 2 === 0 ? 'link.update' : 'link.create',
  object_id: `lnk_${n % 7}`,
  actor: n % 5 === 0 ? ('system' as const) : ('session' as const),
  user_id: n % 5 === 0 ? null : workspace.userId,
  details: null,
  created_at: timeOf(n),
}));
for (let from = 0; from < count; from += 5_000)
  await inTransaction(db, (trx) => insertEntries(trx, entries.slice(from, from + 5_000)));

const own = entries.map((entry, n) => ({ ...entry, n })).filter((entry) => entry.workspace_id === workspace.id);

async function timesOf(query: Record<string, string>): Promise<{ times: string[]; pages: number }> {
  const times: string[] = [];
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const asked: Record<string, string> = { limit: '100', ...query, ...(cursor ? { cursor } : {}) };
    const { status, json, text } = await call('GET', `/audit?${new URLSearchParams(asked)}`);
    if (status !== 200) throw new Error(text);
    times.push(...json.entries.map(({ createdAt }: Json) => createdAt));
    cursor = json.nextCursor;
  }
  return { times, pages };
}

t.test(
  'a filter keeps the matching entries, and several filters keep the entries that match all filters',
  async (t) => {
    const iso = (n: number) => timeOf(n).toISOString();
    for (const [query, passes] of [
      [{ action: 'domain.verify' }, ({ action }) => action === 'domain.verify'],
      [{ action: 'domain' }, ({ action }) => action === 'domain.verify'],
      [{ action: 'do' }, () => false],
      [{ action: 'contact-site' }, () => false],
      [{ action: 'domain', objectId: 'lnk_3' }, (one) => one.action === 'domain.verify' && one.object_id === 'lnk_3'],
      [{ from: iso(1_000), to: iso(1_100) }, ({ n }) => n >= 1_000 && n < 1_100],
      [
        { from: iso(30_000), to: iso(40_000), action: 'domain' },
        ({ n, action }) => n >= 30_000 && n < 40_000 && action === 'domain.verify',
      ],
      [{ from: iso(count + 500) }, () => false],
      [{ to: iso(0) }, () => false],
      [{ userId: 'usr_nobody' }, () => false],
      [{ userId: 'é' }, () => false],
      [{ userId: '🙂' }, () => false],
      [{ objectId: 'é🙂' }, () => false],
      [
        { userId, action: 'link.update', objectId: 'lnk_0', to: iso(2_000) },
        (one) => one.user_id !== null && one.action === 'link.update' && one.object_id === 'lnk_0' && one.n < 2_000,
      ],
    ] as [Record<string, string>, (entry: (typeof own)[number]) => boolean][]) {
      const { times } = await timesOf(query);
      const expected = own.filter(passes).map(({ created_at }) => created_at.toISOString());
      t.strictSame(times, expected.reverse(), JSON.stringify(query));
    }
  },
);

t.test('a query for a period reads no entries outside the period', async (t) => {
  const { pages } = await timesOf({ from: timeOf(100).toISOString(), to: timeOf(150).toISOString() });
  t.equal(pages, 1);
});

t.test('every statement uses an index, even for the last page without filters', async (t) => {
  for (const query of [{}, { action: 'domain' }, { from: timeOf(5).toISOString(), to: timeOf(900).toISOString() }]) {
    const explained = await explain(db, (tables) =>
      findEntries(tables, workspace.id, query, { cursorId: undefined, limit: 26 }),
    );
    t.same(wholeReads(explained), [], JSON.stringify(query));
    for (const index of indexesOf(explained))
      t.match(index, /audit_entries_|^entries\.(audit_entries_workspace|PRIMARY)|^users\.PRIMARY/, index);
  }
  const few = caller(daemon, (await addWorkspace(db, 'scale')).key);
  await few('POST', '/links', { url: 'https://example.com/' });
  t.match((await few('GET', '/audit')).json, { entries: [{ action: 'link.create' }], nextCursor: null });
});

t.test('the entries of one action are found by an index, among a limited number', async (t) => {
  const { id: workspaceId, userId } = workspace;
  const found = { workspaceId, actor: { type: 'session', userId }, action: 'link.update', from: timeOf(0) } as const;
  const plans = await explain(db, (on) => listEntriesWith(on, { ...found, fact: { actionId: 'x'.repeat(20) } }));
  t.same(wholeReads(plans), []);
  t.same([...new Set(indexesOf(plans))].sort(), ['audit_entries.audit_entries_workspace', 'entries.PRIMARY']);
});

t.test('entries name their objects and the objects in their details, but no objects of other workspaces', async (t) => {
  const [boss, stranger] = [await signUp(daemon), await signUp(daemon)];
  const links = ['a', 'b'].map((name) => ({ url: `https://example.com/${name}` }));
  const { results } = (await boss.call('POST', '/links/bulk', { links })).json;
  await boss.call('PATCH', '/workspace', { name: 'Renamed' });
  const { id: workspaceId } = await db
    .selectFrom('workspaces')
    .select('id')
    .where('public_id', '=', boss.answer.workspace.id)
    .executeTakeFirstOrThrow();
  const users = [boss, stranger].map(({ answer }) => answer.user.id);
  const others = [...users, stranger.answer.workspace.id, results[0].link.id];
  const entry = { workspaceId, actor: operator, action: 'user.contacts-role' } as const;
  const about = others.map((objectId) => ({ ...entry, objectId }));
  await inTransaction(db, (trx) => recordAudit(trx, about, new Date()));
  const { entries } = (await boss.call('GET', '/audit')).json;
  t.same(
    entries.slice(0, 5).map(({ action, objectName }: Json) => [action, objectName]),
    [
      ['user.contacts-role', results[0].link.shortUrl],
      ['user.contacts-role', null],
      ['user.contacts-role', null],
      ['user.contacts-role', boss.answer.user.name || boss.answer.user.email],
      ['workspace.rename', 'Renamed'],
    ],
  );
  t.match(entries[5], { action: 'link.create', objectId: '*', objectName: null });
  t.same(entries[5].names, Object.fromEntries(results.map(({ link }: Json) => [link.id, link.shortUrl])));
});

t.test('an invalid filter is refused', async (t) => {
  for (const [query, field] of [
    ['action=Link', 'action'],
    ['action=link.', 'action'],
    ['action=%25', 'action'],
    ['objectId=', 'objectId'],
    ['from=yesterday', 'from'],
    ['to=2026-02-30T00:00:00Z', 'to'],
  ] as const) {
    const { status, json } = await call('GET', `/audit?${query}`);
    t.same([status, json.error.details.field], [422, field], query);
    t.match(json.error.message, /must (be (an action|a time in UTC) such as|have at least)/, query);
  }
});
