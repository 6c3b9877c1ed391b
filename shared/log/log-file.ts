/**
 * A process's log in a file that any number of processes add to and that may be renamed under them: whole lines are
 * appended by single writes, and a new file is made within a second of the old one's having gone.
 */
import { closeSync, fstatSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

const lookEveryMs = 1_000;

/** Lines that cannot be written (a full disk) wait up to this length; then the oldest are dropped, and the process goes on. */
const waitingBytes = 1 << 20;
/** The newest lines that go to stderr in the end. */
const toldAtEnd = 20;

export type LogFile = { write(line: string): void };

/** The newest of what still waits at the end of the process goes to stderr. @throws when the file cannot be opened. */
export function openLogFile(file: string): LogFile {
  mkdirSync(path.dirname(file), { recursive: true });
  const open = () => openSync(file, 'a', 0o640);
  const wasMoved = () => statSync(file, { throwIfNoEntry: false })?.ino !== fstatSync(fd).ino;
  let fd = open();
  const waiting: Buffer[] = [];
  let waitingLength = 0;

  function flush(): void {
    while (waiting[0]) {
      const written = writeSync(fd, waiting[0]);
      waitingLength -= written;
      if (written < waiting[0].length) waiting[0] = waiting[0].subarray(written);
      else waiting.shift();
    }
  }
  function look(): void {
    try {
      if (wasMoved()) {
        const next = open();
        closeSync(fd);
        fd = next;
      }
      flush();
    } catch {
      // The directory is gone or full; the next look tries again.
    }
  }
  setInterval(look, lookEveryMs).unref();
  process.on('exit', () => {
    look();
    for (const line of waiting.slice(-toldAtEnd)) process.stderr.write(line);
  });
  return {
    write(line: string): void {
      const bytes = Buffer.from(line);
      waiting.push(bytes);
      waitingLength += bytes.length;
      // The first may be the rest of a line whose beginning is in the file.
      while (waitingLength > waitingBytes && waiting.length > 2) waitingLength -= waiting.splice(1, 1)[0]?.length ?? 0;
      // While others wait before it, the next look writes them all.
      if (waiting.length > 1) return;
      try {
        flush();
      } catch {
        // It waits.
      }
    },
  };
}
