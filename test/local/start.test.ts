/** `npm start` for an operator: one command, the whole product, a clean end, and everything there again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtRoot } from '../../shared/paths.ts';
import { openHostsBrowser } from '../fixtures/hosts-browser.ts';
import { processesOf } from '../fixtures/leftovers.ts';
import { freePort } from '../fixtures/processes.ts';
import { ask } from '../fixtures/requests.ts';
import { start } from '../fixtures/start.ts';
import { keepAsking } from '../fixtures/traffic.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

/** A used data folder for starts where it does not matter; a first start costs twice as much. */
const usedDir = await mkdtemp(path.join(tmpdir(), 'waypost-start-'));
t.teardown(() => rm(usedDir, { recursive: true, force: true }));

const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

/** Signs in to the dashboard and opens contacts from there. Returns the user that contacts see. */
async function signInToBoth(ports: { links: number; automations: number }, email: string, password: string) {
  const [origin, site] = [ports.links, ports.automations].map((port) => `http://localhost:${port}`) as [string, string];
  const person = openHostsBrowser({ links: { origin }, contacts: { site } });
  await person.signIn(email, password);
  await person.openContacts();
  return (await person.toContacts()).json.data.user;
}

t.test(
  'the first start serves a click and a tag, a restart in little memory keeps them, and a reload fails no request',
  async (t) => {
    const [links, automations, metrics] = [await freePort(), await freePort(), await freePort()];
    const localDir = usedDir;
    const env = {
      LOCAL_DIR: localDir,
      LINKS_PORT: String(links),
      AUTOMATIONS_PORT: String(automations),
      METRICS_PORT: String(metrics),
    };
    const first = start(t, env);
    const [, linksKey = ''] = await first.says(/Link API key\s+(fks_\w+)/);
    const [, automationsKey = ''] = await first.says(/Automation key\s+([0-9a-f]{32})/);
    await first.says(/Press Ctrl-C to stop/);
    t.match(first.output(), new RegExp(`Open it here:\n\n  http://localhost:${links}/dashboard\n`));
    t.match(first.output(), new RegExp(`Contacts\\s+http://localhost:${automations}/wp-admin/`));
    const [, password = ''] = /Email\s+admin@example\.com\n\s+Password\s+(\S{10,})/.exec(first.output()) ?? [];
    const signedIn = await signInToBoth({ links, automations }, 'admin@example.com', password);
    t.match(signedIn, { email: 'admin@example.com', role: 'administrator' }, 'one account for both');
    t.equal(first.output().match(/Password/g)?.length, 1);

    const api = { Authorization: `Bearer ${linksKey}`, 'Content-Type': 'application/json' };
    const created = await ask(links, {
      method: 'POST',
      path: '/api/links',
      headers: api,
      body: '{"url":"https://example.com/","slug":"hello"}',
    });
    t.equal(created.status, 201);
    const link = JSON.parse(created.body);
    t.equal(link.shortUrl, `http://localhost:${links}/hello`);
    const visit = () => ask(links, { path: '/hello', headers: browser });
    for (let n = 0; n < 5; n++) t.equal((await visit()).headers.location, 'https://example.com/');
    const clicks = async () => {
      const { body } = await ask(links, { path: `/api/links/${link.id}/stats`, headers: api });
      return JSON.parse(body).totals.clicks;
    };
    const counted = async (expected: number) => {
      for (let tries = 0; tries < 100 && (await clicks()) < expected; tries++) await sleep(100);
      return clicks();
    };
    t.equal(await counted(5), 5);

    const tags = `/wp-json/automations/tags?api_key=${automationsKey}`;
    const addTag = `/wp-json/automations/tag/add?api_key=${automationsKey}`;
    const json = { 'Content-Type': 'application/json' };
    t.equal(
      (await ask(automations, { method: 'POST', path: addTag, headers: json, body: '{"tags":["customer"]}' })).status,
      200,
    );
    t.match(JSON.parse((await ask(automations, { path: tags })).body), {
      code: 'success',
      data: { tags: [{ name: 'customer' }] },
    });

    for (const port of [links, automations]) {
      t.equal((await ask(port, { path: '/healthz' })).status, 200);
      t.equal((await ask(port, { path: '/readyz' })).status, 200);
    }
    const numbers = (await ask(metrics, { path: '/metrics' })).body;
    t.match(numbers, /waypost_links\{[^}]*process="links"[^}]*\} 1\n/);
    for (const name of ['links', 'links-worker', 'automations']) {
      t.match(numbers, new RegExp(`^process_resident_memory_bytes\\{process="${name}",`, 'm'), name);
    }

    const second = start(t, { ...env, LINKS_PORT: String(await freePort()) });
    t.equal(await second.exit(), 1);
    t.match(second.output(), /another Waypost is already running on .*LOCAL_DIR/);

    const traffic = keepAsking(t, {
      ...{ port: links, connections: 16, pauseMs: 10 },
      next: () => ({ path: '/hello', headers: browser }),
    });
    first.child.kill('SIGHUP');
    const home = `PM2_HOME=${path.join(localDir, 'pm2-next')}`;
    const manager = await until(async () =>
      (await processesOf(home)).find(({ command }) => /pm2-runtime/.test(command)),
    );
    process.kill(manager.pid, 'SIGKILL');
    await first.says(/\nnot reloaded, the old services continue: the services stopped/);
    t.same(await processesOf(home), [], 'nothing is left of a reload that failed');
    first.child.kill('SIGHUP');
    await first.says(/\nreloaded: \d+\.\d+\.\d+ is running\n/);
    const { answered, failures } = await traffic();
    t.same(failures.slice(0, 5), [], 'a reload after one that failed fails no request');
    t.ok(answered > 100, `${answered} answered`);
    t.equal(await counted(5 + answered), 5 + answered, 'and loses no click');

    first.child.kill('SIGINT');
    t.equal(await first.exit(), 0);
    t.match(first.output(), /your data is kept/);
    t.notMatch(first.output(), /^\{/m, 'no JSON between its words');
    for (const name of ['links', 'links-worker', 'automations', 'pm2']) {
      const lines = (await readFile(path.join(localDir, 'logs', `${name}.log`), 'utf8')).trimEnd().split('\n');
      for (const line of lines) t.match(JSON.parse(line), { name, level: String, time: String, msg: String });
    }

    const third = start(t, { ...env, SMALL: '1', LINKS_INSTANCES: '' }, ['--logs']);
    await third.says(/Press Ctrl-C to stop/);
    t.notMatch(third.output(), /Password/);
    t.equal((await visit()).headers.location, 'https://example.com/');
    t.equal(await counted(6 + answered), 6 + answered);
    t.match(JSON.parse((await ask(automations, { path: tags })).body).data.tags, [{ name: 'customer' }]);
    const add = `/wp-json/automations/contact/add?api_key=${automationsKey}`;
    const contact = '{"email":"ada@example.com","f_name":"Ada"}';
    t.equal((await ask(automations, { method: 'POST', path: add, headers: json, body: contact })).status, 200);
    const forgotten = { method: 'POST', path: '/api/auth/password/forgot', headers: json };
    t.ok((await ask(links, { ...forgotten, body: '{"email":"admin@example.com"}' })).status < 300);
    const mails = () => readdir(path.join(localDir, 'mail')).catch(() => []);
    for (let tries = 0; tries < 100 && (await mails()).length === 0; tries++) await sleep(100);
    t.equal((await mails()).length, 1, 'an email is sent');
    const processes = [
      ...(await ask(metrics, { path: '/metrics' })).body.matchAll(
        /^process_resident_memory_bytes\{process="([^"]+)",pid="(\d+)"/gm,
      ),
    ].map(([, name = '', pid]) => ({ name, pid }));
    t.same(processes.map(({ name }) => name).sort(), ['automations', 'links', 'links-worker']);
    t.equal(new Set(processes.map(({ pid }) => pid)).size, 2, 'the worker and contacts share one process');
    third.child.kill('SIGTERM');
    t.equal(await third.exit(), 0);
    const shown = third
      .stdout()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const name of ['links', 'links-worker', 'automations'])
      t.ok(
        shown.some((line) => line.name === name && line.msg === 'stopped'),
        `--logs shows ${name} to its end`,
      );
    t.notOk(
      shown.some(({ pid }) => first.output().includes(pid)),
      'and nothing of an earlier run',
    );
  },
);

t.test('on a public URL one code is shown, and its account works in both applications', async (t) => {
  const [links, automations] = [await freePort(), await freePort()];
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-start-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const env = {
    LOCAL_DIR: localDir,
    LINKS_PORT: String(links),
    AUTOMATIONS_PORT: String(automations),
    BASE_URL: 'https://go.example.com/api',
    DEFAULT_SHORT_DOMAIN: 'go.example.com',
    SITE_URL: 'https://crm.example.com',
  };
  const started = start(t, env);
  await started.says(/Press Ctrl-C to stop/);
  const codes = /\b[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}\b/g;
  const [code, ...more] = started.output().match(codes) ?? [];
  t.same(more, []);
  t.match(started.output(), `  https://go.example.com/dashboard  ${code}\n`);
  t.notMatch(started.output(), /Password/);
  const logOf = (name: string) => readFile(path.join(localDir, 'logs', `${name}.log`), 'utf8');
  t.match((await logOf('links')).match(codes), [code]);
  const log = await logOf('automations');
  t.notMatch(log, codes);

  const ownPage = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
  const account = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' };
  const send = (port: number, at: string, body: object) =>
    ask(port, { method: 'POST', path: at, headers: ownPage, body: JSON.stringify(body) });
  const visited = await send(links, '/api/dashboard/first-visit', { ...account, code });
  t.equal(visited.status, 200, visited.body);
  const { email, password } = account;
  const login = await send(links, '/api/auth/login', { email, password });
  t.match(JSON.parse(login.body).user, { email }, login.body);
  started.child.kill('SIGTERM');
  t.equal(await started.exit(), 0);
});

t.test('a service that cannot start is named with the last lines of its log', async (t) => {
  const faulty = path.join(t.testdir({ 'geo.mmdb': 'not a country database' }), 'geo.mmdb');
  const started = start(t, {
    LOCAL_DIR: usedDir,
    LINKS_PORT: String(await freePort()),
    AUTOMATIONS_PORT: String(await freePort()),
    GEO_DATABASE: faulty,
  });
  t.equal(await started.exit(), 1);
  t.match(
    started.output(),
    /waypost: links cannot start\.\nThe end of its log, .*links\.log:\n(?: {2}.*\n)* {2}\[.*\] ERROR \(links\): links: \S/,
  );
  t.match(started.output(), /\nstopped\n$/);
});

t.test('in a terminal the logs are readable', async (t) => {
  const env = {
    LOCAL_DIR: usedDir,
    LINKS_PORT: String(await freePort()),
    AUTOMATIONS_PORT: String(await freePort()),
    TERM: 'xterm-256color',
  };
  // `script` gives it a terminal.
  const file = path.join(builtRoot, 'shared/local/start.js');
  const child = spawn('script', ['-qec', `exec ${process.execPath} ${file} --logs`, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DRAIN_SECONDS: '1', LINKS_INSTANCES: '1', ...env },
  });
  t.teardown(() => child.kill('SIGKILL'));
  let output = '';
  let pressed = false;
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (pressed || !output.includes('Press Ctrl-C')) return;
    pressed = true;
    child.stdin.write('\x03');
  });
  await once(child, 'close');
  t.equal(child.exitCode, 0);
  t.match(output, /\x1b\[32mINFO\x1b\[39m \(automations\/\d+\): \x1b\[36mstopped/);
  t.match(output, /SIGINT: stopping …[\s\S]*your data is kept/);
  t.notMatch(output, /^\{/m);
});

t.test('a start that cannot succeed prints the reason without a stack trace, and exits with code 1', async (t) => {
  const taken = await freePort();
  const blocker = createServer().listen(taken, '127.0.0.1');
  t.teardown(() => blocker.close());
  const cases: [what: string, env: Record<string, string>, said: RegExp][] = [
    ['a port that is taken', { LINKS_PORT: String(taken) }, /port \d+ on 127\.0\.0\.1 is already in use; .*LINKS_PORT/],
    [
      'settings at fault',
      { LINKS_PORT: '99999', LOG_LEVEL: 'loud', PLANS_FREE_MEMBERS: 'x' },
      /3 fault\(s\):\n {2}LINKS_PORT: .*\n {2}LOG_LEVEL: .*\n {2}PLANS_FREE_MEMBERS: /,
    ],
    ['a metrics port that is taken', { METRICS_PORT: String(taken) }, /is already in use; .*METRICS_PORT/],
    [
      'an address of metrics that is not of this machine',
      { METRICS_PORT: '9464', METRICS_HOST: '192.0.2.1' },
      /cannot listen on 192\.0\.2\.1:9464 \(EADDRNOTAVAIL\); see METRICS_HOST and METRICS_PORT/,
    ],
    [
      'MySQL that cannot be reached',
      { MYSQL_URL: 'mysql://root:hidden@127.0.0.1:1/x', REDIS_URL: 'redis://127.0.0.1:1' },
      /is not reachable at 127\.0\.0\.1:1 \(ECONNREFUSED\)/,
    ],
  ];
  for (const [what, env, said] of cases) {
    const started = start(t, {
      LOCAL_DIR: t.testdir(),
      LINKS_PORT: String(await freePort()),
      AUTOMATIONS_PORT: String(await freePort()),
      ...env,
    });
    t.equal(await started.exit(), 1, what);
    t.match(started.output(), said, what);
    t.notMatch(started.output(), /\n\s+at /, 'no stack trace');
    t.notMatch(started.output(), /hidden/);
  }
});

t.test('an unknown option is refused, and the error names it', async (t) => {
  const started = start(t, {}, ['--log']);
  t.equal(await started.exit(), 1);
  t.match(started.output(), /^waypost: Unknown option '--log'/);
});

t.test('--help lists every setting', async (t) => {
  const child = spawn(process.execPath, [path.join(builtRoot, 'shared/local/start.js'), '--help']);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'exit');
  for (const name of [
    '--logs',
    'npm run dev',
    'LOG_FILES',
    'LINKS_PORT',
    'MYSQL_URL',
    'TRUSTED_PROXIES',
    'PLANS_SCALE_REQUESTS_PER_MINUTE',
  ])
    t.match(output, name);
  t.equal(child.exitCode, 0);
});
