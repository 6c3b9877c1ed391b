/**
 * The restore of a backup's tables into the two databases. This release's migrations create the tables, but only those
 * migrations that the backup lists, so the tables match on any kind of server. Then the rows are loaded. Until the end,
 * a mark in the migration records prevents all services from starting.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ResultSetHeader, RowDataPacket } from 'mysql2';
import type { Connection } from 'mysql2/promise';
import { createRecord, existingTables, recordedTables, restoreMark } from '../migrations/migration-record.ts';
import type { ArchiveFile } from './archive-reader.ts';
import type { Head, Service } from './contents.ts';
import type { Backup } from './open-backup.ts';
import { quoteName, statementsOf } from './rows.ts';
import { type AppliedName, connectTo, type Databases, type SchemaSet, tablesNamed } from './schema.ts';

export type State = 'empty' | 'ours' | 'half restored';
const services = ['links', 'automations'] as const;

const decompress = promisify(gunzip);
const largestPart = 512 << 20;
/** Number of statements that run at once. */
const loaders = 3;

/**
 * Lists this release's migrations that the backup contains. @throws with the end of a sentence if one is unknown or
 * differs
 */
export function matchMigrations({ migrations }: Head, sets: SchemaSet[]): AppliedName[] {
  const known = new Map<string, AppliedName>();
  for (const set of sets)
    for (const migration of set.migrations)
      known.set(`${set.service} ${set.scope}${migration.name}`, { set, migration });
  const named = new Set(migrations.map(({ service, name }) => `${service} ${name}`));
  for (const { service, name, checksum } of migrations) {
    const found = known.get(`${service} ${name}`);
    if (found && found.migration.checksum !== checksum) throw new Error(`has a different ${name} than this release`);
    if (found) continue;
    throw new Error(unknownHere(service, name, sets, named));
  }
  return [...known].flatMap(([name, applied]) => (named.has(name) ? [applied] : []));
}

function unknownHere(service: Service, name: string, sets: SchemaSet[], named: ReadonlySet<string>): string {
  const scope = name.slice(0, name.indexOf('/') + 1);
  const set = sets.find((one) => one.service === service && one.scope === scope);
  if (!set)
    return `has tables of the plugin ${scope.slice(0, -1)}, which is not installed here: set PLUGINS_DIR or PLUGIN_PACKAGES`;
  return named.has(`${service} ${scope}${set.migrations[0]?.name}`)
    ? `was created by a newer release: ${name} is unknown here`
    : 'was created by an unreleased version, which no release can restore';
}

/** Finds Waypost's tables in a service's database. @throws if other programs have tables with the same names */
async function findTables(connection: Connection, own: SchemaSet[]): Promise<{ there: string[]; state: State }> {
  const there = await existingTables(connection, own.flatMap(tablesNamed));
  const records = [...new Set(own.map(({ record }) => record))].filter((record) => there.includes(record));
  const others = there.filter((name) => !own.some(({ record }) => name === `${record}_lock`));
  if (others.length > 0 && records.length === 0)
    throw new Error(
      `the database has tables ${others.slice(0, 5).join(', ')}, which are not Waypost's; nothing was changed: set another ` +
        'MYSQL_URL, PEOPLE_DATABASE or TABLE_PREFIX',
    );
  for (const record of records) {
    const [rows] = await connection.query<RowDataPacket[]>('SELECT name FROM ?? WHERE name LIKE ?', [
      record,
      `%${restoreMark}`,
    ]);
    if (rows.length > 0) return { there, state: 'half restored' };
  }
  return { there, state: others.length > 0 ? 'ours' : 'empty' };
}

/** Returns the databases' state before a restore. */
export async function inspectTarget(databases: Databases, sets: SchemaSet[]): Promise<State> {
  const states: State[] = [];
  for (const service of services) {
    await withConnection(databases[service], async (connection) => {
      states.push((await findTables(connection, ofService(sets, service))).state);
    });
  }
  return (['half restored', 'ours'] as const).find((state) => states.includes(state)) ?? 'empty';
}

const ofService = (sets: SchemaSet[], service: Service) => sets.filter((set) => set.service === service);

async function withConnection<T>(mysqlUrl: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await openLoader(mysqlUrl);
  try {
    return await work(connection);
  } finally {
    connection.destroy();
  }
}

/** Returns the migration record that gets the mark, and the mark's name in it. */
const markOf = (sets: SchemaSet[], service: Service) => {
  const [{ record, scope } = { record: '', scope: '' }] = ofService(sets, service);
  return { record, name: scope + restoreMark };
};

/**
 * Clears the databases, after setting the mark that keeps services from using them. It also drops the tables of a newer release, whose
 * migrations could not create them again.
 */
export async function clearTables(databases: Databases, sets: SchemaSet[]): Promise<void> {
  for (const service of services) {
    await withConnection(databases[service], async (connection) => {
      const { record, name } = markOf(sets, service);
      for (const own of new Set(ofService(sets, service).map((set) => set.record))) await createRecord(connection, own);
      await connection.query(
        "INSERT IGNORE INTO ?? (name, checksum, done, started_at) VALUES (?, '', 0, UTC_TIMESTAMP())",
        [record, name],
      );
    });
  }
  for (const service of services) {
    await withConnection(databases[service], async (connection) => {
      const own = ofService(sets, service);
      const { there } = await findTables(connection, own);
      const records = [...new Set(own.map((set) => set.record))];
      const recorded: string[] = [];
      for (const record of records) recorded.push(...(await recordedTables(connection, record)));
      for (const table of new Set([...there, ...(await existingTables(connection, recorded))]))
        if (!records.includes(table)) await connection.query('DROP TABLE ??', [table]);
      for (const record of records)
        await connection.query('DELETE FROM ?? WHERE name NOT LIKE ?', [record, `%${restoreMark}`]);
    });
  }
}

/** Removes the mark: services can use the databases again. */
export async function endMark(databases: Databases, sets: SchemaSet[]): Promise<void> {
  for (const service of services) {
    await withConnection(databases[service], async (connection) => {
      const { record, name } = markOf(sets, service);
      await connection.query('DELETE FROM ?? WHERE name = ?', [record, name]);
    });
  }
}

export async function makeTables(
  databases: Databases,
  { head, contents }: Backup,
  applied: AppliedName[],
): Promise<void> {
  for (const service of services) {
    await withConnection(databases[service], async (connection) => {
      for (const { set, migration } of applied) {
        if (set.service !== service) continue;
        for (const statement of migration.statements) await connection.query(statement);
      }
      const records = new Set(applied.map(({ set }) => set.record));
      // Empties the tables, because migrations insert rows into some, and the backup has their current rows.
      for (const { name, service: its } of contents.tables)
        if (its === service && !records.has(name)) await connection.query('DELETE FROM ??', [name]);
      if (service === 'links') await splitDays(connection, head.partitions);
    });
  }
}

/** Creates the partitions in the same way as the worker, so that old days can be dropped cheaply. */
async function splitDays(connection: Connection, partitions: Head['partitions']): Promise<void> {
  if (partitions.length === 0) return;
  const days = partitions.map(({ name, before }) => `PARTITION ${name} VALUES LESS THAN (${before})`);
  await connection.query(
    `ALTER TABLE click_blocks REORGANIZE PARTITION rest INTO (${days.join(', ')}, PARTITION rest VALUES LESS THAN MAXVALUE)`,
  );
}

const partName = /^(links|automations)\/([A-Za-z0-9_$-]{1,64})\.\d+\.sql\.gz$/;

/** Loads all rows. @throws if their number differs from the backup's contents */
export async function loadRows(
  databases: Databases,
  { files, contents }: Backup,
  say: (line: string) => void,
): Promise<void> {
  const loaded = new Map<string, number>();
  const parts = files.flatMap((file) => {
    const [, service, table] = partName.exec(file.file) ?? [];
    return service && table ? [{ file, service: service as Service, table }] : [];
  });
  const progress = createProgress(parts.length, say);
  const next = parts.values();
  const widened = new Map<string, Promise<Widened>>();
  const work = async () => {
    const connections: Partial<Record<Service, Connection>> = {};
    try {
      for (const { file, service, table } of next) {
        const connection = (connections[service] ??= await openLoader(databases[service]));
        const sql = await decompress(await file.read(), { maxOutputLength: largestPart });
        const key = `${service}/${table}`;
        const widening = widened.get(key) ?? widen(connection, { service, table, sql });
        widened.set(key, widening);
        await widening;
        const rows = await loadPart(connection, { table, file, sql });
        loaded.set(key, (loaded.get(key) ?? 0) + rows);
        progress(table);
      }
    } finally {
      for (const connection of Object.values(connections)) connection.destroy();
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: loaders }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  for (const widening of widened.values()) await narrow(databases, await widening);
  for (const { service, name, rows } of contents.tables) {
    const found = loaded.get(`${service}/${name}`) ?? 0;
    if (found !== rows) throw new Error(`${name} has ${found} rows instead of the ${rows} in the backup's contents`);
  }
}

async function openLoader(mysqlUrl: string): Promise<Connection> {
  const connection = await connectTo(mysqlUrl);
  await connection.query('SET SESSION foreign_key_checks = 0, SESSION unique_checks = 0');
  return connection;
}

/** A table's columns in the backup that this release does not know. */
type Widened = { service: Service; table: string; columns: string[] };

/**
 * Adds the columns of a newer release to a table until its rows are loaded. They are in a backup that this release created after
 * `waypost upgrade --back`.
 */
async function widen(
  connection: Connection,
  { service, table, sql }: { service: Service; table: string; sql: Buffer },
): Promise<Widened> {
  const names = sql.toString('utf8', sql.indexOf('(') + 1, sql.indexOf(') VALUES\n'));
  const [rows] = await connection.query<RowDataPacket[]>('SHOW COLUMNS FROM ??', [table]);
  const known = new Set(rows.map(({ Field }) => quoteName(Field)));
  const columns = names.split(',').filter((name) => name !== '' && !known.has(name));
  for (const name of columns) await connection.query(`ALTER TABLE ?? ADD COLUMN ${name} LONGBLOB NULL`, [table]);
  return { service, table, columns };
}

async function narrow(databases: Databases, { service, table, columns }: Widened): Promise<void> {
  if (columns.length === 0) return;
  await withConnection(databases[service], async (connection) => {
    for (const name of columns) await connection.query(`ALTER TABLE ?? DROP COLUMN ${name}`, [table]);
  });
}

async function loadPart(
  connection: Connection,
  { table, file, sql }: { table: string; file: ArchiveFile; sql: Buffer },
): Promise<number> {
  let rows = 0;
  for (const statement of statementsOf(sql)) {
    if (!statement.startsWith(`INSERT INTO \`${table}\` (`))
      throw new Error(`${file.file} does not have the structure of a backup`);
    const [result] = await connection.query<ResultSetHeader>(statement);
    rows += result.affectedRows;
  }
  return rows;
}

const reportEveryMs = 5_000;

function createProgress(total: number, say: (line: string) => void) {
  let [done, reportedAt] = [0, performance.now()];
  return (table: string) => {
    done++;
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    say(`${table}: ${Math.floor((100 * done) / total)} % of the backup`);
  };
}

/**
 * Sets the next ids, removes plugins that are not in the backup, and keeps the marks of clicks that will be sent again.
 */
export async function finishTables(
  databases: Databases,
  sets: SchemaSet[],
  { head, contents }: Backup,
  segments: string[],
): Promise<void> {
  for (const service of services) {
    await withConnection(databases[service], async (connection) => {
      for (const { name, nextId, service: its } of contents.tables)
        if (its === service && nextId !== null)
          await connection.query('ALTER TABLE ?? AUTO_INCREMENT = ?', [name, nextId]);
      await forgetUnknown(connection, head, sets, service);
      if (service === 'links') await keepBatches(connection, segments);
    });
  }
}

/**
 * Deletes migration records that the backup lacks. If a plugin was not installed when the backup was created, the
 * backup has no tables for it.
 */
async function forgetUnknown(connection: Connection, head: Head, sets: SchemaSet[], service: Service): Promise<void> {
  const { record, name } = markOf(sets, service);
  const names = [name, ...head.migrations.map((migration) => migration.name)];
  const kept = [...names, ...(service === 'links' ? [] : [restoreMark])];
  await connection.query(
    `DELETE FROM ?? WHERE name NOT IN (?) AND name ${service === 'links' ? 'NOT ' : ''}LIKE '%/%'`,
    [record, kept],
  );
}

/** Exempts the marks of restored segments from the deletion of old marks. */
async function keepBatches(connection: Connection, segments: string[]): Promise<void> {
  for (const segment of segments)
    await connection.query("UPDATE click_batches SET released_at = NULL WHERE id LIKE CONCAT(?, '.%')", [segment]);
}
