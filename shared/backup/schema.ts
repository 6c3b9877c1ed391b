/**
 * Waypost's tables in the two databases, and their migrations: the link service's, and those of contact automation's
 * host and plugins, which that service's command line lists.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Connection } from 'mysql2/promise';
import { type Config, envWithStores } from '../config/config.ts';
import { connect, withDatabase } from '../db/db.ts';
import { linkSets } from '../migrations/migrate.ts';
import { existingTables } from '../migrations/migration-record.ts';
import { type Migration, namedTables } from '../migrations/migration-set.ts';
import { builtRoot } from '../paths.ts';
import type { Service } from './contents.ts';

/** The migrations of a part of Waypost. One table records which of them are applied. */
export type SchemaSet = {
  service: Service;
  /** The table that records the applied migrations. */
  record: string;
  /** The prefix of the names in the record. */
  scope: string;
  migrations: Migration[];
  /** Names of tables that no migration contains. */
  tables: string[];
};

/** The databases of the two services, which can be the same. */
export type Databases = Record<Service, string>;

export const databasesOf = ({ peopleDatabase }: Config, mysqlUrl: string): Databases => ({
  links: withDatabase(mysqlUrl, peopleDatabase),
  automations: mysqlUrl,
});

/** The sets in the output of contact automation's command line. */
type SchemaAnswer = Omit<SchemaSet, 'service'>[];

const longestAnswer = 64 << 20;

export async function listSets(mysqlUrl: string): Promise<SchemaSet[]> {
  const cli = path.join(builtRoot, 'automations-api/cli.js');
  const env = envWithStores(process.env, { mysqlUrl });
  const answer = await promisify(execFile)(process.execPath, [cli, 'schema', '--json'], {
    env,
    maxBuffer: longestAnswer,
  });
  const others = JSON.parse(answer.stdout) as SchemaAnswer;
  return [
    ...linkSets().map(
      ({ record, scope, migrations }): SchemaSet => ({ service: 'links', record, scope, migrations, tables: [] }),
    ),
    ...others.map((set): SchemaSet => ({ service: 'automations', ...set })),
  ];
}

/** Opens a connection for long-running work, with the same session settings on all servers. */
export async function connectTo(mysqlUrl: string): Promise<Connection> {
  // A query with its own row format needs a connection that sets none.
  const connection = await connect(mysqlUrl, { typeCast: true });
  await connection.query(
    `SET SESSION net_write_timeout = 86400, SESSION net_read_timeout = 86400, SESSION wait_timeout = 86400,
     SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO'`,
  );
  return connection;
}

/** Lists all past and present names of a set's tables, including its record. */
export function tablesNamed({ record, migrations, tables }: SchemaSet): string[] {
  const made = migrations.flatMap(({ statements }) => namedTables(statements));
  return [...new Set([record, `${record}_lock`, ...tables, ...made])];
}

export type AppliedName = { set: SchemaSet; migration: Migration };

/**
 * Lists the applied migrations of the sets in a service's database, in order. `unknown` lists plugins that are not
 * installed here. @throws if a migration is incomplete or was changed
 */
export async function listApplied(connection: Connection, sets: SchemaSet[]) {
  const applied: AppliedName[] = [];
  const unknown = new Set<string>();
  for (const record of new Set(sets.map((set) => set.record))) {
    if ((await existingTables(connection, [record])).length === 0) continue;
    const rows = await readRecord(connection, record);
    const own = sets.filter((set) => set.record === record);
    for (const set of own) applied.push(...matchRows(set, rows));
    for (const scope of new Set([...rows.keys()].map(scopeOf))) {
      if (!own.some((set) => set.scope === scope)) unknown.add(scope.replace('/', ''));
    }
  }
  return { applied, unknown: [...unknown].filter(Boolean) };
}

type Row = { name: string; checksum: string; finished: 0 | 1 | boolean };

async function readRecord(connection: Connection, record: string): Promise<Map<string, Row>> {
  const [rows] = await connection.query('SELECT name, checksum, finished_at IS NOT NULL AS finished FROM ??', [record]);
  return new Map((rows as Row[]).map((row) => [row.name, row]));
}

function matchRows(set: SchemaSet, rows: Map<string, Row>): AppliedName[] {
  return set.migrations.flatMap((migration) => {
    const row = rows.get(set.scope + migration.name);
    if (!row) return [];
    const name = set.scope + migration.name;
    if (!row.finished) throw new Error(`the migration ${name} is unfinished: run \`waypost migrate\` first`);
    if (row.checksum !== migration.checksum) throw new Error(`${name} was changed after it was applied`);
    return [{ set, migration }];
  });
}

const scopeOf = (name: string) => name.slice(0, name.indexOf('/') + 1);
