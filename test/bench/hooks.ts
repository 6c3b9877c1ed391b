/**
 * Messages of incoming webhooks: how many one process accepts a second over 16 connections, and how many it has also applied to
 * contacts. A message overwrites a column and records an event. The comparisons are the stored rows without the service, and the
 * same events through `POST contact/event`. MariaDB writes every commit to disk. BENCH_MESSAGES is the number of messages in a
 * round, BENCH_ROUNDS the number of rounds.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RowDataPacket } from 'mysql2/promise';
import {
  addContacts,
  type ContactService,
  connections,
  cpuOfOne,
  loadNow,
  startContactService,
} from './parts/contact-service.ts';
import { runBench } from './parts/processes.ts';

const contacts = 10_000;
const hooks = 100;
const messages = Number(process.env.BENCH_MESSAGES || 6_000);
const rounds = Number(process.env.BENCH_ROUNDS || 3);
const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));

const messageAt = (n: number) => ({
  id: n,
  status: 'processing',
  total: String(n % 200),
  billing: { email: `c${n % contacts}@example.com`, first_name: `Ada ${n}`, city: 'Berlin', country: 'DE' },
  line_items: Array.from({ length: 5 }, (_, item) => ({ id: item, name: `Product ${item}`, quantity: 1, price: 19.9 })),
});

/** Creates as many hooks as a site can have, so that the limit of each is not reached. Returns the paths of their URLs. */
async function addHooks({ ask }: ContactService): Promise<string[]> {
  const mapping = {
    email: 'billing.email',
    f_name: 'billing.first_name',
    overwrite: ['f_name'],
    event: 'order.paid',
    data: { total: 'total' },
  };
  const paths: string[] = [];
  for (let n = 0; n < hooks; n++) {
    const { hook } = await ask('POST', '/hook/add', { name: `Hook ${n}`, mapping });
    paths.push(new URL(hook.url).pathname);
  }
  return paths;
}

async function send({ client }: ContactService, below: string, n: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await client.request({ method: 'POST', path: below, headers, body: JSON.stringify(messageAt(n)) });
  await answer.body.dump();
  if (answer.statusCode !== 202) throw new Error(`a message got ${answer.statusCode}`);
}

/** Stores a message without the service, which has no hook 0. */
async function store({ pool }: ContactService, n: number): Promise<void> {
  const connection = await pool.getConnection();
  await connection.beginTransaction();
  const message = [0, new Date(), new Date(), JSON.stringify(messageAt(n))];
  const columns = 'hook_id, received_at, due_at, body';
  await connection.query(`INSERT INTO wp_automations_hook_messages (${columns}) VALUES (?)`, [message]);
  await connection.query('UPDATE wp_automations_hooks SET received = received + 1 WHERE id = ?', [1 + (n % hooks)]);
  await connection.commit();
  connection.release();
}

async function countWaiting({ pool }: ContactService): Promise<number> {
  const [[row]] = await pool.query<RowDataPacket[]>(
    "SELECT COUNT(*) AS n FROM wp_automations_hook_messages WHERE outcome = 'waiting' AND hook_id > 0",
  );
  return Number(row?.n);
}

await runBench(dir, async () => {
  const service = await startContactService(dir);
  await addContacts(service, contacts);
  const paths = await addHooks(service);
  const shown: object[] = [];
  async function measure(what: string, work: (n: number) => Promise<unknown>): Promise<void> {
    const [before, started] = [service.cpu(), performance.now()];
    let next = 0;
    const one = async () => {
      while (next < messages) await work(next++);
    };
    await Promise.all(Array.from({ length: connections }, one));
    const rate = () => Math.round((messages * 1_000) / (performance.now() - started));
    const accepted = rate();
    while ((await countWaiting(service)) > 0) await sleep(100);
    const all = { what, 'accepted a second': accepted, 'applied a second': rate() };
    shown.push({ ...all, ...cpuOfOne(service, before, messages), now: loadNow() });
  }
  for (let round = 0; round < rounds; round++) {
    await measure('messages', (n) => send(service, paths[n % hooks] as string, n));
    await measure('their rows alone', (n) => store(service, n));
    await measure('contact/event', (n) => {
      const { billing, total } = messageAt(n);
      return service.ask('POST', '/contact/event', { email: billing.email, name: 'order.paid', data: { total } });
    });
  }
  console.table(shown);
  await service.stop();
});
