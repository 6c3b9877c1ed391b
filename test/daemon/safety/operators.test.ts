/** Operators: their access to all workspaces, their final decisions, and the audit of them. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { insertApiKey } from '../../../daemon/keys/queries.ts';
import { listActionsOf } from '../../../daemon/safety/core/action-queries.ts';
import { banLinks } from '../../../daemon/safety/core/bans.ts';
import { fingerprintOf } from '../../../daemon/safety/core/destinations.ts';
import { listOpenReviews } from '../../../daemon/safety/core/review-queries.ts';
import {
  listBans,
  listLinkIdsByPrefix,
  listLinksOfWorkspace,
  listWorkspacesIn,
} from '../../../daemon/safety/operators/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { deleteOperator, insertOperator } from '../../../shared/people/operator-queries.ts';
import { signUp, userIdOf } from '../../fixtures/accounts.ts';
import { addWorkspace, type Call, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { explain, indexesOf, wholeReads } from '../../fixtures/explain.ts';
import { startScanning } from '../../fixtures/safety.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: {
    PLANS_SCALE_REQUESTS_PER_MINUTE: '100000',
    PLANS_FREE_REQUESTS_PER_MINUTE: '100000',
    SIGNUPS_PER_MINUTE: '1000',
    SAFETY_REPORTS_PER_HOUR: '1000',
  },
});
const { db, config } = daemon.context;
const anyone = caller(daemon, undefined);

async function newOperator() {
  const person = await signUp(daemon);
  const id = await userIdOf(db, person);
  await inTransaction(db, (trx) => insertOperator(trx, id, new Date()));
  return { ...person, id };
}
const operator = await newOperator();
const { call } = operator;

const newOwner = async () => {
  const workspace = await addWorkspace(db, 'scale');
  return { ...workspace, call: caller(daemon, workspace.key) };
};
const make = async (by: Call, more = {}): Promise<Json> =>
  (await by('POST', '/links', { url: 'https://example.com/', ...more })).json;
const report = ({ shortUrl }: Json, reason = 'phishing') =>
  fetch(`${daemon.origin}/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: shortUrl, reason, details: 'it is odd' }),
  });
const pagesOf = async (at: string, list: string, limit = 100): Promise<Json[]> => {
  const rows: Json[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, json, text } = await call('GET', `${at}limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
    if (status !== 200) throw new Error(text);
    rows.push(...json[list]);
    cursor = json.nextCursor;
  }
  return rows;
};
const reviewsOf = async ({ id }: Json) =>
  (await pagesOf('/safety/reviews?', 'reviews')).filter(({ linkId }) => linkId === id);
const isBanned = async (by: Call, { id }: Json) => (await by('GET', `/links/${id}`)).json.banned;
const why = 'The page asks for passwords of a bank.';

const routes: [method: string, at: string, body?: object][] = [
  ['GET', '/safety/reviews'],
  ['POST', '/safety/reviews/1/decide', { decision: 'ban', reason: why }],
  ['GET', '/safety/links?host=example.com'],
  ['GET', '/safety/links/lnk_nothing'],
  ['POST', '/safety/links/lnk_nothing/ban', { reason: why }],
  ['POST', '/safety/links/lnk_nothing/unban', { reason: why }],
  ['GET', '/safety/bans'],
  ['GET', '/safety/workspaces'],
  ['POST', '/safety/workspaces/ws_nothing/suspend', { reason: why }],
  ['POST', '/safety/workspaces/ws_nothing/restore', { reason: why }],
  ['POST', '/safety/workspaces/ws_nothing/unflag', { reason: why }],
  ['POST', '/safety/workspaces/ws_nothing/plan', { plan: 'team', reason: why }],
  ['GET', '/safety/actions'],
  ['GET', '/installation/health'],
];

t.test('only operators get access, with a session, and only while they are operators', async (t) => {
  const person = await newOperator();
  const statuses = async (by: Call) => new Set(await Promise.all(routes.map(async (one) => (await by(...one)).status)));
  for (const path of ['/auth/me', '/dashboard/session'])
    t.equal((await person.call('GET', path)).json.operator, true, path);
  for (const status of await statuses(person.call)) t.ok([200, 404].includes(status), String(status));
  const { workspaceId } = await db
    .selectFrom('members')
    .select('workspace_id as workspaceId')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  const { key } = await insertApiKey(
    db,
    { workspaceId, createdBy: person.id, role: 'admin', name: 'of an operator' },
    new Date(),
  );
  t.same(await statuses(caller(daemon, key)), new Set([403]), 'never by a key');
  t.equal((await caller(daemon, key)('GET', '/auth/me')).json.operator, undefined);
  t.same(await statuses(anyone), new Set([401]));
  t.same(await statuses((await signUp(daemon)).call), new Set([403]), 'nobody else');
  await inTransaction(db, (trx) => deleteOperator(trx, person.id));
  t.same(await statuses(person.call), new Set([403]), 'removed, at once');
  for (const path of ['/auth/me', '/dashboard/session'])
    t.equal((await person.call('GET', path)).json.operator, undefined, path);
});

t.test('open cases are listed with their reports, and decided with a reason', async (t) => {
  const owner = await newOwner();
  const [bad, fine] = [await make(owner.call), await make(owner.call)];
  for (let n = 0; n < 3; n++) await report(bad);
  await report(bad, 'malware');
  await report(fine, 'spam');
  const waiting = await reviewsOf(bad);
  t.match(waiting[0], {
    workspaceId: owner.publicId,
    shortUrl: bad.shortUrl,
    url: bad.url,
    banned: false,
    source: 'visitor',
    reason: 'phishing',
    detail: /it is odd/,
    times: 3,
    status: 'open',
  });
  const decide = (id: string, body: object) => call('POST', `/safety/reviews/${id}/decide`, body);
  for (const [body, field] of [
    [{}, 'decision'],
    [{ decision: 'ban' }, 'reason'],
    [{ decision: 'ban', reason: ' ' }, 'reason'],
    [{ decision: 'ban', reason: 'x'.repeat(1_001) }, 'reason'],
    [{ decision: 'perhaps', reason: why }, 'decision'],
  ] as const) {
    const { status, json } = await decide(waiting[0].id, body);
    t.same([status, json.error.details.field], [422, field]);
  }
  for (const id of ['999999', '0', 'x', '-1', '1e3'])
    t.equal((await decide(id, { decision: 'ban', reason: why })).status, 404, id);
  t.match(await decide(waiting[0].id, { decision: 'ban', reason: why }), {
    status: 200,
    json: { id: waiting[0].id, linkId: bad.id, decision: 'ban', banned: true },
  });
  t.equal(await isBanned(owner.call, bad), true);
  t.same(await reviewsOf(bad), [], 'its other reports are closed too');
  const [other] = await reviewsOf(fine);
  t.match((await decide(other.id, { decision: 'clear', reason: 'It is a shop.' })).json, { banned: false });
  t.equal(await isBanned(owner.call, fine), false);
  t.match((await call('GET', '/safety/actions')).json.actions.slice(0, 2), [
    {
      action: 'review.clear',
      objectId: fine.id,
      objectName: fine.shortUrl,
      operator: operator.email,
      reason: 'It is a shop.',
      commandLine: false,
    },
    { action: 'review.ban', objectId: bad.id, operator: operator.email, reason: why },
  ]);
  const { text } = await owner.call('GET', `/audit?objectId=${bad.id}`);
  t.notOk(text.includes(operator.email), 'owners do not learn who it was');
  const mail = await db.selectFrom('mails').select('data').where('kind', '=', 'link-banned-by-hand').execute();
  t.match(JSON.parse(mail[0]?.data ?? '{}'), { shortUrl: bad.shortUrl, reason: why });
});

t.test('only one of many concurrent decisions applies, and all others get a conflict', async (t) => {
  const owner = await newOwner();
  const second = await newOperator();
  for (let n = 0; n < 5; n++) {
    const link = await make(owner.call);
    await report(link);
    const [{ id }] = (await reviewsOf(link)) as [Json];
    const answers = await Promise.all(
      [call, second.call, call, second.call].map((by, index) =>
        by('POST', `/safety/reviews/${id}/decide`, { decision: index % 2 === 0 ? 'ban' : 'clear', reason: `${index}` }),
      ),
    );
    t.same(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    const won = answers.find(({ status }) => status === 200)?.json;
    t.equal(await isBanned(owner.call, link), won.banned);
    const actions = await listActionsOf(db, { objectId: link.id }, 10);
    t.equal(actions.length, 1, 'and is recorded once');
    t.equal(actions[0]?.action, won.decision === 'ban' ? 'review.ban' : 'review.clear');
  }
});

t.test('operators can create, list and lift bans, and see their history', async (t) => {
  const owner = await newOwner();
  const [byHand, byScan] = [await make(owner.call), await make(owner.call)];
  const row = await db.selectFrom('links').selectAll().where('public_id', '=', byScan.id).executeTakeFirstOrThrow();
  const finding = { reason: 'phishing', confidence: 'high', detail: 'a provider' } as const;
  const ban = { linkId: row.id, field: 'url', url: row.url, finding, fingerprint: fingerprintOf(row) };
  await banLinks(db, config, [ban], new Date());
  t.match(await call('POST', `/safety/links/${byHand.id}/ban`, { reason: why }), {
    status: 200,
    json: { linkId: byHand.id, ban: { source: 'operator', words: why, reason: null } },
  });
  t.equal(await isBanned(owner.call, byHand), true);
  const banned = await pagesOf('/safety/bans?', 'links', 1);
  const own = banned.filter(({ workspaceId }) => workspaceId === owner.publicId);
  t.same(
    own.map(({ linkId }) => linkId),
    [byHand.id, byScan.id],
  );
  t.match(own[1].ban, { source: 'scanner', reason: 'phishing', field: 'url', detail: 'a provider', words: null });
  await call('POST', `/safety/links/${byHand.id}/unban`, { reason: 'The page was cleaned.' });
  t.equal(await isBanned(owner.call, byHand), false);
  t.match((await call('GET', `/safety/links/${byHand.id}`)).json, {
    link: { linkId: byHand.id, ban: null },
    reviews: [],
    actions: [
      { action: 'link.unban', reason: 'The page was cleaned.' },
      { action: 'link.ban', reason: why },
    ],
    bans: [
      { action: 'link.unban', actor: 'operator' },
      { action: 'link.ban', actor: 'operator' },
    ],
  });
  t.notOk((await pagesOf('/safety/bans?', 'links')).some(({ linkId }) => linkId === byHand.id));
});

t.test("links are found by short URL, and by the destination's host", async (t) => {
  const owner = await newOwner();
  const link = await make(owner.call, { url: 'https://deep.sub.found.example/a?b=1', slug: 'find-it' });
  const other = await make(owner.call, { url: 'https://elsewhere.example/', geo: { DE: 'https://found.example/' } });
  await startScanning(t, daemon, () => false);
  const search = async (query: Record<string, string>) =>
    (await pagesOf(`/safety/links?${new URLSearchParams(query)}&`, 'links', 1)).map(({ linkId }) => linkId);
  t.same(
    await until(
      () => search({ host: 'found.example' }),
      (ids) => ids.length === 2,
    ),
    [other.id, link.id],
  );
  for (const [query, expected] of [
    [{ shortUrl: 'find-it' }, [link.id]],
    [{ shortUrl: link.shortUrl }, [link.id]],
    [{ shortUrl: 'localhost:8080/find-it' }, [link.id]],
    [{ shortUrl: 'Find-It' }, []],
    [{ shortUrl: 'https://nowhere.example/find-it' }, []],
    [{ shortUrl: 'ü' }, []],
    [{ host: 'DEEP.sub.found.example' }, [link.id]],
    [{ host: 'https://sub.found.example/else' }, [link.id]],
    [{ host: 'unheard-of.example' }, []],
  ] as [Record<string, string>, string[]][])
    t.same(await search(query), expected, JSON.stringify(query));
  for (const [query, field] of [
    ['', 'shortUrl'],
    ['host=', 'host'],
    ['host=a b', 'host'],
    ['host=a.example&shortUrl=x', 'host'],
    ['host=a.example&cursor=x', 'cursor'],
    ['host=a.example&limit=101', 'limit'],
  ] as const) {
    const { status, json } = await call('GET', `/safety/links?${query}`);
    t.same([status, json.error.details.field], [422, field], query);
  }
});

t.test('flagged workspaces are suspended, restored and cleared', async (t) => {
  const owner = await newOwner();
  const earlier = await newOwner();
  const now = new Date();
  const flagged = (workspaceId: number, at: Date) =>
    db
      .insertInto('workspace_offences')
      .values({ workspace_id: workspaceId, bans: 7, since: now, flagged_at: at })
      .execute();
  await flagged(owner.id, now);
  await flagged(earlier.id, new Date(now.getTime() - 1_000));
  t.match(await pagesOf('/safety/workspaces?', 'workspaces', 1), [
    { id: owner.publicId, bans: 7, suspendedAt: null, owner: /@/ },
    { id: earlier.publicId },
  ]);
  const act = (name: string) => call('POST', `/safety/workspaces/${owner.publicId}/${name}`, { reason: why });
  t.match(await act('suspend'), { status: 200, json: { suspendedAt: String } });
  t.match(await owner.call('GET', '/links'), {
    status: 403,
    json: { error: { details: { reason: 'workspace_suspended', since: String, why, contact: /@/ } } },
  });
  t.match(await pagesOf('/safety/workspaces?state=suspended&', 'workspaces'), [{ id: owner.publicId }]);
  t.match(await act('restore'), { status: 200, json: { suspendedAt: null } });
  t.equal((await owner.call('GET', '/links')).status, 200);
  t.match(await act('unflag'), { status: 200, json: { bans: 0, flaggedAt: null } });
  t.equal((await pagesOf('/safety/workspaces?', 'workspaces')).length, 1);
  t.same(
    (await listActionsOf(db, { objectId: owner.publicId }, 10)).map(({ action }) => action),
    ['workspace.unflag', 'workspace.unsuspend', 'workspace.suspend'],
  );
  t.equal((await call('POST', '/safety/workspaces/ws_nothing/suspend', { reason: why })).status, 404);
  t.equal((await call('GET', '/safety/workspaces?state=odd')).status, 422);
});

t.test('all workspaces are listed and found, with plan and usage, and an operator sets a plan', async (t) => {
  const owner = await newOwner();
  await db.updateTable('workspaces').set({ name: 'Under_score %' }).where('id', '=', owner.id).execute();
  const links = [await make(owner.call), await make(owner.call)];
  const list = (q: string) => pagesOf(`/safety/workspaces?state=all&${new URLSearchParams({ q })}&`, 'workspaces');
  const [found] = await list(owner.publicId);
  t.match(found, { id: owner.publicId, plan: 'scale', usage: { links: 2, clicks: 0 }, createdAt: String });
  for (const q of ['under_score', ' SCORE % ', found?.owner, found?.owner.toUpperCase()])
    t.same(
      (await list(q)).map(({ id }) => id),
      [owner.publicId],
      q,
    );
  for (const q of ['under-score', 'score %%', 'ümlaut', owner.publicId.slice(0, -1)]) t.same(await list(q), [], q);
  const all = await pagesOf('/safety/workspaces?state=all&', 'workspaces');
  const { n } = await db
    .selectFrom('workspaces')
    .select((e) => e.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  t.equal(all.length, Number(n), 'each workspace is listed once');
  t.strictSame(await pagesOf('/safety/workspaces?state=all&', 'workspaces', 2), all, 'in pages, too');

  const ofWorkspace = await pagesOf(`/safety/links?workspaceId=${owner.publicId}&`, 'links', 1);
  t.same(
    ofWorkspace.map(({ linkId }) => linkId),
    links.map(({ id }) => id).reverse(),
  );
  t.same(await pagesOf(`/safety/links?workspaceId=${encodeURIComponent('ümlaut')}&`, 'links'), []);
  const both = await call('GET', `/safety/links?workspaceId=${owner.publicId}&host=a.example`);
  t.equal(both.status, 422);

  const set = (body: object) => call('POST', `/safety/workspaces/${owner.publicId}/plan`, body);
  t.match(await set({ plan: 'team', reason: why }), { status: 200, json: { plan: 'team', usage: { links: 2 } } });
  t.match((await owner.call('GET', '/workspace')).json, { plan: 'team' }, 'it applies at once');
  for (const body of [{ plan: 'odd', reason: why }, { plan: 'team' }, { reason: why }])
    t.equal((await set(body)).status, 422, JSON.stringify(body));
  t.match(
    await pagesOf('/safety/actions?', 'actions').then((all) => all.find(({ objectId }) => objectId === owner.publicId)),
    {
      action: 'workspace.plan',
      objectName: /./,
      plan: 'team',
      operator: operator.email,
      reason: why,
    },
  );
  const [entry] = (await owner.call('GET', '/audit')).json.entries;
  const details = { plan: 'team', before: 'scale' };
  t.match(entry, { action: 'workspace.plan', actor: { type: 'operator' }, details }, 'members see what changed');
  await db
    .insertInto('billing_accounts')
    .values({
      workspace_id: owner.id,
      stripe_subscription_id: `sub_${owner.id}`,
      status: 'active',
      updated_at: new Date(),
    })
    .execute();
  for (const plan of ['free', 'unlimited'])
    t.match(await set({ plan, reason: why }), { status: 409, json: { error: { code: 'conflict' } } }, plan);
  t.match((await owner.call('GET', '/workspace')).json, { plan: 'team' });
});

t.test('each page continues where the previous one ended, and an invalid cursor is refused', async (t) => {
  const owner = await newOwner();
  for (let n = 0; n < 5; n++) {
    const link = await make(owner.call);
    for (let m = 0; m <= n % 2; m++) await report(link);
  }
  const all = await pagesOf('/safety/reviews?', 'reviews');
  t.strictSame(await pagesOf('/safety/reviews?', 'reviews', 2), all);
  t.strictSame(await pagesOf('/safety/actions?', 'actions', 2), await pagesOf('/safety/actions?', 'actions'));
  const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  for (const at of ['reviews', 'bans', 'workspaces', 'actions'])
    for (const cursor of ['x', cursorOf(at, 'a'), cursorOf('links', 1, 2), cursorOf('bans', 9e15, 1)])
      t.match((await call('GET', `/safety/${at}?cursor=${cursor}`)).json.error, { details: { field: 'cursor' } }, at);
});

t.test('every list uses its index', async (t) => {
  const now = new Date();
  const many = Array.from({ length: 3_000 }, (_, n) => ({
    link_id: 1_000_000 + n,
    workspace_id: 1,
    source: 'scanner' as const,
  }));
  await db
    .insertInto('link_bans')
    .values(many.map((row, n) => ({ ...row, banned_at: new Date(now.getTime() - n * 60_000) })))
    .execute();
  await db
    .insertInto('safety_reviews')
    .values(
      many.map((row) => ({
        ...row,
        reason: 'spam',
        subject: randomBytes(16),
        status: 'cleared' as const,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('workspaces')
    .values(
      many.map((_, n) => ({
        public_id: `ws_${n}`,
        name: 'Many',
        plan: 'free' as const,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  t.teardown(() => db.deleteFrom('workspaces').where('name', '=', 'Many').execute());
  await sql`ANALYZE TABLE link_bans, safety_reviews, workspaces`.execute(db);
  const place = { at: now, id: 9 };
  const { publicId } = await newOwner();
  for (const [name, index, run] of [
    ['reviews', /^r\.safety_reviews_waiting$/, () => explain(db, (d) => listOpenReviews(d, 26))],
    ['bans', /^link_bans\.link_bans_banned_at$/, () => explain(db, (d) => listBans(d, place, 26))],
    ['links of a host', /^link_expressions\.PRIMARY$/, () => explain(db, (d) => listLinkIdsByPrefix(d, 7, 9, 26))],
    ['actions', /^operator_actions\./, () => explain(db, (d) => listActionsOf(d, { beforeId: 9 }, 26))],
    ['all', /^workspaces\.PRIMARY$/, () => explain(db, (d) => listWorkspacesIn(d, { state: 'all' }, place, 26))],
    [
      'links of a workspace',
      /^links\.links_newest/,
      () => explain(db, (d) => listLinksOfWorkspace(d, publicId, place, 26)),
    ],
    ['suspended', /^workspaces\./, () => explain(db, (d) => listWorkspacesIn(d, { state: 'suspended' }, place, 26))],
  ] as const) {
    const explained = await run();
    t.ok(
      indexesOf(explained).some((used) => index.test(used)),
      `${name}: ${indexesOf(explained)}`,
    );
    if (name === 'links of a host') t.same(wholeReads(explained), [], name);
  }
});
