/** Programs of the system that setup asks and commands, each with a time it may take. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const longestMs = 120_000;

/** @returns what it wrote. `input` is for what no list of processes may show. @throws with the last line of its complaint. */
export async function run([program = '', ...words]: string[], input = ''): Promise<string> {
  const running = promisify(execFile)(program, words, { timeout: longestMs, maxBuffer: 8 << 20 });
  // A program that ended without reading has said why.
  running.child.stdin?.on('error', () => {});
  running.child.stdin?.end(input);
  try {
    return (await running).stdout;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`${program}: ${stderr.trim().split('\n').at(-1) || message}`);
  }
}

/** Where useradd and userdel work in an installation of a test: never at the system's own users. */
export const ofUsers = process.env.WAYPOST_ROOT ? ['--prefix', process.env.WAYPOST_ROOT] : [];

/** Whether systemd runs this system, as its own programs find out. */
export const runsSystemd = () => existsSync('/run/systemd/system');

export const systemctl = (...words: string[]) => run(['systemctl', ...words]);

type UnitState = {
  /** Whether there is such a unit. */
  exists: boolean;
  active: boolean;
  /** Or it begins, and not once more after a failure. */
  running: boolean;
  /** When its process began; 0 when there is none. */
  startedMs: number;
};

export async function stateOf(unit: string): Promise<UnitState> {
  const names = ['LoadState', 'ActiveState', 'SubState', 'ExecMainStartTimestamp'];
  const said = await systemctl('--timestamp=unix', 'show', unit, `--property=${names.join(',')}`);
  const of = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(said)?.[1] ?? '';
  return {
    exists: of('LoadState') === 'loaded',
    active: of('ActiveState') === 'active',
    running: /^(active|activating|reloading)$/.test(of('ActiveState')) && of('SubState') !== 'auto-restart',
    startedMs: Number(of('ExecMainStartTimestamp').replace('@', '')) * 1_000,
  };
}

/** The name of the process that listens on a TCP port; undefined when none does. */
export async function listenerOn(port: number): Promise<string | undefined> {
  // Where there is no such program, the one that finds its port taken says so itself.
  const said = await run(['ss', '-Hltnp', `sport = :${port}`]).catch(() => '');
  return said.trim() === '' ? undefined : (/users:\(\("([^"]+)"/.exec(said)?.[1] ?? 'another program');
}
