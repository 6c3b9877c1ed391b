/** The file of a certificate authority that an address names by `ssl-ca`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../errors.ts';
import { projectRoot } from '../paths.ts';

/** `setting` holds the address. A relative file is below the project. @throws ConfigError */
export function readCa(setting: string, file: string): string {
  try {
    return readFileSync(path.resolve(projectRoot, file), 'utf8');
  } catch (error) {
    throw new ConfigError(`${setting}: ssl-ca ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
