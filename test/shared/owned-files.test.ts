/** Files that root reads from the service user's folder. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chown, link, mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readLastBackup } from '../../shared/backup/last-backup.ts';
import { readOwn, readOwned } from '../../shared/owned-files.ts';
import { projectRoot } from '../../shared/paths.ts';
import { t } from '../runner/tap.ts';

const isRoot = process.getuid?.() === 0;
const service = 4_321;
const refusal = / is not a regular file$| has more than \d+ bytes$| belongs to another user \(0\)$/;

t.test("only regular files of the folder's owner are read, and no more bytes than the limit", async (t) => {
  const folder = t.testdir({
    mail: { '1.eml': 'of the services' },
    'of-root': 'of root',
    roots: { '2.eml': 'of root' },
  });
  const at = (name: string) => path.join(folder, name);
  await symlink('of-root', at('link'));
  await symlink('roots', at('linked'));
  await symlink('nowhere', at('dangling'));
  await link(at('of-root'), at('second-name'));
  await writeFile(at('large'), 'x'.repeat(100));
  await writeFile(at('sparse'), '');
  await truncate(at('sparse'), 2 ** 40);
  if (isRoot)
    for (const name of ['.', 'mail', 'mail/1.eml', 'large', 'sparse']) await chown(at(name), service, service);

  t.equal(readOwned(folder, 'mail/1.eml')?.toString(), 'of the services');
  t.equal(readOwned(folder, 'large', 100)?.length, 100);
  t.equal(readOwned(folder, 'missing'), undefined);
  t.equal(readOwned(at('missing'), 'missing'), undefined);
  const refused = ['link', 'dangling', 'mail', 'sparse', ...(isRoot ? ['linked/2.eml', 'second-name'] : [])];
  for (const name of refused) t.throws(() => readOwned(folder, name), refusal, name);
  t.throws(() => readOwned(folder, 'large', 99), /large has more than 99 bytes/);
});

t.test("root's files beside the data are read only if they belong to root", async (t) => {
  const folder = t.testdir({ kept: 'of root', planted: 'of the services' });
  const at = (name: string) => path.join(folder, name);
  await symlink('kept', at('link'));
  if (isRoot) await chown(at('planted'), service, service);
  t.equal(readOwn(at('kept'))?.toString(), 'of root');
  t.equal(readOwn(at('missing')), undefined);
  t.throws(() => readOwn(at('link')), refusal);
  if (isRoot) t.throws(() => readOwn(at('planted')), /planted belongs to another user \(4321\)/);
  await mkdir(at('folder'));
  t.throws(() => readOwn(at('folder')), refusal);
});

t.test('the record of the newest backup is not read if it is a link', async (t) => {
  const folder = t.testdir({ 'of-root': 'secret' });
  await symlink('of-root', path.join(folder, 'last-backup.json'));
  t.throws(() => readLastBackup(folder), /last-backup.json is not a regular file$/);
  await rm(path.join(folder, 'last-backup.json'));
  execFileSync('mkfifo', [path.join(folder, 'last-backup.json')]);
  t.throws(() => readLastBackup(folder), /last-backup.json is not a regular file$/);
});

/** The modules of commands that stay root while they read, and the modules that they read with. */
const run = ['backup', 'check', 'local', 'setup', 'upgrade'].flatMap((name) =>
  readdirSync(path.join(projectRoot, 'shared', name), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `shared/${name}/${file}`),
);
const modules = [...run, 'shared/config/stores.ts', 'shared/secrets/installation-secret.ts'];

/** The reads in other modules that know LOCAL_DIR. */
const elsewhere: Record<string, string[]> = {
  'shared/backup/make-backup.ts': ["readFile(settingsFile(), 'utf8')"],
  'shared/check/checks/data.ts': ['readFile(geoFile(config.geoDatabase))'],
  'shared/check/checks/machine.ts': ["readFile('/proc/meminfo', 'utf8')"],
  'shared/setup/settings.ts': ["readFileSync(installation.settings, 'utf8')"],
  'shared/setup/steps-of-system.ts': ["readFileSync(acmeCaFrom, 'utf8')", 'readFileSync(file)'],
};

t.test("root's commands read files in LOCAL_DIR only through the functions for owned files", (t) => {
  for (const file of modules) {
    const source = readFileSync(path.join(projectRoot, file), 'utf8');
    if (!/\b(localDir|installation\.data|kept[A-Z]\w+)\b/.test(source)) continue;
    const reads = source.match(/\b(readFile|readFileSync|createReadStream|openSync)\((\([^)]*\)|[^()])*\)/g);
    t.same(reads ?? [], elsewhere[file] ?? [], file);
  }
  t.end();
});
