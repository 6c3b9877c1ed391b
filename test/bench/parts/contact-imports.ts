/** Imports of contacts like a user's: a file is sent to the service and followed to its end. `contacts/batch` is the comparison. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withPrefix } from '../../../automations-api/host/table-prefix.ts';
import { insertApiKey } from '../../../automations-api/plugins/automations/api-keys/queries.ts';
import { type AutomationsTables, tables } from '../../../automations-api/plugins/automations/core/tables.ts';
import { openDb } from '../../../shared/db/db.ts';
import { builtRoot } from '../../../shared/paths.ts';
import { type Body, migrateAutomations } from '../../fixtures/automations.ts';
import { freePort } from '../../fixtures/processes.ts';
import { cpuOf, end, rssOf, run, waitFor } from './processes.ts';

type Stores = { mysqlUrl: string; redisUrl: string; dir: string; rows: number };

const batchSize = 500;
const callers = 4;
const prefix = 'wp_';
const lookEveryMs = 100;

const contactAt = (form: string, n: number) => ({
  email: `${form}${n.toString(36)}@shop-${n % 700}.example`,
  f_name: `First ${n}`,
  l_name: `Last ${n % 5_000}`,
  country: ['DE', 'FR', 'US'][n % 3] as string,
  status: 'subscribed',
  tag_names: [`tag ${n % 50}`, `tag ${50 + (n % 7)}`],
  list_names: [`list ${n % 5}`],
  City: `City ${n % 900}`,
  Plan: `Plan ${n % 4}`,
});

function fileOf(form: 'csv' | 'jsonl', rows: number): string {
  const lines = form === 'csv' ? ['Email,First name,Last name,Country,Status,Tags,Lists,City,Plan'] : [];
  for (let n = 0; n < rows; n++) {
    const { email, f_name, l_name, country, status, tag_names, list_names, ...own } = contactAt(form, n);
    const [tags, lists] = [tag_names.join(', '), list_names.join(', ')];
    const cells = { Email: email, 'First name': f_name, 'Last name': l_name, Country: country, Status: status };
    const all = { ...cells, Tags: tags, Lists: lists, ...own };
    lines.push(form === 'jsonl' ? JSON.stringify(all) : `${Object.values({ ...all, Tags: `"${tags}"` }).join(',')}`);
  }
  return `${lines.join('\n')}\n`;
}

export async function benchContactImports({ mysqlUrl, redisUrl, dir, rows }: Stores): Promise<void> {
  await migrateAutomations(mysqlUrl);
  const db = openDb<AutomationsTables>(mysqlUrl, { poolSize: 1 });
  const { key } = await insertApiKey(withPrefix(db, prefix, tables), 'full', '', new Date());
  await db.destroy();
  const port = await freePort();
  const service = run(process.execPath, [path.join(builtRoot, 'automations-api/server.js')], {
    ...{ MYSQL_URL: mysqlUrl, REDIS_URL: redisUrl, LOCAL_DIR: dir, AUTOMATIONS_PORT: String(port) },
    ...{ MIGRATE_ON_START: 'yes', LOG_LEVEL: 'silent', DRAIN_SECONDS: '1' },
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitFor(`${origin}/healthz`, 200);
  const call = async (route: string, init: RequestInit = {}) => {
    const answer = await fetch(
      `${origin}/wp-json/automations/${route}${route.includes('?') ? '&' : '?'}api_key=${key}`,
      init,
    );
    const { data, message } = (await answer.json()) as Body;
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${message}`);
    return data;
  };
  // The first responses load modules that are loaded lazily.
  await call('import/add?name=first.csv&create_fields=1', {
    method: 'POST',
    body: `${fileOf('csv', 0)}a@first.example,A,B,DE,subscribed,x,y,C,D\n`,
  });
  await sleep(3_000);

  for (const form of ['csv', 'jsonl'] as const) {
    const [idle, before] = [rssOf(service.pid), cpuOf(service.pid)];
    const body = fileOf(form, rows);
    const startedAt = performance.now();
    let { import: one } = await call(`import/add?name=people.${form}&create_fields=1`, { method: 'POST', body });
    while (!one.ended_at) {
      await sleep(lookEveryMs);
      ({ import: one } = await call(`import/${one.ID}`));
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024;
    console.log(
      `contacts, ${form}: ${one.created} of ${rows} made (${one.status}), ${Math.round(rows / seconds)} rows a second, ` +
        `${Math.round((cpuOf(service.pid) - before) / rows)} µs of processor time of the service a row, ${Math.round(peak - idle)} MiB above idle`,
    );
  }

  let next = 0;
  const startedAt = performance.now();
  const lane = async () => {
    while (next < rows) {
      const from = next;
      next += batchSize;
      const contacts = Array.from({ length: Math.min(batchSize, rows - from) }, (_, n) => {
        const { City, Plan, ...contact } = contactAt('batch', from + n);
        return { ...contact, fields: { city: City, plan: Plan } };
      });
      await call('contacts/batch', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ contacts }),
      });
    }
  };
  await Promise.all(Array.from({ length: callers }, lane));
  const rate = Math.round(rows / ((performance.now() - startedAt) / 1_000));
  console.log(`contacts/batch of ${batchSize}, ${callers} callers: ${rate} contacts a second`);
  await end(service);
}
