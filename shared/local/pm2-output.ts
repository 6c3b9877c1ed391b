/**
 * The output of pm2-runtime, sorted into files. Services write their own log files. Their other output, such as a
 * crash of Node itself, goes to the same files in the same format. pm2's messages go to `pm2.log`; process exits are
 * reported.
 */
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { type LogFile, openLogFile } from '../log/log-file.ts';

export type ProcessEnd = { name: string; code: number; signal: string };

export function sortOutput(output: Readable, logDirectory: string, onEnd: (end: ProcessEnd) => void): void {
  const files = new Map<string, LogFile>();
  const write = (name: string, line: string) => {
    try {
      const file = files.get(name) ?? openLogFile(path.join(logDirectory, `${name}.log`));
      files.set(name, file);
      file.write(`${line}\n`);
    } catch {
      // A full disk must not end Waypost.
    }
  };
  const note = (name: string, level: string, msg: string) =>
    write(name, JSON.stringify({ level, time: new Date().toISOString(), name, msg }));
  createInterface({ input: output }).on('line', (raw) => {
    const line = stripVTControlCharacters(raw);
    const [, service, text] = /^\d+\|(\S+)\s*\| (.*)$/.exec(line) ?? [];
    // When a process ends, it prints the lines that it was unable to write to its log.
    if (service && text?.startsWith('{"level":')) return write(service, text);
    if (service && text !== undefined) return note(service, 'error', text);
    const words = line.replace(/^\S+: PM2\s+(log|error): /, '');
    note('pm2', 'info', words);
    const [, name, code, signal] =
      /^App \[(.+):\d+\] exited with code \[(\d+)\] via signal \[(\w+)\]/.exec(words) ?? [];
    if (name && signal) onEnd({ name, code: Number(code), signal });
  });
}
