/** What a release has shipped is run on databases we never see: its migrations are frozen from then on. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checksumOf } from '../../../shared/migrations/migration-set.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { t } from '../../runner/tap.ts';

const file = 'test/fixtures/released-migrations.json';
const at = (name: string) => path.join(projectRoot, name);
const releases = JSON.parse(readFileSync(at(file), 'utf8')) as Record<string, Record<string, string>>;
const released = Object.values(releases).flatMap((files) => Object.entries(files));

t.test('no released migration is changed, renamed or removed', async (t) => {
  t.ok(released.length >= 8);
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

t.test('a new migration comes after every released one of its directory', async (t) => {
  const directories = new Set(released.map(([name]) => path.dirname(name)));
  for (const directory of directories) {
    const names = released.map(([name]) => name).filter((name) => path.dirname(name) === directory);
    const last = names
      .map((name) => path.basename(name))
      .sort()
      .at(-1) as string;
    const early = readdirSync(at(directory)).filter(
      (name) => name.endsWith('.sql') && name < last && !names.includes(path.join(directory, name)),
    );
    t.same(early, [], `give these numbers above ${last}; when you release them, add them to ${file}`);
  }
});
