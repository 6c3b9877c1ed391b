#!/usr/bin/env node
// @ts-check
/**
 * A trial of compose.yaml, run as root, for machines that cannot run containers. Waypost runs from its image in a
 * chroot by buildah, with Debian's mariadbd, redis-server and caddy. These use the file's commands and settings, and
 * have their own network and process namespaces. The trial creates a link through Caddy, counts its clicks, and stops
 * everything with SIGTERM.
 *
 *   buildah bud --format docker --isolation chroot -t waypost --build-arg VERSION=… --target waypost .build/release
 *   node .packaging/try-compose.js
 */
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const own = fileURLToPath(import.meta.url);
const domain = 'go.example.com';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

if (process.env.WAYPOST_TRIAL !== 'inside') {
  const words = ['--mount', '--net', '--pid', '--fork', '--mount-proc', process.execPath, own];
  const env = { ...process.env, WAYPOST_TRIAL: 'inside' };
  process.exit(spawnSync('unshare', words, { env, stdio: 'inherit' }).status ?? 1);
}

/** @typedef {{ command?: string[], environment?: Record<string, string>, volumes: string[], stop_grace_period?: string }} Service */
/** @type {{ services: Record<'waypost' | 'mariadb' | 'redis' | 'proxy', Service> }} */
const { services } = await readCompose();
const place = await mkdtemp(path.join(tmpdir(), 'waypost-compose-'));
const startedAt = Date.now();
const say = (/** @type {string} */ line) =>
  console.log(`${((Date.now() - startedAt) / 1e3).toFixed(1).padStart(6)} s  ${line}`);

await run('ip', ['link', 'set', 'lo', 'up']);
await run('sysctl', ['-qw', 'net.ipv4.ip_unprivileged_port_start=0']);
await writeFile(path.join(place, 'hosts'), `127.0.0.1 localhost ${Object.keys(services).join(' ')} ${domain}\n`);
await run('mount', ['--bind', path.join(place, 'hosts'), '/etc/hosts']);
await chmod(place, 0o755);

const { stdout: made } = await run('buildah', ['from', 'waypost']);
const container = made.trim();
/** Functions that undo each step, called last first. @type {(() => unknown)[]} */
const ends = [() => run('buildah', ['rm', container])];
try {
  await trial();
} finally {
  for (const end of ends.reverse()) await end();
  await rm(place, { recursive: true });
}

async function trial() {
  const mariadb = await startMariadb(services.mariadb);
  const redis = await startRedis(services.redis);
  const waypost = await startWaypost(services.waypost);
  await until('the image’s health check passes', isHealthy);
  const proxy = await startProxy(services.proxy);

  const key = await makeKey();
  const url = 'https://example.com/';
  const json = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  await until('Caddy has a certificate', () => ask('GET', '/healthz').then(({ status }) => status === 200));
  const link = await ask('POST', '/api/links', { headers: json, body: JSON.stringify({ url, slug: 'hello' }) });
  assert.equal(link.status, 201, link.body);
  say(`created a link: ${JSON.parse(link.body).shortUrl}`);
  const asked = await fetch(
    `http://waypost:${services.waypost.environment?.METRICS_PORT}/domains/ask?domain=${domain}`,
  );
  assert.equal(asked.status, 200);
  assert.equal((await ask('GET', '/wp-json/')).status, 200);
  say(`memory at rest: ${await megabytesOf('10001')} MB`);

  let clicks = 0;
  let isOver = false;
  const clicking = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const { status } = await ask('GET', '/hello', { headers: { 'User-Agent': browser } }).catch(() => ({
          status: 0,
        }));
        if (status === 302) clicks += 1;
      }
    }),
  );
  await sleep(2_000);
  // A started request is answered, although its body arrives after the signal.
  const late = ask('POST', '/api/links', { headers: json, body: JSON.stringify({ url, slug: 'late' }), waitMs: 2_000 });
  await sleep(500);
  const stopped = stop('waypost', waypost, services.waypost, [
    'pkill',
    '-TERM',
    '-of',
    'shared/local/waypost.js start',
  ]);
  assert.equal((await late).status, 201);
  say('a request that began before the signal is answered after it');
  await stopped;
  isOver = true;
  await clicking;

  const again = await startWaypost(services.waypost);
  await until('it serves again', isHealthy);
  const counted = () =>
    ask('GET', `/api/links/${JSON.parse(link.body).id}/stats`, { headers: json }).then(
      ({ body }) => JSON.parse(body).totals?.clicks,
    );
  await until(`all of ${clicks} clicks are counted`, async () => (await counted()) === clicks);
  await stop('waypost', again, services.waypost, ['pkill', '-TERM', '-of', 'shared/local/waypost.js start']);
  const { stdout: root } = await run('buildah', ['mount', container]);
  const { stdout: written } = await run('find', [
    root.trim(),
    '-xdev',
    '-newer',
    path.join(place, 'hosts'),
    '-type',
    'f',
    '-uid',
    '10001',
  ]);
  assert.equal(written, '', 'written outside the volume');
  await stop('proxy', proxy, services.proxy);
  await stop('redis', redis, services.redis);
  await stop('mariadb', mariadb, services.mariadb);
}

/** Reads the file through Compose. Debian 12's older Compose does not know `name`, and prints only YAML. */
async function readCompose() {
  const folder = path.dirname(own);
  const text = await readFile(path.join(folder, 'compose.yaml'), 'utf8');
  const env = { ...process.env, DOMAIN: domain, WAYPOST_VERSION: 'trial', CADDY_OPTIONS: 'local_certs' };
  const config = run('docker-compose', ['--file', '-', 'config'], { cwd: folder, env });
  config.child.stdin?.end(text.replace(/^name: .*$/m, ''));
  const { stdout } = await config;
  const json = run('python3', ['-c', 'import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)']);
  json.child.stdin?.end(stdout);
  return JSON.parse((await json).stdout);
}

/** Creates a folder for a service's first volume, owned by a user. @param {string} name @param {number} uid */
async function volume(name, uid) {
  const folder = path.join(place, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chown(folder, uid, uid);
  return folder;
}

/** @param {string[]} command @param {Record<string, string>} env @param {number} uid */
function start([program = '', ...words], env, uid) {
  const as = uid === 0 ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--bounding-set=-all'];
  const [first = '', ...rest] = [...as, program, ...words];
  const child = spawn(first, rest, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said = (said + part).slice(-10_000);
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, said }));
  ends.push(() => child.exitCode ?? child.kill('SIGKILL'));
  return { child, ended };
}

/** @param {Service} service */
async function startMariadb({ command = [], environment: env = {} }) {
  const [uid, data] = [10003, await volume('mariadb', 10003)];
  const where = ['--no-defaults', `--datadir=${data}`, `--tmpdir=${data}`];
  await run('mariadb-install-db', [...where, '--auth-root-authentication-method=normal', '--skip-test-db']);
  await run('chown', ['-R', `${uid}:${uid}`, data]);
  const socket = `--socket=${data}/socket`;
  const at = [...where, socket, `--pid-file=${data}/pid`, '--port=3306', '--bind-address=127.0.0.1'];
  const server = start(['mariadbd', ...at, ...command], {}, uid);
  const sql = (/** @type {string} */ text) => run('mariadb', ['--no-defaults', socket, '--user=root', '-e', text]);
  await until('MariaDB answers', () => sql('SELECT 1').then(() => true));
  const { MARIADB_DATABASE: database, MARIADB_USER: user, MARIADB_PASSWORD: password } = env;
  await sql(`CREATE DATABASE ${database}; GRANT ALL ON ${database}.* TO ${user}@'%' IDENTIFIED BY '${password}'`);
  return server;
}

/** @param {Service} service */
async function startRedis({ command = [] }) {
  const data = await volume('redis', 10004);
  const server = start(
    command.map((word) => (word === '/data' ? data : word)),
    {},
    10004,
  );
  await until('Redis answers', () => run('redis-cli', ['ping']).then(({ stdout }) => stdout.includes('PONG')));
  return server;
}

/** @param {Service} service */
async function startWaypost({ environment = {} }) {
  const state = await volume('waypost', 10001);
  return start(inImage(['waypost', 'start'], environment, state), {}, 0);
}

/** @param {string[]} words @param {Record<string, string>} env @param {string} state */
function inImage(words, env, state) {
  return [
    ...['buildah', 'run', '--isolation', 'chroot', '--volume', `${state}:/var/lib/waypost`],
    ...['--volume', '/etc/hosts:/etc/hosts:ro'],
    ...Object.entries(env).map(([name, value]) => `--env=${name}=${value}`),
    ...[container, '--', ...words],
  ];
}

/** @param {Service} service */
async function startProxy({ environment = {}, volumes }) {
  const data = await volume('proxy', 10002);
  const [file = ''] = (volumes[1] ?? '').split(':');
  const env = { ...environment, HOME: data, XDG_DATA_HOME: data, XDG_CONFIG_HOME: data };
  return start(['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], env, 10002);
}

async function isHealthy() {
  const { stdout } = await run('buildah', ['inspect', '--type', 'image', 'waypost'], { maxBuffer: 8 << 20 });
  const [, program, ...words] = JSON.parse(stdout).Docker.config.Healthcheck.Test;
  return run('buildah', ['run', '--isolation', 'chroot', container, '--', program, ...words]).then(() => true);
}

/** Creates a user, a workspace and a key with `waypost`, as in `docker compose exec`. */
async function makeKey() {
  const command = (/** @type {string[]} */ ...words) => {
    const [program = '', ...rest] = inImage(
      ['waypost', ...words, '--json'],
      services.waypost.environment ?? {},
      path.join(place, 'waypost'),
    );
    return run(program, rest).then(({ stdout }) => JSON.parse(stdout));
  };
  const { workspace } = await command('user', 'create', 'me@example.com');
  return (await command('links', 'key', 'create', workspace.id, 'trial')).key;
}

/**
 * Sends a request to the domain over HTTPS, with a certificate of Caddy's own authority.
 * @param {string} method @param {string} at
 * @param {{ headers?: Record<string, string>, body?: string, waitMs?: number }} [what] `waitMs`: before the body
 * @returns {Promise<{ status: number, body: string }>}
 */
async function ask(method, at, { headers = {}, body = '', waitMs = 0 } = {}) {
  const ca = await readFile(path.join(place, 'proxy/caddy/pki/authorities/local/root.crt'));
  const length = body ? { 'Content-Length': String(body.length) } : {};
  const sent = request(`https://${domain}${at}`, { method, ca, headers: { ...headers, ...length } });
  sent.flushHeaders();
  if (waitMs > 0) await sleep(waitMs);
  sent.end(body);
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const part of answer) text += part;
  return { status: answer.statusCode, body: text };
}

/** @param {string} what @param {() => Promise<boolean>} holds */
async function until(what, holds) {
  for (const deadline = Date.now() + 120_000; !(await holds().catch(() => false)); await sleep(200)) {
    if (Date.now() > deadline) throw new Error(`${what}: not within two minutes`);
  }
  say(what);
}

/** Sends only SIGTERM, and expects the service to end within the file's time limit. @param {string} name @param {ReturnType<typeof start>} server @param {Service} service @param {string[]} [command] */
async function stop(name, { child, ended }, { stop_grace_period: grace = '10s' }, command) {
  const at = Date.now();
  if (command) await run(command[0] ?? '', command.slice(1));
  else child.kill('SIGTERM');
  const late = sleep(Number.parseInt(grace, 10) * 1_000, undefined, { ref: false });
  const end = await Promise.race([ended, late]);
  assert.ok(end, `${name} did not end within ${grace}`);
  assert.ok([0, 143].includes(end.code), `${name} ended with ${end.code}:\n${end.said}`);
  say(`${name} ended ${((Date.now() - at) / 1e3).toFixed(1)} s after SIGTERM`);
}

/** Sums up the memory of a user's processes, with shared pages split between them. @param {string} uid */
async function megabytesOf(uid) {
  const { stdout } = await run('pgrep', ['-u', uid]);
  let sum = 0;
  for (const pid of stdout.trim().split('\n')) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    sum += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1_024;
  }
  return Math.round(sum);
}
