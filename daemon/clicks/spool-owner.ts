/**
 * Ownership of spool directories. A directory's name identifies the process that created it by boot, pid namespace,
 * pid and start time. So other processes can check whether that process still exists.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync, statSync, utimesSync } from 'node:fs';
import { elementOf } from '../../shared/elements.ts';

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const boot = read('/proc/sys/kernel/random/boot_id')?.slice(0, 8) ?? 'noproc';

const namespace = (() => {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
})();

/** Returns field 22 of `stat`. Fields are counted from the end of the command's name, which can contain spaces. */
const startTime = (pid: number | 'self') =>
  read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')[19];

/** A name unique to this process, or to this module if the kernel does not give a start time. */
export const ownName = `${boot}-${namespace}-${process.pid}-${startTime('self') ?? randomBytes(4).toString('hex')}`;

/**
 * Time without changes after which a directory counts as orphaned, if its process is in another container and cannot
 * be checked.
 */
const silentMs = 60_000;

/** Shows other containers that the owner of `directory` is alive. */
export const touch = (directory: string) => utimesSync(directory, new Date(), new Date());

/** Returns true if the process that created `directory` has ended. `name` is the last part of its path. */
export function isOrphan(directory: string, name: string): boolean {
  const [itsBoot, itsNamespace, pid, started] = elementOf(name.split('.'), 0).split('-');
  if (itsBoot !== boot) return true;
  if (itsNamespace !== namespace) return Date.now() - statSync(directory).mtimeMs > silentMs;
  const running = startTime(Number(pid));
  if (running !== undefined) return running !== started;
  return boot !== 'noproc' || !respondsTo(Number(pid));
}

/** Returns true if a directory is from this boot, or untouched for so long that its process has ended. */
export const isSilent = (directory: string, name: string) =>
  name.startsWith(`${boot}-`) || Date.now() - statSync(directory).mtimeMs > silentMs;

function respondsTo(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
