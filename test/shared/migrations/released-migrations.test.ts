/** Released migrations never change, because they have run on other operators' databases. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checksumOf, readMigrations } from '../../../shared/migrations/migration-set.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { t } from '../../runner/tap.ts';

const file = 'test/fixtures/released-migrations.json';
const at = (name: string) => path.join(projectRoot, name);
const releases = JSON.parse(readFileSync(at(file), 'utf8')) as Record<string, Record<string, string>>;
const released = Object.values(releases).flatMap((files) => Object.entries(files));

t.test('no released migration is changed, renamed or removed', async (t) => {
  for (const [name, checksum] of released) {
    t.ok(existsSync(at(name)), `${name} was released and is gone: put it back under that name`);
    t.equal(
      existsSync(at(name)) ? checksumOf(readFileSync(at(name), 'utf8')) : '',
      checksum,
      `${name} was changed after its release, and databases that have applied it would refuse to start: ` +
        `put it back (git log ${name}) and make the change in a new migration with the next number`,
    );
  }
});

const directories = [
  'sql',
  'shared/people/migrations',
  'automations-api/host/migrations',
  ...['admin', 'automations'].map((plugin) => `automations-api/plugins/${plugin}/migrations`),
];

t.test('a new migration is sorted after all released migrations in its directory', async (t) => {
  for (const directory of directories) {
    const names = released.map(([name]) => name).filter((name) => path.dirname(name) === directory);
    const last = names
      .map((name) => path.basename(name))
      .sort()
      .at(-1);
    if (!last) continue;
    const early = readdirSync(at(directory)).filter(
      (name) => name.endsWith('.sql') && name < last && !names.includes(path.join(directory, name)),
    );
    t.same(early, [], `give these numbers above ${last}; when you release them, add them to ${file}`);
  }
});

const takesAway = /\b(DROP|RENAME|CHANGE|TRUNCATE|DELETE)\b/i;

t.test('a new migration works with old releases, or declares that it does not', async (t) => {
  for (const directory of directories) {
    for (const { name, statements, breaking } of readMigrations(at(directory))) {
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
