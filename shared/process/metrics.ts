/**
 * Prometheus metrics of all processes at one address: each process answers its own numbers on a UNIX socket under
 * LOCAL_DIR, and the one that serves METRICS_PORT asks them all. A gauge says which process it is of; counters add up.
 */
import { readdir, rm } from 'node:fs/promises';
import { createServer, get, type Server } from 'node:http';
import path from 'node:path';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Log } from '../log/log.ts';
import { socketPath } from './sockets.ts';

export type Numbers = Record<string, { help: string; value: () => number }>;

/** A process's registry, with Node's own metrics and `numbers`, read when asked for. */
export function createRegistry(processName: string, numbers: Numbers): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName, pid: String(process.pid) });
  collectDefaultMetrics({ register: registry });
  for (const [name, { help, value }] of Object.entries(numbers)) {
    new Gauge({
      name: `waypost_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  }
  return registry;
}

const suffix = '.metrics.sock';

/** Answers this process's metrics on its socket; returns how to stop. */
export async function exposeMetrics(localDir: string, registry: Registry): Promise<() => Promise<void>> {
  const file = await socketPath(path.join(localDir, 'metrics'), `${process.pid}${suffix}`);
  await rm(file, { force: true });
  const server = createServer(async (_, answer) => answer.end(JSON.stringify(await registry.getMetricsAsJSON())));
  await listen(server, { path: file });
  server.unref();
  return async () => {
    await close(server);
    await rm(file, { force: true });
  };
}

/** Answers a GET by a status alone. */
export type Page = (query: URLSearchParams) => Promise<{ status: number }>;

/** Serves `GET /metrics` of every process, and `pages` by their paths. @throws when the port is taken. */
export async function serveMetrics(
  localDir: string,
  where: { host: string; port: number },
  log: Log,
  pages: Record<string, Page> = {},
): Promise<() => Promise<void>> {
  const server = createServer(async ({ url = '/', method }, answer) => {
    const [at = '/', query] = url.split('?', 2);
    const page = Object.hasOwn(pages, at) ? pages[at] : undefined;
    if (method !== 'GET' || (at !== '/metrics' && !page)) return answer.writeHead(404).end();
    try {
      if (page) return answer.writeHead((await page(new URLSearchParams(query))).status).end();
      const all = await collectAll(localDir);
      answer.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE });
      answer.end(await AggregatorRegistry.aggregate(all as never).metrics());
    } catch (err) {
      log.error({ err, path: at }, 'a request at the metrics port failed');
      answer.writeHead(500).end();
    }
  });
  await listen(server, where);
  log.info(where, 'metrics are served');
  return () => close(server);
}

/** The metrics that each process answers. */
export async function collectAll(localDir: string): Promise<unknown[]> {
  const directory = path.dirname(await socketPath(path.join(localDir, 'metrics'), `0${suffix}`));
  const names = (await readdir(directory)).filter((name) => name.endsWith(suffix));
  const answers = await Promise.all(names.map((name) => ask(path.join(directory, name))));
  return answers.filter((answer) => answer !== undefined);
}

/** Undefined when nobody answers: a process that is gone leaves its socket, which is removed. */
function ask(file: string): Promise<unknown> {
  return new Promise((resolve) => {
    const request = get({ socketPath: file, path: '/', timeout: 2_000 }, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += chunk;
      resolve(JSON.parse(text));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') void rm(file, { force: true });
      resolve(undefined);
    });
  });
}

const listen = (server: Server, where: object) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, resolve);
  });
const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
