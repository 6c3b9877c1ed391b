/**
 * Prometheus metrics of all processes at one URL. Each process serves its own on a UNIX socket in LOCAL_DIR, and the
 * process with METRICS_PORT collects them. Gauges are labelled by process; counters are summed.
 */
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { probe, probePaths, type ReadyChecks, readinessOf } from '../http/health.ts';
import { version } from '../installation.ts';
import type { Log } from '../log/log.ts';
import { isOwnHost } from '../net/own-host.ts';
import { listenOnOwnSocket, type ProcessState, queryProcesses } from './own-socket.ts';
import { close, listen } from './sockets.ts';

/** A metric's value: a number, or one number per set of labels. */
type Reading = number | { labels: Record<string, string>; value: number }[];

export type Numbers = Record<string, { help: string; value: () => number }>;

/** Metrics whose values can come from a store. A value that is not read in time is left out. */
export type Readings = Record<
  string,
  { help: string; labels?: readonly string[]; value: () => Reading | Promise<Reading> }
>;

/** The time limit for one value, shorter than the two seconds that a process has for all its metrics. */
const readWithinMs = 1_500;

/**
 * The interval between samples of the event loop's delay, so long that there are practically none. Samples wake an
 * idle process, and contain the interval itself. Only the delay when metrics are requested is reported.
 */
const eventLoopMs = 3_600_000;
const sampledDelay = /^nodejs_eventloop_lag_\w+_seconds$/;

/** Creates a process's registry, with Node's own metrics and `numbers`, which are read on request. */
export function createRegistry(processName: string, numbers: Readings): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName, pid: String(process.pid) });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopMs });
  for (const { name } of registry.getMetricsAsArray()) if (sampledDelay.test(name)) registry.removeSingleMetric(name);
  for (const [name, { help, labels = [], value }] of Object.entries(numbers)) {
    new Gauge({
      name: `waypost_${name}`,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        const reading = await readInTime(value);
        this.reset();
        // A gauge without labels is reset to 0.
        this.remove({});
        if (typeof reading === 'number') return this.set(reading);
        for (const one of reading) this.set(one.labels, one.value);
      },
    });
  }
  return registry;
}

async function readInTime(value: () => Reading | Promise<Reading>): Promise<Reading> {
  try {
    const reading = value();
    if (typeof reading === 'number') return reading;
    return await Promise.race([reading, sleep(readWithinMs, [], { ref: false })]);
  } catch {
    return [];
  }
}

/** The exposed parts of a process: its name, its metrics, and checks of the stores that it needs. */
export type Exposed = { name: string; registry: Registry; checks: ReadyChecks };

/** Serves a process's metrics and readiness on its socket. Returns a function that stops it. */
export async function exposeProcess(
  localDir: string,
  { name, registry, checks }: Exposed,
): Promise<() => Promise<void>> {
  const identity = { name, pid: process.pid, version: version(), set: process.env.WAYPOST_SET ?? '' };
  const server = createServer(async ({ url }, answer) => {
    const state = async (): Promise<ProcessState> => ({ ...identity, ...(await readinessOf(checks.all)) });
    answer.end(JSON.stringify(url === '/readyz' ? await state() : await registry.getMetricsAsJSON()));
  });
  return await listenOnOwnSocket(server, localDir, name);
}

/** A GET handler. It answers with a status, and with JSON if there is a body. */
export type Page = (query: URLSearchParams) => Promise<{ status: number; body?: object }>;

/** Returns the probe handlers of a process without its own port. */
export const probePages = (checks: ReadyChecks): Record<string, Page> =>
  Object.fromEntries(probePaths.map((path) => [path, (query) => probe(checks, path, query.toString())]));

/**
 * Serves `GET /metrics` for all processes, and `pages` by path. Waits for a port in use: during a reload the old process
 * still has it. `names`: accepted host names in addition to the machine's own.
 */
export async function serveMetrics(
  localDir: string,
  { names, ...where }: { host: string; port: number; names: readonly string[] },
  log: Log,
  pages: Record<string, Page> = {},
): Promise<() => Promise<void>> {
  const ownNames = [hostname(), ...names];
  const server = createServer(async ({ url = '/', method, headers }, answer) => {
    if (!isOwnHost(headers.host, ownNames))
      return answer.writeHead(421).end('METRICS_NAMES does not have this host.\n');
    const [at = '/', query] = url.split('?', 2);
    const page = Object.hasOwn(pages, at) ? pages[at] : undefined;
    if (method !== 'GET' || (at !== '/metrics' && !page)) return answer.writeHead(404).end();
    try {
      if (page) {
        const { status, body } = await page(new URLSearchParams(query));
        return answer
          .writeHead(status, body && { 'Content-Type': 'application/json' })
          .end(body && JSON.stringify(body));
      }
      const all = await queryProcesses(localDir, '/metrics');
      answer.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE });
      answer.end(await AggregatorRegistry.aggregate(all as never).metrics());
    } catch (err) {
      log.error({ err, path: at }, 'a request at the metrics port failed');
      answer.writeHead(500).end();
    }
  });
  const open = async () => {
    await listen(server, where);
    log.info(where, 'serving metrics');
  };
  const stopping = new AbortController();
  const isOpen = await open().then(() => true, isTaken);
  const waiting = isOpen ? undefined : openOnceFree(open, stopping.signal);
  waiting?.catch((err) => log.error({ err, ...where }, 'metrics cannot be served'));
  return async () => {
    stopping.abort();
    await waiting?.catch(() => {});
    await close(server);
  };
}

async function openOnceFree(open: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let isOpen = false; !isOpen && !signal.aborted; ) {
    await sleep(retryMs, undefined, { signal }).catch(() => {});
    isOpen = signal.aborted || (await open().then(() => true, isTaken));
  }
}

/** Returns false if the port is in use. @throws every other error */
function isTaken(error: NodeJS.ErrnoException): false {
  if (error.code === 'EADDRINUSE') return false;
  throw error;
}

const retryMs = 250;
