/** The end of a log, as it is and as a person reads it beside an error. */
import { readFile } from 'node:fs/promises';
import { createFormat } from './format.ts';

/** The last lines as they are; '' when there is no such file. */
export async function tail(file: string, lines = 15): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/** The same of a log of JSON lines, readable and indented. */
export async function readableTail(file: string): Promise<string> {
  const format = await createFormat(false);
  const lines = (await tail(file)).split('\n').filter(Boolean);
  return lines.length === 0 ? '  (nothing)' : lines.map((line) => `  ${format(line).trimEnd()}`).join('\n');
}
