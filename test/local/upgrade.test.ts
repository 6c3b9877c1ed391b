/**
 * `waypost upgrade` under traffic: to the next release and back, and automatically back from an unhealthy one. The services are
 * small; everything else is what runs on a server.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { runningProcesses } from '../../shared/upgrade/health.ts';
import { checkRelease } from '../../shared/upgrade/verify-release.ts';
import { migrateAutomations } from '../fixtures/automations.ts';
import { fillDisk, mountDisk } from '../fixtures/disk.ts';
import { freePort } from '../fixtures/processes.ts';
import {
  type Installation,
  makeInstallation,
  makeRelease,
  startInstallation,
  writeSums,
} from '../fixtures/release-folders.ts';
import { ask } from '../fixtures/requests.ts';
import { migrateLinks } from '../fixtures/schema.ts';
import { createStores } from '../fixtures/stack.ts';
import { keepAsking, type Traffic } from '../fixtures/traffic.ts';
import { type Test, t } from '../runner/tap.ts';

const run = promisify(execFile);

/** Serves like `links`, and names its release. */
const service = `
import { json } from './.build/current/shared/http/answer.js';
import { createHttpServer } from './.build/current/shared/http/server.js';
import { version } from './.build/current/shared/installation.js';
import { createLog } from './.build/current/shared/log/log.js';
import { createRegistry, exposeProcess } from './.build/current/shared/process/metrics.js';
import { onShutdown, signalReady } from './.build/current/shared/process/shutdown.js';
import { faults, isReady, status } from './manners.js';
if (faults) {
  console.error('0|links | this release crashes');
  process.exit(1);
}
const route = (path, status) => {
  const answer = { status, headers: { Location: '/' + version() }, body: '' };
  return { method: 'GET', path, handle: () => answer };
};
const http = createHttpServer({ routes: [route('/', status), route('/hello', 302)], renderError: () => json(500, {}) });
await http.listen('127.0.0.1', Number(process.env.LINKS_PORT));
const checks = { all: { service: async () => (isReady ? undefined : 'not here') } };
const close = await exposeProcess(process.env.LOCAL_DIR, { name: 'links', registry: createRegistry('links', {}), checks });
signalReady();
onShutdown(createLog('links', 'info', process.env.LOG_DIRECTORY), 5_000, [['http', () => http.drain(4_000)], ['socket', close]]);
`;
const ecosystem = `export const apps = [{ name: 'links', script: 'service.js', instances: 2 }];`;

/** Fakes backups, and skips migrations in tests that are not about them, since they take most of the time. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
if [ "$1" = backup ]; then
  [ ! -e "$WAYPOST_ROOT/full" ] || { echo 'backup: the disk is full' >&2; exit 1; }
  echo "$@" > "$WAYPOST_ROOT/backed-up"
  echo '{"file":"/b/1.tar"}'; exit
fi
if [ "$1" = migrate ] && [ -e "$WAYPOST_ROOT/migrated" ]; then echo 'the database is up to date'; exit; fi
exec "$here/node/bin/node" "$here/.build/current/shared/local/waypost.js" "$@"
`;

/** A release's behaviour; `status` is of the root alone. */
type Manners = { faults?: boolean; isReady?: boolean; status?: number };

const filesOf = ({ faults = false, isReady = true, status = 302 }: Manners, more: Record<string, string> = {}) => ({
  'service.js': service,
  'manners.js': `export const faults = ${faults}; export const isReady = ${isReady}; export const status = ${status};\n`,
  'ecosystem.config.js': ecosystem,
  waypost: launcher,
  ...more,
});

type Place = Installation & {
  mysqlUrl: string;
  /** Creates a release that is not installed. Returns its folder. */
  make: (version: string, manners?: Manners, more?: Record<string, string>, changelog?: string) => Promise<string>;
  traffic: () => Promise<Traffic>;
  serving: () => Promise<string>;
  installed: () => Promise<string[]>;
};

/** Runs 1.0.0, with constant requests until `traffic` is called. */
async function serve(t: Test): Promise<Place> {
  const { mysqlUrl, redisUrl, redisPrefix } = await createStores(t);
  await Promise.all([migrateLinks(mysqlUrl), migrateAutomations(mysqlUrl)]);
  const port = await freePort();
  const settings = {
    MYSQL_URL: mysqlUrl,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: redisPrefix,
    LINKS_PORT: String(port),
    AUTOMATIONS_PORT: String(await freePort()),
  };
  const place = await makeInstallation(t, '1.0.0', settings, { files: filesOf({}) });
  const { said } = await startInstallation(t, place);
  return {
    ...place,
    mysqlUrl,
    async make(version, manners = {}, more = {}, changelog = '') {
      const folder = path.join(place.root, 'made', version);
      await makeRelease(folder, version, { files: filesOf(manners, more), changelog });
      return folder;
    },
    traffic: keepAsking(t, { port, connections: 2, pauseMs: 40, next: () => ({ path: '/hello' }) }),
    async serving() {
      const answer = await ask(port, { path: '/hello' }).catch((error: Error) => {
        throw new Error(`${error.message}; \`waypost start\` says:\n${said()}`);
      });
      return String(answer.headers.location);
    },
    installed: async () => (await readdir(path.dirname(place.folderOf('x')))).sort(),
  };
}

const changelog =
  '## 1.1.0\n\n### Before you upgrade\n\n- Feed the cat.\n\n### More\n\n## 1.0.0\n\n### Before you upgrade\n\n- No.\n';
const more = 'CREATE TABLE of_newer (n INT);\n';
const breaking = '-- breaks previous releases: all.\nINSERT INTO of_newer VALUES (1);\n';

t.test('no request fails while an installation under traffic is upgraded and rolled back', async (t) => {
  const place = await serve(t);
  const upgrade = (...words: string[]) => place.run('upgrade', ...words, '--yes');
  const broken = await place.make('1.0.1', {}, { 'sql/9000_more.sql': `${more}NONSENSE;\n` });
  t.match(await upgrade(broken, '--no-backup'), {
    code: 1,
    output: /^upgrade: 1\.0\.0 keeps running\. migrate: 9000_more\.sql, statement 2: /m,
  });
  t.equal(await place.serving(), '/1.0.0');

  const next = await place.make('1.1.0', {}, { 'sql/9000_more.sql': more }, changelog);
  const done = await upgrade(next, '--json');
  t.equal(done.code, 0, done.output);
  t.match(done.output, /Before you upgrade to 1\.1\.0:\n\n- Feed the cat\.\n\n/);
  t.notMatch(done.output, '- No.');
  t.match(JSON.parse(done.stdout), { from: '1.0.0', to: '1.1.0', backup: '/b/1.tar', done: true });
  t.match(done.output, /\/b\/1\.tar, without settings and keys, because .*backup-passphrase does not exist\n/);
  t.equal(await place.serving(), '/1.1.0');

  const returned = await upgrade('--back');
  t.equal(returned.code, 0, returned.output);
  t.equal(await place.serving(), '/1.0.0', 'the old release keeps working with the newer database');

  const third = await place.make('1.2.0', {}, { 'sql/9000_more.sql': more, 'sql/9001_all.sql': breaking });
  const passphrase = path.join(place.root, 'etc/waypost/backup-passphrase');
  await writeFile(passphrase, 'a passphrase for tests\n');
  t.equal((await upgrade(third)).code, 0);
  const words = await readFile(path.join(place.root, 'backed-up'), 'utf8');
  t.match(
    words,
    ` --passphrase-file ${passphrase}`,
    'settings and keys are in the backup, in the same place as in the nightly one',
  );
  t.same(await place.installed(), ['1.0.0', '1.2.0']);
  t.match(await upgrade('--back'), {
    code: 1,
    output:
      /only a backup, \/b\/1\.tar, can bring back 1\.0\.0: .*9001_all\.sql .*release 1\.2\.0 or a later one is needed/,
  });
  const { answered, failures, by } = await place.traffic();
  t.same(failures, [], `of ${answered}`);
  t.same(by, ['/1.0.0', '/1.1.0', '/1.2.0']);
});

t.test('Waypost returns from an unhealthy release, and an interrupted upgrade continues or is undone', async (t) => {
  const place = await serve(t);
  const upgrade = (...words: string[]) => place.run('upgrade', ...words, '--yes');
  await writeFile(path.join(place.root, 'migrated'), '');
  const cases: [version: string, manners: Manners, said: RegExp][] = [
    ['1.0.1', { faults: true }, /links cannot start[\s\S]*this release crashes/],
    ['1.0.2', { isReady: false }, /links did not become ready: .*not here/],
    ['1.0.3', { status: 200 }, /a redirect failed: 200/],
  ];
  for (const [version, manners, said] of cases) {
    const tried = await upgrade(await place.make(version, manners), '--no-backup');
    t.match(tried, { code: 1, output: said });
    t.match(tried.output, `upgrade: ${version} is unhealthy, so 1.0.0 still serves.`);
    t.equal(await place.serving(), '/1.0.0');
  }
  t.match(await upgrade('--back'), { code: 1, output: /no previous release/ });
  await t.test('a reload that gives up reports it and keeps old services, and so does the next reload', async (t) => {
    const manners = path.join(place.folderOf('1.0.0'), 'manners.js');
    const whole = await readFile(manners, 'utf8');
    const localDir = path.join(place.root, 'var/lib/waypost');
    const processes = async () => (await runningProcesses(localDir)).map(({ pid }) => pid).sort();
    const before = await processes();
    t.equal(before.length, 2);
    await writeFile(manners, filesOf({ isReady: false })['manners.js'] as string);
    for (const attempt of ['first', 'second']) {
      t.match(await place.run('reload'), {
        code: 1,
        output: /^reload: not reloaded, 1\.0\.0 is still running: links did not become ready: .*not here/,
      });
      t.same(await processes(), before, `after the ${attempt} attempt`);
    }
    await writeFile(manners, whole);
    t.match(await place.run('reload'), { code: 0, output: 'reloaded: 1.0.0 is running\n' });
    t.equal((await processes()).length, 2);
    t.match(JSON.parse((await place.run('status', '--json')).stdout), { version: '1.0.0', versions: ['1.0.0'] });
  });
  const refuses = { '.build/current/shared/local/migrate.js': "console.error('migrate: X: is gone');process.exit(1);" };
  await rm(path.join(place.root, 'migrated'));
  t.match(await upgrade(await place.make('1.0.4', {}, refuses)), {
    code: 1,
    output: /^upgrade: migrate: X: is gone$/m,
  });
  await writeFile(path.join(place.root, 'migrated'), '');
  const folder = await place.make('1.1.0');
  await writeFile(path.join(place.root, 'full'), '');
  t.match(await upgrade(folder), { code: 1, output: /^upgrade: 1\.0\.0 keeps running\. backup: the disk is full$/m });
  await rm(path.join(place.root, 'full'));
  const looked = await place.run('upgrade', folder, '--dry-run', '--yes', '--json');
  t.match(JSON.parse(looked.stdout), { from: '1.0.0', to: '1.1.0', done: false });
  t.match(await place.run('upgrade', folder), { code: 1, output: /pass --yes/ });
  t.notOk((await place.installed()).includes('1.1.0'), 'nothing was changed');

  for (const [said, then] of [
    [/checking the release/, 'nothing to undo'],
    [/creating a backup/, 'nothing to undo'],
    [/installing/, 'continue'],
    [/migrating/, 'undo'],
    [/beside the old release/, 'undo'],
    [/checking its health/, 'continue'],
  ] as const) {
    t.equal(await killOnce(place.launch('upgrade', folder, '--yes'), said), 'SIGKILL');
    const after = await upgrade(then === 'continue' ? folder : '--back');
    t.match(after, then === 'nothing to undo' ? { code: 1, output: /no previous release/ } : { code: 0 }, String(said));
    t.equal(await place.serving(), then === 'continue' ? '/1.1.0' : '/1.0.0', String(said));
    if (then !== 'nothing to undo') t.notOk((await place.installed()).some((name) => name.startsWith('.')));
    if (said.test('installing')) {
      t.match(await upgrade(folder), { code: 0, output: /1\.1\.0 is already running/ });
      const [one, other] = await Promise.all([upgrade('--back'), upgrade('--back')]);
      t.same([one.code, other.code].sort(), [0, 1]);
      t.match(one.output + other.output, /another upgrade is running|no previous release/);
    }
  }
  t.same((await place.traffic()).failures, []);
});

async function killOnce(child: ReturnType<Installation['launch']>, said: RegExp) {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
    if (said.test(output)) child.kill('SIGKILL');
  });
  const [code, signal] = await once(child, 'exit');
  return signal ?? `${code} ${output}`;
}

t.test('an incomplete release, or one for another machine, is refused, and nothing is changed', async (t) => {
  const place = await makeInstallation(t, '1.1.0', {});
  const made = path.join(place.root, 'made');
  const fresh = async (version = '1.2.0') => {
    await rm(made, { recursive: true, force: true });
    await mkdir(path.join(made, 'node/bin'), { recursive: true });
    await writeFile(path.join(made, 'package.json'), JSON.stringify({ name: 'waypost', version }));
    for (const name of ['node/bin/node', 'CHANGELOG.md', 'ecosystem.config.js'])
      await writeFile(path.join(made, name), name);
    await writeSums(made);
  };
  const inMade = (name: string) => path.join(made, name);
  const cases: [what: string, spoil: () => Promise<unknown>, said: RegExp][] = [
    ['altered', () => writeFile(inMade('CHANGELOG.md'), 'x'), /was altered: CHANGELOG\.md does not match/],
    ['incomplete', () => rm(inMade('ecosystem.config.js')), /incomplete: ecosystem\.config\.js is missing/],
    ['with a file more', () => writeFile(inMade('more.js'), ''), /altered: more\.js is not part/],
    ['with a link', () => symlink('/etc/passwd', inMade('link')), /altered: link is neither/],
    ['without checksums', () => rm(inMade('SHA256SUMS')), /not a Waypost release: it has no SHA256SUMS/],
    [
      'with checksums of files elsewhere',
      () => writeFile(inMade('SHA256SUMS'), `${'0'.repeat(64)}  ../x\n`),
      /SHA256SUMS has an invalid line/,
    ],
    [
      'of another program',
      () => writeFile(inMade('package.json'), '{"name":"other","version":"1.2.0"}'),
      /not a Waypost release/,
    ],
    [
      'of no version',
      () => writeFile(inMade('package.json'), '{"name":"waypost","version":"../x"}'),
      /not a Waypost release/,
    ],
    [
      'for another machine',
      async () => {
        const head = Buffer.alloc(64);
        head.write('\x7fELF', 'latin1');
        head.writeUInt16LE(process.arch === 'x64' ? 183 : 62, 18);
        await writeFile(inMade('node/bin/node'), head);
        await writeSums(made);
      },
      /it is for (arm64|x64), but this machine is/,
    ],
  ];
  for (const [what, spoil, said] of cases) {
    await fresh();
    await spoil();
    await t.rejects(checkRelease(made), said, what);
  }
  await fresh('1.0.9');
  t.match(await place.run('upgrade', made, '--yes'), {
    code: 1,
    output: /1\.0\.9 is not newer than 1\.1\.0; .*--back/,
  });
  const archive = path.join(place.root, 'cut.tar.gz');
  await writeFile(archive, (await readFile(process.execPath)).subarray(0, 1_000));
  t.match(await place.run('upgrade', archive, '--yes'), {
    code: 1,
    output: /cannot unpack .+, which may be truncated/,
  });
  t.match(await place.run('upgrade', '1.9.0', '--yes'), {
    code: 1,
    output: /1\.9\.0 is not installed here: .*RELEASES_URL/,
  });
  t.match(await place.run('upgrade', '1.9.0', '--from', made), {
    code: 1,
    output: /waypost-1\.9\.0-linux-\w+\.tar\.gz does not exist/,
  });
  await run('tar', [
    '-czf',
    path.join(place.root, `waypost-1.9.0-linux-${process.arch}.tar.gz`),
    '-C',
    place.root,
    'made',
  ]);
  t.match(await place.run('upgrade', '1.9.0', '--from', place.root, '--yes'), {
    code: 1,
    output: /has version 1\.0\.9, not 1\.9\.0/,
  });
  t.same(await readdir(path.dirname(place.folderOf('x'))), ['1.1.0']);

  const ran = path.join(place.root, 'ran');
  await fresh();
  await writeFile(inMade('waypost'), `#!/bin/sh\nid -u > ${ran}\necho nothing\n`, { mode: 0o755 });
  await writeSums(made);
  for (const words of [[], ['--dry-run']])
    t.match(await place.run('upgrade', made, ...words), {
      code: 1,
      output: /1\.2\.0: .*no signature.*[\s\S]*pass --yes/,
    });
  t.notOk(existsSync(ran), 'no code of a release runs before the operator agrees');
  if (process.getuid?.() === 0) {
    await writeFile(path.join(place.root, 'etc/passwd'), 'waypost:x:4321:4321::/:/\n');
    await writeFile(ran, '');
    await Promise.all([chown(ran, 4_321, 4_321), chmod(place.root, 0o755)]);
    const looked = await place.run('upgrade', made, '--dry-run', '--yes');
    t.equal(looked.code, 0, looked.output);
    t.equal(await readFile(ran, 'utf8'), '4321\n', 'nor ever as root');
  }

  for (const from of ['http://releases.example.com', 'HTTP://releases.example.com/', 'ftp://releases.example.com'])
    t.match(await place.run('upgrade', '1.9.0', '--from', from, '--yes'), { code: 1, output: /over https:\/\/ only/ });
  const settings = path.join(place.root, 'etc/waypost/waypost.env');
  const key = 'RWTTnWpOPBuFarDy1pGvBxaAHL1bbisXgtq/xXO0STmY1YqkRqjV61AT';
  await writeFile(settings, `${await readFile(settings, 'utf8')}RELEASES_KEY=${key}\n`);
  t.match(await place.run('upgrade', made, '--yes'), {
    code: 1,
    output: /folders have no signature; name the archive/,
  });
  t.match(await place.run('upgrade', archive, '--yes'), { code: 1, output: /cut\.tar\.gz\.minisig does not exist/ });
  await writeFile(`${archive}.minisig`, 'x');
  t.match(await place.run('upgrade', archive, '--yes'), { code: 1, output: /has an unreadable signature/ });
});

t.test('an upgrade that the disk has no room for changes nothing, and works once there is room', async (t) => {
  const disk = await mountDisk(t, '300m');
  if (!disk) return t.comment('skipped: mounting a disk needs root');
  const files = filesOf({});
  const place = await makeInstallation(t, '1.0.0', {}, { files, below: disk });
  await writeFile(path.join(place.root, 'migrated'), '');
  const folder = path.join(t.testdir(), 'made');
  await makeRelease(folder, '1.0.1', { files });
  const installed = async () => (await readdir(path.dirname(place.folderOf('x')))).sort();
  const bytes = Number.parseInt((await run('du', ['--summarize', '--bytes', folder])).stdout, 10);
  const ballast = path.join(disk, 'ballast');
  for (const [left, said] of [
    [1 << 20, /the release can need \d+ MB in \S+, and 1 MB are free/],
    // Files take whole pages on disk, so the copy fails halfway.
    [bytes + (1 << 16), /No space left on device/],
  ] as const) {
    fillDisk(ballast);
    await truncate(ballast, (await stat(ballast)).size - left);
    t.match(await place.run('upgrade', folder, '--yes'), { code: 1, output: said });
    t.same(
      (await installed()).filter((name) => !name.startsWith('.')),
      ['1.0.0'],
    );
    await rm(ballast);
  }
  t.match(await place.run('upgrade', folder, '--yes'), { code: 0, output: /the next start uses 1\.0\.1/ });
  t.same(await installed(), ['1.0.0', '1.0.1']);
});
