/** The system's database and Redis: whether they are running, and the database and user for Waypost. */
import { escapeId as nameInSql, escape as textInSql } from 'mysql2';
import { connect } from '../db/db.ts';
import { ConfigError } from '../errors.ts';
import { findProgram } from '../local/debian.ts';
import { explain } from '../process/entry.ts';
import { connectOnce, refuseWrongAddress } from '../redis/redis-address.ts';
import { isOneServer } from '../redis/redis-url.ts';
import { run, stateOf, systemctl } from './programs.ts';

const units = { database: ['mariadb', 'mysql'], redis: ['redis-server', 'valkey-server', 'redis', 'valkey'] };
type Server = keyof typeof units;
const lacking: Record<Server, string> = {
  database: 'neither MariaDB nor MySQL is installed: `apt install mariadb-server`, or pass --mysql-url',
  redis: 'neither Redis nor Valkey is installed: `apt install redis-server`, or pass --redis-url',
};

/** Returns whether a URL points to this machine. A URL with several hosts does not. */
const isHere = (url: string) => {
  if (!URL.canParse(url) || !isOneServer(url)) return false;
  const { hostname, protocol } = new URL(url);
  return protocol === 'unix:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
};

/** Lists the stores' systemd units that are stopped. @throws if a store is not installed */
export async function listStopped(urls: Record<Server, string>): Promise<string[]> {
  const stopped: string[] = [];
  for (const server of Object.keys(units) as Server[]) {
    if (!isHere(urls[server])) continue;
    const states = await Promise.all(
      units[server].map(async (unit) => ({ unit, ...(await stateOf(`${unit}.service`)) })),
    );
    const there = states.filter(({ exists }) => exists);
    if (there.some(({ active }) => active)) continue;
    if (!there[0]) throw new ConfigError(lacking[server]);
    stopped.push(there[0].unit);
  }
  return stopped;
}

export const startUnits = (stopped: string[]) => systemctl('enable', '--now', ...stopped);

/** Resolves to the reason why the URL does not work, or to `undefined` if it works. */
export async function faultOfMysql(url: string): Promise<string | undefined> {
  try {
    const connection = await connect(url);
    connection.destroy();
    return undefined;
  } catch (error) {
    return explain(error);
  }
}

/** Checks that Redis answers. @throws with the remedy if it does not */
export async function needRedis(url: string, prefix: string): Promise<void> {
  await refuseWrongAddress(url, prefix);
  const redis = connectOnce(url, { lazyConnect: true, connectTimeout: 3_000 });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw new ConfigError(
      `Redis does not work (${explain(error)}): start it, or pass --redis-url redis://:PASSWORD@HOST:6379/0`,
    );
  } finally {
    redis.disconnect();
  }
}

/**
 * Parses a URL whose user and database setup can create, because it points to this machine and its user is `waypost`.
 */
function nameOurs(url: string): { user: string; password: string; database: string } | undefined {
  if (!isHere(url)) return undefined;
  const { username: user, password, pathname } = new URL(url);
  const database = pathname.slice(1);
  if (user !== 'waypost' || database === '') return undefined;
  return { user, password: decodeURIComponent(password), database };
}

/**
 * Creates the database and its user as root, which needs no password at the server's socket. Repeated calls change
 * nothing. @throws with the remedy
 */
export async function makeDatabase(url: string, fault: string): Promise<void> {
  const ours = nameOurs(url);
  if (!ours)
    throw new ConfigError(`MYSQL_URL does not work (${fault}): correct it in the settings, or pass --mysql-url`);
  const client = (await findProgram('mariadb')) ?? (await findProgram('mysql'));
  if (!client) throw new ConfigError('no MariaDB or MySQL client is installed: `apt install mariadb-client`');
  const [database, password] = [nameInSql(ours.database), textInSql(ours.password)];
  const accounts = ['localhost', '127.0.0.1'].map((host) => `${textInSql(ours.user)}@${textInSql(host)}`);
  const statements = [
    `CREATE DATABASE IF NOT EXISTS ${database} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
    ...accounts.flatMap((account) => [
      `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY ${password}`,
      `ALTER USER ${account} IDENTIFIED BY ${password}`,
      `GRANT ALL ON ${database}.* TO ${account}`,
    ]),
  ];
  try {
    await run([client, '--protocol=socket', '--user=root'], `${statements.join(';\n')};\n`);
  } catch (error) {
    throw new ConfigError(
      `the database refuses root (${explain(error)}): create a database and a user yourself, and pass --mysql-url mysql://USER:PASSWORD@HOST:3306/DATABASE`,
    );
  }
}
