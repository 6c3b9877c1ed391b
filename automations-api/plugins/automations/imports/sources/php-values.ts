/** Conversion of PHP's serialized values to JSON values. Pure. */
import { type PhpValue, readSerialized } from '../../../../host/php-serialized.ts';

/** Parses a serialized value. Returns undefined if it is invalid or contains objects. */
export function fromPhp(text: string): unknown {
  const value = readSerialized(text);
  return value === undefined ? undefined : toPlain(value);
}

/** Converts an array to a list if its keys are 0, 1, 2, …, otherwise to an object. */
function toPlain(value: PhpValue): unknown {
  if (!(value instanceof Map)) return value;
  const entries = [...value].map(([key, item]): [string, unknown] => [String(key), toPlain(item)]);
  const isList = entries.every(([key], place) => key === String(place));
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
