/**
 * Custom events of 10,000 contacts, sent to one process over 16 connections, and the filter that counts them afterwards. The
 * comparison is the database alone: the same rows in the same transaction, written by a client without the service. MariaDB writes
 * every commit to disk. BENCH_SECONDS is the duration of each round, BENCH_ROUNDS their number.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  addContacts,
  type ContactService,
  cpuOfOne,
  load,
  loadNow,
  medianOf,
  startContactService,
} from './parts/contact-service.ts';
import { runBench } from './parts/processes.ts';

const contacts = 10_000;
const seconds = Number(process.env.BENCH_SECONDS || 8);
const rounds = Number(process.env.BENCH_ROUNDS || 3);
const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
let sent = 0;

const next = () => ({ email: `c${sent++ % contacts}@example.com`, name: 'order.paid', data: { total: sent % 200 } });

/** Writes an event without the service. */
async function write({ pool }: ContactService): Promise<void> {
  const { email, name, data } = next();
  const connection = await pool.getConnection();
  await connection.beginTransaction();
  const [rows] = await connection.query('SELECT * FROM wp_automations_contacts WHERE email_key = ? FOR UPDATE', [
    email,
  ]);
  const [{ id } = { id: 0 }] = rows as { id: number }[];
  const [now, json] = [new Date(), JSON.stringify(data)];
  await connection.query('INSERT INTO wp_automations_events (contact_id, name, at, data) VALUES (?)', [
    [id, name, now, json],
  ]);
  const columns = 'contact_id, event, at, by_type, by_id, by_name, data';
  const entry = [id, 'custom', now, 'api_key', 1, '', json];
  await connection.query(`INSERT INTO wp_automations_timeline (${columns}) VALUES (?)`, [entry]);
  await connection.commit();
  connection.release();
}

await runBench(dir, async () => {
  const service = await startContactService(dir);
  await addContacts(service, contacts);
  const ways = {
    'POST contact/event': () => service.ask('POST', '/contact/event', next()),
    'the database alone': () => write(service),
  };
  const rates = new Map<string, number[]>();
  for (const work of Object.values(ways)) await load(2, work);
  const shown: object[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [way, work] of Object.entries(ways)) {
      const [before, first] = [service.cpu(), sent];
      const { perSecond, ...times } = await load(seconds, work);
      rates.set(way, [...(rates.get(way) ?? []), perSecond]);
      shown.push({ way, 'a second': perSecond, ...times, ...cpuOfOne(service, before, sent - first), now: loadNow() });
    }
  }
  console.table(shown);
  for (const [way, all] of rates) console.log(`${way}: ${medianOf(all)} a second, the median of ${rounds} rounds`);
  const filter = 'event[name]=order.paid&event[within]=30+days&event[times]=2&event[data][total][over]=100';
  const start = performance.now();
  const { contact } = await service.ask('GET', `/contacts?${filter}`);
  const ms = Math.round(performance.now() - start);
  console.log(`a filter over ${sent} events finds ${contact.total} contacts in ${ms} ms`);
  await service.stop();
});
