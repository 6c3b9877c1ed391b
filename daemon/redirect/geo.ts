/** Countries of IP addresses, from an mmdb file that is kept in memory and read again when it changes. */
import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { geoFile } from '../../shared/config/geo-file.ts';
import type { Log } from '../../shared/log/log.ts';

export type Geo = {
  /** Returns two upper-case letters, or undefined if the address is invalid or not in the file. */
  country(address: string): string | undefined;
  close(): void;
};

/** The layout of entries in MaxMind's files, and the flat layout of the bundled file. */
type Entry = CountryResponse & { country_code?: string };

/** @throws if the file cannot be read at startup; after later failures the last good content stays in use */
export async function openGeo(file: string, log: Log): Promise<Geo> {
  const path = geoFile(file);
  let reader = new Reader<Entry>(await readFile(path));
  const readAgain = async () => {
    try {
      reader = new Reader<Entry>(await readFile(path));
      log.info({ path }, 'the country database was reloaded');
    } catch (err) {
      log.warn({ err, path }, 'the country database cannot be read; its last good content stays in use');
    }
  };
  // All callers in a process that open the same file share one watcher.
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
