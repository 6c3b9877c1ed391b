/**
 * Ownership of spool directories. A directory's name identifies the process that created it precisely enough to tell
 * later whether that process still exists: boot, pid namespace, pid and start time.
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

/** Field 22 of `stat`, counted after the command's name, which can contain anything. */
const startTime = (pid: number | 'self') =>
  read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')[19];

/** Unique to this process, and to this module within it if the kernel does not say. */
export const ownName = `${boot}-${namespace}-${process.pid}-${startTime('self') ?? randomBytes(4).toString('hex')}`;

/** In another container the kernel cannot be asked: a directory untouched for this long has lost its process. */
const silentMs = 60_000;

/** Tells other containers that the owner of `directory` is alive. */
export const touch = (directory: string) => utimesSync(directory, new Date(), new Date());

/** Tells whether the process that created `directory`, whose last part is `name`, is gone for good. */
export function isOrphan(directory: string, name: string): boolean {
  const [itsBoot, itsNamespace, pid, started] = elementOf(name.split('.'), 0).split('-');
  if (itsBoot !== boot) return true;
  if (itsNamespace !== namespace) return Date.now() - statSync(directory).mtimeMs > silentMs;
  const running = startTime(Number(pid));
  if (running !== undefined) return running !== started;
  return boot !== 'noproc' || !respondsTo(Number(pid));
}

/** Tells whether a folder that another boot or machine left has been untouched long enough for its process to be gone. */
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
