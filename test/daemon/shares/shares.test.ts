/** Share pages of links and tags: anyone with the URL sees what the owner chose to share and nothing else, until it is revoked. */

import { deleteSomeLinks } from '../../../daemon/ownership/delete-workspace.ts';
import { markDeleted } from '../../../daemon/ownership/queries.ts';
import { updateBanned } from '../../../daemon/safety/core/ban-queries.ts';
import { updateSuspension } from '../../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { hashSecret } from '../../../shared/secrets/secrets.ts';
import { agents, batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { log } from '../../fixtures/redirects.ts';
import { t } from '../../runner/tap.ts';

const env = {
  PLANS_TEAM_REQUESTS_PER_MINUTE: '100000',
  SHARE_REQUESTS_PER_MINUTE: '100000',
  BASE_URL: 'https://links.waypost.test/api',
};
const daemon = await startDaemon(t, { env });
const { db } = daemon.context;
const anyone = caller(daemon, undefined);
const workspace = await addWorkspace(db, 'team');
const call = caller(daemon, workspace.key);
const secrets = {
  url: 'https://example.com/secret-destination',
  title: 'Launch',
  note: 'a note for us',
  tags: ['inner'],
  password: 'not for visitors',
  utm: { source: 'inner-source' },
  geo: { DE: 'https://example.de/' },
};
let made = 0;
const make = async (by = call): Promise<Json> =>
  (await by('POST', '/links', { ...secrets, externalId: `crm-4711 ${++made}` })).json;
const share = (id: string, body = {}, by = call) => by('POST', `/links/${id}/share`, body);
const look = (token: string, rest = '') => anyone('GET', `/shares/${token}${rest}`);

t.test('the share URL is created once, shown again, and replaced after it is revoked', async (t) => {
  const { id } = await make();
  t.equal((await call('GET', `/links/${id}/share`)).status, 404);
  const first = await share(id);
  t.equal(first.status, 201);
  t.match(first.json, { showDestination: false, token: /^[0-9A-Za-z]{43}$/ });
  t.equal(first.json.url, `https://links.waypost.test/dashboard/share/${first.json.token}`);
  const again = await share(id, { showDestination: true });
  t.strictSame([again.status, again.json], [200, { ...first.json, showDestination: true }]);
  t.strictSame((await share(id)).json.showDestination, true, 'omitted values stay');
  t.strictSame((await call('GET', `/links/${id}/share`)).json, again.json);
  t.equal((await call('DELETE', `/links/${id}/share`)).status, 200);
  t.equal((await call('DELETE', `/links/${id}/share`)).status, 404);
  t.equal((await look(first.json.token)).status, 404);
  const next = await share(id);
  t.equal(next.status, 201);
  t.not(next.json.token, first.json.token);
  t.equal((await look(first.json.token)).status, 404);
  const { entries } = (await call('GET', `/audit?objectId=${id}`)).json;
  t.same(
    entries.map(({ action }: Json) => action),
    ['link.share', 'link.unshare', 'link.share', 'link.share', 'link.share', 'link.create'],
  );
  const row = await db.selectFrom('shares').selectAll().executeTakeFirstOrThrow();
  t.notOk(JSON.stringify({ ...row, audit: entries }).includes(next.json.token), 'nothing stored reveals it');
  t.ok(row.token_hash.equals(hashSecret(next.json.token)));
});

t.test('concurrent shares of a link get one URL', async (t) => {
  const { id } = await make();
  const answers = await Promise.all(Array.from({ length: 10 }, () => share(id)));
  t.equal(new Set(answers.map(({ json }) => json.token)).size, 1);
  t.same(answers.map(({ status }) => status).sort(), [...Array(9).fill(200), 201]);
});

t.test(
  'anyone with the link sees the short URL and the title, and the destination if the share includes it',
  async (t) => {
    const link = await make();
    const { json } = await share(link.id);
    const hidden = await look(json.token);
    t.strictSame([hidden.status, hidden.json], [200, { shortUrl: link.shortUrl, title: 'Launch', url: null }]);
    t.match(Object.fromEntries(hidden.headers), { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    await share(link.id, { showDestination: true });
    t.strictSame((await look(json.token)).json.url, secrets.url);
    const stats = await look(json.token, '/stats');
    for (const { text } of [hidden, stats])
      for (const reported of [link.id, workspace.publicId, 'a note', 'crm-4711', 'inner', 'example.de'])
        t.notOk(text.includes(reported), reported);
  },
);

t.test("the shared analytics match the link's, in any window its workspace can request", async (t) => {
  const link = await make();
  const other = await make();
  const idOf = async ({ id }: Json) =>
    (await db.selectFrom('links').select('id').where('public_id', '=', id).executeTakeFirstOrThrow()).id;
  const now = Date.now();
  const clicks = [
    ...[1, 2, 30].map((hours) => [link, now - hours * 3_600_000] as const),
    [other, now - 3_600_000] as const,
  ];
  const recorded = await Promise.all(
    clicks.map(async ([of, at]) => clickOf(await idOf(of), at, { userAgent: agents.iphone })),
  );
  await recordClicks(db, log, batchOf(recorded), new Date());
  const { json } = await share(link.id);
  for (const query of ['', '?interval=day&timezone=Europe/Berlin&compare=previous', '?from=2026-01-01&to=2026-01-02']) {
    const [shared, own] = [
      await look(json.token, `/stats${query}`),
      await call('GET', `/links/${link.id}/stats${query}`),
    ];
    const { linkId, ...expected } = own.json;
    t.strictSame([shared.status, shared.json], [200, expected], query);
  }
  t.equal((await look(json.token, '/stats')).json.totals.clicks, 3);
  t.strictSame(
    (await look(json.token, '/stats?country=Unknown&device=desktop')).json,
    (await look(json.token, '/stats')).json,
    'filters are none here',
  );
  for (const [query, field] of [
    ['?from=soon', 'from'],
    ['?interval=minute', 'interval'],
    ['?timezone=Nowhere', 'timezone'],
    ['?compare=next', 'compare'],
  ] as const) {
    const { status, json: fault } = await look(json.token, `/stats${query}`);
    t.same([status, fault.error.details.field], [422, field]);
  }
});

t.test('a share shows nothing once the link is hidden, expired or deleted', async (t) => {
  const states: Record<string, (link: Json, own: Awaited<ReturnType<typeof addWorkspace>>) => Promise<unknown>> = {
    archived: ({ id }) => call('PATCH', `/links/${id}`, { archived: true }),
    deleted: ({ id }) => call('DELETE', `/links/${id}`),
    'deleted with others': ({ id }) => call('DELETE', '/links/bulk', { ids: [id] }),
    banned: async ({ id }) => {
      const row = await db.selectFrom('links').select('id').where('public_id', '=', id).executeTakeFirstOrThrow();
      await inTransaction(db, (trx) => updateBanned(trx, [row.id], true));
    },
    'of a suspended workspace': (_, own) => inTransaction(db, (trx) => updateSuspension(trx, own.id, true, new Date())),
    'of a deleted workspace': (_, own) => inTransaction(db, (trx) => markDeleted(trx, own.id, new Date())),
    'of a workspace that is being deleted': (_, own) => deleteSomeLinks(db, own.id, new Date()),
  };
  for (const [name, end] of Object.entries(states)) {
    const own = name.startsWith('of a') ? await addWorkspace(db, 'team') : workspace;
    const by = caller(daemon, own.key);
    const link = await make(by);
    const { json } = await share(link.id, {}, by);
    t.equal((await look(json.token)).status, 200, name);
    await end(link, own);
    for (const rest of ['', '/stats', '/stats?from=soon'])
      t.match(await look(json.token, rest), { status: 404, json: { error: { code: 'not_found' } } }, name);
  }
  const { n } = await db
    .selectFrom('shares')
    .leftJoin('links', 'links.id', 'shares.link_id')
    .where('shares.tag', 'is', null)
    .where('links.id', 'is', null)
    .select((e) => e.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  t.equal(Number(n), 0, 'it is deleted with its link');
  for (const token of ['nothing', 'x'.repeat(43), 'x'.repeat(2_000), '%00', 'ü'])
    t.equal((await look(token)).status, 404);
});

t.test('other workspaces cannot share a link or see its share, and viewers can only see it', async (t) => {
  const { id } = await make();
  await share(id);
  const theirs = caller(daemon, (await addWorkspace(db, 'team')).key);
  for (const [method, body] of [
    ['GET', undefined],
    ['POST', {}],
    ['DELETE', undefined],
  ] as const)
    t.equal((await theirs(method, `/links/${id}/share`, body)).status, 404, method);
  for (const body of [{ showDestination: 'yes' }, { password: 'x' }]) t.equal((await share(id, body)).status, 422);
});

/** Creates links with a tag that no other test uses, and returns the tag and its share. */
let tags = 0;
async function shareTag(body = {}, by = call) {
  const tag = `Ümlaut/${++tags}`;
  const links: Json[] = [];
  for (const slug of ['a', 'b']) {
    const link = { ...secrets, title: `Title ${slug}`, tags: ['inner', tag] };
    links.push((await by('POST', '/links', link)).json);
  }
  const path = `/tags/${encodeURIComponent(tag)}`;
  const { status, json } = await by('POST', `${path}/share`, body);
  if (status !== 201) throw new Error(JSON.stringify(json));
  return { tag, path, links, token: json.token as string };
}
const idOf = async ({ id }: Json) =>
  (await db.selectFrom('links').select('id').where('public_id', '=', id).executeTakeFirstOrThrow()).id;
const clickEach = async (links: Json[], counts: number[]) => {
  const clicks = await Promise.all(
    links.flatMap((link, n) =>
      Array.from({ length: counts[n] ?? 0 }, async () => clickOf(await idOf(link), Date.now() - 3_600_000)),
    ),
  );
  await recordClicks(db, log, batchOf(clicks), new Date());
};

t.test("a tag's share URL is created once, shown again, and replaced after it is revoked", async (t) => {
  const { path, token, tag } = await shareTag();
  const again = await call('POST', `${path}/share`, { showDestination: true });
  t.match([again.status, again.json], [200, { token, showDestination: true }]);
  t.strictSame((await call('GET', `${path}/share`)).json, again.json);
  t.strictSame((await look(token)).json, { tag });
  t.match(Object.fromEntries((await look(token)).headers), { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  t.equal((await call('DELETE', `${path}/share`)).status, 200);
  t.equal((await call('DELETE', `${path}/share`)).status, 404);
  t.equal((await call('GET', `${path}/share`)).status, 404);
  t.equal((await look(token)).status, 404);
  const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', `${path}/share`, {})));
  t.equal(new Set(answers.map(({ json }) => json.token)).size, 1, 'concurrent shares get one URL');
  t.not(answers[0]?.json.token, token);
  const { entries } = (await call('GET', `/audit?objectId=${encodeURIComponent(tag)}`)).json;
  t.same([...new Set(entries.map(({ action }: Json) => action))].sort(), ['tag.share', 'tag.unshare']);
  t.notOk(JSON.stringify(entries).includes(answers[0]?.json.token), 'the audit log does not reveal it');
  t.equal((await call('POST', '/tags/nothing/share', {})).status, 404, 'a tag needs a link');
});

t.test("a tag's share page adds up its links and names the most clicked ones, and shows nothing else", async (t) => {
  const { links, path, token, tag } = await shareTag();
  const [a, b] = links as [Json, Json];
  await clickEach([a, b, await make()], [1, 2, 4]);
  const top = (link: Json, clicks: number, url: string | null) => ({
    ...{ shortUrl: link.shortUrl, title: link.title, url },
    ...{ clicks, uniqueClicks: clicks },
  });
  for (const query of ['', '?interval=day&timezone=Europe/Berlin&compare=previous', '?from=2026-01-01&to=2026-01-02']) {
    const { tag: _, topLinks, ...own } = (await call('GET', `${path}/stats${query}`)).json;
    const { topLinks: shown, ...shared } = (await look(token, `/stats${query}`)).json;
    t.strictSame(shared, own, query);
    t.strictSame(
      shown,
      topLinks.map(({ linkId: _, ...link }: Json) => ({ ...link, url: null })),
    );
  }
  const { json, text } = await look(token, '/stats');
  t.equal(json.totals.clicks, 3);
  t.match(json.topLinks, [top(b, 2, null), top(a, 1, null)]);
  for (const reported of [a.id, workspace.publicId, 'a note', 'crm-4711', '"inner"', 'example.de', secrets.url])
    t.notOk(text.includes(reported), reported);
  t.strictSame((await look(token, '/stats?tag=inner&tags=inner&createdBy=me')).json.totals.clicks, 3, 'no filters');
  await call('POST', `${path}/share`, { showDestination: true });
  t.match((await look(token, '/stats')).json.topLinks, [top(b, 2, secrets.url), top(a, 1, secrets.url)]);
  t.strictSame((await call('GET', `${path}/stats`)).json.tag, tag);
  t.equal((await call('GET', '/tags/nothing/stats')).status, 404);
});

t.test("a link that loses the tag, or is archived, banned or deleted, leaves the tag's share page", async (t) => {
  const states: Record<string, [leave: (link: Json) => Promise<unknown>, back?: (link: Json) => Promise<unknown>]> = {
    'without the tag': [({ id }) => call('PATCH', `/links/${id}`, { tags: [] })],
    archived: [
      ({ id }) => call('PATCH', `/links/${id}`, { archived: true }),
      ({ id }) => call('PATCH', `/links/${id}`, { archived: false }),
    ],
    banned: [
      async (link) => inTransaction(db, async (trx) => updateBanned(trx, [await idOf(link)], true)),
      async (link) => inTransaction(db, async (trx) => updateBanned(trx, [await idOf(link)], false)),
    ],
    deleted: [({ id }) => call('DELETE', `/links/${id}`)],
  };
  for (const [name, [leave, back]] of Object.entries(states)) {
    const { links, token } = await shareTag();
    const [a, b] = links as [Json, Json];
    await clickEach(links, [1, 2]);
    const shown = async () => {
      const { totals, topLinks } = (await look(token, '/stats')).json;
      return [totals.clicks, topLinks.map(({ shortUrl }: Json) => shortUrl)];
    };
    t.strictSame(await shown(), [3, [b.shortUrl, a.shortUrl]], name);
    await leave(b);
    t.strictSame(await shown(), [1, [a.shortUrl]], name);
    if (back) await back(b);
    if (back) t.strictSame(await shown(), [3, [b.shortUrl, a.shortUrl]], `no longer ${name}`);
  }
});

t.test("a tag's share page keeps its URL under a new name, and ends with the tag", async (t) => {
  const rename = (path: string, name: string, by: typeof call) => by('PATCH', path, { name });
  type Shared = Awaited<ReturnType<typeof shareTag>>;
  const untag = async ({ links }: Shared, by = call) => {
    for (const { id } of links) await by('PATCH', `/links/${id}`, { tags: ['inner'] });
  };
  const listening = await addWorkspace(db, 'team');
  const listener = caller(daemon, listening.key);
  await listener('POST', '/webhooks', { url: 'https://example.com/hook', events: ['link.updated'] });
  for (const [kind, by] of [
    ['', call],
    [' with a webhook for each link', listener],
  ] as const) {
    const shown = async ({ token }: Shared) => (await look(token)).json.tag;
    const renamed = await shareTag({}, by);
    await rename(renamed.path, `${renamed.tag} new`, by);
    t.equal(await shown(renamed), `${renamed.tag} new`, `renamed${kind}`);
    await rename(`/tags/${encodeURIComponent(`${renamed.tag} new`)}`, renamed.tag, by);
    t.equal(await shown(renamed), renamed.tag, `renamed back${kind}`);

    for (const [kept, merged] of [
      [await shareTag({}, by), await shareTag({}, by)],
      [await shareTag({}, by), await shareTag({}, by)],
    ] as const) {
      await by('POST', '/links', { ...secrets, tags: [merged.tag] });
      await rename(merged.path, kept.tag, by);
      t.equal((await look(merged.token)).status, 404, `merged into another tag${kind}`);
      t.equal(await shown(kept), kept.tag, `another tag was merged into it${kind}`);
    }

    const deleted = await shareTag({}, by);
    t.equal((await by('DELETE', deleted.path)).status, 200);
    t.equal((await look(deleted.token)).status, 404, `deleted${kind}`);
    await by('POST', '/links', { ...secrets, tags: [deleted.tag] });
    t.equal((await look(deleted.token)).status, 404, `another tag has its name${kind}`);

    const unused = await shareTag({}, by);
    await untag(unused, by);
    t.equal((await look(unused.token)).status, 404, `no link has it${kind}`);
    const last = await shareTag({}, by);
    await by('DELETE', '/links/bulk', { ids: last.links.map(({ id }) => id) });
    for (const { tag, token } of [unused, last]) {
      await by('POST', '/links', { ...secrets, tags: [tag] });
      t.equal((await look(token)).status, 404, `a link got its name later${kind}`);
    }
    const other = await shareTag({}, by);
    await rename(other.path, unused.tag, by);
    t.equal((await look(unused.token)).status, 404, `another tag was renamed to it${kind}`);
  }
});

t.test("a tag's share page shows nothing once its workspace is suspended or deleted", async (t) => {
  const ends = {
    suspended: (id: number) => inTransaction(db, (trx) => updateSuspension(trx, id, true, new Date())),
    deleted: (id: number) => inTransaction(db, (trx) => markDeleted(trx, id, new Date())),
    'being deleted': (id: number) => deleteSomeLinks(db, id, new Date()),
  };
  for (const [name, end] of Object.entries(ends)) {
    const own = await addWorkspace(db, 'team');
    const { token } = await shareTag({}, caller(daemon, own.key));
    t.equal((await look(token)).status, 200, name);
    await end(own.id);
    for (const rest of ['', '/stats', '/stats?from=soon']) t.equal((await look(token, rest)).status, 404, name);
  }
});

t.test("another workspace's tag with the same name is neither shared nor shown", async (t) => {
  const { path, tag, token } = await shareTag();
  const theirs = caller(daemon, (await addWorkspace(db, 'team')).key);
  const share = (method: string) => theirs(method, `${path}/share`, method === 'POST' ? {} : undefined);
  for (const method of ['GET', 'POST', 'DELETE']) t.equal((await share(method)).status, 404, method);
  const { json: link } = await theirs('POST', '/links', { ...secrets, tags: [tag] });
  for (const method of ['GET', 'DELETE']) t.equal((await share(method)).status, 404, `${method} with the same tag`);
  await clickEach([link], [3]);
  t.equal((await look(token, '/stats')).json.totals.clicks, 0);
  const other = await share('POST');
  t.equal((await look(other.json.token, '/stats')).json.totals.clicks, 3);
  await theirs('DELETE', path);
  t.equal((await look(token)).status, 200);
});

t.test('an IP address has a limited number of views a minute', async (t) => {
  const limited = await startDaemon(t, { env: { SHARE_REQUESTS_PER_MINUTE: '3' } });
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++) statuses.push((await caller(limited, undefined)('GET', '/shares/guess')).status);
  t.same(statuses, [404, 404, 404, 429]);
});
