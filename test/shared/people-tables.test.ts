/** The tables of people have one writer, `shared/people`, so that every rule about them is there. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../shared/paths.ts';
import { isOfPeople } from '../fixtures/schema.ts';
import { t } from '../runner/tap.ts';

const writes =
  /(?:insertInto|updateTable|deleteFrom)\(\[?'(\w+)|\b(?:INSERT (?:IGNORE )?INTO|UPDATE|DELETE FROM) `?(\w+)/g;

const writesOf = (file: string) =>
  [...readFileSync(path.join(projectRoot, file), 'utf8').matchAll(writes)]
    .map(([, built, written]) => (built ?? written) as string)
    .filter((table) => isOfPeople(table));

const sources = ['daemon', 'automations-api', 'shared'].flatMap((folder) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(^|\/)(node_modules|\.build)\//.test(file))
    .map((file) => path.posix.join(folder, file)),
);

t.test('no other module writes them', async (t) => {
  const [own, others] = [true, false].map((wanted) =>
    sources.filter((file) => file.startsWith('shared/people/') === wanted),
  ) as [string[], string[]];
  const found = others.flatMap((file) => writesOf(file).map((table) => `${file}: ${table}`));
  t.same(found, []);
  t.ok(new Set(own.flatMap(writesOf)).size > 12, 'the pattern finds those of the store itself');
});
