/** Two machines: each has a links process, a worker and an automations process on its own disk, restarted as by pm2. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { type Service, service } from '../fixtures/processes.ts';
import { until } from '../fixtures/until.ts';
import { request } from './client.ts';

const restartMs = 200;

export type Kept = {
  name: string;
  /** Starts it, and restarts it whenever it ends. Resolves when it answers. */
  start(): Promise<void>;
  isUp(): Promise<boolean>;
  /** Kills it like a crash; it is restarted. */
  kill(): Promise<void>;
  /** Number of kills. */
  kills(): number;
  /** Ends it permanently, by SIGTERM. */
  stop(): Promise<void>;
  output(): string;
};

export type Machine = {
  name: string;
  localDir: string;
  ports: { links: number; automations: number };
  links: Kept;
  worker: Kept;
  automations: Kept;
};

export const keptOf = ({ links, worker, automations }: Machine) => [links, worker, automations];

/** Creates a machine; `endings` collects unexpected ends of processes. */
export async function makeMachine(
  t: Pick<Test, 'teardown'>,
  { name, dir, env, endings }: { name: string; dir: string; env: Record<string, string>; endings: string[] },
): Promise<Machine> {
  const localDir = path.join(dir, name);
  await mkdir(localDir, { recursive: true });
  const own = { ...env, LOCAL_DIR: localDir };
  const links = await service(t, 'daemon/server.js', 'LINKS_PORT', own);
  const worker = await service(t, 'daemon/worker.js', 'METRICS_PORT', own);
  const automations = await service(t, 'automations-api/server.js', 'AUTOMATIONS_PORT', own);
  return {
    name,
    localDir,
    ports: { links: links.port, automations: automations.port },
    links: keep(t, `links ${name}`, links, '/readyz?for=traffic', endings),
    worker: keep(t, `worker ${name}`, worker, '/metrics', endings),
    automations: keep(t, `automations ${name}`, automations, '/healthz', endings),
  };
}

function keep(
  t: Pick<Test, 'teardown'>,
  name: string,
  { port, launch, end, exited, output }: Service,
  readyPath: string,
  endings: string[],
): Kept {
  let isWanted = false;
  let wasKilled = false;
  let kills = 0;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (isWanted) {
      launch();
      const code = await exited();
      if (isWanted && !wasKilled) endings.push(`${name} ended by itself (${code}): ${output().slice(-600)}`);
      wasKilled = false;
      if (isWanted) await sleep(restartMs);
    }
  };
  const isUp = async () => {
    const outcome = await request({ port, path: readyPath }, 2_000);
    return typeof outcome === 'object' && outcome.status === 200;
  };
  const finish = async (signal: NodeJS.Signals) => {
    isWanted = false;
    await end(signal);
    await running;
  };
  t.teardown(() => finish('SIGKILL'));
  return {
    name,
    isUp,
    output,
    kills: () => kills,
    async start() {
      isWanted = true;
      running = run();
      await until(isUp).catch(() => {
        throw new Error(`${name} did not start: ${output()}`);
      });
    },
    async kill() {
      wasKilled = true;
      kills++;
      await end('SIGKILL');
    },
    stop: () => finish('SIGTERM'),
  };
}
