/**
 * Visitors at a fixed rate: a process that requests links by Zipf, with 500 user agents and 200 referrers, one visitor for two
 * clicks. Its argument is a `Load`. It prints the number of responses each second, and `Answered` as JSON at its end. Each request
 * is sent on time, whether or not earlier ones were answered.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { slugOf } from './links.ts';
import { userAgents, zipf } from './population.ts';

export type Load = {
  port: number;
  perSecond: number;
  requests: number;
  links: number;
  connections: number;
  /** Adds the headers of a proxy, with the visitor's IP address and country. */
  proxied: boolean;
};
/** Times in ms. */
export type Answered = { answered: number; other: number; perSecond: number; p50: number; p99: number; worst: number };

type Visitor = { socket: Socket; sentAt: number[]; tail: Buffer };

const endOfHead = Buffer.from('\r\n\r\n');
const redirected = Buffer.from('HTTP/1.1 302');

/** Bytes of the next request, valid until some thousand more are created: the generator must cost less than the server. */
function createRequests({ links, requests, proxied }: Load): () => Buffer {
  const pick = zipf(links);
  const referrers = Array.from({ length: 200 }, (_, n) =>
    n % 3 ? `Referer: https://www.site${n}.example/page\r\n` : '',
  );
  const countries = ['DE', 'FR', 'US', 'BR', 'IN', 'JP'];
  const heads = Array.from({ length: 1_000 }, (_, person) =>
    Buffer.from(
      ` HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${userAgents[person % 500]}\r\nAccept: text/html\r\n${referrers[person % 200]}`,
      'latin1',
    ),
  );
  const slots = Array.from({ length: 8_192 }, () => Buffer.allocUnsafeSlow(512));
  let made = 0;
  return () => {
    const person = Math.floor(Math.random() * Math.ceil(requests / 2));
    const slot = slots[made++ % slots.length] as Buffer;
    let end = slot.write(`GET /${slugOf(pick())}`, 0, 'latin1');
    end += (heads[person % 1_000] as Buffer).copy(slot, end);
    if (proxied) {
      const address = `${11 + (person >>> 16)}.${(person >>> 8) & 255}.${person & 255}.${person % 251}`;
      end += slot.write(`X-Forwarded-For: ${address}\r\ncf-ipcountry: ${countries[person % 6]}\r\n`, end, 'latin1');
    }
    slot[end++] = 13;
    slot[end++] = 10;
    return slot.subarray(0, end);
  };
}

/** Connects from separate IP addresses, so that there are many visitors without a proxy too. */
const connectTo = (port: number, n: number) =>
  new Promise<Visitor>((resolve, reject) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: `127.${1 + (n % 200)}.${n >>> 8}.${1 + (n & 127)}`,
    });
    socket.setNoDelay(true).once('error', reject);
    socket.once('connect', () => resolve({ socket, sentAt: [], tail: Buffer.alloc(0) }));
  });

async function visit(load: Load): Promise<Answered> {
  const next = createRequests(load);
  const visitors = await Promise.all(Array.from({ length: load.connections }, (_, n) => connectTo(load.port, n)));
  const times: number[] = [];
  let answered = 0;
  let found = 0;
  const take = (visitor: Visitor, chunk: Buffer) => {
    const bytes = visitor.tail.length === 0 ? chunk : Buffer.concat([visitor.tail, chunk]);
    const now = performance.now();
    let from = 0;
    for (let end = bytes.indexOf(endOfHead); end >= 0; end = bytes.indexOf(endOfHead, from)) {
      answered++;
      if (bytes.compare(redirected, 0, redirected.length, from, from + redirected.length) === 0) found++;
      const took = now - (visitor.sentAt.shift() as number);
      if (times.length < 1_000_000) times.push(took);
      else times[Math.floor(Math.random() * times.length)] = took;
      from = end + endOfHead.length;
    }
    visitor.tail = bytes.subarray(from);
  };
  for (const visitor of visitors) visitor.socket.on('data', (chunk) => take(visitor, chunk));
  const startedAt = performance.now();
  const report = setInterval(() => console.log(answered), 1_000);
  for (let sent = 0; sent < load.requests; ) {
    const due = Math.min(load.requests, ((performance.now() - startedAt) / 1_000) * load.perSecond);
    for (; sent < due; sent++) {
      const visitor = visitors[sent % visitors.length] as Visitor;
      visitor.sentAt.push(performance.now());
      visitor.socket.write(next());
    }
    await sleep(1);
  }
  const sentAfter = performance.now() - startedAt;
  for (let waited = 0; answered < load.requests && waited < 10_000; waited += 10) await sleep(10);
  clearInterval(report);
  for (const { socket } of visitors) socket.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] as number;
  const perSecond = (1_000 * load.requests) / sentAfter;
  return { answered: found, other: answered - found, perSecond, p50: at(0.5), p99: at(0.99), worst: at(1) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(JSON.stringify(await visit(JSON.parse(process.argv[2] as string) as Load)));
  process.exit(0);
}
