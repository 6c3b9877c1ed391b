/**
 * The certificates that a process serves, kept in memory and reloaded from MySQL within seconds of a change. A copy on
 * disk, with keys encrypted as in MySQL, lets a process start while MySQL is down.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Certificate } from '../../shared/http/certificate-files.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import type { KeyCipher } from '../../shared/secrets/key-cipher.ts';
import type { Db } from '../core/tables.ts';
import { listCertificates, listIssued } from './certificate-queries.ts';

const reloadEveryMs = 5_000;
const readAtOnce = 200;

export type CertificateStore = {
  find(hostname: string): Certificate | undefined;
  stop(): Promise<void>;
};

export type StoreOptions = {
  db: Db;
  log: Log;
  cipher: KeyCipher;
  localDir: string;
  /** True for one process per machine. This process writes the copy on disk. */
  writes: boolean;
  /** Called with replaced certificates that may be in use. */
  onReplaced: (hostnames: string[]) => Promise<void>;
};

type Stored = { hostname: string; issuedAt: Date; chain: string; privateKey: Buffer };
type Loaded = Stored & { certificate: Certificate | undefined };

export async function startCertificateStore(options: StoreOptions): Promise<CertificateStore> {
  const { db, log, cipher, localDir, writes, onReplaced } = options;
  const file = path.join(localDir, 'certificates.json');
  const loaded = new Map<string, Loaded>();

  /** Adds a certificate, even if its key cannot be decrypted, so that it is read and reported only once. */
  function add(stored: Stored): void {
    const key = cipher.decrypt(stored.privateKey);
    if (key === undefined) log.error({ hostname: stored.hostname }, 'a certificate was encrypted with another secret');
    loaded.set(stored.hostname, {
      ...stored,
      certificate: key === undefined ? undefined : { chain: stored.chain, key },
    });
  }

  /** Loads new certificates from MySQL and drops removed ones. */
  async function reload(): Promise<void> {
    const issued = await listIssued(db);
    const names = new Set(issued.map(({ hostname }) => hostname));
    const removed = [...loaded.keys()].filter((hostname) => !names.has(hostname));
    const isNew = ({ hostname, issuedAt }: (typeof issued)[number]) =>
      loaded.get(hostname)?.issuedAt.getTime() !== issuedAt.getTime();
    const changed = issued.filter(isNew).map(({ hostname }) => hostname);
    if (changed.length === 0 && removed.length === 0) return;
    const replaced = changed.filter((hostname) => loaded.has(hostname));
    for (const hostname of removed) loaded.delete(hostname);
    for (let from = 0; from < changed.length; from += readAtOnce) {
      for (const stored of await listCertificates(db, changed.slice(from, from + readAtOnce))) add(stored);
    }
    log.info({ certificates: loaded.size, changed: changed.length, removed: removed.length }, 'certificates loaded');
    if (replaced.length > 0) await onReplaced(replaced);
    if (writes) await write();
  }

  async function write(): Promise<void> {
    const copy = [...loaded.values()].map(({ hostname, issuedAt, chain, privateKey }) => ({
      hostname,
      issuedAt,
      chain,
      privateKey: privateKey.toString('base64'),
    }));
    await mkdir(localDir, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.new`, JSON.stringify(copy), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  async function read(): Promise<void> {
    const copy = JSON.parse(await readFile(file, 'utf8')) as (Omit<Stored, 'issuedAt' | 'privateKey'> &
      Record<'issuedAt' | 'privateKey', string>)[];
    for (const { issuedAt, privateKey, ...rest } of copy) {
      add({ ...rest, issuedAt: new Date(issuedAt), privateKey: Buffer.from(privateKey, 'base64') });
    }
  }

  await read().catch((err) => {
    if (err.code !== 'ENOENT') log.warn({ err, file }, 'the copy of the certificates cannot be read');
  });
  const { ask, stop } = repeat(log, 'reload certificates', reloadEveryMs, { work: reload });
  await ask();
  return { find: (hostname) => loaded.get(hostname)?.certificate, stop };
}
