/**
 * What pm2-runtime prints, sorted. The services log into files themselves; what they print besides, such as the reason
 * why one cannot start or a crash of Node's own, goes to the same files as lines of the same form. pm2's own words go
 * to `pm2.log`, and what they tell about a process's end is reported.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

export type ProcessEnd = { name: string; code: number; signal: string };

export function sortOutput(output: Readable, logDirectory: string, onEnd: (end: ProcessEnd) => void): void {
  const note = (name: string, level: string, msg: string) => {
    const line = JSON.stringify({ level, time: new Date().toISOString(), name, msg });
    try {
      appendFileSync(path.join(logDirectory, `${name}.log`), `${line}\n`, { mode: 0o640 });
    } catch {
      // A full disk must not end the product.
    }
  };
  createInterface({ input: output }).on('line', (raw) => {
    const line = stripVTControlCharacters(raw);
    const [, service, text] = /^\d+\|(\S+)\s*\| (.*)$/.exec(line) ?? [];
    if (service && text !== undefined) return note(service, 'error', text);
    const words = line.replace(/^\S+: PM2\s+(log|error): /, '');
    note('pm2', 'info', words);
    const [, name, code, signal] =
      /^App \[(.+):\d+\] exited with code \[(\d+)\] via signal \[(\w+)\]/.exec(words) ?? [];
    if (name && signal) onEnd({ name, code: Number(code), signal });
  });
}
