/** Countries of addresses, from an mmdb file held in memory and read again when the file changes. */
import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { geoFile } from '../../shared/config/geo-file.ts';
import type { Log } from '../../shared/log/log.ts';

export type Geo = {
  /** Two upper-case letters, or undefined for an address that is not in the file or no address at all. */
  country(address: string): string | undefined;
  close(): void;
};

/** Both the layout of MaxMind's files and the flat one of the table the product brings. */
type Entry = CountryResponse & { country_code?: string };

/** @throws when the file cannot be read at start; later faults keep the last good one. */
export async function openGeo(file: string, log: Log): Promise<Geo> {
  const path = geoFile(file);
  let reader = new Reader<Entry>(await readFile(path));
  const readAgain = async () => {
    try {
      reader = new Reader<Entry>(await readFile(path));
      log.info({ path }, 'the country database was reloaded');
    } catch (err) {
      log.warn({ err, path }, 'the country database cannot be read; the last good one stays in use');
    }
  };
  // All who open a file in one process share what watches it.
  watchFile(path, { interval: 30_000, persistent: false }, readAgain).setMaxListeners(0);
  return {
    country(address) {
      try {
        const entry = reader.get(address);
        return entry?.country?.iso_code ?? entry?.country_code;
      } catch {
        return undefined;
      }
    },
    close: () => unwatchFile(path, readAgain),
  };
}
