/** Checks of the machine: disk space, memory and clock. */
import { execFile } from 'node:child_process';
import { readFile, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isLocalUrl } from '../../config/local-url.ts';
import { hostUrls } from '../../config/mysql-url.ts';
import { keptFreeBytes } from '../../process/free-space.ts';
import { evaluate, type Finding, failed, need, type Subject, unknown, warning } from '../core/finding.ts';
import { readNow, readServerFacts } from './store-queries.ts';

const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GB`;
const few = 0.1;

const roomIn = async (directory: string, what: string) => evaluateRoom(await statfs(directory), directory, what);

type Room = Record<'bavail' | 'blocks' | 'bsize' | 'ffree' | 'files', number>;

export function evaluateRoom(
  { bavail, blocks, bsize, ffree, files }: Room,
  directory: string,
  what: string,
): Finding | Finding[] {
  const free = bavail * bsize;
  const left = `${gigabytes(free)} of ${gigabytes(blocks * bsize)} are free for ${what} in ${directory}`;
  const makeRoom = `free space on the disk of ${directory}: \`du -xh -d 2 ${directory}\``;
  if (free < keptFreeBytes) return failed(left, makeRoom);
  return evaluate(
    [
      [bavail < few * blocks && free < 5 * 2 ** 30, warning(left, makeRoom)],
      [
        files > 0 && ffree < few * files,
        warning(
          `${ffree} of ${files} inodes are free in ${directory}`,
          `find the many small files: \`du --inodes -x -d 2 ${directory}\``,
        ),
      ],
    ],
    left,
  );
}

export const checkDisk = ({ config: { localDir } }: Subject) =>
  roomIn(localDir, 'LOCAL_DIR').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return unknown(
      `LOCAL_DIR, ${localDir}, does not exist`,
      'the first start creates it: `waypost start`; otherwise correct LOCAL_DIR',
    );
  });

/**
 * Checks MySQL's disk if MySQL runs on this machine and this user can see its folder.
 */
export async function checkMysqlDisk({ config, links, contacts }: Subject): Promise<Finding | Finding[]> {
  const { mysqlUrl } = config;
  const hosts = mysqlUrl === '' ? [] : hostUrls(mysqlUrl);
  if (!hosts.every((url) => isLocalUrl(url.replace(/^\w+:/, 'http:')))) return [];
  const { dataDir } = await readServerFacts(need(links ?? contacts, 'MySQL'));
  return roomIn(dataDir, 'MySQL').catch(() => []);
}

export const checkMemory = async () => evaluateMemory(await readFile('/proc/meminfo', 'utf8'));

/** Evaluates the memory. `text` has the format of `/proc/meminfo`. */
export function evaluateMemory(text: string): Finding | Finding[] {
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * 1_024;
  const [total, available, swap, swapFree] = ['MemTotal', 'MemAvailable', 'SwapTotal', 'SwapFree'].map(of) as [
    number,
    number,
    number,
    number,
  ];
  const left = `${gigabytes(available)} of ${gigabytes(total)} of memory are free`;
  return evaluate(
    [
      [available < few * total, warning(left, 'check `waypost status`, and give the machine more memory')],
      [
        swap > 0 && swapFree < 0.5 * swap,
        warning(
          `${gigabytes(swap - swapFree)} of ${gigabytes(swap)} of swap are in use`,
          'give the machine more memory',
        ),
      ],
    ],
    left,
  );
}

const mostApartMs = 1_000;

/**
 * Measures the difference between the clock that `ask` reads and this machine's, in ms: the smallest of three
 * measurements. The other clock can be read at any time between request and response, and the first request opens the
 * connection.
 */
async function findApartMs(ask: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3; n++) {
    const before = Date.now();
    const time = await ask();
    least = Math.min(least, Math.max(before - time, time - Date.now(), 0));
  }
  return least;
}

/** Compares the clocks of MySQL, Redis and this machine, because processes compare times with each other. */
export async function checkClock({ links, contacts, redis }: Subject): Promise<Finding | Finding[]> {
  const [db, commands] = [need(links ?? contacts, 'MySQL'), need(redis, 'Redis')];
  const apart = {
    MySQL: await findApartMs(async () => (await readNow(db)).getTime()),
    Redis: await findApartMs(async () => {
      const [seconds, microseconds] = await commands.time();
      return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    }),
  };
  const isSynced = await isSetByNtp();
  const setIt = 'use chrony or systemd-timesyncd on all machines: `timedatectl set-ntp true`';
  return evaluate(
    [
      ...Object.entries(apart).map(([name, ms]): [boolean, Finding] => [
        ms > mostApartMs,
        warning(`the clock of ${name} differs by ${Math.round(ms / 1_000)} s from the clock of this machine`, setIt),
      ]),
      [isSynced === false, warning('the clock of this machine is not synchronised (NTP)', setIt)],
    ],
    `the clocks of MySQL and Redis agree with this machine's${isSynced ? ', which is synchronised by NTP' : ''}`,
  );
}

/** Resolves to whether NTP sets the clock; `undefined` if unknown, as in a container. */
const isSetByNtp = (): Promise<boolean | undefined> =>
  promisify(execFile)('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'], { timeout: 2_000 }).then(
    ({ stdout }) => (stdout.trim() === '' ? undefined : stdout.trim() === 'yes'),
    () => undefined,
  );
