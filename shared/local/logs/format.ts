/** Log lines, formatted for terminals. */
import type { WriteStream } from 'node:tty';

/** Creates a function that formats JSON lines and keeps other lines unchanged. */
export async function createFormat(colorize: boolean): Promise<(line: string) => string> {
  // Imports this only if needed.
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({ colorize, ignore: 'hostname', singleLine: true, translateTime: 'SYS:HH:MM:ss.l' });
  return (line) => format(line) ?? '';
}

/** Creates a function that writes lines to `out`, formatted if it is a terminal. */
export async function createShow(out: WriteStream): Promise<(line: string) => void> {
  if (!out.isTTY) return (line) => out.write(`${line}\n`);
  const format = await createFormat(out.hasColors());
  return (line) => out.write(format(line));
}
