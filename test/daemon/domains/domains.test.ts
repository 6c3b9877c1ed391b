/** Custom domains in the API: connecting, verification by DNS, limits, roles, and claims of one name by two workspaces. */

import type { Role } from '../../../daemon/core/tables.ts';
import { insertApiKey } from '../../../daemon/keys/queries.ts';
import { addWorkspace, type Call, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { clearRecords, setRecords, startDns } from '../../fixtures/dns.ts';
import { ask } from '../../fixtures/requests.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const dns = await startDns(t);
const daemon = await startDaemon(t, {
  env: {
    DEFAULT_SHORT_DOMAIN: 'go.waypost.test',
    DNS_RESOLVERS: dns.address,
    DOMAIN_VERIFY_SECONDS: '0',
    PLANS_FREE_REQUESTS_PER_MINUTE: '100000',
    PLANS_SCALE_REQUESTS_PER_MINUTE: '100000',
  },
});
const { db } = daemon.context;
dns.set('go.waypost.test', 'A', '192.0.2.1', '192.0.2.2');
dns.set('go.waypost.test', 'AAAA', '2001:db8::1');

const workspace = await addWorkspace(db, 'scale');
const call = caller(daemon, workspace.key);
let names = 0;
const newName = () => `go${++names}.customer.test`;

async function connect(hostname = newName(), by: Call = call): Promise<Json> {
  const { status, json, text } = await by('POST', '/domains', { hostname });
  if (status !== 201) throw new Error(`${hostname}: ${status} ${text}`);
  return json;
}
const verify = async ({ id }: Json, by: Call = call): Promise<Json> => {
  const { status, json, text } = await by('POST', `/domains/${id}/verify`);
  if (status !== 200) throw new Error(`verify: ${status} ${text}`);
  return json;
};
const port = Number(new URL(daemon.origin).port);
const visit = (hostname: string, slug: string) => ask(port, { path: `/${slug}`, headers: { Host: hostname } });
/** A change applies within a second. */
const visitUntil = (status: number, hostname: string, slug: string) =>
  until(
    () => visit(hostname, slug),
    (answer) => answer.status === status,
  );

t.test('a new domain is pending and shows the DNS records to set', async (t) => {
  const { status, json, headers } = await call('POST', '/domains', { hostname: 'Bücher.Customer.TEST' });
  t.equal(status, 201);
  t.match(headers.get('x-request-id'), /./);
  const { id, createdAt, ...rest } = json;
  t.match(id, /^dom_[0-9A-Za-z]{20}$/);
  const hostname = 'xn--bcher-kva.customer.test';
  const token = rest.dns.records[0].value;
  t.match(token, /^fks-verify=[0-9a-f]{32}$/);
  t.strictSame(rest, {
    workspaceId: workspace.publicId,
    hostname,
    unicodeHostname: 'bücher.customer.test',
    status: 'pending',
    dns: {
      status: 'pending',
      records: [
        { type: 'TXT', name: `_fks.${hostname}`, value: token, found: false },
        { type: 'CNAME', name: hostname, value: 'go.waypost.test', found: false },
      ],
    },
    certificate: { status: 'none', expiresAt: null, error: null },
    rootUrl: null,
    notFoundUrl: null,
    brand: null,
    logo: { status: 'none', error: null },
    apps: { ios: [], android: [] },
    lastCheckedAt: null,
    verifiedAt: null,
    updatedAt: createdAt,
  });
  const list = await call('GET', '/domains');
  t.strictSame(list.json.domains[0], json);
  const entry = (await call('GET', '/audit')).json.entries[0];
  t.match(entry, { action: 'domain.connect', objectId: id, actor: { type: 'api_key' }, details: { hostname } });
});

t.test("the records of an apex domain name the default domain's IP addresses", async (t) => {
  const domain = await connect('customer-apex.test');
  t.strictSame(
    domain.dns.records.slice(1).map(({ type, name, value }: Json) => `${type} ${name} ${value}`),
    ['A customer-apex.test 192.0.2.1', 'A customer-apex.test 192.0.2.2', 'AAAA customer-apex.test 2001:db8::1'],
  );
  dns.set('_fks.customer-apex.test', 'TXT', domain.dns.records[0].value);
  dns.set('customer-apex.test', 'A', '192.0.2.2');
  dns.set('customer-apex.test', 'AAAA', '2001:0db8:0:0::1');
  const verified = await verify(domain);
  t.match(verified, { status: 'verified', dns: { status: 'ok' } });
  t.strictSame(
    verified.dns.records.map(({ found }: Json) => found),
    [true, false, true, true],
  );
  dns.set('customer-apex.test', 'A', '192.0.2.2', '203.0.113.9');
  t.match(await verify(domain), { status: 'verified', dns: { status: 'mismatch' } }, 'in part elsewhere');
});

t.test('each DNS record is reported as found or not, and an unavailable DNS server changes nothing', async (t) => {
  const domain = await connect();
  const { hostname } = domain;
  const [txt, cname] = domain.dns.records;
  const state = (found: [boolean, boolean], status: string, dnsStatus: string) => ({
    status,
    dns: { status: dnsStatus, records: [{ found: found[0] }, { found: found[1] }] },
  });
  t.match(await verify(domain), { ...state([false, false], 'pending', 'mismatch'), lastCheckedAt: /Z$/ });
  dns.set(txt.name, 'TXT', 'fks-verify=somebody-else', txt.value);
  t.match(await verify(domain), state([true, false], 'pending', 'mismatch'));
  dns.set(cname.name, 'CNAME', 'elsewhere.test');
  dns.set('elsewhere.test', 'A', '203.0.113.7');
  t.match(await verify(domain), state([true, false], 'pending', 'mismatch'));
  dns.set(cname.name, 'CNAME', 'GO.waypost.test');
  dns.mood(hostname, 'fails');
  t.match(await verify(domain), state([true, false], 'pending', 'mismatch'), 'SERVFAIL changes nothing');
  dns.mood(hostname, 'answers');
  const verified = await verify(domain);
  t.match(verified, { ...state([true, true], 'verified', 'ok'), certificate: { status: 'pending' }, verifiedAt: /Z$/ });
  const entry = (await call('GET', '/audit')).json.entries[0];
  t.match(entry, { action: 'domain.verify', objectId: domain.id, actor: { type: 'api_key' }, details: { hostname } });

  dns.mood(hostname, 'silent');
  const { lastCheckedAt, ...unchanged } = verified;
  const asked = await verify(domain);
  t.match(asked, unchanged, 'a server that does not answer changes nothing');
  t.ok(asked.lastCheckedAt > lastCheckedAt);
  dns.mood(hostname, 'answers');
  dns.clear(txt.name);
  t.match(await verify(domain), state([false, true], 'verified', 'mismatch'));
});

t.test("a wrong record's value is shown, shortened, until the record is correct", async (t) => {
  const domain = await connect();
  const [txt, cname] = domain.dns.records;
  const instead = async () => {
    const { dns } = await verify(domain);
    return dns.records.map((record: Json) => record.instead);
  };
  t.same(await instead(), [undefined, undefined], 'there is no record');
  dns.set(txt.name, 'TXT', 'fks-verify=old', 'v=spf1 -all');
  dns.set(cname.name, 'A', '203.0.113.7');
  t.same(await instead(), [['fks-verify=old', 'v=spf1 -all'], ['203.0.113.7']]);
  dns.set(txt.name, 'TXT', ...Array.from({ length: 9 }, (_, n) => `${n}`.repeat(200)));
  dns.clear(cname.name);
  dns.set(cname.name, 'CNAME', 'elsewhere.test');
  const [texts, names] = await instead();
  t.equal(texts.length, 5);
  t.same(names, ['elsewhere.test']);
  dns.mood(domain.hostname, 'fails');
  t.same((await instead())[1], ['elsewhere.test'], 'a failed look-up changes nothing');
  dns.mood(domain.hostname, 'answers');
  dns.set(txt.name, 'TXT', txt.value);
  t.same(await instead(), [undefined, ['elsewhere.test']]);
});

t.test(
  "a name that has the default domain's IP addresses counts as pointing to Waypost, as with ALIAS records",
  async (t) => {
    const domain = await connect();
    const [txt, cname] = domain.dns.records;
    dns.set(txt.name, 'TXT', txt.value);
    dns.set(cname.name, 'A', '192.0.2.1');
    t.match(await verify(domain), {
      status: 'verified',
      dns: { status: 'ok', records: [{ found: true }, { found: true }] },
    });
  },
);

t.test('a chain of CNAMEs is followed', async (t) => {
  const domain = await connect();
  const [txt, cname] = domain.dns.records;
  dns.set(txt.name, 'TXT', txt.value);
  dns.set(cname.name, 'CNAME', 'alias.customer.test');
  dns.set('alias.customer.test', 'CNAME', 'go.waypost.test');
  t.match(await verify(domain), { status: 'verified' });
});

t.test('links are refused while their domain is pending, and created and served once it is verified', async (t) => {
  const domain = await connect('Links.Customer.test');
  const { hostname } = domain;
  const link = { url: 'https://example.com/there', domain: hostname, slug: 'a' };
  const refused = await call('POST', '/links', link);
  t.match([refused.status, refused.json.error.details.field], [422, 'domain']);
  t.equal((await visit(hostname, 'a')).status, 404);
  setRecords(dns, domain);
  await verify(domain);
  const made = await call('POST', '/links', { ...link, domain: 'LINKS.customer.test' });
  t.match(made.json, { domain: hostname, slug: 'a', shortUrl: `http://${hostname}/a` });
  t.equal((await visitUntil(302, hostname, 'a')).headers.location, 'https://example.com/there');
  t.equal((await visit('other.customer.test', 'a')).status, 404);
  t.equal((await visit(hostname, 'api/links')).status, 404, 'there is no API on it');
  const listed = await call('GET', `/links?domain=${hostname}`);
  t.same(
    listed.json.links.map(({ id }: Json) => id),
    [made.json.id],
  );
  t.same((await call('GET', '/links?domain=unknown.test')).json.links, []);
});

t.test('DNS is checked at most every few seconds, however often verification is requested', async (t) => {
  const other = await startDaemon(t, {
    env: { DEFAULT_SHORT_DOMAIN: 'go.waypost.test', DNS_RESOLVERS: dns.address, DOMAIN_VERIFY_SECONDS: '3600' },
  });
  const { key } = await addWorkspace(other.context.db, 'scale');
  const there = caller(other, key);
  const domain = await connect(newName(), there);
  const answers = await Promise.all(Array.from({ length: 5 }, () => verify(domain, there)));
  const questions = dns.asked.filter((question) => question === `TXT _fks.${domain.hostname}`).length;
  t.equal(questions, 1, 'concurrent callers share one check');
  setRecords(dns, domain);
  t.strictSame(await verify(domain, there), answers[0]);
});

t.test('an invalid name is refused with 422, and the error names the field', async (t) => {
  for (const hostname of [
    '1.2.3.4',
    'a.b:80',
    '*.example.com',
    'co.uk',
    'go.waypost.test',
    'GO.waypost.test.',
    'localhost',
    'a b.com',
    'a.b',
    'abc',
    '',
    'x'.repeat(254),
    7,
    null,
  ]) {
    const { status, json } = await call('POST', '/domains', { hostname });
    if (hostname === 'a.b') t.equal(status, 422, 'three characters');
    t.match(
      [status, json.error.code, json.error.details.field],
      [422, 'validation_failed', 'hostname'],
      String(hostname),
    );
  }
  t.match((await call('POST', '/domains', {})).json.error.details.issues, [
    { field: 'hostname', message: 'is required' },
  ]);
  const more = await call('POST', '/domains', { hostname: newName(), extra: 1 });
  t.match([more.status, more.json.error.details.field], [422, 'extra']);
});

t.test('requests with the same Idempotency-Key connect a domain once', async (t) => {
  const headers = { 'idempotency-key': 'connect once' };
  const hostname = newName();
  const first = await call('POST', '/domains', { hostname }, headers);
  const again = await call('POST', '/domains', { hostname }, headers);
  t.same([again.status, again.json], [201, first.json]);
  t.equal(again.headers.get('idempotency-replayed'), 'true');
});

t.test('every role can list domains, and only admins can connect, verify or disconnect them', async (t) => {
  const domain = await connect();
  const { id: workspaceId, userId: createdBy } = workspace;
  for (const role of ['viewer', 'member'] as Role[]) {
    const { key } = await insertApiKey(db, { workspaceId, createdBy, role, name: role }, new Date());
    const by = caller(daemon, key);
    t.equal((await by('GET', '/domains')).status, 200);
    for (const [method, at, body] of [
      ['POST', '/domains', { hostname: newName() }],
      ['POST', '/domains', { hostname: 'not a name' }],
      ['POST', `/domains/${domain.id}/verify`, undefined],
      ['POST', '/domains/dom_unknown/verify', undefined],
      ['DELETE', `/domains/${domain.id}`, undefined],
    ] as const) {
      const { status, json } = await by(method, at, body);
      t.match([status, json.error.code], [403, 'forbidden'], `${role} ${method} ${at}`);
    }
  }
});

t.test("another workspace's domains are answered like unknown domains", async (t) => {
  const domain = await connect();
  const stranger = caller(daemon, (await addWorkspace(db, 'pro')).key);
  t.same((await stranger('GET', '/domains')).json, { domains: [] });
  for (const [method, at] of [
    ['POST', `/domains/${domain.id}/verify`],
    ['DELETE', `/domains/${domain.id}`],
  ] as const) {
    const { status, json } = await stranger(method, at);
    t.match([status, json.error.code], [404, 'not_found'], at);
  }
  t.equal((await call('DELETE', '/domains/dom_nothing')).status, 404);
});

t.test('concurrent requests to connect domains stay within the limit', async (t) => {
  const by = caller(daemon, (await addWorkspace(db, 'free')).key);
  const answers = await Promise.all(Array.from({ length: 20 }, () => by('POST', '/domains', { hostname: newName() })));
  t.equal(answers.filter(({ status }) => status === 201).length, 3);
  const refused = answers.filter(({ status }) => status !== 201);
  for (const { status, json } of refused) {
    t.match([status, json.error], [402, { code: 'plan_limit_reached', details: { limit: 3 } }]);
  }
  const domains = (await by('GET', '/domains')).json.domains;
  t.equal(domains.length, 3);
  t.equal((await by('GET', '/workspace')).json.usage.domains, 3);
  t.equal((await by('DELETE', `/domains/${domains[0].id}`)).status, 200);
  t.equal((await by('POST', '/domains', { hostname: newName() })).status, 201, 'a removed domain frees its place');
});

t.test('if many workspaces connect the same name at once, only one workspace gets the name', async (t) => {
  const others = await Promise.all(Array.from({ length: 8 }, () => addWorkspace(db, 'pro')));
  const hostname = newName();
  const answers = await Promise.all(others.map(({ key }) => caller(daemon, key)('POST', '/domains', { hostname })));
  t.same(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409, 409, 409]);
});

t.test('connecting a name that is taken is answered with a conflict', async (t) => {
  const rival = caller(daemon, (await addWorkspace(db, 'pro')).key);
  const domain = await connect();
  const { hostname } = domain;
  const own = await call('POST', '/domains', { hostname: hostname.toUpperCase() });
  t.match([own.status, own.json.error.code, own.json.error.details.field], [409, 'conflict', 'hostname']);
  const claimed = await rival('POST', '/domains', { hostname });
  t.match([claimed.status, claimed.json.error.code], [409, 'conflict']);
  const [proof] = claimed.json.error.details.records;
  t.match(proof, { type: 'TXT', name: `_fks.${hostname}`, value: /^fks-verify=/ });
  t.not(proof.value, domain.dns.records[0].value, 'a proof is of one workspace');

  dns.set(proof.name, 'TXT', domain.dns.records[0].value);
  t.equal((await rival('POST', '/domains', { hostname })).status, 409, "the owner's proof helps nobody else");
  dns.mood(proof.name, 'fails');
  t.equal((await rival('POST', '/domains', { hostname })).status, 409, 'nor does a failed look-up');
  dns.mood(proof.name, 'answers');

  dns.set(proof.name, 'TXT', proof.value);
  const moved = await rival('POST', '/domains', { hostname });
  t.match([moved.status, moved.json.hostname], [201, hostname], 'a proof moves an unverified claim');
  t.equal(moved.json.dns.records[0].value, proof.value);
  t.equal((await call('POST', `/domains/${domain.id}/verify`)).status, 404, 'the other one lost it');
  t.match((await call('GET', '/audit')).json.entries[0], { action: 'domain.lose', actor: { type: 'system' } });

  setRecords(dns, moved.json);
  t.match(await verify(moved.json, rival), { status: 'verified' });
  dns.set(proof.name, 'TXT', domain.dns.records[0].value);
  const late = await call('POST', '/domains', { hostname });
  t.match([late.status, late.json.error.details], [409, { field: 'hostname' }], 'a verified domain stays');
  t.equal(late.json.error.details.records, undefined);
  clearRecords(dns, domain);
  await rival('DELETE', `/domains/${moved.json.id}`);
  t.equal((await call('POST', '/domains', { hostname })).status, 201, 'once removed, the name is free');
});
