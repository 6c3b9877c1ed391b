/** A plugin's way into the database: its migrations, each run once, and the record of what is active. */
import { sql } from 'kysely';
import { type Db, withinMs } from '../../shared/db.ts';
import type { Options } from './options.ts';
import type { Plugin } from './plugin.ts';

type Activated = { version: string; migrations: string[] };

const optionOf = (plugin: Plugin) => `plugin_${plugin.name}`;
const lockSeconds = 600;

/** Runs the migrations that are new and records the version. Processes that start together take turns. */
export async function activate(plugin: Plugin, db: Db, options: Options, prefix: string): Promise<void> {
  const known = await options.get<Activated | undefined>(optionOf(plugin), undefined);
  const isNew = (done: string[]) => (plugin.migrations ?? []).filter(({ name }) => !done.includes(name));
  if (known?.version === plugin.version && isNew(known.migrations).length === 0) return;
  await withinMs(db, (lockSeconds + 900) * 1_000)
    .connection()
    .execute(async (connection) => {
      const lock = `waypost_${optionOf(plugin)}`;
      await sql`SELECT GET_LOCK(${lock}, ${lockSeconds})`.execute(connection);
      try {
        const done = (await options.get<Activated | undefined>(optionOf(plugin), undefined))?.migrations ?? [];
        for (const { name, statements } of isNew(done)) {
          await runStatements(connection, statements, prefix);
          done.push(name);
          await options.set(optionOf(plugin), { version: plugin.version, migrations: done });
        }
        await options.set(optionOf(plugin), { version: plugin.version, migrations: done });
      } finally {
        await sql`SELECT RELEASE_LOCK(${lock})`.execute(connection);
      }
    });
}

async function runStatements(connection: Db, statements: string[], prefix: string): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement.replaceAll('{prefix}', prefix)).execute(connection);
  }
}
