/** Commands that the plugin adds to `waypost automations`. */
import { InvalidArgumentError } from 'commander';
import type { PluginCommands } from '../../host/plugin.ts';
import { createKey, revokeKey } from './api-keys/change-keys.ts';
import { listApiKeys, type Permission, permissions } from './api-keys/queries.ts';
import { commandLine } from './audit/write.ts';
import type { AutomationsTables, Db } from './core/tables.ts';
import { insertFieldGroup, listFieldGroups } from './fields/group-queries.ts';
import { addImportCommands } from './imports/commands.ts';
import { addLinkClickCommands } from './link-clicks/commands.ts';

type Flags = { json?: boolean };

export function addCommands(commands: PluginCommands<AutomationsTables>): void {
  addKeyCommands(commands);
  addFieldGroupCommands(commands);
  addLinkClickCommands(commands);
  addImportCommands(commands);
}

function addKeyCommands({ program, command, run }: PluginCommands<AutomationsTables>): void {
  const key = program.command('key').description('API keys');

  command(key, 'create', 'create an API key')
    .option('--permission <permission>', permissions.join(', '), parsePermission, 'full')
    .option('--description <text>', 'purpose of the key', parseDescription, '')
    .action((flags: Flags & { permission: Permission; description: string }) =>
      run(flags, ({ db }) => createKey(db, commandLine, flags.permission, flags.description)),
    );

  command(key, 'list', 'list the keys without their secrets').action((flags: Flags) =>
    run(flags, ({ db }) => listKeys(db)),
  );

  command(key, 'revoke', 'revoke a key; it stops working within a second')
    .argument('<id>', 'as `key list` shows it', parseId)
    .action((id: number, flags: Flags) => run(flags, ({ db }) => revoke(db, id)));
}

function addFieldGroupCommands({ program, command, run }: PluginCommands<AutomationsTables>): void {
  const group = program.command('field-group').description('groups of custom fields');

  command(group, 'create', 'create a group of custom fields')
    .argument('<name>', 'name of the group', parseName)
    .action((name: string, flags: Flags) => run(flags, ({ db }) => insertFieldGroup(db, name, new Date())));

  command(group, 'list', 'list the groups of custom fields; group 0 always exists').action((flags: Flags) =>
    run(flags, ({ db }) => listFieldGroups(db)),
  );
}

async function listKeys(db: Db) {
  const keys = await listApiKeys(db);
  return keys.map(({ created_at: createdAt, last_used_at: lastUsedAt, ...key }) => ({ ...key, createdAt, lastUsedAt }));
}

async function revoke(db: Db, id: number) {
  if (!(await revokeKey(db, commandLine, id))) throw new Error(`there is no key ${id}`);
  return { id, active: false };
}

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
