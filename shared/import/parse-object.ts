/** A flag of a command that is an object in JSON, such as a mapping. Costs nothing to load, as `--help` needs it. */
import { InvalidArgumentError } from 'commander';

export function parseObject(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value));
  } catch {
    // The words below are for both.
  }
  throw new InvalidArgumentError('must be a JSON object');
}
