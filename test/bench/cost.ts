/**
 * Cost of the worst request to each route: hostile texts, values, bodies, queries and headers are sent to every described route of
 * both services, and the kernel reports the processor time of their main thread. Both services run in this process, and the client
 * in its own thread. ROUTE (a part of a name) limits the routes, BENCH_ROWS (25) the printed rows.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { cpus, loadavg } from 'node:os';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { BodyBudget } from '../../shared/http/body-budget.ts';
import { createEnds } from '../fixtures/ends.ts';
import { headers, leavesOf, type Payload, texts, values, withValue } from './parts/hostile.ts';

type Target = {
  name: string;
  origin: string;
  method: string;
  /** Includes the fixed part of the query. */
  path: string;
  headers: Record<string, string>;
  body: unknown;
  /** Maximum bytes of a body. */
  bodyBytes: number;
  queryNames: string[];
  isPhp: boolean;
};

const mebibyte = 1 << 20;
const textBytes = 60_000;
const urlBytes = 12_000;

async function main(): Promise<void> {
  const { startServers } = await import('../fixtures/stack.ts');
  const ends = createEnds();
  // One request is measured; the budget only matters for many at once.
  BodyBudget.prototype.spend = async () => {};
  try {
    console.log(`${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
    const { mysql, redis } = await startServers(ends);
    const only = process.env.ROUTE ?? '';
    const found = [
      ...(await linkTargets(ends, mysql.url, redis.url)),
      ...(await contactTargets(ends, mysql.url, redis.url)),
    ];
    const targets = found.filter(({ name }) => name.includes(only));
    await new Promise<void>((resolve, reject) => {
      const client = new Worker(new URL(import.meta.url), { workerData: targets, execArgv: process.execArgv });
      client.once('error', reject).once('exit', () => resolve());
    });
  } finally {
    await ends.end();
  }
  process.exit(0);
}

async function linkTargets(ends: ReturnType<typeof createEnds>, server: string, redisUrl: string): Promise<Target[]> {
  const { addWorkspace, caller, startDaemon } = await import('../fixtures/daemon.ts');
  const daemon = await startDaemon(ends, {
    stores: { mysqlUrl: await newDatabase(server, 'links'), redisUrl, redisPrefix: 'links' },
    env: {
      ...Object.fromEntries(
        ['LOGIN_TRIES_PER_MINUTE', 'SIGNUPS_PER_MINUTE', 'ACCOUNT_MAILS_PER_HOUR', 'SHARE_REQUESTS_PER_MINUTE'].map(
          (name) => [name, '100000000'],
        ),
      ),
      PLANS_SCALE_REQUESTS_PER_MINUTE: 'unlimited',
      PLANS_SCALE_LINKS_PER_MONTH: 'unlimited',
      ADDRESS_REQUESTS_PER_MINUTE: '100000000',
      TRUSTED_PROXIES: '127.0.0.1',
      COUNTRY_HEADER: 'cf-ipcountry',
    },
  });
  const { key } = await addWorkspace(daemon.context.db, 'scale');
  const call = caller(daemon, key);
  const link = (await call('POST', '/links', { url: 'https://example.com/', slug: 'plain', utm: { source: 'a' } }))
    .json;
  await call('POST', '/links', { url: 'https://example.com/', slug: 'locked', password: 'a password' });
  const { json: document } = await call('GET', '/openapi.json');
  const { origin } = daemon;
  const described = Object.entries(document.paths).flatMap(([at, methods]) =>
    Object.entries(methods as Record<string, Described>).map(
      ([method, operation]): Target => ({
        name: `links ${method.toUpperCase()} /api${at}`,
        origin,
        method: method.toUpperCase(),
        path: `/api${at.replace('{id}', at.startsWith('/links') ? link.id : 'dom_00000000000000000000').replace(/\{\w+\}/g, 'a')}`,
        headers: operation.security?.length === 0 ? {} : { authorization: `Bearer ${key}` },
        body: operation.requestBody?.content['application/json']?.example,
        bodyBytes: at === '/links/bulk' ? 8 * mebibyte : mebibyte,
        queryNames: (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name),
        isPhp: false,
      }),
    ),
  );
  const plain = { origin, headers: {}, body: undefined, bodyBytes: mebibyte, queryNames: [], isPhp: false };
  return [
    // Leave out routes that end the key or the workspace, or that stay open.
    ...described.filter(({ name }) => !/DELETE|live|logout/.test(name)),
    { ...plain, name: 'links GET /{slug}', method: 'GET', path: '/plain', queryNames: ['utm_source', 'qr', '_wpc'] },
    { ...plain, name: 'links POST /{slug} (password)', method: 'POST', path: '/locked', body: { password: 'a' } },
    { ...plain, name: 'links GET /{unknown}', method: 'GET', path: '/nothing' },
    {
      ...plain,
      name: 'links POST /report',
      method: 'POST',
      path: '/report',
      body: { url: 'a', reason: 'spam', details: 'a' },
    },
    { ...plain, name: 'links GET /report', method: 'GET', path: '/report', queryNames: ['url'] },
  ];
}

type Described = {
  security?: unknown[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  parameters?: { name: string; in: string }[];
};

async function contactTargets(
  ends: ReturnType<typeof createEnds>,
  server: string,
  redisUrl: string,
): Promise<Target[]> {
  const { startAutomations, request } = await import('../fixtures/automations.ts');
  const stores = { mysqlUrl: await newDatabase(server, 'automations'), redisUrl, redisPrefix: 'automations' };
  const { site, key, post } = await startAutomations(ends, {}, stores);
  await post('/contact/add', { email: 'a@example.com' });
  await post('/tag/add', { tags: ['a'] });
  await post('/field/add', { field_name: 'a', type: 1 });
  const { routes } = (await request(`${site}/wp-json/`, 'GET')).body;
  return Object.entries(routes as Record<string, { endpoints: { methods: string[]; args: object }[] }>).flatMap(
    ([at, { endpoints }]) =>
      endpoints.flatMap(({ methods, args }) =>
        methods
          .filter((method) => method !== 'DELETE')
          .map((method): Target => {
            const isKeyed = at.startsWith('/automations');
            const path = `/wp-json${at.replace(/\(\?P<\w+>[^)]*\)/g, '1')}`;
            const names = Object.keys(args);
            return {
              name: `automations ${method} ${at.replace(/\(\?P<(\w+)>[^)]*\)/g, '{$1}')}`,
              origin: site,
              method,
              path: isKeyed ? `${path}?api_key=${key}` : path,
              headers: {},
              body: method === 'GET' ? undefined : Object.fromEntries(names.map((name) => [name, 'a'])),
              bodyBytes: mebibyte,
              queryNames: method === 'GET' ? names : [],
              isPhp: true,
            };
          }),
      ),
  );
}

async function newDatabase(server: string, name: string): Promise<string> {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection(server);
  await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  await connection.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Yields every payload for a route. */
function* payloads({ body, bodyBytes, queryNames, isPhp }: Target, withHeaders: boolean): Generator<Payload> {
  if (withHeaders) for (const [what, own] of headers(urlBytes)) yield { what: `header ${what}`, headers: own };
  for (const name of [...queryNames, 'other']) {
    for (const [what, text] of texts(urlBytes / 3))
      yield { what: `?${name}= ${what}`, query: `${name}=${encodeURIComponent(text)}`.slice(0, urlBytes) };
  }
  for (const piece of ['&', 'a&', 'a=1&', 'a[]=1&', 'a[b][c]=1&', '[', ']', '%', '%5B', '=', '+']) {
    yield { what: `query of ${piece}`, query: piece.repeat(urlBytes / piece.length) };
  }
  if (body === undefined) return;
  const json = 'application/json';
  const form = 'application/x-www-form-urlencoded';
  for (const [what, text] of values(bodyBytes - 100))
    yield { what: `body: ${what}`, type: json, body: Buffer.from(text) };
  yield { what: 'body: not UTF-8', type: json, body: Buffer.alloc(bodyBytes, 0xff) };
  for (const piece of ['&', 'a=1&', 'a[]=1&', 'a[b][c][d]=1&', '%', '%41', '+', 'a']) {
    yield { what: `form of ${piece}`, type: form, body: Buffer.from(piece.repeat(bodyBytes / piece.length)) };
  }
  if (isPhp) {
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    for (const piece of [part, '--b\r\n', '\r\n', '-', 'a']) {
      const whole = `${part}${piece.repeat((bodyBytes - 1_000) / piece.length)}\r\n--b--\r\n`;
      yield {
        what: `multipart of ${JSON.stringify(piece.slice(0, 9))}`,
        type: 'multipart/form-data; boundary=b',
        body: Buffer.from(whole),
      };
    }
  }
  for (const at of leavesOf(body)) {
    const name = at.join('.');
    for (const [what, text] of texts(textBytes)) {
      yield { what: `${name} = ${what}`, type: json, body: Buffer.from(withValue(body, at, JSON.stringify(text))) };
    }
    for (const [what, text] of values(100_000)) {
      yield { what: `${name} = ${what}`, type: json, body: Buffer.from(withValue(body, at, text)) };
    }
  }
}

type Cost = { ms: number; kilobytes: number; what: string; status: number };

/** Sends the requests from the client's thread. */
async function send(targets: Target[]): Promise<void> {
  const all: (Cost & { name: string })[] = [];
  /** All routes of a service read headers alike, apart from the method. */
  const tried = new Set<string>();
  for (const target of targets) {
    const kind = `${target.origin} ${target.method}`;
    const costs: Cost[] = [];
    for (const payload of payloads(target, !tried.has(kind))) {
      let best = await costOf(target, payload);
      // Repeats slow ones, to exclude the process's other work.
      for (let n = 0; n < 2 && best.ms > 10; n++) {
        const again = await costOf(target, payload);
        if (again.ms < best.ms) best = again;
      }
      costs.push(best);
    }
    tried.add(kind);
    const worst = costs.toSorted((a, b) => b.ms - a.ms)[0];
    if (worst) all.push({ ...worst, name: target.name });
    process.stderr.write('.');
  }
  const rows = all.toSorted((a, b) => b.ms - a.ms).slice(0, Number(process.env.BENCH_ROWS || 25));
  console.log(
    '\n| route | worst ms | of KB | ms per KB | answer | what was sent |\n| --- | --- | --- | --- | --- | --- |',
  );
  for (const { name, ms, kilobytes, status, what } of rows) {
    console.log(
      `| ${name} | ${ms.toFixed(1)} | ${kilobytes.toFixed(0)} | ${(ms / kilobytes).toFixed(3)} | ${status} | ${what} |`,
    );
  }
}

/** Processor time so far of the main thread, which is idle after its response. */
const spentMs = () =>
  Number(readFileSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

async function costOf(target: Target, payload: Payload): Promise<Cost> {
  const { method, origin, body } = target;
  const path = payload.query ? `${target.path}${target.path.includes('?') ? '&' : '?'}${payload.query}` : target.path;
  const sent = payload.body ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
  const bytes =
    (payload.body?.length ?? 0) + (payload.query?.length ?? 0) + Object.values(payload.headers ?? {}).join('').length;
  const type = payload.type ?? (sent ? 'application/json' : undefined);
  const before = spentMs();
  const status = await new Promise<number>((resolve) => {
    const all = {
      ...(type ? { 'content-type': type } : {}),
      ...(sent ? { 'content-length': sent.length } : {}),
      ...target.headers,
      ...payload.headers,
    };
    const request = http.request(`${origin}${path}`, { method, headers: all, agent: false }, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode ?? 0));
    });
    request.setTimeout(20_000, () => request.destroy()).once('error', () => resolve(0));
    request.end(sent);
  });
  return { ms: spentMs() - before, kilobytes: Math.max(1, bytes / 1_024), what: payload.what, status };
}

if (isMainThread) await main();
else await send(workerData as Target[]);
