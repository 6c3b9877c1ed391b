/**
 * Backups while all services run. The order makes a backup consistent: first the clicks on disk, then all tables in one
 * snapshot of both databases. Redis is not included: clicks in transit stay on disk until MySQL has them, and jobs are
 * recreated from MySQL.
 */
import { opendir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RowDataPacket } from 'mysql2';
import type { Connection } from 'mysql2/promise';
import type { Config } from '../config/config.ts';
import { settingsFile, version } from '../installation.ts';
import { existingTables } from '../migrations/migration-record.ts';
import { readOwned } from '../owned-files.ts';
import { keyFile } from '../secrets/installation-secret.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { type Contents, contentsFile, format, type Head, headFile, type Service, secretsFile } from './contents.ts';
import { holdSchema, type Turn } from './hold-schema.ts';
import { findKeyId } from './key-id.ts';
import { mailPattern } from './restore-files.ts';
import { quoteName, readRows } from './rows.ts';
import {
  type AppliedName,
  connectTo,
  type Databases,
  databasesOf,
  listApplied,
  listSets,
  type SchemaSet,
  tablesNamed,
} from './schema.ts';
import { type Secrets, sealSecrets } from './sealed-secrets.ts';
import { readSegments, readUnless } from './waiting-clicks.ts';

export type BackupPlan = {
  config: Config;
  mysqlUrl: string;
  /** The passphrase that encrypts the secrets. Without it, they are left out. */
  passphrase: string | undefined;
  say: (line: string) => void;
};

export type Made = {
  head: Head;
  contents: Contents;
  bytes: number;
  checksum: string;
  /** Plugins whose tables are not in the backup. */
  unknown: string[];
};

type Table = { service: Service; name: string };

const compress = promisify(gzip);
/** The compression level. A higher level would take too much time for the space that it saves. */
const level = 2;
const reportEveryMs = 5_000;

/** Tables whose rows are never backed up. Salts can identify visitors, so they must not exist longer than two days. */
const neverKept = new Set(['click_salts']);
const partitioned = 'click_blocks';

/** Writes a backup to `out` and ends it. @throws with a sentence for the operator */
export async function makeBackup(plan: BackupPlan, out: Writable): Promise<Made> {
  const { config, mysqlUrl, say } = plan;
  const sets = await listSets(mysqlUrl);
  const databases = databasesOf(config, mysqlUrl);
  const connections = { links: await connectTo(databases.links), automations: await connectTo(databases.automations) };
  try {
    const found = await inspect(connections, sets);
    const held = await holdSchema(turnsOf(databases, sets, found.tables), say);
    try {
      const archive = new ArchiveWriter(out, new Date());
      return await write(plan, await inspect(connections, sets), { archive, connections, databases, held });
    } finally {
      await held.release();
    }
  } finally {
    for (const connection of Object.values(connections)) connection.destroy();
  }
}

type Connections = Record<Service, Connection>;
type Found = { applied: AppliedName[]; unknown: string[]; tables: Table[] };

/** Finds the migrations and tables to back up. @throws if a migration is incomplete or there are no tables */
async function inspect(connections: Connections, sets: SchemaSet[]): Promise<Found> {
  const found: Found = { applied: [], unknown: [], tables: [] };
  for (const service of ['links', 'automations'] as const) {
    const own = sets.filter((set) => set.service === service);
    const { applied, unknown } = await listApplied(connections[service], own);
    const there = await existingTables(connections[service], own.flatMap(tablesNamed));
    if (applied.length === 0 && there.length > 0)
      throw new Error(`the tables of ${service} are from an older release: run \`waypost migrate\` first`);
    found.applied.push(...applied);
    found.unknown.push(...(service === 'automations' ? unknown : []));
    const isKept = (name: string) => !own.some(({ record }) => name === `${record}_lock`);
    found.tables.push(...there.filter(isKept).map((name) => ({ service, name })));
  }
  if (found.applied.length === 0) throw new Error('the database has no tables of Waypost: there is nothing to back up');
  return { ...found, tables: await eachOnce(connections, found.tables) };
}

/** Removes duplicates: with an empty TABLE_PREFIX both services share one record of migrations. */
async function eachOnce(connections: Connections, tables: Table[]): Promise<Table[]> {
  const [links, automations] = await Promise.all([nameOf(connections.links), nameOf(connections.automations)]);
  if (links !== automations) return tables;
  const names = new Set<string>();
  return tables.filter(({ name }) => !names.has(name) && names.add(name));
}

async function nameOf(connection: Connection): Promise<string> {
  const [[row]] = await connection.query<RowDataPacket[]>('SELECT DATABASE() AS name');
  return String(row?.name);
}

function turnsOf(databases: Databases, sets: SchemaSet[], tables: Table[]): Turn[] {
  const isThere = (table: string) => tables.some(({ name }) => name === table);
  const locks = [...new Map(sets.map((set) => [set.record, set.service]))].filter(([record]) => isThere(record));
  return [
    ...locks.map(([record, service]) => ({
      mysqlUrl: databases[service],
      table: `${record}_lock`,
      work: 'migrations',
    })),
    ...locks
      .filter(([, service]) => service === 'automations')
      .map(([record]) => ({ mysqlUrl: databases.automations, table: `${record}_lock`, work: 'plugins' })),
    ...(isThere('leases') ? [{ mysqlUrl: databases.links, table: 'leases', work: 'retain-clicks' }] : []),
  ];
}

type Work = {
  archive: ArchiveWriter;
  connections: Connections;
  databases: Databases;
  held: { signal: AbortSignal };
};

async function write(plan: BackupPlan, found: Found, work: Work): Promise<Made> {
  const { archive, connections, held } = work;
  const head = await toHead(plan, found, connections);
  const headContent = toJson(head);
  await archive.add(headFile, headContent);
  if (plan.passphrase !== undefined) {
    await archive.add(secretsFile, await sealSecrets(await readSecrets(plan.config), plan.passphrase, headContent));
  }
  await addSchema(archive, found);
  const segments = await addSegments(archive, plan);
  const mails = await addMails(archive, plan);
  const tables = await addTables(plan, found.tables, work);
  held.signal.throwIfAborted();
  const contents: Contents = { tables, segments, mails };
  await archive.add(contentsFile, toJson(contents));
  const checksum = await archive.finish();
  return { head, contents, bytes: archive.bytes, checksum, unknown: found.unknown };
}

const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function toHead({ config, passphrase }: BackupPlan, found: Found, { links }: Connections): Promise<Head> {
  return {
    format,
    version: version(),
    madeAt: new Date().toISOString(),
    server: await serverOf(links),
    tablePrefix: config.tablePrefix,
    keyId: await findKeyId(config),
    secrets: passphrase === undefined ? 'left out' : 'encrypted',
    people: config.peopleUrl === '' ? 'included' : 'elsewhere',
    migrations: found.applied.map(({ set, migration: { name, checksum } }) => ({
      service: set.service,
      name: set.scope + name,
      checksum,
    })),
    partitions: await listPartitions(links),
  };
}

async function serverOf(connection: Connection): Promise<string> {
  const [[row]] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version');
  const [number = ''] = String(row?.version).split('-', 1);
  return `${/mariadb/i.test(row?.version) ? 'MariaDB' : 'MySQL'} ${number}`;
}

async function listPartitions(connection: Connection): Promise<Head['partitions']> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT PARTITION_NAME AS name, PARTITION_DESCRIPTION AS before_day FROM information_schema.PARTITIONS
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND PARTITION_DESCRIPTION <> 'MAXVALUE'
     ORDER BY PARTITION_ORDINAL_POSITION`,
    [partitioned],
  );
  return rows.map(({ name, before_day }) => ({ name, before: Number(before_day) }));
}

async function readSecrets(config: Config): Promise<Secrets> {
  const settings = await readFile(settingsFile(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const key = readOwned(config.localDir, keyFile)?.toString() ?? '';
  return { settings, certificateSecret: config.certificateSecret, key };
}

/**
 * Adds the schema, for reading a backup without Waypost. Waypost itself creates its tables with its migrations.
 */
async function addSchema(archive: ArchiveWriter, { applied, tables }: Found): Promise<void> {
  for (const service of ['links', 'automations'] as const) {
    const statements = [
      "SET time_zone = '+00:00', foreign_key_checks = 0, sql_mode = 'NO_AUTO_VALUE_ON_ZERO'",
      ...applied.filter(({ set }) => set.service === service).flatMap(({ migration }) => migration.statements),
    ];
    const emptied = tables
      .filter((table) => table.service === service)
      .map(({ name }) => `DELETE FROM ${quoteName(name)}`);
    if (emptied.length > 0) await archive.add(`${service}/schema.sql`, toScript([...statements, ...emptied]));
  }
}

const toScript = (statements: string[]) => Buffer.from(statements.map((one) => `${one};\n`).join(''));

async function addSegments(archive: ArchiveWriter, { config: { localDir }, say }: BackupPlan): Promise<number> {
  let segments = 0;
  for await (const { name, content } of readSegments(localDir, say)) {
    await archive.add(`spool/${name}`, content);
    segments++;
  }
  return segments;
}

/** Adds the emails that Waypost writes to files while SMTP_URL is not set. */
async function addMails(archive: ArchiveWriter, { config: { localDir }, say }: BackupPlan): Promise<number> {
  const folder = await opendir(path.join(localDir, 'mail')).catch(() => undefined);
  let mails = 0;
  // Reads the names one by one, because there can be very many.
  for await (const { name } of folder ?? []) {
    const file = `mail/${name}`;
    const content = mailPattern.test(file) ? readUnless(localDir, file, say) : undefined;
    if (content === undefined || content.length === 0) continue;
    await archive.add(file, content);
    mails++;
  }
  return mails;
}

/** Reads both databases in one snapshot of the server. */
async function addTables(
  { say }: BackupPlan,
  tables: Table[],
  { archive, connections, held }: Work,
): Promise<Contents['tables']> {
  const { links: connection } = connections;
  const names = { links: await nameOf(connections.links), automations: await nameOf(connections.automations) };
  await connection.query('/*!80000 SET SESSION information_schema_stats_expiry = 0 */');
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
  const done: Contents['tables'] = [];
  let reportedAt = performance.now();
  for (const { service, name } of tables) {
    // Statements without a database name can be loaded into any database.
    await connection.query('USE ??', [names[service]]);
    // Releases the locks of one table before the next is read.
    await connection.query('SAVEPOINT before_table');
    let [rows, part, written] = [0, 0, Promise.resolve()];
    for await (const { sql, rows: more } of neverKept.has(name) ? [] : readRows(connection, name)) {
      held.signal.throwIfAborted();
      rows += more;
      const file = `${service}/${name}.${String(++part).padStart(6, '0')}.sql.gz`;
      const compressed = compress(sql, { level });
      await written;
      written = compressed.then((content) => archive.add(file, content));
      // The code for the next part handles a rejection when it awaits this promise.
      written.catch(() => {});
      if (performance.now() - reportedAt < reportEveryMs) continue;
      reportedAt = performance.now();
      say(`${name}: ${rows.toLocaleString('en')} rows; ${Math.round(archive.bytes / 2 ** 20)} MB written`);
    }
    await written;
    await connection.query('ROLLBACK TO SAVEPOINT before_table');
    done.push({ service, name, rows, nextId: await nextIdOf(connection, name) });
  }
  return done;
}

/** Reads the table's next id; `null` if the table has no generated ids. */
async function nextIdOf(connection: Connection, table: string): Promise<number | null> {
  const [[row]] = await connection.query<RowDataPacket[]>(
    'SELECT AUTO_INCREMENT AS next FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?',
    [table],
  );
  return row?.next === null || row?.next === undefined ? null : Number(row.next);
}
