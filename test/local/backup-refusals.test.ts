/** Refusals of `waypost backup` and `waypost restore`, and the state they leave when they fail or are killed. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { createConnection } from 'mysql2/promise';
import { schemaOfHost, siteOf } from '../../automations-api/host/plugin-migrations.ts';
import { checkArchive } from '../../shared/backup/archive-reader.ts';
import { ArchiveWriter } from '../../shared/backup/archive-writer.ts';
import { contentsFile, type Head, headFile } from '../../shared/backup/contents.ts';
import { matchMigrations } from '../../shared/backup/load-tables.ts';
import { openBackup } from '../../shared/backup/open-backup.ts';
import { listSets } from '../../shared/backup/schema.ts';
import { openFileTarget } from '../../shared/backup/targets.ts';
import { readSchema } from '../../shared/migrations/migrate.ts';
import { builtRoot } from '../../shared/paths.ts';
import { migrateAutomations } from '../fixtures/automations.ts';
import { backUp, newPlace, type Place, passphrase, peopleUrlOf, query, restore } from '../fixtures/backups.ts';
import { mountDisk } from '../fixtures/disk.ts';
import { migrateLinks } from '../fixtures/schema.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

const scratch = t.testdir();
const at = (name: string) => path.join(scratch, name);
const passphraseFile = at('passphrase');
writeFileSync(passphraseFile, `${passphrase}\n`);

async function migrated(place: Place): Promise<Place> {
  await migrateLinks(peopleUrlOf(place));
  await migrateAutomations(place.config.mysqlUrl);
  return place;
}

const source = await migrated(await newPlace(t));
writeFileSync(path.join(source.config.localDir, 'certificates.key'), 'ab'.repeat(32));
await query(peopleUrlOf(source), "UPDATE installation SET id = 'of the backup'");
const whole = at('whole.tar');
await backUp(source, whole);
const bytes = readFileSync(whole);

type Ended = { code: number; stdout: string; stderr: string };
const run = (entry: 'main' | 'restore', { settings }: Place, ...words: string[]): Promise<Ended> =>
  promisify(execFile)(process.execPath, [path.join(builtRoot, `shared/backup/${entry}.js`), ...words], {
    env: { PATH: process.env.PATH, ...settings },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

/** Writes the backup with another head, and everything else right. */
async function withHead(name: string, change: (head: Head) => object): Promise<string> {
  const { files, head, close } = await openBackup(whole, passphrase);
  const archive = new ArchiveWriter(createWriteStream(at(name)), new Date());
  for (const { file, read } of files) {
    if (file === 'SHA256SUMS') continue;
    await archive.add(file, file === headFile ? Buffer.from(JSON.stringify(change(head))) : await read());
  }
  await archive.finish();
  await close();
  return at(name);
}

const made = (name: string, content: Buffer | string) => {
  writeFileSync(at(name), content);
  return at(name);
};
const otherTar = at('other.tar');
execFileSync('tar', ['cf', otherTar, '-C', scratch, 'passphrase']);
const altered = Buffer.from(bytes);
altered[bytes.length >> 1] = (altered[bytes.length >> 1] as number) ^ 1;

for (const [what, file, words, said] of [
  ['a missing file', at('missing'), passphrase, /cannot be read \(ENOENT\)/],
  ['an empty file', made('empty', ''), passphrase, /is not a Waypost backup/],
  ['a text', made('text', 'CREATE TABLE links (id INT);\n'.repeat(500)), passphrase, /is not a Waypost backup/],
  ['another archive', otherTar, passphrase, /is not a Waypost backup/],
  ['half a backup', made('half', bytes.subarray(0, bytes.length >> 1)), passphrase, /is truncated/],
  [
    'a backup followed by other bytes',
    made('more', Buffer.concat([bytes, Buffer.alloc(1024)])),
    passphrase,
    /is truncated/,
  ],
  ['a backup with a changed bit', made('altered', altered), passphrase, /was altered/],
  [
    'a backup in a later format',
    await withHead('format', (head) => ({ ...head, format: 2 })),
    passphrase,
    /newer release \(\d/,
  ],
  [
    'a backup from a later release',
    await withHead('later', (head) => ({ ...head, version: '99.0.0' })),
    passphrase,
    /\(99\.0\.0\)/,
  ],
  [
    'a backup whose header has other fields',
    await withHead('head', () => ({ format: 1 })),
    passphrase,
    /is not a Waypost backup/,
  ],
  ['a wrong passphrase', whole, 'another passphrase', /has a different passphrase/],
] as const) {
  t.test(`${what} is refused before any query to a database`, async (t) => {
    await t.rejects(openBackup(file, words), said);
  });
}

t.test('a backup that is truncated anywhere, or has any byte changed, is refused', async (t) => {
  const check = (content: Buffer) => {
    const handle = {
      stat: async () => ({ size: content.length }),
      read: async (into: Buffer, offset: number, length: number, position: number) => ({
        bytesRead: content.copy(into, offset, position, position + length),
      }),
    };
    return checkArchive(handle as unknown as FileHandle, headFile).then(
      () => true,
      () => false,
    );
  };
  t.ok(await check(bytes));
  const place = fc.oneof(
    fc.nat(bytes.length - 1),
    fc.nat(2_047).map((n) => bytes.length - 1 - n),
    fc.nat(511),
  );
  await fc.assert(
    fc.asyncProperty(place, async (end) => !(await check(bytes.subarray(0, end)))),
    { numRuns: 150 },
  );
  const other = fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (index, bits) => {
    const content = Buffer.from(bytes);
    content[index] = (content[index] as number) ^ bits;
    return !(await check(content));
  });
  await fc.assert(other, { numRuns: 300 });
});

t.test('a backup that does not fit the installation is refused, and nothing is changed', async (t) => {
  const target = await newPlace(t);
  const sets = await listSets(target.config.mysqlUrl);
  const { head, close } = await openBackup(whole, passphrase);
  await close();
  const more = (service: 'links' | 'automations', name: string) => ({
    ...head,
    migrations: [...head.migrations, { service, name, checksum: '0'.repeat(64) }],
  });
  t.throws(() => matchMigrations(more('links', '9999_later.sql'), sets), /newer release: 9999_later\.sql/);
  t.throws(() => matchMigrations(more('automations', 'admin/9999_later.sql'), sets), /newer release: admin\/9999/);
  t.throws(
    () => matchMigrations(more('automations', 'other/0001_x.sql'), sets),
    /plugin other, which is not installed/,
  );
  t.throws(() => matchMigrations(more('links', '0001_baseline.sql'), sets), /a different 0001_baseline\.sql/);
  const unreleased = { ...head, migrations: [{ service: 'links' as const, name: '0001_links.sql', checksum: '' }] };
  t.throws(() => matchMigrations(unreleased, sets), /created by an unreleased version/);

  const secretOf = (certificateSecret: string): Place => ({
    ...target,
    config: { ...target.config, certificateSecret },
  });
  await t.rejects(restore(secretOf('a secret of its own'), whole), /CERTIFICATE_SECRET is set here/);
  await t.rejects(restore({ ...target, config: { ...target.config, tablePrefix: 'x_' } }, whole), /TABLE_PREFIX wp_/);
  const busy = await createConnection(peopleUrlOf(target));
  await t.rejects(restore(target, whole), /the database is in use \(by .*stop Waypost on every machine/);
  await busy.end();
  await query(peopleUrlOf(target), 'CREATE TABLE users (theirs INT)');
  for (const force of [false, true]) await t.rejects(restore(target, whole, { force }), /tables users, which are not/);
  t.match(await query(peopleUrlOf(target), 'SHOW TABLES'), [{}], 'nothing was changed');
  const without = await run('restore', target, whole);
  t.match(without, { code: 1, stderr: /^restore: the key .* use --passphrase-file, or --without-secrets .*\n$/ });
  const inUse = await migrated(await newPlace(t));
  await t.rejects(restore(inUse, whole), /not empty: --force replaces/);
});

t.test('a killed restore leaves databases that no service accepts, and the next restore completes it', async (t) => {
  const target = await newPlace(t);
  const linksUrl = peopleUrlOf(target);
  const words = [path.join(builtRoot, 'shared/backup/restore.js'), whole, '--passphrase-file', passphraseFile];
  const child = spawn(process.execPath, words, {
    env: { PATH: process.env.PATH, ...target.settings },
    stdio: 'ignore',
  });
  const site = siteOf({ config: target.config, mysqlUrl: target.config.mysqlUrl });
  const refused = /a restore of this database is incomplete/;
  const refuses = (schema: Promise<unknown>) =>
    schema.then(
      () => false,
      (error: Error) => refused.test(error.message),
    );
  await until(async () => (await refuses(readSchema(linksUrl))) && (await refuses(schemaOfHost(site))));
  child.kill('SIGKILL');
  await once(child, 'exit');
  await t.rejects(readSchema(linksUrl), refused);
  await t.rejects(schemaOfHost(site), refused);
  await restore(target, whole);
  t.same(await readSchema(linksUrl), { pending: [], newer: [] });
  t.same(await schemaOfHost(site), { pending: [], newer: [] });
  t.match(await query(linksUrl, 'SELECT id FROM installation'), [{ id: 'of the backup' }]);
  t.equal(readFileSync(path.join(target.config.localDir, 'certificates.key'), 'utf8'), 'ab'.repeat(32));
});

t.test("only complete backups get a name, and only a folder's surplus backups are deleted", async (t) => {
  const abandoned = 'waypost-20251231T000000Z.tar.part';
  const folder = t.testdir({ 'waypost-notes.tar': 'theirs', 'old.tar': 'theirs', [abandoned]: 'half' });
  utimesSync(path.join(folder, abandoned), 0, 0);
  for (const day of [1, 2, 3, 4]) {
    const target = await openFileTarget(folder, 2, new Date(Date.UTC(2026, 0, day)));
    target.out.write('a backup');
    if (day === 4) {
      await target.drop();
    } else {
      await new Promise<void>((resolve) => target.out.end(resolve));
      await target.keep();
    }
  }
  t.notOk(readdirSync(folder).includes(abandoned), 'an abandoned part is deleted');
  t.same(readdirSync(folder).sort(), [
    'old.tar',
    'waypost-20260102T000000Z.tar',
    'waypost-20260103T000000Z.tar',
    'waypost-notes.tar',
  ]);
  await t.rejects(openFileTarget(path.join(folder, 'old.tar'), 2, new Date()), /--keep needs a directory/);
});

t.test('a backup killed at any moment leaves earlier backups unchanged, and the next backup works', async (t) => {
  const file = path.join(t.testdir(), 'kept.tar');
  const make = () => run('main', source, file, '--passphrase-file', passphraseFile);
  const startedAt = performance.now();
  t.equal((await make()).code, 0);
  const tookMs = performance.now() - startedAt;
  for (const waits of [undefined, ...fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), 4)]) {
    const child = spawn(process.execPath, [path.join(builtRoot, 'shared/backup/main.js'), file], {
      env: { PATH: process.env.PATH, ...source.settings },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    if (waits === undefined) {
      await until(() => existsSync(`${file}.part`));
      child.kill('SIGSTOP');
      t.match(await make(), { code: 1, stderr: /^backup: another backup is being written to .*kept\.tar\n$/ });
    } else {
      await Promise.race([ended, sleep(waits * tookMs)]);
    }
    child.kill('SIGKILL');
    await ended;
    await (await openBackup(file, undefined)).close();
  }
  t.equal((await make()).code, 0);
  await (await openBackup(file, passphrase)).close();
  t.same(readdirSync(path.dirname(file)), ['kept.tar']);
});

t.test('a backup skips links, pipes and huge files in LOCAL_DIR, and names the skipped files', async (t) => {
  const { localDir } = source.config;
  const folder = t.testdir();
  const inMail = (name: string) => path.join(localDir, 'mail', name);
  const inSpool = (name: string) => path.join(localDir, 'spool/1', name);
  for (const one of ['mail', 'spool/1']) mkdirSync(path.join(localDir, one), { recursive: true });
  t.teardown(() => {
    for (const one of ['mail', 'spool/1']) rmSync(path.join(localDir, one), { recursive: true });
  });
  writeFileSync(inMail('whole.eml'), 'an email');
  writeFileSync(inMail(`${'long'.repeat(30)}.eml`), 'an email');
  writeFileSync(inSpool('whole.clicks'), 'clicks');
  writeFileSync(path.join(localDir, 'spool/file'), '');
  const secret = path.join(folder, 'secret');
  writeFileSync(secret, 'of root');
  for (const name of [inMail('link.eml'), inSpool('link.clicks')]) symlinkSync(secret, name);
  for (const name of [inMail('pipe.eml'), inSpool('pipe.clicks')]) execFileSync('mkfifo', [name]);
  mkdirSync(inMail('folder.eml'));
  writeFileSync(inSpool('giant.clicks'), '');
  truncateSync(inSpool('giant.clicks'), 2 ** 40);
  const file = path.join(folder, 'backup.tar');
  const made = await run('main', source, file, '--json');
  t.equal(made.code, 0, made.stderr);
  t.match(JSON.parse(made.stdout), { mails: 1, segments: 1 });
  const refused = ['link.eml', 'pipe.eml', 'folder.eml', 'link.clicks', 'pipe.clicks', 'giant.clicks'];
  for (const name of refused) t.match(made.stderr, new RegExp(`^Not in the backup: .*/${name} (is not|has more)`, 'm'));
  const files = execFileSync('tar', ['tf', file], { encoding: 'utf8' }).split('\n');
  t.same(files.filter((name) => /^(mail|spool)\//.test(name)).sort(), ['mail/whole.eml', 'spool/whole.clicks']);
  t.notOk(readFileSync(file).includes('of root'));
});

t.test(
  'a backup can be written to a command and checked from a pipe; if the command fails, the backup fails',
  async (t) => {
    const copy = path.join(t.testdir(), 'copy.tar');
    const sent = await run('main', source, '--to', `cat > ${copy}`, '--json');
    t.equal(sent.code, 0, sent.stderr);
    t.match(JSON.parse(sent.stdout), { secrets: 'left out', tables: { installation: 1 } });
    const words = [path.join(builtRoot, 'shared/backup/restore.js'), '-', '--check'];
    const checked = execFileSync(process.execPath, words, { input: readFileSync(copy), encoding: 'utf8' });
    t.match(checked, /^A complete backup of .*Settings and keys are not included\.\n$/s);
    const files = await promisify(execFile)('tar', ['tf', copy]);
    t.match(
      files.stdout,
      new RegExp(`^${headFile}\n(?:.*\n)+links/installation.000001.sql.gz\n(?:.*\n)+${contentsFile}\nSHA256SUMS\n`),
    );
    const failed = await run('main', source, '--to', 'cat > /dev/null; exit 3');
    t.match(failed, { code: 1, stderr: /^backup: the command failed \(exit code 3\)/m });
  },
);

t.test('a backup and its restore report that they do not include a separate user database', async (t) => {
  const file = path.join(t.testdir(), 'backup.tar');
  const elsewhere = { ...source, settings: { ...source.settings, PEOPLE_URL: 'mysql://someone@other.invalid/links' } };
  const made = await run('main', elsewhere, file);
  t.match(made, { code: 0, stderr: /^The backup does not include the users of contacts, who are at PEOPLE_URL/m });
  t.match(JSON.parse((await run('main', elsewhere, file, '--json')).stdout), { people: 'elsewhere' });
  const [here, there] = [await run('restore', source, whole, '--check'), await run('restore', source, file, '--check')];
  t.notMatch(here.stdout, /users of contacts/);
  t.match(
    there.stdout,
    /^The users of contacts are not included: a backup of the link service at PEOPLE_URL has them/m,
  );
});

t.test('a full disk leaves no partial backup, and keeps earlier backups', async (t) => {
  const disk = await mountDisk(t, '64k');
  if (!disk) {
    t.comment('no small disk can be mounted here');
    return;
  }
  const previous = 'waypost-20260101T000000Z.tar';
  writeFileSync(path.join(disk, previous), 'the earlier one');
  const { code, stderr } = await run('main', source, disk, '--keep', '1');
  t.equal(code, 1);
  t.match(stderr, /^backup: there is not enough space for the backup at .*\.tar; the partial file was deleted\n$/);
  t.same(readdirSync(disk), [previous], 'the earlier ones stay');
  t.equal(readFileSync(path.join(disk, previous), 'utf8'), 'the earlier one');
});
