/** A set of services under pm2's foreground runtime, which runs with its own home folder. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { socketPath } from '../process/sockets.ts';
import { type ProcessEnd, sortOutput } from './pm2-output.ts';
import { endLeftovers, withOwner } from './private-server.ts';

const run = promisify(execFile);

/**
 * pm2's delay before a restart grows with each restart, and is reset once the process has run for a while. By default pm2
 * checks every 30 s for processes older than 30 s, so an occasional kill counts as a failed start. Each check reads
 * metrics of all processes.
 */
const pm2Settings = {
  PM2_DISABLE_VERSION_CHECK: 'true',
  PM2_WORKER_INTERVAL: '10000',
  EXP_BACKOFF_RESET_TIMER: '3000',
};

/** Without this setting, pm2 runs system programs for metrics at each check. */
const pm2Configuration = { pm2: { sysmonit: 'false' } };

export type Services = {
  /** Resolves with the reason when the services have ended. */
  ended: Promise<string>;
  /** Restarts the processes with these names. */
  restart(names: string[]): Promise<void>;
  stop(): Promise<void>;
};

export type ServicesPlan = {
  /** The release: its `ecosystem.config.js`, its code and its pm2. */
  root: string;
  node: string;
  /** The set's folder for pm2. */
  home: string;
  logDirectory: string;
  env: NodeJS.ProcessEnv;
  /** Called when a process ends unexpectedly; pm2 restarts it. */
  onCrash: (end: ProcessEnd) => void;
};

/** Resolves to a path short enough for pm2's sockets. */
const pm2Home = async (home: string) => path.dirname(await socketPath(home, 'interactor.sock'));

/**
 * Ends every process that still runs in a home: pm2 or, after its death, the services that it started. Their environment
 * contains the home.
 */
export const endServices = async (home: string) => endLeftovers(`PM2_HOME=${await pm2Home(home)}`);

export async function startServices(plan: ServicesPlan): Promise<Services> {
  const { root, node, logDirectory, onCrash } = plan;
  const home = await pm2Home(plan.home);
  const bin = (name: string) => path.join(root, 'node_modules/pm2/bin', name);
  const env = { ...plan.env, ...pm2Settings, LOG_DIRECTORY: logDirectory, PM2_HOME: home };
  const pm2 = (...args: string[]) =>
    // Runs pm2 in its own process group, so that a terminal's Ctrl-C does not end it halfway.
    run(node, [bin('pm2'), ...args], { env, cwd: root, ...{ detached: true } });
  await endServices(plan.home);
  await writeFile(path.join(home, 'module_conf.json'), JSON.stringify(pm2Configuration));
  const config = path.join(root, 'ecosystem.config.js');
  // By default pm2 lists its processes every two seconds, and ends while all of them wait for a restart.
  const options = ['--formatted', '--no-auto-exit'];
  const child = spawn(...(await withOwner([node, bin('pm2-runtime'), 'start', config, ...options])), {
    env,
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const onEnd = (end: ProcessEnd) => {
    if (end.code !== 0 || end.signal !== 'SIGINT') onCrash(end);
  };
  for (const output of [child.stdout, child.stderr]) if (output) sortOutput(output, logDirectory, onEnd);
  // Waits until pm2's last output has been read.
  const ended = once(child, 'close').then(
    ([code, signal]) => `the services stopped (${signal ?? `exit code ${code}`})`,
  );
  return {
    ended,
    restart: async (names) => void (await Promise.all(names.map((name) => pm2('restart', name)))),
    stop: async () => {
      await stopRuntime(child, ended);
      await endServices(plan.home);
    },
  };
}

async function stopRuntime(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGINT');
    if ((await Promise.race([ended, sleep(60_000, 'late', { ref: false })])) === 'late') child.kill('SIGKILL');
  }
  await ended;
}
