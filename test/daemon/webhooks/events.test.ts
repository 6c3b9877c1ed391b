/** Webhooks receive each change once, written in its transaction; without webhooks nothing is written. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type KyselyPlugin, sql } from 'kysely';
import { checkDomain, trustDomain } from '../../../daemon/domains/check-domain.ts';
import { type DomainRow, findDomainByHostname } from '../../../daemon/domains/queries.ts';
import { setBanned } from '../../../daemon/safety/core/bans.ts';
import { followSome } from '../../../daemon/tags/follow-tag.ts';
import { listReplacedTags } from '../../../daemon/tags/queries.ts';
import { notifyWebhooks } from '../../../daemon/webhooks/outbox.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { operator, system } from '../../../shared/people/actor.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { setRecords, startDns } from '../../fixtures/dns.ts';
import { isSigned, startReceiver } from '../../fixtures/receiver.ts';
import { until } from '../../fixtures/until.ts';
import { addWebhook, deliveriesOf, startSending } from '../../fixtures/webhooks.ts';
import { t } from '../../runner/tap.ts';

const dns = await startDns(t);
dns.set('go.waypost.test', 'A', '192.0.2.1');
const daemon = await startDaemon(t, {
  env: {
    DEFAULT_SHORT_DOMAIN: 'go.waypost.test',
    BASE_URL: 'https://go.waypost.test/api',
    DNS_RESOLVERS: dns.address,
    DOMAIN_VERIFY_SECONDS: '0',
    ALLOW_PRIVATE_DESTINATIONS: '1',
  },
});
const { db, config } = daemon.context;

async function newWorkspace() {
  const workspace = await addWorkspace(db, 'scale');
  return { ...workspace, call: caller(daemon, workspace.key) };
}

/** Events queued for a webhook, oldest first. */
const eventsOf = async (call: ReturnType<typeof caller>, webhook: { id: string }): Promise<Json[]> =>
  (await deliveriesOf(call, webhook, 'limit=50')).map(({ request }) => request).reverse();

const url = 'http://hooks.example/';

t.test('created, changed and deleted links are sent in order, each as the API shows it', async (t) => {
  const { call } = await newWorkspace();
  const receiver = await startReceiver(t);
  const webhook = await addWebhook(call, `${receiver.url}/hook?a=b`, ['link.created', 'link.updated', 'link.deleted']);
  const created = (
    await call('POST', '/links', { url: 'https://example.com/a', tags: ['one'], password: 'long enough' })
  ).json;
  const updated = (await call('PATCH', `/links/${created.id}`, { title: 'New', tags: ['two'], password: null })).json;
  await call('PATCH', `/links/${created.id}`, {});
  await call('DELETE', `/links/${created.id}`);
  const sending = await startSending(t, daemon);
  await until(() => receiver.received.length >= 3);
  await sending.stop();
  t.same(
    receiver.received.map(({ json: { type, data } }) => ({ type, data })),
    [
      { type: 'link.created', data: { link: created } },
      { type: 'link.updated', data: { link: updated, changed: ['title', 'tags', 'password'] } },
      { type: 'link.deleted', data: { link: updated } },
    ],
  );
  for (const received of receiver.received) {
    t.ok(isSigned(webhook.secret, received));
    t.equal(received.path, '/hook?a=b');
    t.match(received.headers, { 'content-type': 'application/json', 'user-agent': 'Waypost-Webhooks' });
    t.notMatch(received.body, /argon2|long enough/, 'no password');
  }
  t.equal(new Set(receiver.received.map(({ id }) => id)).size, 3);
});

t.test('a bulk request is reported link by link to all subscribers, without the failed links', async (t) => {
  const { call } = await newWorkspace();
  const webhook = await addWebhook(call, url, ['link.created']);
  const other = await addWebhook(call, url, ['link.created', 'link.deleted']);
  await addWebhook(call, url, ['link.deleted']);
  const links = [...Array.from({ length: 49 }, (_, n) => ({ url: `https://example.com/${n}` })), { url: 'nonsense' }];
  const { json } = await call('POST', '/links/bulk', { links });
  t.equal(json.created, 49);
  for (const one of [webhook, other]) {
    t.same(
      (await eventsOf(call, one)).map(({ data }) => data.link),
      json.results.flatMap(({ link }: Json) => link ?? []),
    );
  }
  const [mine, theirs] = await Promise.all([deliveriesOf(call, webhook), deliveriesOf(call, other)]);
  t.same(
    mine.map(({ id }) => id),
    theirs.map(({ id }) => id),
    'one event has one id for all webhooks',
  );
});

t.test('many events cost one query and one insert for any number of subscribers, and one query for none', async (t) => {
  const { call, id: workspaceId } = await newWorkspace();
  const statements: string[] = [];
  const noting: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const tell = () =>
    inTransaction(db.withPlugin(noting), (trx) =>
      notifyWebhooks(trx, { workspaceId, event: 'link.created', now: new Date() }, () =>
        Array.from({ length: 50 }, (_, n) => ({ n })),
      ),
    );
  await tell();
  t.same(statements.splice(0), ['SelectQueryNode']);
  for (let n = 0; n < 3; n++) await addWebhook(call, url, ['link.created']);
  await tell();
  t.same(statements, ['SelectQueryNode', 'InsertQueryNode']);
});

t.test('a workspace without webhooks causes no query for them', async (t) => {
  const { call } = await newWorkspace();
  const { id } = (await call('POST', '/links', { url: 'https://example.com/' })).json;
  // The query for webhooks fails, while authentication still works.
  await sql`ALTER TABLE webhooks RENAME COLUMN events TO events_away`.execute(db);
  try {
    t.equal((await call('POST', '/links', { url: 'https://example.com/' })).status, 201);
    const links = Array.from({ length: 50 }, () => ({ url: 'https://example.com/' }));
    t.equal((await call('POST', '/links/bulk', { links })).json.created, 50);
    t.equal((await call('PATCH', `/links/${id}`, { title: 'T' })).status, 200);
    t.equal((await call('DELETE', `/links/${id}`)).status, 200);
  } finally {
    await sql`ALTER TABLE webhooks RENAME COLUMN events_away TO events`.execute(db);
  }
});

t.test('a webhook created through one process gets events from another process within a second', async (t) => {
  const { call, key } = await newWorkspace();
  const other = caller(await startDaemon(t, { stores: daemon.stores }), key);
  t.equal((await other('POST', '/links', { url: 'https://example.com/before' })).status, 201);
  const webhook = await addWebhook(call, url, ['link.created']);
  await sleep(1_100);
  await other('POST', '/links', { url: 'https://example.com/after' });
  t.same(
    (await eventsOf(call, webhook)).map(({ data }) => data.link.url),
    ['https://example.com/after'],
  );
});

t.test('a change and its events are stored together or not at all', async (t) => {
  const { call } = await newWorkspace();
  const webhook = await addWebhook(call, url, ['link.created', 'link.updated']);
  const { id } = (await call('POST', '/links', { url: 'https://example.com/', slug: 'together' })).json;
  t.equal((await call('POST', '/links', { url: 'https://example.com/', slug: 'together' })).status, 409);
  t.equal((await eventsOf(call, webhook)).length, 1, 'a refused change is not reported');
  await sql`RENAME TABLE webhook_deliveries TO webhook_deliveries_away`.execute(db);
  t.equal((await call('PATCH', `/links/${id}`, { title: 'Untold' })).status, 503);
  await sql`RENAME TABLE webhook_deliveries_away TO webhook_deliveries`.execute(db);
  t.equal((await call('GET', `/links/${id}`)).json.title, null, 'a change whose event cannot be stored is not made');
});

t.test('a webhook that is off gets no events, and gets later events once it is on again', async (t) => {
  const { call } = await newWorkspace();
  const webhook = await addWebhook(call, url, ['link.created']);
  await call('PATCH', `/webhooks/${webhook.id}`, { active: false });
  await call('POST', '/links', { url: 'https://example.com/off' });
  await call('PATCH', `/webhooks/${webhook.id}`, { active: true });
  await call('POST', '/links', { url: 'https://example.com/on' });
  t.same(
    (await eventsOf(call, webhook)).map(({ data }) => data.link.url),
    ['https://example.com/on'],
  );
});

t.test('a ban is sent as an event with its reason, and its end as a change of the link', async (t) => {
  const { call } = await newWorkspace();
  const webhook = await addWebhook(call, url, ['link.banned', 'link.updated']);
  const { id } = (await call('POST', '/links', { url: 'https://example.com/' })).json;
  const set = (banned: boolean) =>
    inTransaction(db, (trx) =>
      setBanned(trx, config, id, { operatorBan: { banned }, actor: operator, now: new Date() }),
    );
  for (const banned of [true, true, false, false]) await set(banned);
  t.match(await eventsOf(call, webhook), [
    { type: 'link.banned', data: { link: { id, banned: true }, ban: { reason: 'operator', field: null } } },
    { type: 'link.updated', data: { link: { id, banned: false }, changed: ['banned'] } },
  ]);
  t.equal((await eventsOf(call, webhook)).length, 2, 'and nothing where nothing changed');
});

t.test(
  "a renamed, merged or deleted tag is reported once for each link that had it, with the link's current state",
  async (t) => {
    const { call, id: workspaceId } = await newWorkspace();
    const url = 'https://example.com/';
    const make = async (tags: string[], count = 1) => {
      const ids: string[] = [];
      for (let left = count; left > 0; left -= 50) {
        const links = Array.from({ length: Math.min(left, 50) }, () => ({ url, tags }));
        const { json } = await call('POST', '/links/bulk', { links });
        ids.push(...json.results.map(({ link }: Json) => link.id));
      }
      return ids;
    };
    const had = async (name: string) => {
      const { rows } = await sql<{ id: string }>`
      SELECT l.public_id AS id FROM links l JOIN link_tags k ON k.link_id = l.id JOIN tags g ON g.id = k.tag_id
      WHERE g.workspace_id = ${workspaceId} AND g.name = ${Buffer.from(name)}`.execute(db);
      return rows.map(({ id }) => id).sort();
    };
    await make(['small', 'other']);
    await make(['small', 'large'], 2);
    await make(['large'], 5);
    await make(['many', 'end'], 260);
    const webhook = await addWebhook(call, 'http://hooks.example/tags', ['link.updated']);
    const notified = async () => {
      const rows = await db
        .selectFrom('webhook_deliveries as d')
        .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
        .select('d.payload')
        .where('w.public_id', '=', webhook.id)
        .orderBy('d.id')
        .execute();
      return rows.map(({ payload }) => JSON.parse(payload));
    };
    let before = 0;
    for (const [method, tag, name] of [
      ['PATCH', 'small', 'renamed'],
      ['PATCH', 'renamed', 'large'],
      ['PATCH', 'large', 'other'],
      ['PATCH', 'other', 'many'],
      ['PATCH', 'many', 'last'],
      ['PATCH', 'last', 'last'],
      ['DELETE', 'last', undefined],
    ] as const) {
      const holders = tag === name ? [] : await had(tag);
      t.equal((await call(method, `/tags/${tag}`, name && { name })).status, 200);
      for (const id of await listReplacedTags(db, 10)) while (await followSome(db, id, config));
      const messages = (await notified()).slice(before);
      before += messages.length;
      t.same(messages.map(({ data }) => data.link.id).sort(), holders, `${method} ${tag} ${name}`);
      for (const { type, data } of messages) {
        t.same([type, data.changed, data.link.tags.includes(tag)], ['link.updated', ['tags'], false]);
        if (name) t.ok(data.link.tags.includes(name));
      }
    }
    t.equal(before, 3 + 3 + 8 + 8 + 268 + 268);
  },
);

t.test("a domain's verification, failure and new verification are reported, as the API shows it", async (t) => {
  const { call } = await newWorkspace();
  const webhook = await addWebhook(call, url, ['domain.verified', 'domain.misconfigured']);
  const hostname = 'go.notified.test';
  const domain = (await call('POST', '/domains', { hostname })).json;
  const start = Date.now();
  const checkAt = async (hour: number) =>
    checkDomain(
      { config, db },
      (await findDomainByHostname(db, hostname)) as DomainRow,
      system,
      new Date(start + hour * 3_600_000),
    );
  setRecords(dns, domain);
  await checkAt(0);
  await checkAt(1);
  for (const { type, name } of domain.dns.records) dns.set(name, type, type === 'TXT' ? 'other' : 'elsewhere.test');
  for (const hour of [2, 40, 80]) await checkAt(hour);
  setRecords(dns, domain);
  await checkAt(90);
  const notified = await eventsOf(call, webhook);
  t.match(notified, [
    { type: 'domain.verified', data: { domain: { id: domain.id, hostname, status: 'verified' } } },
    { type: 'domain.misconfigured', data: { domain: { id: domain.id, hostname, status: 'misconfigured' } } },
    { type: 'domain.verified', data: { domain: { id: domain.id, hostname, status: 'verified' } } },
  ]);
  t.equal(notified.length, 3);
});

t.test('links deleted with their domain are reported as deleted', async (t) => {
  const { call } = await newWorkspace();
  const hostname = 'go.removed.test';
  const domain = (await call('POST', '/domains', { hostname })).json;
  const { id } = (await findDomainByHostname(db, hostname)) as DomainRow;
  const webhook = await addWebhook(call, url, ['link.deleted', 'domain.verified']);
  await inTransaction(db, (trx) => trustDomain(trx, id, operator, new Date()));
  await inTransaction(db, (trx) => trustDomain(trx, id, operator, new Date()));
  const links = Array.from({ length: 3 }, (_, n) => ({ url: `https://example.com/${n}`, domain: hostname }));
  const { json } = await call('POST', '/links/bulk', { links });
  await call('DELETE', `/domains/${domain.id}`);
  const notified = await eventsOf(call, webhook);
  t.same(
    notified.map(({ type }) => type),
    ['domain.verified', 'link.deleted', 'link.deleted', 'link.deleted'],
  );
  t.same(
    notified
      .slice(1)
      .map(({ data }) => data.link.shortUrl)
      .sort(),
    json.results.map(({ link }: Json) => link.shortUrl).sort(),
  );
});

t.test('concurrent changes of one link are reported in the order in which they happened', async (t) => {
  const { call } = await newWorkspace();
  const webhook = await addWebhook(call, url, ['link.updated', 'link.deleted']);
  const { id } = (await call('POST', '/links', { url: 'https://example.com/' })).json;
  const titles = Array.from({ length: 20 }, (_, n) => `title ${n}`);
  await Promise.all(titles.map((title) => call('PATCH', `/links/${id}`, { title })));
  const { title } = (await call('GET', `/links/${id}`)).json;
  await call('DELETE', `/links/${id}`);
  const notified = await eventsOf(call, webhook);
  t.equal(notified.length, 21);
  t.equal(new Set(notified.slice(0, 20).map(({ data }) => data.link.title)).size, 20, 'each change as it was');
  t.equal(notified.at(-2)?.data.link.title, title, 'the last one reported is the current state');
  t.equal(notified.at(-1)?.type, 'link.deleted');
});
