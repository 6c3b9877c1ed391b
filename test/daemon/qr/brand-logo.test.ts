/** QR codes with their domain's brand logo: it is downloaded in the background as an image, or a reason is shown. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { trustDomain } from '../../../daemon/domains/check-domain.ts';
import { type DomainRow, findDomainByHostname } from '../../../daemon/domains/queries.ts';
import { listDueLogos } from '../../../daemon/qr/brand-logo-queries.ts';
import { fetchDueLogo, type LogoRules } from '../../../daemon/qr/fetch-logo.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { operator } from '../../../shared/people/actor.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const env = { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' };
const daemon = await startDaemon(t, { env });
const { db } = daemon.context;
const workspace = await addWorkspace(db, 'scale');
const call = caller(daemon, workspace.key);
const logoUrl = 'https://cdn.example.com/logo.png';
const hour = 3_600_000;

/** An image for each path; the server is requested as `http://logo.test:port`. */
const answers: Record<string, RequestListener> = {};
let requests = 0;
const server = createServer((request, response) => {
  requests++;
  const answer = answers[request.url ?? ''];
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
t.teardown(() => server.closeAllConnections());
t.teardown(() => server.close());
const at = (path: string) => `http://logo.test:${(server.address() as AddressInfo).port}${path}`;
const rules: LogoRules = { resolve: async () => ['127.0.0.1'], isAllowed: (address) => address === '127.0.0.1' };

const send =
  (body: Buffer | string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, headers).end(body);
const red = (width = 90, height = 60) => sharp({ create: { width, height, channels: 3, background: '#e11d48' } });
answers['/logo.png'] = send(await red().png().toBuffer());
answers['/other.png'] = send(await red(20, 20).negate().png().toBuffer());
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';

let names = 0;
async function newDomain() {
  const hostname = `logo${++names}.customer.test`;
  const { json } = await call('POST', '/domains', { hostname });
  const { id } = (await findDomainByHostname(db, hostname)) as DomainRow;
  await inTransaction(db, (trx) => trustDomain(trx, id, operator, new Date()));
  daemon.context.announceChanges();
  while (daemon.context.findDomain(hostname) < 0) await sleep(5);
  const link = (await call('POST', '/links', { url: 'https://example.com/', domain: hostname })).json;
  return { id, publicId: json.id as string, link };
}
type Domain = Awaited<ReturnType<typeof newDomain>>;

/** Sets the brand's logo to a URL that is only valid in a test. */
async function setLogo({ id, publicId }: Domain, url: string): Promise<void> {
  await call('PATCH', `/domains/${publicId}`, { brand: { name: 'b', logoUrl: `${logoUrl}?${Math.random()}` } });
  const brand = JSON.stringify({ name: 'b', logoUrl: url, color: null });
  await db.updateTable('domains').set({ brand }).where('id', '=', id).execute();
}

const stateOf = async ({ publicId }: Domain) => (await call('GET', `/domains/${publicId}`)).json.logo;
const fetchNow = ({ id }: Domain, more: LogoRules = {}, now = new Date()) =>
  fetchDueLogo(db, id, { ...rules, ...more }, now);

async function draw({ link }: Domain, look: Json = {}): Promise<{ status: number; text: string }> {
  const { status, text } = await call('GET', `/links/${link.id}/qr?${new URLSearchParams({ logo: 'brand', ...look })}`);
  return { status, text };
}

t.test('an image that can be read is stored as a small PNG and drawn in the QR code', async (t) => {
  const images: Record<string, RequestListener> = {
    PNG: answers['/logo.png'] as RequestListener,
    JPEG: send(await red().jpeg().toBuffer()),
    WebP: send(await red().webp().toBuffer()),
    'an SVG': send(svg, { 'Content-Type': 'image/svg+xml' }),
    'a compressed SVG': send(gzipSync(svg), { 'Content-Encoding': 'gzip' }),
    'the target of a redirect on its host': (_, response) =>
      void response.writeHead(302, { Location: '/logo.png' }).end(),
  };
  const domain = await newDomain();
  for (const [name, image] of Object.entries(images)) {
    answers['/image'] = image;
    await setLogo(domain, at('/image'));
    t.same(await stateOf(domain), { status: 'pending', error: null }, name);
    t.match(JSON.parse((await draw(domain)).text).error.details.issues, [{ message: /still being downloaded/ }], name);
    await fetchNow(domain);
    t.same(await stateOf(domain), { status: 'ready', error: null }, name);
    const before = requests;
    const drawn = await draw(domain);
    t.equal(drawn.status, 200, name);
    t.match(drawn.text, /data:image\/png;base64/, name);
    t.equal(requests, before, 'nothing is fetched for a drawing');
    const { png } = await db
      .selectFrom('domains')
      .select('logo_png as png')
      .where('id', '=', domain.id)
      .executeTakeFirstOrThrow();
    t.match(await sharp(png as Buffer).metadata(), { format: 'png', width: 512, height: 512 }, name);
  }
  const { status } = await call('POST', `/links/${domain.link.id}/qr`, { logo: 'brand', format: 'png', size: 512 });
  t.equal(status, 200, 'by POST, too');
  const zip = (ids: string[]) => call('POST', '/links/qr.zip', { ids, logo: 'brand' });
  t.equal((await zip([domain.link.id])).status, 200, 'and for many links of one domain');
  const other = await newDomain();
  t.match((await zip([domain.link.id, other.link.id])).json.error.details, { field: 'logo' });
});

t.test('a failed download is reported and retried, a limited number of times', async (t) => {
  const big = Buffer.alloc(1_100_000, 1);
  const cases: [name: string, answer: RequestListener, error: RegExp, more?: LogoRules][] = [
    ['too large', send(big), /more than 1,000,000 bytes/],
    [
      'too large when decompressed',
      send(gzipSync(Buffer.alloc(5e7)), { 'Content-Encoding': 'gzip' }),
      /more than 1,000,000 bytes/,
    ],
    ['no image', send('<html>hello</html>'), /is not a PNG, JPEG, WebP or SVG/],
    ['a broken image', send((await red().png().toBuffer()).subarray(0, 60)), /cannot be read as an image/],
    ['an image of too many pixels', send(await red(3_000, 3_000).png().toBuffer()), /4 million pixels/],
    ['an SVG that loads something', send(svg.replace('<circle', '<image href="http://x/"/><circle')), /SVG/],
    ['an empty answer', (_, response) => void response.writeHead(404).end(), /the answer was 404/],
    [
      'endless redirects',
      (_, response) => void response.writeHead(302, { Location: '/image' }).end(),
      /redirects too many times/,
    ],
    [
      'a redirect to a private IP address',
      (_, response) => void response.writeHead(302, { Location: 'http://10.0.0.1/logo.png' }).end(),
      /redirects to another host/,
    ],
    ['a private IP address', send(svg), /not public/, { isAllowed: () => false }],
    ['one that is slow', () => {}, /took too long/, { limitMs: 50 }],
    [
      'one that is slow to end',
      (_, response) => void response.writeHead(200).write('\x89PNG'),
      /took too long/,
      { limitMs: 50 },
    ],
  ];
  const domain = await newDomain();
  for (const [name, answer, error, more] of cases) {
    answers['/image'] = answer;
    await setLogo(domain, at('/image'));
    await fetchNow(domain, more);
    const state = await stateOf(domain);
    t.match(state, { status: 'failed', error }, name);
    const { status, text } = await draw(domain);
    t.equal(status, 422, name);
    t.match(JSON.parse(text).error, {
      code: 'validation_failed',
      details: { field: 'logo', issues: [{ message: error }] },
    });
    t.notMatch(text, /127\.0\.0\.1|10\.0\.0\.1/, 'names no URL');
  }
  const before = requests;
  answers['/image'] = (_, response) => void response.writeHead(500).end();
  await setLogo(domain, at('/image'));
  let now = Date.now();
  for (let tries = 0; tries < 12; tries++, now += 25 * hour) await fetchNow(domain, {}, new Date(now));
  t.equal(requests - before, 6);
  t.notOk((await listDueLogos(db, new Date(now), 100)).includes(domain.id));
});

t.test('a host name that changes to a private IP address is not contacted at that address', async (t) => {
  const domain = await newDomain();
  answers['/image'] = (_, response) => void response.writeHead(302, { Location: '/logo.png' }).end();
  await setLogo(domain, at('/image'));
  const addresses = [['127.0.0.1'], ['10.0.0.1']];
  await fetchNow(domain, { resolve: async () => addresses.shift() ?? [] });
  t.match(await stateOf(domain), { status: 'failed', error: /not public/ });
});

t.test('a brand that is changed, set again or removed always shows the logo of its current URL', async (t) => {
  const domain = await newDomain();
  const unset = async (brand: Json) => call('PATCH', `/domains/${domain.publicId}`, { brand });
  t.same(await stateOf(domain), { status: 'none', error: null });
  t.match(JSON.parse((await draw(domain)).text).error.details.issues, [{ message: /brand has no logo$/ }]);
  await setLogo(domain, at('/logo.png'));
  await fetchNow(domain);
  const first = (await draw(domain)).text;
  await unset({ name: 'b', logoUrl });
  t.same(await stateOf(domain), { status: 'pending', error: null }, 'another address');
  await setLogo(domain, at('/other.png'));
  await fetchNow(domain);
  t.not((await draw(domain)).text, first);
  await db
    .updateTable('domains')
    .set({ brand: JSON.stringify({ name: 'b', logoUrl, color: null }) })
    .where('id', '=', domain.id)
    .execute();
  await unset({ name: 'renamed', logoUrl });
  t.same(await stateOf(domain), { status: 'ready', error: null }, 'the same URL keeps its logo');
  t.ok((await listDueLogos(db, new Date(), 100)).includes(domain.id), 'and fetches it again');
  await unset({ name: 'b' });
  t.same(await stateOf(domain), { status: 'none', error: null });
  t.equal((await draw(domain)).status, 422);
  t.notOk((await listDueLogos(db, new Date(), 100)).includes(domain.id));
});

t.test('a logo fetched for an earlier URL is dropped, and two concurrent requests fetch once', async (t) => {
  const domain = await newDomain();
  let go = () => {};
  answers['/image'] = (request, response) => {
    go = () => (answers['/logo.png'] as RequestListener)(request, response);
  };
  await setLogo(domain, at('/image'));
  const before = requests;
  const fetching = [fetchNow(domain), fetchNow(domain)];
  while (requests === before) await sleep(5);
  await setLogo(domain, at('/other.png'));
  go();
  await Promise.all(fetching);
  t.equal(requests, before + 1);
  t.same(await stateOf(domain), { status: 'pending', error: null });
  await fetchNow(domain);
  t.same(await stateOf(domain), { status: 'ready', error: null });
});

t.test('a brand logo is refused for a link on the default domain', async (t) => {
  const link = (await call('POST', '/links', { url: 'https://example.com/' })).json;
  const { status, json } = await call('GET', `/links/${link.id}/qr?logo=brand`);
  t.match([status, json.error.details], [422, { field: 'logo', issues: [{ message: /default domain/ }] }]);
});
