/** The Debian package: its control file, and its scripts run like by dpkg, in a private system. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { parse } from 'yaml';
import { builtRoot, projectRoot } from '../../shared/paths.ts';
import { t } from '../runner/tap.ts';

const packaging = path.join(projectRoot, '.packaging');
const { controlOf, debName } = await import(pathToFileURL(path.join(packaging, 'deb.js')).href);

t.test("the package has a name, an architecture and the system's databases as dependencies", (t) => {
  t.equal(debName('1.2.3', 'x64'), 'waypost_1.2.3_amd64.deb');
  t.equal(debName('1.2.3', 'arm64'), 'waypost_1.2.3_arm64.deb');
  const control: string = controlOf({ version: '1.2.3', arch: 'arm64', kilobytes: 7 });
  for (const line of ['Version: 1.2.3', 'Architecture: arm64', 'Installed-Size: 7']) {
    t.ok(control.split('\n').includes(line), line);
  }
  t.match(
    control,
    /^Recommends: mariadb-server \| default-mysql-server \| mysql-server, redis-server \| valkey-server, caddy$/m,
    'a server with its databases elsewhere needs none of them',
  );
  t.end();
});

t.test(
  "containers have the release's version, and another release in the folder does not prevent a build",
  async (t) => {
    const [compose, dockerfile] = await Promise.all(
      ['compose.yaml', 'Dockerfile'].map((name) => readFile(path.join(packaging, name), 'utf8')),
    );
    t.match(compose, /^name: waypost$/m);
    const images = [...(compose ?? '').matchAll(/^ +image: (\S+)/gm)].map(([, image = '']) => image);
    t.equal(images.length, 4);
    for (const image of images) t.match(image, /:(\d|\$\{WAYPOST_VERSION:-@VERSION@\}$)/, image);
    t.match(compose, /args: \{ VERSION: '\$\{WAYPOST_VERSION:-@VERSION@\}' \}/);
    t.match(dockerfile, /^COPY waypost-\$\{VERSION\}-linux-\*\.tar\.gz /m);
  },
);

t.test('Docker restarts each container, and lets Waypost drain before it is killed', async (t) => {
  const { services } = parse(await readFile(path.join(packaging, 'compose.yaml'), 'utf8'), { merge: true });
  for (const [name, { restart }] of Object.entries<{ restart: string }>(services))
    t.equal(restart, 'unless-stopped', name);
  const { apps } = await import(pathToFileURL(path.join(projectRoot, 'ecosystem.config.js')).href);
  const slowest = Math.max(...apps.map(({ kill_timeout: ms }: { kill_timeout: number }) => ms));
  t.ok(Number.parseInt(services.waypost.stop_grace_period, 10) * 1_000 >= slowest + 10_000, `${slowest} ms`);
});

t.test('the backup container creates a daily backup, and encrypts it once there is a passphrase', async (t) => {
  const compose = await readFile(path.join(packaging, 'compose.yaml'), 'utf8');
  const [, script = ''] = /^ {2}backup:\n[\s\S]*?command:\n +- \|\n([\s\S]*?)\n {4}networks/m.exec(compose) ?? [];
  const home = await mkdtemp(path.join(tmpdir(), 'waypost-compose-'));
  t.teardown(() => rm(home, { recursive: true, force: true }));
  const bin = path.join(home, 'bin');
  await mkdir(bin);
  const calls = path.join(home, 'calls');
  // The second sleep ends it. The first backup fails.
  const programs = {
    date: 'echo 10800',
    sleep: `echo "sleep $1" >> ${calls}; [ "$(grep -c sleep ${calls})" -lt 3 ]`,
    waypost: `echo "waypost $*" >> ${calls}; touch ${home}/backup-passphrase; [ "$(grep -c waypost ${calls})" -gt 1 ]`,
  };
  for (const [name, text] of Object.entries(programs))
    await writeFile(path.join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const shell = script.replaceAll('$$', '$').replace('/var/lib/waypost', home);
  const env = { PATH: `${bin}:${process.env.PATH}` };
  await promisify(execFile)('sh', ['-c', shell], { env });
  t.same((await readFile(calls, 'utf8')).trim().split('\n'), [
    'sleep 86400',
    'waypost backup /var/backups/waypost --keep 7',
    'sleep 86400',
    'waypost backup /var/backups/waypost --keep 7 --passphrase-file backup-passphrase',
    'sleep 86400',
  ]);
});

/** Runs a script with every absolute path moved below `root`, and with a `waypost` that records its arguments. */
async function call(root: string, script: string, word: string): Promise<string> {
  const source = (await readFile(path.join(packaging, 'debian', script), 'utf8'))
    .replaceAll('@VERSION@', '1.2.3')
    .replaceAll(/(?<=[\s='"])\/(usr\/lib|opt|etc|var|run)\b/g, `${root}/$1`);
  const env = { PATH: `${root}/bin:${process.env.PATH}` };
  return (await promisify(execFile)('sh', ['-c', source, script, word], { env })).stdout;
}

async function system(t: Test) {
  const root = t.testdir({
    bin: { waypost: '#!/bin/sh\necho "called: $*"\n' },
    usr: { lib: { waypost: { SHA256SUMS: 'new', code: 'new' } } },
    etc: {},
    var: { lib: { waypost: { clicks: 'kept' } } },
  });
  await chmod(path.join(root, 'bin/waypost'), 0o755);
  return root;
}

t.test('a first installation installs the release and shows the next steps', async (t) => {
  const root = await system(t);
  const releases = path.join(root, 'opt/waypost/releases');
  t.match(await call(root, 'postinst', 'configure'), /waypost setup --domain/);
  t.same(await readdir(releases), ['1.2.3']);
  t.equal(await readFile(path.join(releases, '1.2.3/code'), 'utf8'), 'new');
  t.equal(await call(root, 'postinst', 'triggered'), '', "dpkg's other calls do nothing");

  await writeFile(path.join(root, 'usr/lib/waypost/SHA256SUMS.new'), 'repaired');
  await promisify(execFile)('mv', ['SHA256SUMS.new', 'SHA256SUMS'], { cwd: path.join(root, 'usr/lib/waypost') });
  await call(root, 'postinst', 'configure');
  t.equal(await readFile(path.join(releases, '1.2.3/SHA256SUMS'), 'utf8'), 'repaired', 'another one of the version');
  t.same(await readdir(releases), ['1.2.3']);
});

t.test('a running installation is upgraded', async (t) => {
  const root = await system(t);
  await mkdir(path.join(root, 'etc/waypost'));
  await writeFile(path.join(root, 'etc/waypost/waypost.env'), '');
  t.match(await call(root, 'postinst', 'configure'), /To start it again:\n\n {2}waypost setup\n$/, 'removed before');
  await symlink('releases/1.2.3', path.join(root, 'opt/waypost/current'));
  t.equal(await call(root, 'postinst', 'configure'), `called: upgrade ${root}/usr/lib/waypost\n`);
});

t.test('a release older than the running one is refused before anything changes', async (t) => {
  const root = await system(t);
  await mkdir(path.join(root, 'etc/waypost'));
  await writeFile(path.join(root, 'etc/waypost/waypost.env'), '');
  await mkdir(path.join(root, 'opt/waypost/releases/1.10.0'), { recursive: true });
  const current = path.join(root, 'opt/waypost/current');
  await symlink('releases/1.10.0', current);
  const refused = await call(root, 'preinst', 'upgrade').catch((error: { stderr: string }) => error.stderr);
  t.match(refused, /^1\.10\.0 is installed, .* `waypost upgrade --back`/);
  await rm(current);
  await symlink('releases/1.2.3', current);
  t.equal(await call(root, 'preinst', 'upgrade'), '');
});

t.test('removal deletes the releases, and purge deletes only data whose setup was undone before', async (t) => {
  const root = await system(t);
  await call(root, 'postinst', 'configure');
  await call(root, 'postrm', 'upgrade');
  t.ok((await readdir(root)).includes('opt'));
  await call(root, 'prerm', 'remove');
  await call(root, 'postrm', 'remove');
  t.same(await readdir(path.join(root, 'opt')), []);
  await mkdir(path.join(root, 'etc/waypost'));
  await writeFile(path.join(root, 'etc/waypost/waypost.env'), '');
  t.match(await call(root, 'postrm', 'purge'), /are kept in/);
  t.equal(await readFile(path.join(root, 'var/lib/waypost/clicks'), 'utf8'), 'kept');
  await rm(path.join(root, 'etc/waypost'), { recursive: true });
  await mkdir(path.join(root, 'var/backups/waypost'), { recursive: true });
  await writeFile(path.join(root, 'var/lib/waypost/backup-passphrase'), 'opens backups');
  await call(root, 'postrm', 'purge');
  t.same(await readdir(path.join(root, 'var/lib')), []);
  t.same(await readdir(path.join(root, 'var/backups/waypost')), ['backup-passphrase'], 'backups can still be read');
});

t.test('a full disk leaves no part of the release, and the needed space is shown', async (t) => {
  const root = await system(t);
  const releases = path.join(root, 'opt/waypost/releases');
  const cp =
    '#!/bin/sh\nfor to; do :; done\nmkdir -p "$to"\necho part >"$to/code"\necho "cp: No space left on device" >&2\nexit 1\n';
  await writeFile(path.join(root, 'bin/cp'), cp, { mode: 0o755 });
  const refused = await call(root, 'postinst', 'configure').catch((error: { stderr: string }) => error.stderr);
  t.match(refused, /it needs \d+ MB there, and \d+ MB are free.*:\n\n {2}dpkg --configure waypost\n$/);
  t.same(await readdir(releases), []);
  await rm(path.join(root, 'bin/cp'));
  await call(root, 'postinst', 'configure');
  t.same(await readdir(releases), ['1.2.3'], 'and it continues once there is room');
});

t.test('purge does not copy a passphrase that the services could have written', async (t) => {
  const root = await system(t);
  await mkdir(path.join(root, 'var/backups/waypost'), { recursive: true });
  await symlink('/etc/hostname', path.join(root, 'var/lib/waypost/backup-passphrase'));
  await call(root, 'postrm', 'purge');
  t.same(await readdir(path.join(root, 'var/backups/waypost')), []);
});

t.test('the test release has its version everywhere, and with BAD=1 a failing migration', async (t) => {
  const folder = t.testdir({
    tree: {
      DEBIAN: { control: controlOf({ version: '1.2.3', arch: 'x64', kilobytes: 7 }) },
      usr: {
        bin: { waypost: 'release=/opt/waypost/releases/1.2.3\n' },
        lib: { waypost: { sql: {}, 'package.json': '{"version": "1.2.3"}' } },
      },
    },
  });
  const at = (name: string) => path.join(folder, name);
  for (const script of await readdir(path.join(packaging, 'debian'))) {
    if (!/^(pre|post)(inst|rm)$/.test(script)) continue;
    const source = await readFile(path.join(packaging, 'debian', script), 'utf8');
    await writeFile(at(`tree/DEBIAN/${script}`), source.replaceAll('@VERSION@', '1.2.3'), { mode: 0o755 });
  }
  const run = promisify(execFile);
  await run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', at('tree'), at('this.deb')]);
  const script = path.join(packaging, 'next-release.sh');
  const env = { ...process.env, BAD: '1' };
  t.equal((await run('bash', [script, at('this.deb'), at('next.deb')], { env })).stdout, '1.2.4\n');
  await run('dpkg-deb', ['--raw-extract', at('next.deb'), at('next')]);
  const files = await readdir(at('next'), { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile())) {
    const text = await readFile(path.join(file.parentPath ?? file.path, file.name), 'utf8');
    t.notMatch(text, '1.2.3', file.name);
  }
  t.ok((await readdir(at('next/usr/lib/waypost/sql'))).includes('9999_trial-failure.sql'));
  t.match(await readFile(at('next/DEBIAN/preinst'), 'utf8'), "--compare-versions '1.2.4'");
});

t.test('a command whose output is only partly read ends quietly', async (t) => {
  const command = `set -o pipefail; ${process.execPath} ${path.join(builtRoot, 'shared/local/waypost.js')} --help | true`;
  t.match(await promisify(execFile)('bash', ['-c', command]), { stderr: '' });
});
