/** Values as PHP's `serialize` writes them, in the form that JSON has. Pure. */
import { type PhpValue, readSerialized } from '../../../../host/php-serialized.ts';

/** Lists, objects, texts, numbers, booleans and null; undefined for any other text, and for objects of classes. */
export function fromPhp(text: string): unknown {
  const value = readSerialized(text);
  return value === undefined ? undefined : toPlain(value);
}

/** An array whose keys are 0, 1, 2, … is a list. */
function toPlain(value: PhpValue): unknown {
  if (!(value instanceof Map)) return value;
  const entries = [...value].map(([key, member]): [string, unknown] => [String(key), toPlain(member)]);
  const isList = entries.every(([key], place) => key === String(place));
  return isList ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}
