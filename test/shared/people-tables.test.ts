/**
 * Only `shared/people` names the user tables, so that every query on them and every rule about them is in that
 * folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../shared/paths.ts';
import { peopleTables } from '../fixtures/schema.ts';
import { t } from '../runner/tap.ts';

/**
 * Matches a string that is only a table's name, with an alias or a column as the query builder accepts it, and a
 * table in SQL.
 */
const names = /(['"])(\w+)(?: as \w+|\.\w+)?\1|\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+(?:\$\{\w+\}|`?\w+`?\.)?`?(\w+)/g;

/** Returns the tables that a source names. Fields of a context can have a table's name, so types are ignored. */
const namedIn = (text: string) =>
  [...text.replaceAll(/\bPick<[^>]*>/g, '').matchAll(names)]
    .map(([, , built, written]) => (built ?? written) as string)
    .filter((name) => peopleTables.includes(name));

/**
 * Sources that are not checked: browser code uses the same words without SQL, and WordPress has its own table
 * `users`.
 */
const others =
  /^(daemon\/dashboard|automations-api\/admin|shared\/ui|automations-api\/plugins\/admin\/(wordpress\/|core\/tables\.ts))/;

const sources = ['daemon', 'automations-api', 'shared'].flatMap((folder) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file))
    .filter((file) => file.endsWith('.ts') && !/(^|\/)(node_modules|\.build)\//.test(file) && !others.test(file)),
);

t.test('no other module names the user tables', async (t) => {
  const found = new Map(
    sources.map((file) => [file, namedIn(readFileSync(path.join(projectRoot, file), 'utf8'))] as const),
  );
  const own = [...found].filter(([file]) => file.startsWith('shared/people/'));
  t.same(
    [...found].filter(([file, named]) => named.length > 0 && !file.startsWith('shared/people/')),
    [],
  );
  t.ok(new Set(own.flatMap(([, named]) => named)).size > 12, 'the pattern finds those of the store itself');
});

t.test('the pattern finds every way to name a table', async (t) => {
  for (const text of [
    "db.selectFrom('users')",
    "db.selectFrom(['links', 'users as u'])",
    ".leftJoin('users', 'users.id', 'members.user_id')",
    "type Counted = 'links' | 'users'",
    '.select("users.email")',
    'sql`SELECT 1 FROM users`',
    'sql`DELETE FROM `users``',
    'sql`SELECT 1 FROM links JOIN users USING (id)`',
    'sql`UPDATE people.users SET id = 1`',
  ])
    t.match(namedIn(text), ['users'], text);
});
