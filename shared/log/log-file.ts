/**
 * A log file that several processes append to, and that can be renamed. Each line is appended by a single write. Lines
 * that are written a second or more after a rename go to a new file.
 */
import { closeSync, fstatSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

/** The interval between checks for a renamed file, and between attempts to write waiting lines. */
const lookEveryMs = 1_000;
/** The interval between checks in a process that logs nothing, so that it closes a renamed file. */
const restMs = 10_000;

/** The maximum size of waiting lines, for example on a full disk. Beyond that, the oldest lines are dropped. */
const waitingBytes = 1 << 20;
/** The maximum number of waiting lines that are written to stderr when the process ends. The newest lines are kept. */
const linesAtEnd = 20;

export type LogFile = { write(line: string): void };

/** Opens a log file. At the end of the process, the newest waiting lines go to stderr. @throws if it cannot be opened */
export function openLogFile(file: string): LogFile {
  mkdirSync(path.dirname(file), { recursive: true });
  const open = () => openSync(file, 'a', 0o640);
  const wasMoved = () => statSync(file, { throwIfNoEntry: false })?.ino !== fstatSync(fd).ino;
  let fd = open();
  const waiting: Buffer[] = [];
  let waitingLength = 0;
  let lookedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    while (waiting[0]) {
      const written = writeSync(fd, waiting[0]);
      waitingLength -= written;
      if (written < waiting[0].length) waiting[0] = waiting[0].subarray(written);
      else waiting.shift();
    }
  }
  function look(): void {
    lookedAt = performance.now();
    try {
      if (wasMoved()) {
        const next = open();
        closeSync(fd);
        fd = next;
      }
      flush();
    } catch {
      // The directory is missing or full; the next check tries again.
    }
    clearTimeout(timer);
    timer = setTimeout(look, waiting.length > 0 ? lookEveryMs : restMs).unref();
  }
  look();
  process.on('exit', () => {
    look();
    for (const line of waiting.slice(-linesAtEnd)) process.stderr.write(line);
  });
  return {
    write(line: string): void {
      const bytes = Buffer.from(line);
      waiting.push(bytes);
      waitingLength += bytes.length;
      // The first entry can be the rest of a line whose start is already in the file.
      while (waitingLength > waitingBytes && waiting.length > 2) waitingLength -= waiting.splice(1, 1)[0]?.length ?? 0;
      // If other lines are waiting, the next check writes them all.
      if (waiting.length > 1) return;
      try {
        if (performance.now() - lookedAt < lookEveryMs) return flush();
      } catch {
        // The line waits.
      }
      look();
    },
  };
}
