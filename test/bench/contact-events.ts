/**
 * Custom events of 10,000 contacts, sent by 16 connections, and the filter that counts them afterwards. One service process, the
 * client and MariaDB share the machine; MariaDB writes every commit to disk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPool } from 'mysql2/promise';
import { Pool as HttpPool } from 'undici';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import { insertApiKey } from '../../automations-api/plugins/automations/api-keys/queries.ts';
import { type AutomationsTables, tables } from '../../automations-api/plugins/automations/core/tables.ts';
import { connectionOptions, openDb } from '../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { migrateAutomations } from '../fixtures/automations.ts';
import { service } from '../fixtures/processes.ts';

const connections = 16;
const contacts = 10_000;
const seconds = Number(process.env.BENCH_SECONDS || 10);

async function bench(mysqlUrl: string, redisUrl: string): Promise<void> {
  await migrateAutomations(mysqlUrl);
  const pool = createPool({ ...connectionOptions(mysqlUrl), connectionLimit: 1 });
  const rows = Array.from(
    { length: contacts },
    (_, n) => `('u${n}', 'c${n}@example.com', 'c${n}@example.com', 1, NOW(), NOW())`,
  );
  await pool.query(
    `INSERT INTO wp_automations_contacts (uid, email, email_key, status, creation_date, last_modified) VALUES ${rows.join()}`,
  );
  await pool.end();
  const db = openDb<AutomationsTables>(mysqlUrl, { poolSize: 1 });
  const { key } = await insertApiKey(withPrefix(db, 'wp_', tables), 'full', '', new Date());
  await db.destroy();
  const settings = { MYSQL_URL: mysqlUrl, REDIS_URL: redisUrl, MIGRATE_ON_START: 'yes' };
  const api = await service({ teardown: () => {} }, 'automations-api/server.js', 'AUTOMATIONS_PORT', settings);
  await api.start();
  const client = new HttpPool(`http://127.0.0.1:${api.port}`, { connections });
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  let sent = 0;
  const end = Date.now() + seconds * 1_000;
  const send = async () => {
    while (Date.now() < end) {
      const n = sent++;
      const body = JSON.stringify({
        email: `c${n % contacts}@example.com`,
        name: 'order.paid',
        data: { total: n % 200 },
      });
      const answer = await client.request({
        method: 'POST',
        path: '/wp-json/automations/contact/event',
        headers,
        body,
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  console.log(`${Math.round(sent / seconds)} events a second`);
  const filter = 'event[name]=order.paid&event[within]=30+days&event[times]=2&event[data][total][over]=100';
  const start = performance.now();
  const found = await client.request({ method: 'GET', path: `/wp-json/automations/contacts?${filter}`, headers });
  await found.body.text();
  console.log(`filter over ${sent} events: ${found.statusCode} in ${Math.round(performance.now() - start)} ms`);
  await client.close();
  await api.end('SIGTERM');
}

const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
const report = (line: string) => console.error(line);
const [mysql, redis] = await Promise.all([
  prepareMysql({ dir, durable: true, report }),
  prepareRedis({ dir, durable: true, report }),
]);
try {
  await Promise.all([mysql.start(), redis.start()]);
  await bench(mysql.url, redis.url);
} finally {
  await Promise.all([mysql.kill('SIGKILL'), redis.kill('SIGKILL')]);
  rmSync(dir, { recursive: true, force: true });
}
process.exit(0);
