#!/usr/bin/env node
// @ts-check
/**
 * A trial of a release's compose.yaml, run as root, for machines that cannot run containers. It follows the manual's
 * page about Docker, with the files of `npm run release` alone: installation, first account, backup, upgrade to a
 * synthetic next release, return, and a restore after an upgrade that breaks previous releases. buildah builds
 * Waypost's images and runs them in a chroot. Debian's mariadbd, redis-server and caddy run with the file's commands
 * and settings. All have their own network and process namespaces, and are stopped with SIGTERM.
 *
 *   node .packaging/try-compose.js .build/release
 *
 * If no registry can be reached, first import a Debian 13 (debootstrap) as docker.io/library/debian:trixie-slim.
 */
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const own = fileURLToPath(import.meta.url);
const [release = '.build/release'] = process.argv.slice(2);
const domain = 'go.example.com';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const backups = '/var/backups/waypost';
const passphrase = ['--passphrase-file', '/var/lib/waypost/backup-passphrase'];

if (process.env.WAYPOST_TRIAL !== 'inside') {
  const words = ['--mount', '--net', '--pid', '--fork', '--mount-proc', process.execPath, own, release];
  const env = { ...process.env, WAYPOST_TRIAL: 'inside' };
  process.exit(spawnSync('unshare', words, { env, stdio: 'inherit' }).status ?? 1);
}

/** @typedef {{ image: string, build?: { args: { VERSION: string } }, command?: string[], environment?: Record<string, string>, volumes: string[], stop_grace_period?: string }} Service */
/** @typedef {{ Entrypoint: string[], Cmd: string[], Env: string[], User: string, Labels: Record<string, string>, Healthcheck: { Test: string[] } }} Image */
/** @typedef {ReturnType<typeof start>} Server */
/** @typedef {{ services: Record<'waypost' | 'backup' | 'mariadb' | 'redis' | 'proxy', Service>, image: Image, container: string }} Built */
/** @typedef {{ built: Built, server: Server }} Waypost */
const place = await mkdtemp(path.join(tmpdir(), 'waypost-compose-'));
const folder = path.join(place, 'srv');
const startedAt = Date.now();
const say = (/** @type {string} */ line) =>
  console.log(`${((Date.now() - startedAt) / 1e3).toFixed(1).padStart(6)} s  ${line}`);
/** Functions that undo each step, called last first. @type {(() => unknown)[]} */
const ends = [];
/** The images that this trial built. @type {Set<string>} */
const tags = new Set();
const account = { email: 'me@example.com', name: 'Me', password: randomBytes(12).toString('hex') };

/** Copies the release's files, and writes the domain. */
async function install() {
  await cp(release, folder, { recursive: true });
  await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder });
  await writeFile(path.join(folder, '.env'), `DOMAIN=${domain}\nCADDY_OPTIONS=local_certs\n`);
  await chmod(place, 0o755);
}

async function trial() {
  const built = await build();
  const { services } = built;
  await prepareMachine(Object.keys(services));
  const version = String(built.image.Labels['org.opencontainers.image.version']);
  const mariadb = await startMariadb(services.mariadb);
  const redis = await startRedis(services.redis);
  const first = await startWaypost(built);
  const proxy = await startProxy(services.proxy);
  await until('Caddy has a certificate', async () => (await ask('GET', '/healthz')).status === 200);
  await createAccount(first);
  const key = await createKey(built);
  const link = await createLink(key, 'hello');
  const gate = `http://waypost:${services.waypost.environment?.METRICS_PORT}/domains/ask?domain=${domain}`;
  assert.equal((await fetch(gate)).status, 200);
  assert.equal((await ask('GET', '/wp-json/')).status, 200);
  say(`memory at rest: ${await megabytesOf('10001')} MB`);
  const clicks = await clickUntilStopped(first, key);

  const again = await startWaypost(built);
  await isKept(key, link, clicks);
  const backup = await createBackup(built);
  const newer = await upgrade(again, version, 1);
  await isKept(key, link, clicks);
  assert.equal((await click()).status, 302);
  await createLink(key, 'created-by-newer');
  const older = await goBack(newer, version);
  await isKept(key, link, clicks + 1);
  assert.equal((await ask('GET', '/created-by-newer')).status, 302);

  const breaking = await upgrade(older, version, 2, { BREAKS: '1' });
  const restored = await restore(breaking, version, backup);
  await isKept(key, link, clicks);
  assert.equal((await ask('GET', '/created-by-newer')).status, 404);
  await stopWaypost(restored);
  await checkWritten(restored.built);
  await stop('proxy', proxy, services.proxy);
  await stop('redis', redis, services.redis);
  await stop('mariadb', mariadb, services.mariadb);
  return version;
}

/** Builds the image of compose.yaml unless it exists, and creates a container of it. @returns {Promise<Built>} */
async function build() {
  const { services } = await readCompose();
  const { image: tag, build: from } = services.waypost;
  assert.match(tag, /^waypost:\d/);
  assert.equal(services.backup.image, tag);
  const name = `localhost/${tag}`;
  if (!tags.has(tag)) {
    const words = ['bud', '--quiet', '--pull=false', '--format', 'docker', '--isolation', 'chroot', '--tag', name];
    await run('buildah', [...words, '--build-arg', `VERSION=${from?.args.VERSION}`, folder]);
    tags.add(tag);
    ends.push(() => run('buildah', ['rmi', name]));
    say(`built ${tag}`);
  }
  const { stdout } = await run('buildah', ['inspect', '--type', 'image', name], { maxBuffer: 8 << 20 });
  const { config: image } = JSON.parse(stdout).Docker;
  assert.equal(image.User, '10001:10001');
  assert.doesNotMatch(image.Env.join(), /URL|DOMAIN|SECRET|PASSWORD/);
  const container = (await run('buildah', ['from', '--pull-never', name])).stdout.trim();
  ends.push(() => run('buildah', ['rm', container]));
  // buildah sometimes prefers the image's anonymous volume to the mounted one.
  await run('buildah', ['config', '--volume', '/var/lib/waypost-', container]);
  return { services, image, container };
}

/** Creates the machine's own network and host names, and Waypost's volumes. @param {string[]} names */
async function prepareMachine(names) {
  await run('ip', ['link', 'set', 'lo', 'up']);
  await run('sysctl', ['-qw', 'net.ipv4.ip_unprivileged_port_start=0']);
  await writeFile(path.join(place, 'hosts'), `127.0.0.1 localhost ${names.join(' ')} ${domain}\n`);
  await run('mount', ['--bind', path.join(place, 'hosts'), '/etc/hosts']);
  for (const name of ['waypost', 'backups']) await volume(name, 10001);
}

/** Creates the first account with the code in the log, and signs in. @param {Waypost} waypost */
async function createAccount({ server }) {
  const [, code] = / with the code ([\w-]+)/.exec(server.said()) ?? [];
  const first = await post('/api/dashboard/first-visit', { ...account, code });
  assert.equal(first.status, 200, first.body);
  assert.equal((await signIn()).status, 200);
  say('created the first account with the code in the log');
}

const signIn = () => post('/api/auth/login', { email: account.email, password: account.password });

/** @param {Built} built @returns {Promise<string>} */
async function createKey(built) {
  const { body } = await signIn();
  const workspace = JSON.parse(body).workspace?.id ?? JSON.parse(body).workspaces?.[0]?.id;
  return JSON.parse(await waypost(built, 'links', 'key', 'create', workspace, 'trial', '--json')).key;
}

/** @param {string} key @param {string} slug @returns {Promise<string>} its id */
async function createLink(key, slug, waitMs = 0) {
  const created = await post('/api/links', { url: 'https://example.com/', slug }, { key, waitMs });
  assert.equal(created.status, 201, created.body);
  say(`created a link: ${JSON.parse(created.body).shortUrl}`);
  return JSON.parse(created.body).id;
}

const click = () => ask('GET', '/hello', { headers: { 'User-Agent': browser } });

/** Clicks while Waypost stops. Returns the number of redirects. @param {Waypost} waypost @param {string} key */
async function clickUntilStopped(waypost, key) {
  let clicks = 0;
  let isOver = false;
  const clicking = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const { status } = await click().catch(() => ({ status: 0 }));
        if (status === 302) clicks += 1;
      }
    }),
  );
  await sleep(2_000);
  // A started request is answered, although its body arrives after the signal.
  const late = createLink(key, 'late', 2_000);
  await sleep(500);
  const stopped = stopWaypost(waypost);
  await late;
  await stopped;
  isOver = true;
  await clicking;
  return clicks;
}

/** Checks that the account, the link and its clicks are there. @param {string} key @param {string} link @param {number} clicks */
async function isKept(key, link, clicks) {
  const found = () => ask('GET', `/api/links/${link}/stats`, { headers: { Authorization: `Bearer ${key}` } });
  await until(`${clicks} clicks are counted`, async () => JSON.parse((await found()).body).totals.clicks === clicks);
  assert.equal((await signIn()).status, 200);
}

/** Creates a passphrase and an encrypted backup. @param {Built} built @returns {Promise<string>} the file */
async function createBackup(built) {
  const create = 'umask 077; head -c 24 /dev/urandom | base64 | tee /var/lib/waypost/backup-passphrase';
  await inImage(built, built.services.backup, ['sh', '-c', create]);
  await waypost(built, 'backup', backups, '--keep', '7', ...passphrase);
  const [name] = await readdir(path.join(place, 'backups'));
  say(`created the backup ${name}`);
  const checked = await waypost(built, 'check').catch(({ stdout }) => stdout);
  assert.deepEqual(checked.match(/(?<=^ +✗ )\w+/gm), ['certificates'], 'the certificate is of Caddy itself');
  return `${backups}/${name}`;
}

/**
 * Copies the files of a synthetic release over the old one's, builds its image, and starts it instead of the old one.
 * @param {Waypost} old @param {string} version @param {number} further the release's distance @param {Record<string, string>} [env]
 */
async function upgrade(old, version, further, env = {}) {
  const next = version.replace(/\d+$/, (patch) => String(Number(patch) + further));
  const archive = (/** @type {string} */ name) => path.join(folder, `waypost-${name}-linux-${process.arch}.tar.gz`);
  const words = [path.join(path.dirname(own), 'next-release.sh'), archive(version), archive(next), next];
  await run('bash', words, { env: { ...process.env, ...env } });
  const file = path.join(folder, 'compose.yaml');
  const text = await readFile(path.join(release, 'compose.yaml'), 'utf8');
  await writeFile(file, text.replaceAll(`:-${version}}`, `:-${next}}`));
  await run('sed', ['-i', '/^WAYPOST_VERSION=/d', '.env'], { cwd: folder });
  const built = await build();
  assert.equal(built.services.waypost.image, `waypost:${next}`);
  await stopWaypost(old);
  const started = await startWaypost(built);
  assert.equal(await waypost(built, 'migrate', '--dry-run'), 'the database is up to date\n');
  assert.equal(JSON.parse(await waypost(built, 'status', '--json')).version, next);
  return started;
}

/** Writes the old version to .env, and replaces the container. @param {Waypost} newer @param {string} version */
async function goBack(newer, version) {
  const built = await chooseVersion(version);
  await stopWaypost(newer);
  const started = await startWaypost(built);
  assert.equal(JSON.parse(await waypost(built, 'status', '--json')).version, version);
  return started;
}

/** @param {string} version */
async function chooseVersion(version) {
  await appendFile(path.join(folder, '.env'), `WAYPOST_VERSION=${version}\n`);
  const built = await build();
  assert.equal(built.services.waypost.image, `waypost:${version}`);
  return built;
}

/** Returns from a release that breaks older ones, with a backup. @param {Waypost} newer @param {string} version @param {string} backup */
async function restore(newer, version, backup) {
  const built = await chooseVersion(version);
  await stopWaypost(newer);
  const refused = startImage(built);
  assert.notEqual(await refused.ended, 0);
  assert.match(refused.said(), /does not know 9999_trial-z-breaks\.sql/);
  say(`${version} refuses the database of a release that breaks it`);
  await waypost(built, 'restore', backup, ...passphrase, '--force');
  say('restored the backup');
  return startWaypost(built);
}

/** Checks that the containers wrote only to their volumes. @param {Built} built */
async function checkWritten({ container }) {
  const root = (await run('buildah', ['mount', container])).stdout.trim();
  const words = [root, '-xdev', '-newer', path.join(folder, '.env'), '-type', 'f', '-uid', '10001'];
  assert.equal((await run('find', words)).stdout, '', 'written outside the volume');
}

/** Reads the file through Compose. Debian 12's older Compose does not know `name`, and prints only YAML. */
async function readCompose() {
  const text = await readFile(path.join(folder, 'compose.yaml'), 'utf8');
  const config = run('docker-compose', ['--file', '-', 'config'], { cwd: folder });
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
      said = (said + part).slice(-100_000);
    });
  }
  const ended = once(child, 'close').then(([code]) => code);
  ends.push(() => child.exitCode ?? child.kill('SIGKILL'));
  return { child, said: () => said, ended };
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

/** Starts the image's command, and waits until its health check passes. @param {Built} built @returns {Promise<Waypost>} */
async function startWaypost(built) {
  const server = startImage(built);
  const [, program = '', ...words] = built.image.Healthcheck.Test;
  const isHealthy = () => inImage(built, built.services.waypost, [program, ...words]).then(() => true);
  const ended = server.ended.then((code) => Promise.reject(new Error(`ended with ${code}:\n${server.said()}`)));
  await Promise.race([until(`${built.services.waypost.image} is healthy`, isHealthy), ended]);
  return { built, server };
}

/** @param {Built} built */
const startImage = ({ services, image, container }) =>
  start(commandIn(container, services.waypost, [...image.Entrypoint, ...image.Cmd]), {}, 0);

/** Returns a command that runs `words` in a container, with a service's settings and volumes. @param {string} container @param {Service} service @param {string[]} words */
const commandIn = (container, { environment = {}, volumes }, words) => [
  ...['buildah', 'run', '--isolation', 'chroot', '--volume', '/etc/hosts:/etc/hosts:ro'],
  ...volumes.map((text) => `--volume=${path.join(place, text.replace(/:rw$/, ''))}`),
  ...Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`),
  ...[container, '--', ...words],
];

/** Runs a command like `docker compose exec`. Returns its output. @param {Built} built @param {Service} service @param {string[]} words */
async function inImage({ container }, service, words) {
  const [program = '', ...rest] = commandIn(container, service, words);
  return (await run(program, rest)).stdout;
}

/** @param {Built} built @param {string[]} words */
const waypost = (built, ...words) => inImage(built, built.services.backup, ['waypost', ...words]);

/** @param {Service} service */
async function startProxy({ environment = {}, volumes }) {
  const data = await volume('proxy', 10002);
  const [file = ''] = (volumes[1] ?? '').split(':');
  const env = { ...environment, HOME: data, XDG_DATA_HOME: data, XDG_CONFIG_HOME: data };
  return start(['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], env, 10002);
}

/** @param {string} at @param {unknown} body @param {{ key?: string, waitMs?: number }} [options] */
const post = (at, body, { key, waitMs } = {}) =>
  ask('POST', at, {
    headers: { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    waitMs,
  });

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

/** Stops Waypost's processes. @param {Waypost} waypost */
const stopWaypost = ({ built: { services }, server }) =>
  stop('waypost', server, services.waypost, () => run('pkill', ['-TERM', '-of', 'shared/local/waypost.js start']));

/**
 * Sends only SIGTERM, and expects the service to end within the file's time limit.
 * @param {string} name @param {Server} server @param {Service} service @param {() => unknown} [signal]
 */
async function stop(name, server, { stop_grace_period: grace = '10s' }, signal = () => server.child.kill('SIGTERM')) {
  const at = Date.now();
  await signal();
  const late = sleep(Number.parseInt(grace, 10) * 1_000, 'late', { ref: false });
  const code = await Promise.race([server.ended, late]);
  assert.ok([0, 143].includes(code), `${name} ended with ${code}:\n${server.said()}`);
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

try {
  await install();
  const version = await trial();
  say(`the whole life of ${version} works`);
} finally {
  for (const end of ends.reverse()) await end();
  await rm(place, { recursive: true });
}
