/** Checks of MySQL or MariaDB: reachable, a tested version, and suitable settings. */
import { availableParallelism } from 'node:os';
import type { Config } from '../../config/config.ts';
import { openDb, withDatabase } from '../../db/db.ts';
import { findLagMs, type HeartbeatTables } from '../../db/heartbeat-queries.ts';
import { lackOfMysql, triedTables } from '../../db/rights-queries.ts';
import { triedForPeople } from '../../people/site-queries.ts';
import {
  evaluate,
  type Finding,
  failed,
  need,
  ok,
  type Rule,
  type Subject,
  warning,
  whyAway,
} from '../core/finding.ts';
import { readServerFacts, type ServerFacts } from './store-queries.ts';

const elsewhereMs = 3_000;

const dbOf = ({ links, contacts }: Subject) => links ?? contacts;

export async function checkMysql(subject: Subject): Promise<Finding | Finding[]> {
  const db = dbOf(subject);
  if (!db) {
    return failed('the private MariaDB is not running, and MYSQL_URL is not set', '`waypost start`, or set MYSQL_URL');
  }
  try {
    const facts = await readServerFacts(db);
    const lack = await findLack(subject);
    const version = evaluateVersion(facts);
    return lack ? [version, failed(lack, 'grant them: `GRANT ALL ON waypost.* TO …`, with your names')] : version;
  } catch (error) {
    return failed(whyAway(error), 'start the server, or correct MYSQL_URL');
  }
}

/**
 * Finds missing rights in either service's database. Returns `undefined` if none is missing, or before the first
 * start has created the tables.
 */
async function findLack({ links, contacts, config: { tablePrefix } }: Subject): Promise<string | undefined> {
  for (const [db, table] of [
    [links, triedTables.links],
    [contacts, triedTables.contacts(tablePrefix)],
  ] as const) {
    const lack = db && (await lackOfMysql(db, table).catch(() => undefined));
    if (lack) return lack;
  }
  return undefined;
}

/** Checks the users' database at PEOPLE_URL. Without it, the check `MySQL` covers the users. */
export async function checkPeople({ config }: Subject): Promise<Finding | Finding[]> {
  if (config.peopleUrl === '') return [];
  const db = openDb(config.peopleUrl, { poolSize: 1, queryMs: elsewhereMs, acquireMs: elsewhereMs });
  try {
    const lack = await lackOfMysql(db, triedForPeople);
    return lack ? failed(lack, 'grant SELECT, INSERT, UPDATE and DELETE there') : ok('the database of users answers');
  } catch (error) {
    return failed(`nobody can sign in: ${whyAway(error)}`, 'start the server, or correct PEOPLE_URL');
  } finally {
    await db.destroy();
  }
}

/** Checks the replica at MYSQL_READ_URL, if it is set. Its faults are only warnings: reads fall back to the primary. */
export async function checkReplica({ config }: Subject): Promise<Finding | Finding[]> {
  if (config.mysqlReadUrl === '') return [];
  const url = withDatabase(config.mysqlReadUrl, config.peopleDatabase);
  const db = openDb<HeartbeatTables>(url, { poolSize: 1, queryMs: elsewhereMs, acquireMs: elsewhereMs });
  try {
    const lagMs = await findLagMs(db);
    if (lagMs === undefined)
      return warning('the replica has no heartbeat', 'start a worker, and check the replication');
    const found = `the replica lags ${(lagMs / 1_000).toFixed(1)} s`;
    if (lagMs <= config.mysqlReadLagSeconds * 1_000) return ok(found);
    return warning(`${found}, so it is not used`, 'check its replication, and whether a worker runs');
  } catch (error) {
    return warning(whyAway(error), 'start the replica, or correct MYSQL_READ_URL');
  } finally {
    await db.destroy();
  }
}

type Span = { name: string; from: [number, number]; to: [number, number] };
const spans: Record<'mariadb' | 'mysql', Span> = {
  mariadb: { name: 'MariaDB', from: [10, 11], to: [11, 8] },
  mysql: { name: 'MySQL', from: [8, 0], to: [9, 7] },
};

const isBefore = ([a, b]: [number, number], [c, d]: [number, number]) => a < c || (a === c && b < d);

export function evaluateVersion({ version, comment }: Pick<ServerFacts, 'version' | 'comment'>): Finding {
  const { name, from, to } = spans[/mariadb/i.test(version + comment) ? 'mariadb' : 'mysql'];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const found = `${name} ${/^[\d.]+/.exec(version)?.[0]}`;
  const known = `${name} ${from.join('.')} to ${to.join('.')}`;
  if (isBefore([major, minor], from)) return failed(`${found} is too old`, `install ${known}`);
  if (isBefore(to, [major, minor]))
    return warning(`${found} is newer than the tested versions`, `${known} is known to work`);
  return ok(found);
}

/** Returns the remedy that adds a line to the server's configuration. */
const persist = (line: string) => `add \`${line}\` below [mysqld] in the server's configuration, and restart it`;

export const checkMysqlSettings = async (subject: Subject) =>
  evaluateServer(await readServerFacts(need(dbOf(subject), 'MySQL')), connectionsOf(subject.config));

/** Evaluates the server's settings. `wanted` is the maximum number of connections that the processes open. */
export function evaluateServer(facts: ServerFacts, wanted: number): Finding | Finding[] {
  const { maxConnections, used, flush, sqlMode, charset } = facts;
  const breaking = sqlMode.split(',').filter((mode) => ['ANSI_QUOTES', 'NO_BACKSLASH_ESCAPES', 'ANSI'].includes(mode));
  const rules: Rule[] = [
    [
      maxConnections < wanted,
      warning(
        `\`max_connections\` is ${maxConnections}, and the processes can open ${wanted}`,
        `${persist(`max_connections = ${wanted + 20}`)}, or lower MYSQL_POOL_SIZE`,
      ),
    ],
    [
      used > 0.9 * maxConnections,
      warning(
        `${used} of ${maxConnections} connections are in use`,
        persist(`max_connections = ${2 * maxConnections}`),
      ),
    ],
    [
      flush !== 1,
      warning(
        `\`innodb_flush_log_at_trx_commit\` is ${flush}: a power loss loses the links and clicks of the last second`,
        persist('innodb_flush_log_at_trx_commit = 1'),
      ),
    ],
    [
      breaking.length > 0,
      warning(
        `\`sql_mode\` has ${breaking.join(', ')}, with which migrations fail`,
        'remove it from `sql_mode` of the server',
      ),
    ],
    [
      charset !== 'utf8mb4',
      warning(
        `the database has the character set ${charset}, which cannot store every character`,
        '`ALTER DATABASE waypost CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`, with the name of your database',
      ),
    ],
  ];
  return evaluate(rules, `${used} of ${maxConnections} connections in use`);
}

/**
 * Computes the maximum number of connections of this machine's processes, including two for the link service's feed.
 */
function connectionsOf({ linksInstances, workers, mysqlPoolSize }: Config): number {
  const instances = linksInstances || Math.max(2, availableParallelism());
  return instances * (mysqlPoolSize + 2) + (workers + 1) * mysqlPoolSize;
}
