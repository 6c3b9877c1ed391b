/** Log lines formatted for a person at a terminal. Elsewhere they stay JSON. */
import type { WriteStream } from 'node:tty';

/** Formats a line of JSON; any other line stays unchanged. */
export async function createFormat(colorize: boolean): Promise<(line: string) => string> {
  // Loaded only for people who read logs.
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({ colorize, ignore: 'hostname', singleLine: true, translateTime: 'SYS:HH:MM:ss.l' });
  return (line) => format(line) ?? '';
}

/** Writes lines to `out`, formatted if it is a terminal. */
export async function createShow(out: WriteStream): Promise<(line: string) => void> {
  if (!out.isTTY) return (line) => out.write(`${line}\n`);
  const format = await createFormat(out.hasColors());
  return (line) => out.write(format(line));
}
