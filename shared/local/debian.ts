/** Programs such as MariaDB's and Redis's: their paths, and the Debian packages to install if they are missing. */
import { execFile, spawn } from 'node:child_process';
import { access, constants, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Programs and the Debian packages that provide them. */
const programs = { mariadbd: 'mariadb-server', 'mariadb-install-db': 'mariadb-server', 'redis-server': 'redis-server' };
export type Program = keyof typeof programs;

const searched = () => [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/usr/bin'];

/** Resolves to the path of a program, or undefined. */
export async function findProgram(name: string): Promise<string | undefined> {
  for (const directory of searched()) {
    const file = path.join(directory, name);
    if (
      directory &&
      (await access(file, constants.X_OK).then(
        () => true,
        () => false,
      ))
    )
      return file;
  }
  return undefined;
}

/** Installs missing programs. @throws with the command to run if they cannot be installed */
export const needPrograms = (names: Program[], report: (line: string) => void): Promise<void> =>
  needPackaged(
    Object.fromEntries(names.map((name) => [name, programs[name]])),
    'Without sudo, ask an administrator to run it. To use other servers, set MYSQL_URL and REDIS_URL.',
    report,
  );

let turns: Promise<unknown> = Promise.resolve();

/**
 * Installs missing programs; `wanted` maps each to its package. `otherwise` ends the message if they cannot be
 * installed. Only one call installs at a time, because apt-get cannot run twice at once.
 */
export function needPackaged(
  wanted: Record<string, string>,
  otherwise: string,
  report: (line: string) => void,
): Promise<void> {
  const turn = turns.then(() => findOrInstall(wanted, otherwise, report));
  turns = turn.catch(() => {});
  return turn;
}

async function findOrInstall(
  wanted: Record<string, string>,
  otherwise: string,
  report: (line: string) => void,
): Promise<void> {
  const missing = await findMissing(Object.keys(wanted));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((name) => wanted[name] as string))];
  const command = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  const instruction = `Waypost needs ${packages.join(' and ')}. Install with:\n\n  ${command}\n\n${otherwise}`;
  const sudo = await rootPrefix();
  if (!sudo || !(await findProgram('apt-get'))) throw new Error(instruction);
  report(`installing ${packages.join(' and ')} (Debian packages) …`);
  try {
    await withoutServices(sudo, async () => {
      await untilListsAreFree(() => apt(sudo, ['update', '-q']));
      await apt(sudo, ['install', '-y', '-q', '--no-install-recommends', ...packages]);
    });
  } catch (cause) {
    throw new Error(`${(cause as Error).message}\n${instruction}`, { cause });
  }
  if ((await findMissing(Object.keys(wanted))).length > 0) throw new Error(instruction);
}

async function findMissing(names: string[]): Promise<string[]> {
  const found = await Promise.all(names.map(findProgram));
  return names.filter((_, index) => found[index] === undefined);
}

/** Finds the prefix that runs a command as root; `undefined` without the rights. */
async function rootPrefix(): Promise<string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  return run('sudo', ['-n', 'true']).then(
    () => ['sudo', '-n'],
    () => undefined,
  );
}

function apt(sudo: string[], args: string[]): Promise<void> {
  const [program = 'env', ...rest] = [
    ...sudo,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-o',
    'DPkg::Lock::Timeout=120',
    ...args,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-2_000);
      });
    }
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`apt-get ${args[0]} failed:\n${output.trim()}`)),
    );
  });
}

const listsFreeWithinMs = 120_000;

/** Retries while another program updates apt's lists, which `DPkg::Lock::Timeout` does not cover. */
async function untilListsAreFree(update: () => Promise<void>): Promise<void> {
  for (const deadline = Date.now() + listsFreeWithinMs; ; await sleep(500)) {
    try {
      return await update();
    } catch (error) {
      if (Date.now() > deadline || !/Could not get lock \S*lists/.test((error as Error).message)) throw error;
    }
  }
}

const policy = '/usr/sbin/policy-rc.d';

/** Prevents Debian's packages from starting their own services, with a temporary policy file. */
async function withoutServices(sudo: string[], install: () => Promise<void>): Promise<void> {
  const mayWrite =
    sudo.length === 0 &&
    !(await access(policy).then(
      () => true,
      () => false,
    ));
  if (mayWrite) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await install();
  } finally {
    if (mayWrite) await rm(policy, { force: true });
  }
}
