/**
 * Visitors at a held rate: a process that asks for links by Zipf, as 500 user agents with 200 referrers, one visitor for
 * two clicks. It gets `Load` as its argument, prints `Answered` as JSON when it ends, and meanwhile how many were answered,
 * a line a second. A request goes out when it is due, whether or not those before were answered.
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
  /** As a proxy that names visitor and country. */
  proxied: boolean;
};
/** Times in ms. */
export type Answered = { answered: number; other: number; perSecond: number; p50: number; p99: number; worst: number };

type Visitor = { socket: Socket; sentAt: number[]; tail: string };

function createRequests({ links, requests, proxied }: Load): () => string {
  const pick = zipf(links);
  const referrers = Array.from({ length: 200 }, (_, n) =>
    n % 3 ? `Referer: https://www.site${n}.example/page\r\n` : '',
  );
  const countries = ['DE', 'FR', 'US', 'BR', 'IN', 'JP'];
  return () => {
    const person = Math.floor(Math.random() * Math.ceil(requests / 2));
    const address = `${11 + (person >>> 16)}.${(person >>> 8) & 255}.${person & 255}.${person % 251}`;
    const forwarded = proxied ? `X-Forwarded-For: ${address}\r\ncf-ipcountry: ${countries[person % 6]}\r\n` : '';
    return `GET /${slugOf(pick())} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${userAgents[person % 500]}\r\nAccept: text/html\r\n${referrers[person % 200]}${forwarded}\r\n`;
  };
}

/** From addresses of their own, so that without a proxy too there are many visitors. */
const connectTo = (port: number, n: number) =>
  new Promise<Visitor>((resolve, reject) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: `127.${1 + (n % 200)}.${n >>> 8}.${1 + (n & 127)}`,
    });
    socket.setNoDelay(true).once('error', reject);
    socket.once('connect', () => resolve({ socket, sentAt: [], tail: '' }));
  });

async function visit(load: Load): Promise<Answered> {
  const next = createRequests(load);
  const visitors = await Promise.all(Array.from({ length: load.connections }, (_, n) => connectTo(load.port, n)));
  const times: number[] = [];
  let answered = 0;
  let found = 0;
  const take = (visitor: Visitor, chunk: string) => {
    const parts = (visitor.tail + chunk).split('\r\n\r\n');
    visitor.tail = parts.pop() as string;
    const now = performance.now();
    for (const head of parts) {
      answered++;
      if (head.startsWith('HTTP/1.1 302')) found++;
      const took = now - (visitor.sentAt.shift() as number);
      if (times.length < 1_000_000) times.push(took);
      else times[Math.floor(Math.random() * times.length)] = took;
    }
  };
  for (const visitor of visitors)
    visitor.socket.setEncoding('latin1').on('data', (chunk: string) => take(visitor, chunk));
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
