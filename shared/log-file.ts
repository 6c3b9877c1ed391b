/**
 * A process's log in a file that any number of processes add to and that may be renamed under them: whole lines are
 * appended by single writes, and a new file is made within a second of the old one's having gone.
 */
import { fstatSync, statSync } from 'node:fs';
import { pino } from 'pino';

const lookEveryMs = 1_000;

/** Lines that cannot be written (a full disk) wait up to this length; later ones are dropped, and the process goes on. */
const waitingBytes = 1 << 20;

/** @throws when the file cannot be opened. */
export function openLogFile(file: string) {
  const destination = pino.destination({ dest: file, sync: true, mkdir: true, mode: 0o640, maxLength: waitingBytes });
  destination.on('error', () => {});
  const wasMoved = () => statSync(file, { throwIfNoEntry: false })?.ino !== fstatSync(descriptorOf(destination)).ino;
  setInterval(() => {
    try {
      if (wasMoved()) destination.reopen();
    } catch {
      // The directory is gone or full; the next look tries again.
    }
  }, lookEveryMs).unref();
  return destination;
}

/** The types leave it out. */
const descriptorOf = (destination: object) => (destination as { fd: number }).fd;
