/**
 * Memory of an installation by process, idle after a minute without requests: the default one, then one with SMALL=1. With
 * BENCH_SECONDS it continues with rounds of a day's mixed load, each followed by a rest. The limits are 420 and 300 MB. BENCH_REST
 * (60 s) is the idle time; BENCH_SECONDS (0; 600 for a full run) is the load time at the rates below; SMALL=1 or 0 selects one
 * installation.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Tables } from '../../daemon/core/tables.ts';
import { insertApiKey } from '../../daemon/keys/queries.ts';
import { openDb } from '../../shared/db/db.ts';
import { builtRoot } from '../../shared/paths.ts';
import { freePort } from '../fixtures/processes.ts';
import { startInstallation, storesOf } from './parts/installation.ts';
import { memoryOf } from './parts/memory.ts';
import { runBench } from './parts/processes.ts';

const restSeconds = Number(process.env.BENCH_REST || 60);
const seconds = Number(process.env.BENCH_SECONDS || 0);
const rounds = 10;
/** The rest after each round, long enough for a garbage collection and for sending clicks to the worker. */
const restOfRoundSeconds = 6;
/** Rounds until caches, pools and compiled code are warm. */
const warmRounds = 4;
/** The number of links that are visited. */
const visited = 50;

const dir = mkdtempSync(path.join(tmpdir(), 'waypost-memory-'));
const run = promisify(execFile);
const round = (value: number) => Number(value.toFixed(1));
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

type Ports = { links: number; automations: number };
type Act = (n: number) => [url: string, init?: RequestInit];

async function keysOf(localDir: string) {
  const { mysqlSocket } = storesOf(localDir);
  const db = openDb<Tables>(`mysql://root@localhost/waypost?socketPath=${encodeURIComponent(mysqlSocket)}`, {
    poolSize: 1,
  });
  const { id: workspaceId } = await db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow();
  const { id: createdBy } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const { key } = await insertApiKey(db, { workspaceId, createdBy, role: 'admin', name: 'bench' }, new Date());
  await db.destroy();
  const words = ['key', 'create', '--permission', 'full', '--description', 'bench', '--json'];
  const env = { ...process.env, LOCAL_DIR: localDir };
  const { stdout } = await run(process.execPath, [path.join(builtRoot, 'automations-api/cli.js'), ...words], { env });
  return { links: key, contacts: JSON.parse(stdout).key as string };
}

/** Lists requests by their rate. In 600 s they are as many as in a day with 100,000 visits. */
function mixedLoad(
  ports: Ports,
  keys: { links: string; contacts: string; link: string },
): { perSecond: number; act: Act }[] {
  const links = `http://127.0.0.1:${ports.links}`;
  const contacts = `http://127.0.0.1:${ports.automations}/wp-json/automations`;
  const headers = { authorization: `Bearer ${keys.links}`, 'content-type': 'application/json' };
  const ofContacts = { 'x-api-key': keys.contacts, 'content-type': 'application/json' };
  const send = (body: object, its: Record<string, string>) => ({
    method: 'POST',
    headers: its,
    body: JSON.stringify(body),
  });
  const visit = { redirect: 'manual', headers: { 'user-agent': browser } } as const;
  return [
    { perSecond: 160, act: (n) => [`${links}/v${n % visited}?utm_source=s${n % 7}`, visit] },
    { perSecond: 5, act: (n) => [`${links}/none${n}`, visit] },
    {
      perSecond: 3,
      act: (n) => [`${links}/api/links`, send({ url: `https://example.com/${n}`, slug: `b${n}` }, headers)],
    },
    { perSecond: 2, act: (n) => [`${links}/api/links?limit=50&q=example${n % 9}`, { headers }] },
    { perSecond: 2, act: () => [`${links}/api/stats`, { headers }] },
    { perSecond: 1, act: (n) => [`${links}/api/links/${keys.link}/qr?size=${200 + (n % 50)}`, { headers }] },
    { perSecond: 1, act: () => [`${links}/dashboard`, visit] },
    {
      perSecond: 4,
      act: (n) => [`${contacts}/contact/add`, send({ email: `p${n}@example.com`, f_name: `P ${n}` }, ofContacts)],
    },
    { perSecond: 2, act: (n) => [`${contacts}/contacts?search=p${n % 50}`, { headers: ofContacts }] },
  ];
}

/** Sends requests at the rates. Counts responses by status, and failures by reason. */
async function load(acts: ReturnType<typeof mixedLoad>, forSeconds: number, sent: number[]): Promise<string> {
  const answers: Record<string, number> = {};
  const waiting: Promise<void>[] = [];
  const begun = Date.now();
  const first = [...sent];
  for (let ms = 0; ms < forSeconds * 1_000; ms = Date.now() - begun) {
    acts.forEach(({ perSecond, act }, index) => {
      const due = (first[index] ?? 0) + Math.floor((perSecond * ms) / 1_000);
      for (; (sent[index] ?? 0) < due; sent[index] = (sent[index] ?? 0) + 1) {
        const asked = fetch(...act(sent[index] ?? 0)).then(
          async (answer) => {
            await answer.arrayBuffer();
            answers[answer.status] = (answers[answer.status] ?? 0) + 1;
          },
          ({ message, cause }: Error & { cause?: { code?: string } }) => {
            const why = cause?.code ?? message;
            answers[why] = (answers[why] ?? 0) + 1;
          },
        );
        waiting.push(asked);
      }
    });
    await sleep(10);
  }
  await Promise.all(waiting);
  return JSON.stringify(answers);
}

async function measure(name: string, env: Record<string, string>, limit: number): Promise<void> {
  const localDir = path.join(dir, name);
  const ports = { links: await freePort(), automations: await freePort() };
  const installation = await startInstallation(localDir, ports, env);
  await sleep(restSeconds * 1_000);
  const idle = memoryOf(installation.processes());
  const total = sum(Object.values(idle));
  console.table(
    Object.fromEntries(Object.entries(idle).map(([process, mb]) => [process, { [`${name}, MB`]: round(mb) }])),
  );
  console.log(`${name}: ${round(total)} MB at rest of ${limit}, ratio ${(total / limit).toFixed(2)}`);
  if (seconds > 0) await watchGrowth(name, localDir, ports, installation.processes);
  await installation.stop();
}

async function watchGrowth(name: string, localDir: string, ports: Ports, processes: () => Record<string, number>) {
  const keys = await keysOf(localDir);
  const made = await fetch(`http://127.0.0.1:${ports.links}/api/links/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.links}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      links: Array.from({ length: visited }, (_, n) => ({ url: 'https://example.com/', slug: `v${n}` })),
    }),
  });
  const { results } = (await made.json()) as { results: { link: { id: string } }[] };
  const link = results[0]?.link.id ?? '';
  const acts = mixedLoad(ports, { ...keys, link });
  const sent = acts.map(() => 0);
  const samples: Record<string, number>[] = [];
  for (let n = 1; n <= rounds; n++) {
    const answers = await load(acts, seconds / rounds - restOfRoundSeconds, sent);
    await sleep(restOfRoundSeconds * 1_000);
    samples.push(memoryOf(processes()));
    console.log(`${name}, round ${n}: ${answers}`);
  }
  // Returns the minimum of several rounds, because garbage that is not collected yet is not growth.
  const least = (process: string, from: number, to: number) =>
    Math.min(...samples.slice(from, to).map((sample) => sample[process] ?? Number.NaN));
  const rows = Object.keys(samples[0] ?? {}).map((process) => {
    const [warm, last] = [least(process, warmRounds - 1, warmRounds + 2), least(process, rounds - 3, rounds)];
    return [process, { ...samples.map((sample) => round(sample[process] ?? 0)), warm: round(warm), last: round(last) }];
  });
  console.table(Object.fromEntries(rows));
}

await runBench(dir, async () => {
  if (process.env.SMALL !== '1') await measure('default', { SMALL: '' }, 420);
  if (process.env.SMALL !== '0') await measure('small', { SMALL: '1' }, 300);
});
