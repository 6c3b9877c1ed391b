/**
 * A private MariaDB and Redis under one directory, on UNIX sockets that only this user can open: no port and no
 * password are needed. Used by `npm start` (data kept) and the tests (data discarded).
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { createConnection as connectMysql } from 'mysql2/promise';
import { socketPath } from '../process/sockets.ts';
import { findProgram, needPrograms, type Program } from './debian.ts';
import { endLeftovers, type PrivateServer, privateServer } from './private-server.ts';

const run = promisify(execFile);

export type StackOptions = {
  dir: string;
  /** True if data must survive a crash, which tests do not need. */
  durable: boolean;
  /** Uses little memory, for the setting SMALL. */
  small?: boolean;
  report: (line: string) => void;
};

export const mysqlPrograms: Program[] = ['mariadbd', 'mariadb-install-db'];
export const redisPrograms: Program[] = ['redis-server'];

/** Prepares a private MariaDB: installs it if necessary, creates its data directory, and returns it stopped. */
export async function prepareMysql(options: StackOptions): Promise<PrivateServer> {
  await needPrograms(mysqlPrograms, options.report);
  const install = (await findProgram('mariadb-install-db')) as string;
  return prepareSqlServer(options, {
    name: 'MariaDB',
    program: (await findProgram('mariadbd')) as string,
    makeData: [install, '--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'],
    settings: [...withoutUnused, ...(options.durable ? durable : notDurable), ...(options.small ? small : [])],
  });
}

/** Options that save 38 MB compared with MariaDB's defaults: MyISAM is unused, and Aria and the log need little. */
const withoutUnused = ['--key-buffer-size=64K', '--aria-pagecache-buffer-size=16M', '--innodb-log-buffer-size=8M'];

const durable = ['--innodb-buffer-pool-size=512M'];

/** The options for SMALL. They follow the other options, because the last value of an option applies. */
const small = [
  '--innodb-buffer-pool-size=48M',
  '--innodb-log-buffer-size=2M',
  '--aria-pagecache-buffer-size=2M',
  '--max-connections=100',
  '--table-open-cache=400',
  '--thread-cache-size=4',
];

const notDurable = [
  // On a busy machine a client can be late to answer the greeting.
  '--connect-timeout=300',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=0',
  '--innodb-flush-method=nosync',
  // Without files of their own, tables are created and dropped in a third less time.
  '--innodb-file-per-table=OFF',
  '--innodb-buffer-pool-size=512M',
  '--innodb-log-file-size=256M',
];

export type SqlServer = {
  name: string;
  program: string;
  /** The command that creates a data directory with a root user without a password. Its options name directory and user. */
  makeData: [program: string, ...args: string[]];
  settings: string[];
};

/** Prepares a private MySQL-compatible server: creates its data directory and returns it stopped. */
export async function prepareSqlServer(
  { dir, report }: StackOptions,
  { name, program, makeData, settings }: SqlServer,
): Promise<PrivateServer> {
  const home = await privateDirectory(dir, 'mysql');
  const data = path.join(home, 'data');
  const socket = await socketPath(home, 'mysql.sock');
  const user = `--user=${userInfo().username}`;
  // When MariaDB starts, it deletes files that look like temporary tables. In a shared directory, it would also delete
  // other servers' files.
  const tmpdir = `--tmpdir=${home}`;
  await endLeftovers(`--datadir=${data}`);
  if (!existsSync(path.join(data, 'mysql'))) {
    report('creating a new database …');
    const [maker, ...args] = makeData;
    // Debian's mariadb-install-db splits paths at spaces.
    await run(maker, ['--no-defaults', user, '--datadir=./data', '--tmpdir=.', ...args], { cwd: home });
  }
  return privateServer({
    name,
    url: `mysql://root@localhost/waypost?socketPath=${encodeURIComponent(socket)}`,
    log: path.join(home, 'log'),
    command: [
      program,
      '--no-defaults',
      user,
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--pid-file=${path.join(home, 'pid')}`,
      tmpdir,
      '--skip-networking',
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_unicode_ci',
      '--max-connections=1000',
      '--max-allowed-packet=64M',
      ...settings,
    ],
    async ping() {
      const connection = await connectMysql({ socketPath: socket, user: 'root', connectTimeout: 2_000 });
      await connection.query('CREATE DATABASE IF NOT EXISTS waypost CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci');
      await connection.end();
    },
  });
}

/** Prepares a private Redis and returns it stopped. */
export async function prepareRedis({ dir, durable, report }: StackOptions): Promise<PrivateServer> {
  await needPrograms(redisPrograms, report);
  const home = await privateDirectory(dir, 'redis');
  const socket = await socketPath(home, 'redis.sock');
  await endLeftovers(socket);
  return privateServer({
    name: 'Redis',
    url: `unix://${socket}`,
    log: path.join(home, 'log'),
    command: [
      (await findProgram('redis-server')) as string,
      ...['--port', '0', '--unixsocket', socket, '--unixsocketperm', '700', '--dir', home],
      ...['--maxmemory-policy', 'noeviction', '--daemonize', 'no'],
      // The frequency of background work. Removing expired keys can take a quarter of the interval.
      ...['--hz', '2'],
      // Expired keys leave the file only at a rewrite; by default a quiet service would not rewrite it for months.
      ...(durable
        ? ['--appendonly', 'yes', '--auto-aof-rewrite-min-size', '1mb']
        : ['--save', '', '--appendonly', 'no']),
    ],
    async ping() {
      const redis = new Redis({ path: socket, lazyConnect: true, retryStrategy: () => null });
      redis.on('error', () => {});
      try {
        await redis.connect();
        // PING fails while the disk is full, even if Redis works.
        await redis.echo('');
      } finally {
        redis.disconnect();
      }
    },
  });
}

/** Creates a directory for this user only, and resolves to its path without symbolic links. */
async function privateDirectory(dir: string, name: string): Promise<string> {
  const home = path.join(dir, name);
  await mkdir(home, { recursive: true, mode: 0o700 });
  return realpath(home);
}
