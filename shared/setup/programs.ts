/** The system's programs that setup runs, each with a time limit. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const longestMs = 120_000;

/**
 * Runs a program and resolves to its output. Text that must not appear in process lists is passed as `input`. @throws
 * with the last line of its error output
 */
export async function run([program = '', ...words]: string[], input = ''): Promise<string> {
  const running = promisify(execFile)(program, words, { timeout: longestMs, maxBuffer: 8 << 20 });
  // A program that ends without reading its input has already reported the reason.
  running.child.stdin?.on('error', () => {});
  running.child.stdin?.end(input);
  try {
    return (await running).stdout;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`${program}: ${stderr.trim().split('\n').at(-1) || message}`);
  }
}

/** The options that make useradd and userdel use a test installation's users instead of the system's. */
export const ofUsers = process.env.WAYPOST_ROOT ? ['--prefix', process.env.WAYPOST_ROOT] : [];

/** Returns whether systemd runs this system, by the same check as systemd's own programs. */
export const runsSystemd = () => existsSync('/run/systemd/system');

export const systemctl = (...words: string[]) => run(['systemctl', ...words]);

type UnitState = {
  /** True if the unit exists. */
  exists: boolean;
  active: boolean;
  /** True if the unit is running or starting; false after a failure. */
  running: boolean;
  /** The time when the unit's process started; 0 if there is no process. */
  startedMs: number;
};

export async function stateOf(unit: string): Promise<UnitState> {
  const names = ['LoadState', 'ActiveState', 'SubState', 'ExecMainStartTimestamp'];
  const output = await systemctl('--timestamp=unix', 'show', unit, `--property=${names.join(',')}`);
  const of = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(output)?.[1] ?? '';
  return {
    exists: of('LoadState') === 'loaded',
    active: of('ActiveState') === 'active',
    running: /^(active|activating|reloading)$/.test(of('ActiveState')) && of('SubState') !== 'auto-restart',
    startedMs: Number(of('ExecMainStartTimestamp').replace('@', '')) * 1_000,
  };
}

/** Resolves to the name of the process that listens on a TCP port; `undefined` if there is none. */
export async function listenerOn(port: number): Promise<string | undefined> {
  // If `ss` is missing, the service itself reports that its port is in use.
  const output = await run(['ss', '-Hltnp', `sport = :${port}`]).catch(() => '');
  return output.trim() === '' ? undefined : (/users:\(\("([^"]+)"/.exec(output)?.[1] ?? 'another program');
}
