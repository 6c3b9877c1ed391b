/** Log lines as a person reads them in a terminal. Elsewhere they stay JSON. */
import type { WriteStream } from 'node:tty';

/** A line of JSON to readable lines; any other line stays as it is. */
export async function createFormat(colorize: boolean): Promise<(line: string) => string> {
  // Only those who read logs wait for it to load.
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({ colorize, ignore: 'hostname', singleLine: true, translateTime: 'SYS:HH:MM:ss.l' });
  return (line) => format(line) ?? '';
}

/** Writes lines to `out`, readable when it is a terminal. */
export async function createShow(out: WriteStream): Promise<(line: string) => void> {
  if (!out.isTTY) return (line) => out.write(`${line}\n`);
  const format = await createFormat(out.hasColors());
  return (line) => out.write(format(line));
}
