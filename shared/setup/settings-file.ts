/** Edits of the settings file that leave every other line unchanged. Pure. */
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { ConfigError } from '../errors.ts';

export type Values = Record<string, string>;

/** Returns the text with the new values. @throws if a value cannot be written, or would change another setting */
export function withValues(text: string, values: Values): string {
  let changed = text;
  for (const [name, value] of Object.entries(values)) {
    const previous = changed;
    changed = withValue(previous, name, value);
    if (!isDeepStrictEqual({ ...parseEnv(changed) }, { ...parseEnv(previous), [name]: value })) {
      throw new ConfigError(`${name} cannot be changed automatically: edit its line in the settings file`);
    }
  }
  return changed;
}

function withValue(text: string, name: string, value: string): string {
  if (parseEnv(text)[name] === value) return text;
  const assigns = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=`);
  const lines = text.split('\n');
  // If several lines set a value, the last one applies.
  const at = lines.findLastIndex((line) => assigns.test(line));
  const line = `${name}=${quoted(value)}`;
  if (at >= 0) lines[at] = line;
  else if (lines.at(-1) === '') lines.splice(-1, 0, line);
  else lines.push(line, '');
  return lines.join('\n');
}

/** Quotes a value if necessary: without quotes, `#` starts a comment, and spaces at either end are removed. */
function quoted(value: string): string {
  if (value === value.trim() && !/["'`#\n\r]/.test(value)) return value;
  const quote = ["'", '`', '"'].find((one) => !value.includes(one)) ?? '';
  return `${quote}${value}${quote}`;
}
