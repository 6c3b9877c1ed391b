/**
 * A log file that any number of processes append to and that may be renamed: whole lines are appended by single writes,
 * and a new file is begun by the first line that follows the old one's renaming by a second or more.
 */
import { closeSync, fstatSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

/** A line looks first whether the file was moved, unless somebody looked this lately; lines that could not be written wait so long. */
const lookEveryMs = 1_000;
/** A process that logs nothing lets go of a file that was moved. */
const restMs = 10_000;

/**
 * Lines that cannot be written (a full disk) wait up to this size; then the oldest are dropped and the process
 * continues.
 */
const waitingBytes = 1 << 20;
/** Number of the newest lines that go to stderr at the end. */
const toldAtEnd = 20;

export type LogFile = { write(line: string): void };

/** At the end of the process, the newest waiting lines go to stderr. @throws if the file cannot be opened */
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
    for (const line of waiting.slice(-toldAtEnd)) process.stderr.write(line);
  });
  return {
    write(line: string): void {
      const bytes = Buffer.from(line);
      waiting.push(bytes);
      waitingLength += bytes.length;
      // The first line may continue one whose start is already in the file.
      while (waitingLength > waitingBytes && waiting.length > 2) waitingLength -= waiting.splice(1, 1)[0]?.length ?? 0;
      // If other lines wait before it, the next check writes them all.
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
