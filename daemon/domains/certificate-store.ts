/**
 * The certificates that a process serves, in memory and in sync with MySQL: a change is seen within seconds. A copy on
 * disk, its keys encrypted as in MySQL, lets a process start while MySQL is away.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Certificate } from '../../shared/http/certificate-files.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import type { KeyCipher } from '../../shared/secrets/key-cipher.ts';
import type { Db } from '../core/tables.ts';
import { listCertificates, listIssued } from './certificate-queries.ts';

const lookEveryMs = 5_000;
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
  /** For one process per machine: it writes the copy. */
  writes: boolean;
  /** Called with replaced certificates that may be in use. */
  onReplaced: (hostnames: string[]) => Promise<void>;
};

/** A certificate as it is stored. */
type Stored = { hostname: string; issuedAt: Date; chain: string; privateKey: Buffer };
type Held = Stored & { certificate: Certificate | undefined };

export async function startCertificateStore(options: StoreOptions): Promise<CertificateStore> {
  const { db, log, cipher, localDir, writes, onReplaced } = options;
  const file = path.join(localDir, 'certificates.json');
  const held = new Map<string, Held>();

  /** Certificates encrypted with another secret are kept too, so that they are read and reported once. */
  function take(stored: Stored): void {
    const key = cipher.decrypt(stored.privateKey);
    if (key === undefined) log.error({ hostname: stored.hostname }, 'a certificate was encrypted with another secret');
    held.set(stored.hostname, { ...stored, certificate: key === undefined ? undefined : { chain: stored.chain, key } });
  }

  /** Loads new certificates from MySQL and drops removed ones. */
  async function look(): Promise<void> {
    const issued = await listIssued(db);
    const names = new Set(issued.map(({ hostname }) => hostname));
    const gone = [...held.keys()].filter((hostname) => !names.has(hostname));
    const isNew = ({ hostname, issuedAt }: (typeof issued)[number]) =>
      held.get(hostname)?.issuedAt.getTime() !== issuedAt.getTime();
    const changed = issued.filter(isNew).map(({ hostname }) => hostname);
    if (changed.length === 0 && gone.length === 0) return;
    const replaced = changed.filter((hostname) => held.has(hostname));
    for (const hostname of gone) held.delete(hostname);
    for (let from = 0; from < changed.length; from += readAtOnce) {
      for (const stored of await listCertificates(db, changed.slice(from, from + readAtOnce))) take(stored);
    }
    log.info({ certificates: held.size, changed: changed.length, gone: gone.length }, 'certificates loaded');
    if (replaced.length > 0) await onReplaced(replaced);
    if (writes) await write();
  }

  async function write(): Promise<void> {
    const copy = [...held.values()].map(({ hostname, issuedAt, chain, privateKey }) => ({
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
      take({ ...rest, issuedAt: new Date(issuedAt), privateKey: Buffer.from(privateKey, 'base64') });
    }
  }

  await read().catch((err) => {
    if (err.code !== 'ENOENT') log.warn({ err, file }, 'the copy of the certificates cannot be read');
  });
  const { ask, stop } = repeat(log, 'look for certificates', lookEveryMs, { work: look });
  await ask();
  return { find: (hostname) => held.get(hostname)?.certificate, stop };
}
