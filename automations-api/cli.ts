/** `npm run automations -- …`: what an operator does without an API key. */
import { Command, InvalidArgumentError } from 'commander';
import { boot, runEntry } from '../shared/boot.ts';
import type { Db } from '../shared/db.ts';
import { withPrefix } from './host/table-prefix.ts';
import {
  insertApiKey,
  listApiKeys,
  type Permission,
  permissions,
  revokeApiKey,
} from './plugins/automations/api-keys/queries.ts';
import { insertFieldGroup, listFieldGroups } from './plugins/automations/fields/queries.ts';
import { tables } from './plugins/automations/tables.ts';

type Flags = { json?: boolean };

/** Opens the database, runs, prints the answer as one line of JSON or as lines, and closes. */
async function withDb(flags: Flags, run: (db: Db) => Promise<unknown>): Promise<void> {
  const { config, db } = await boot('automations-cli');
  try {
    const answer = await run(withPrefix(db, config.tablePrefix, tables));
    process.stdout.write(flags.json ? `${JSON.stringify(answer)}\n` : inLines(answer));
  } finally {
    await db.destroy();
  }
}

const inLines = (answer: unknown) =>
  (Array.isArray(answer) ? answer : [answer])
    .map((row: object) =>
      Object.entries(row)
        .map(([name, value]) => `${name}: ${showValue(value)}\n`)
        .join(''),
    )
    .join('\n');

const showValue = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value ?? 'never'));

function parsePermission(text: string): Permission {
  const permission = permissions.find((name) => name === text);
  if (!permission) throw new InvalidArgumentError(`it is one of ${permissions.join(', ')}`);
  return permission;
}

function parseDescription(text: string): string {
  if (text.length > 200) throw new InvalidArgumentError('it has at most 200 characters');
  return text;
}

function parseName(text: string): string {
  if (text.trim() === '' || text.length > 200) throw new InvalidArgumentError('it needs 1 to 200 characters');
  return text.trim();
}

function parseId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('it is a number');
  return Number(text);
}

async function listKeys(db: Db) {
  const keys = await listApiKeys(db);
  return keys.map(({ created_at: createdAt, last_used_at: lastUsedAt, ...key }) => ({ ...key, createdAt, lastUsedAt }));
}

async function revokeKey(db: Db, id: number) {
  if (!(await revokeApiKey(db, id))) throw new Error(`there is no key ${id}`);
  return { id, active: false };
}

const program = new Command('npm run automations --').description('Operate the contact automation service.');
const key = program.command('key').description('API keys');
const group = program.command('field-group').description('groups of custom fields');
const command = (parent: Command, usage: string, description: string) =>
  parent.command(usage).description(description).option('--json', 'print the answer as one line of JSON');

command(key, 'create', 'make an API key')
  .option('--permission <permission>', permissions.join(', '), parsePermission, 'full')
  .option('--description <text>', 'what the key is for', parseDescription, '')
  .action((flags: Flags & { permission: Permission; description: string }) =>
    withDb(flags, (db) => insertApiKey(db, flags.permission, flags.description, new Date())),
  );

command(key, 'list', 'show the keys, never their text').action((flags: Flags) => withDb(flags, listKeys));

command(key, 'revoke', 'end a key; the service stops taking it within a second')
  .argument('<id>', 'as `key list` shows it', parseId)
  .action((id: number, flags: Flags) => withDb(flags, (db) => revokeKey(db, id)));

command(group, 'create', 'make a group')
  .argument('<name>', 'what it is called', parseName)
  .action((name: string, flags: Flags) => withDb(flags, (db) => insertFieldGroup(db, name, new Date())));

command(group, 'list', 'show the groups; group 0 is always there').action((flags: Flags) =>
  withDb(flags, listFieldGroups),
);

runEntry('automations', async () => {
  await program.parseAsync();
});
