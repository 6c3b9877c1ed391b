/** Visitors are identified by headers on any number of lines; both paths of the server see the same, and no line is ignored. */
import { get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { createClients } from '../../../daemon/redirect/client.ts';
import { peerOf } from '../../../daemon/redirect/core/visit.ts';
import { createHeaderReader } from '../../../daemon/redirect/proxied-headers.ts';
import { json } from '../../../shared/http/answer.ts';
import { createHttpServer } from '../../../shared/http/server.ts';
import { addressBytes, readAddress, writePeerAddress, writeTextAddress } from '../../../shared/net/address.ts';
import { t } from '../../runner/tap.ts';

const config = { trustedProxies: ['127.0.0.1', '10.0.0.0/8'], countryHeader: 'X-Country' };
const clients = createClients(config, () => 'ZZ');
const readHeaders = createHeaderReader();

const server = createHttpServer({
  routes: [
    {
      method: 'GET',
      path: '/api/route',
      handle: ({ ip, headers }) => {
        const all = { getHeader: (name: string) => headers[name] ?? '' };
        return json(200, [clients.address(ip, all), clients.country(peerOf(ip), all)]);
      },
    },
  ],
  hot: (res, req, kit) => {
    const headers = readHeaders(req);
    const peer = Buffer.from(res.getRemoteAddressAsText()).toString();
    kit.send(res, req, json(200, [clients.address(peer, headers), clients.country(res, headers)]));
  },
  renderError: () => json(400, ['refused']),
});
const port = await server.listen('127.0.0.1', 0);
t.teardown(() => server.close());

/** Client that each path reports for a request with these lines. */
function reported(lines: string[]): Promise<string[]> {
  const get = (path: string, last: string) =>
    `GET ${path} HTTP/1.1\r\n${['Host: a', ...lines, ...(last ? [last] : [])].join('\r\n')}\r\n\r\n`;
  const one = (path: string) =>
    new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(get(path, 'Connection: close'), 'latin1'));
      socket.setEncoding('latin1').on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject).on('close', () => resolve(text.split('\r\n\r\n')[1] ?? ''));
    });
  return Promise.all([one('/hot'), one('/api/route')]);
}

const proxy = fc.constantFrom('10.0.0.1', '10.9.8.7', '[::ffff:10.0.0.2]:443', '::ffff:10.0.0.3');
const visitor = fc.constantFrom('192.0.2.1', '198.51.100.7:4711', '2001:db8::5', '[2001:db8::6]:80', '203.0.113.9');
const hop = fc.oneof(proxy, visitor, fc.constantFrom('nonsense', '', 'unknown', '_hidden'));
const plain = (text: string) =>
  text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:/, '');
const isAddress = (text: string) => /^[\d.]+$|^[\da-f]*:[\da-f:]+$/.test(text) && text !== '';

function inFull(text: string): string {
  const bytes = Buffer.alloc(16);
  writeTextAddress(bytes, 0, text);
  return readAddress(bytes, 0);
}

/** The last IP address from the right up to the first that is not a proxy's. */
function expected(hops: string[]): string {
  let address = '127.0.0.1';
  for (const text of hops.map((one) => plain(one.trim())).reverse()) {
    if (!isAddress(text)) return address;
    address = inFull(text);
    if (!text.startsWith('10.')) return address;
  }
  return address;
}

t.test('X-Forwarded-For on several lines is one list, regardless of case, on every path', async (t) => {
  const name = fc.constantFrom('X-Forwarded-For', 'x-forwarded-for', 'X-FORWARDED-FOR', 'X-forwarded-For');
  const line = fc.tuple(name, fc.array(hop, { minLength: 1, maxLength: 3 }), fc.constantFrom(',', ', ', ' ,\t'));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), fc.nat(2), async (lines, others) => {
      const given = lines.flatMap(([name, hops, comma], index) => [
        `${name}: ${hops.join(comma)}`,
        ...(index < others ? [`X-Other-${index}: 192.0.2.200`] : []),
      ]);
      const address = expected(lines.flatMap(([, hops]) => hops));
      for (const answer of await reported(given)) {
        if (JSON.parse(answer)[0] !== address)
          throw new Error(`${answer} for ${JSON.stringify(given)}, not ${address}`);
      }
    }),
    { numRuns: 150 },
  );
  t.same(
    await reported(['X-Forwarded-For: 192.0.2.66', 'X-Forwarded-For: 192.0.2.1']),
    Array(2).fill('["192.0.2.1","ZZ"]'),
  );
});

t.test('a header that is allowed only once is refused or not trusted if it is repeated', async (t) => {
  t.same(await reported(['X-Country: de']), Array(2).fill('["127.0.0.1","DE"]'));
  t.same(
    await reported(['X-Country: de', 'X-Country: fr']),
    Array(2).fill('["127.0.0.1","ZZ"]'),
    'the country header is not trusted',
  );
  for (const name of ['Host', 'Authorization', 'Idempotency-Key', 'X-Workspace-Id', 'Content-Type']) {
    const [, route] = await reported([`${name}: a`, `${name}: b`]);
    // Newer binaries of the HTTP library refuse a second Host by themselves.
    t.match(route, /^\["refused"\]$|^<h1>Bad Request/, `${name} twice`);
  }
});

t.test("the socket's IP address is used if the request came directly or its proxy names no visitor", (t) => {
  const { locate, connected } = createClients(config, () => 'ZZ');
  const into = Buffer.alloc(addressBytes);
  let asked = 0;
  const located = (address: string, forwardedFor: string) => {
    const peer = {
      getRemoteAddress() {
        asked++;
        return peerOf(address).getRemoteAddress();
      },
    };
    into.fill(9);
    const country = locate(into, 0, peer, { getHeader: (name) => (name === 'x-country' ? 'DE' : forwardedFor) });
    return `${readAddress(into, 0)} ${country > 0}`;
  };
  t.equal(located('198.51.100.7', '192.0.2.1'), '198.51.100.7 false', 'a server that reports no connections');
  for (const proxy of ['10.0.0.1', '127.0.0.1']) connected(peerOf(proxy));
  asked = 0;
  t.equal(located('10.0.0.1', '192.0.2.66, 192.0.2.1, 10.0.0.2'), '192.0.2.1 true');
  t.equal(asked, 0, 'all connections came from proxies');
  for (const nothing of ['', 'nonsense', '192.0.2.1, unknown'])
    t.equal(located('10.0.0.1', nothing), '10.0.0.1 true', nothing);
  connected(peerOf('198.51.100.7'));
  connected(peerOf('10.0.0.1'));
  t.equal(located('198.51.100.7', '192.0.2.1'), '198.51.100.7 false', 'its own header is not trusted');
  t.equal(located('10.0.0.1', '192.0.2.1'), '192.0.2.1 true');
  t.end();
});

t.test('a server reports each connection before its first request', async (t) => {
  const peers: string[] = [];
  const reported = createClients(config, () => undefined);
  const watching = createHttpServer({
    routes: [],
    onConnection(peer) {
      const into = Buffer.alloc(addressBytes);
      writePeerAddress(into, 0, peer.getRemoteAddress());
      peers.push(readAddress(into, 0));
      reported.connected(peer);
    },
    hot: (res, req, kit) => {
      const into = Buffer.alloc(addressBytes);
      reported.locate(into, 0, res, readHeaders(req));
      kit.send(res, req, json(200, readAddress(into, 0)));
    },
    renderError: () => json(400, 'refused'),
  });
  t.teardown(() => watching.close());
  const port = await watching.listen('127.0.0.1', 0);
  const visit = (localAddress: string) =>
    new Promise<string>((resolve, reject) => {
      const options = { port, localAddress, agent: false, headers: { 'x-forwarded-for': '192.0.2.1' } };
      get(options, (answer) => void text(answer).then(resolve, reject)).once('error', reject);
    });
  t.equal(await visit('127.0.0.1'), '"192.0.2.1"');
  t.equal(await visit('127.0.0.2'), '"127.0.0.2"');
  t.equal(await visit('127.0.0.1'), '"192.0.2.1"');
  t.same(peers, ['127.0.0.1', '127.0.0.2', '127.0.0.1']);
});
