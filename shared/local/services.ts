/** The services under pm2's foreground runtime: started as a program with a home of its own, watched until ready. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectRoot } from '../paths.ts';
import { findProgram } from './debian.ts';
import { socketPath } from './sockets.ts';

const bin = (name: string) => path.join(projectRoot, 'node_modules/pm2/bin', name);

export type Services = {
  /** Resolves, with the reason, when the services have ended. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

export async function startServices(localDir: string, env: NodeJS.ProcessEnv): Promise<Services> {
  const home = path.dirname(await socketPath(path.join(localDir, 'pm2'), 'interactor.sock'));
  const pm2Env = { ...env, PM2_HOME: home, PM2_DISABLE_VERSION_CHECK: 'true' };
  if (existsSync(path.join(home, 'rpc.sock'))) await endLeftover(pm2Env);
  const setpriv = await findProgram('setpriv');
  const command = [
    process.execPath,
    bin('pm2-runtime'),
    'start',
    path.join(projectRoot, 'ecosystem.config.js'),
    '--raw',
  ];
  const [program = '', ...args] = setpriv ? [setpriv, '--pdeathsig', 'TERM', '--', ...command] : command;
  const child = spawn(program, args, {
    env: pm2Env,
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const ended = once(child, 'exit').then(([code, signal]) => `the services ended (${signal ?? `exit code ${code}`})`);
  return { ended, stop: () => stopRuntime(child, ended) };
}

async function stopRuntime(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  if ((await Promise.race([ended, sleep(60_000, 'late', { ref: false })])) === 'late') child.kill('SIGKILL');
  await ended;
}

/** A pm2 whose `npm start` was killed may still run its services. */
async function endLeftover(env: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)(process.execPath, [bin('pm2'), 'kill'], { env, cwd: projectRoot, timeout: 60_000 }).catch(
    () => {},
  );
}

/** Resolves when every address answers 200 at `/readyz`; rejects with what the last one said when time is up. */
export async function waitReady(addresses: string[], withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (const address of addresses) {
    for (;;) {
      const said = await fetch(`${address}/readyz`).then(
        async (answer) => (answer.ok ? undefined : await answer.text()),
        (error: Error) => (error.cause as Error | undefined)?.message ?? error.message,
      );
      if (said === undefined) break;
      if (Date.now() > deadline) throw new Error(`${address} did not become ready: ${said}`);
      await sleep(100);
    }
  }
}
