import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../errors.ts';
import { projectRoot } from '../paths.ts';

/**
 * Reads the file of a URL's `ssl-ca`. A relative path starts at the project folder. `setting`: the setting's name in
 * errors.
 * @throws ConfigError
 */
export function readCa(setting: string, file: string): string {
  try {
    return readFileSync(path.resolve(projectRoot, file), 'utf8');
  } catch (error) {
    throw new ConfigError(`${setting}: ssl-ca ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
