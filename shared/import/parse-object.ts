/**
 * The parser of a command's option with a JSON object, such as a mapping. It imports little, because `--help` loads
 * it.
 */
import { InvalidArgumentError } from 'commander';

export function parseObject(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value));
  } catch {
    // The error below covers this too.
  }
  throw new InvalidArgumentError('must be a JSON object');
}
