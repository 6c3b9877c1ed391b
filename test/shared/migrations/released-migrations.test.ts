/** Released migrations never change, because they have run on other operators' databases. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readMigrations } from '../../../shared/migrations/migration-set.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { t } from '../../runner/tap.ts';

const { checksumsOfMigrations, differences, freeze, frozenFile, readFrozen } = await import(
  pathToFileURL(path.join(projectRoot, '.packaging/frozen-migrations.js')).href
);
const checksums: Record<string, string> = await checksumsOfMigrations(projectRoot);
const frozen: Record<string, Record<string, string>> = await readFrozen(projectRoot);
const released = Object.values(frozen).flatMap((files) => Object.keys(files));
const directories = [...new Set(Object.keys(checksums).map((name) => path.dirname(name)))];

t.test('no released migration is changed, renamed or removed', async (t) => {
  t.ok(released.length > 0);
  t.same(
    differences(frozen, checksums).filter((difference: string) => !difference.endsWith(' is new')),
    [],
    'databases that have applied it would refuse to start: restore the file (git log FILE), and make the change in a new migration ' +
      'with the next number. Only before the version is tagged, `npm run release -- --freeze` records the change',
  );
});

t.test('a new migration is sorted after all released migrations in its directory', async (t) => {
  for (const directory of directories) {
    const inDirectory = (name: string) => path.dirname(name) === directory;
    const last = released.filter(inDirectory).sort().at(-1) ?? '';
    const early = Object.keys(checksums).filter((name) => inDirectory(name) && name < last && !released.includes(name));
    t.same(early, [], `give these numbers above ${last}; npm run release -- --freeze adds them to ${frozenFile}`);
  }
});

t.test('a version is frozen again without changing earlier versions', async (t) => {
  const before = { '1.0.0': { 'sql/0001_a.sql': '1' } };
  const now = { 'sql/0001_a.sql': '2', 'sql/0002_b.sql': '3' };
  t.same(freeze(before, '1.0.0', now), { '1.0.0': now });
  const later = freeze(before, '1.1.0', now);
  t.same(later, { ...before, '1.1.0': { 'sql/0002_b.sql': '3' } });
  t.same(freeze(before, '1.1.0', { 'sql/0001_a.sql': '1' }), before, 'a version without migrations has no entry');
  t.same(differences(before, now), ['sql/0001_a.sql was changed', 'sql/0002_b.sql is new']);
  t.same(differences(later, { 'sql/0002_b.sql': '3' }), ['sql/0001_a.sql is missing']);
});

const takesAway = /\b(DROP|RENAME|CHANGE|TRUNCATE|DELETE)\b/i;

t.test('a new migration works with old releases, or declares that it does not', async (t) => {
  for (const directory of directories) {
    for (const { name, statements, breaking } of readMigrations(path.join(projectRoot, directory))) {
      if (breaking) continue;
      t.same(
        statements.filter((statement) => takesAway.test(statement)),
        [],
        `${directory}/${name}: processes of old releases keep running across it; do this in a later release, or say in a line of its ` +
          'head `-- breaks previous releases: why`',
      );
    }
  }
});
