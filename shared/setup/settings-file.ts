/** The file with the settings, line by line: what is wished stands in it, and every other line stays as its writer left it. Pure. */
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { ConfigError } from '../errors.ts';

export type Values = Record<string, string>;

/** @throws when a value cannot be written, or a line cannot be changed without another's meaning. */
export function withValues(text: string, values: Values): string {
  let changed = text;
  for (const [name, value] of Object.entries(values)) {
    const former = changed;
    changed = withValue(former, name, value);
    if (!isDeepStrictEqual({ ...parseEnv(changed) }, { ...parseEnv(former), [name]: value })) {
      throw new ConfigError(
        `${name} cannot be written for you, look at that line of the settings and write it by hand`,
      );
    }
  }
  return changed;
}

function withValue(text: string, name: string, value: string): string {
  if (parseEnv(text)[name] === value) return text;
  const assigns = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=`);
  const lines = text.split('\n');
  // The last of several counts.
  const at = lines.findLastIndex((line) => assigns.test(line));
  const line = `${name}=${quoted(value)}`;
  if (at >= 0) lines[at] = line;
  else if (lines.at(-1) === '') lines.splice(-1, 0, line);
  else lines.push(line, '');
  return lines.join('\n');
}

/** A number sign begins a comment, and blanks at the ends are taken off, where there are no quotes. */
function quoted(value: string): string {
  if (value === value.trim() && !/["'`#\n\r]/.test(value)) return value;
  const quote = ["'", '`', '"'].find((one) => !value.includes(one)) ?? '';
  return `${quote}${value}${quote}`;
}
