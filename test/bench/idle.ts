/**
 * Cost of an idle default installation: processor time, memory and wake-ups by process, statements and Redis commands per second by
 * text. The limits are 1 % of a core, 3 statements and 5 commands per second, and 420 MB. BENCH_SECONDS (60) is measured after
 * BENCH_REST (60); SMALL=1 measures the small installation.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from '../fixtures/processes.ts';
import { cpuOf, pssOf, startInstallation, storesOf, wakeupsOf } from './parts/installation.ts';
import { runBench } from './parts/processes.ts';

const seconds = Number(process.env.BENCH_SECONDS || 60);
const restSeconds = Number(process.env.BENCH_REST || 60);
const limits = { core: 1, statements: 3, commands: 5, memory: process.env.SMALL === '1' ? 300 : 420 };

const dir = mkdtempSync(path.join(tmpdir(), 'waypost-idle-'));
const localDir = path.join(dir, 'local');

const round = (value: number, digits = 2) => Number(value.toFixed(digits));
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

/** Counts of texts per second, the most frequent first. */
const perSecond = (texts: Iterable<string>): Record<string, number> => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return Object.fromEntries(sorted.map(([text, n]) => [text, round(n / seconds)]));
};

/** Shortens a statement, without its values and lists, so that it fits into a table. */
const shapeOf = (statement: string) =>
  statement
    .replace(/'(?:[^'\\]|\\.)*'/g, '?')
    .replace(/\b\d+\b/g, '?')
    .replace(/`/g, '')
    .replace(/\s+/g, ' ')
    .slice(0, 110);

/** Records the statements and commands that arrive while `during` runs. */
async function listen(during: () => Promise<void>): Promise<{ statements: string[]; commands: string[] }> {
  const { mysqlSocket, redisSocket } = storesOf(localDir);
  const mysql = await createConnection({ socketPath: mysqlSocket, user: 'root' });
  const redis = new Redis(redisSocket);
  const watched = await redis.monitor();
  const commands: string[] = [];
  watched.on('monitor', (_time: string, [name, first]: string[]) =>
    commands.push(`${name} ${(first ?? '').slice(0, 60)}`),
  );
  await mysql.query("SET GLOBAL log_output = 'TABLE', GLOBAL general_log = 1");
  await during();
  await mysql.query('SET GLOBAL general_log = 0');
  const [rows] = await mysql.query<RowDataPacket[]>(
    `SELECT CONVERT(argument USING utf8mb4) AS statement FROM mysql.general_log
     WHERE command_type IN ('Query', 'Execute') AND thread_id <> CONNECTION_ID()`,
  );
  watched.disconnect();
  redis.disconnect();
  await mysql.end();
  return { statements: rows.map(({ statement }) => shapeOf(String(statement))), commands };
}

await runBench(dir, async () => {
  const ports = { links: await freePort(), automations: await freePort() };
  const installation = await startInstallation(localDir, ports);
  await sleep(restSeconds * 1_000);
  const processes = installation.processes();
  const before = Object.entries(processes).map(([name, pid]) => ({
    name,
    pid,
    cpu: cpuOf(pid),
    woken: wakeupsOf(pid),
  }));
  await sleep(seconds * 1_000);
  const costs = before.map(({ name, pid, cpu, woken }) => ({
    process: name,
    'ms a second': round((cpuOf(pid) - cpu) / 1_000 / seconds),
    'woken a second': round((wakeupsOf(pid) - woken) / seconds, 1),
    'MiB (PSS)': round(pssOf(pid), 1),
  }));
  // Runs after the measurement, because logging each statement has a cost.
  const { statements, commands } = await listen(() => sleep(seconds * 1_000));
  console.table(costs);
  console.table(perSecond(statements));
  console.table(perSecond(commands));
  const core = sum(costs.map((one) => one['ms a second'])) / 10;
  const memory = sum(costs.map((one) => one['MiB (PSS)'])) * 1.048_576;
  const figures = { core, statements: statements.length / seconds, commands: commands.length / seconds, memory };
  for (const [name, limit] of Object.entries(limits)) {
    const figure = figures[name as keyof typeof figures];
    console.log(`${name}: ${round(figure)} of ${limit}, ratio ${round(figure / limit)}`);
  }
  await installation.stop();
});
