/** The end of a log, raw or formatted for an error message. */
import { readFile } from 'node:fs/promises';
import { createFormat } from './format.ts';

/** Returns the last lines, raw; '' if the file is missing. */
export async function tail(file: string, lines = 15): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/** Returns the last lines of a JSON log, formatted and indented. */
export async function readableTail(file: string): Promise<string> {
  const format = await createFormat(false);
  const lines = (await tail(file)).split('\n').filter(Boolean);
  return lines.length === 0 ? '  (nothing)' : lines.map((line) => `  ${format(line).trimEnd()}`).join('\n');
}
