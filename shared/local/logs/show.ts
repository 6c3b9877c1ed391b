/** Log lines as a person reads them: in a terminal, and beside an error. Elsewhere they stay JSON. */
import type { WriteStream } from 'node:tty';
import { tail } from '../private-server.ts';

async function createFormat(colorize: boolean): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({ colorize, ignore: 'hostname', singleLine: true, translateTime: 'SYS:HH:MM:ss.l' });
  return (line) => format(line) ?? '';
}

/** Writes lines to `out`. */
export async function createShow(out: WriteStream): Promise<(line: string) => void> {
  if (!out.isTTY) return (line) => out.write(`${line}\n`);
  const format = await createFormat(out.hasColors());
  return (line) => out.write(format(line));
}

/** The end of a log, to stand below an error. */
export async function lastLines(file: string): Promise<string> {
  const format = await createFormat(false);
  const lines = (await tail(file)).split('\n').filter(Boolean);
  return lines.length === 0 ? '  (nothing)' : lines.map((line) => `  ${format(line).trimEnd()}`).join('\n');
}
