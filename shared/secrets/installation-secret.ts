/**
 * The installation's secret, from which all keys outside MySQL are derived: CERTIFICATE_SECRET, or a secret created in
 * LOCAL_DIR. Each purpose has its own key, and no key reveals another.
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { readOwned } from '../owned-files.ts';

export type Purpose =
  | 'certificates'
  | 'webhooks'
  | 'hooks'
  | 'shares'
  | 'contact-clicks'
  | 'addresses'
  | 'consent'
  | 'openings'
  | 'first-visit'
  | 'factors'
  | 'machines'
  | 'variants';
/** The secret's file in LOCAL_DIR. */
export const keyFile = 'certificates.key';

type Settings = Pick<Config, 'certificateSecret' | 'localDir'>;

/** Derives the key of 32 bytes for a purpose. */
export async function deriveKey({ certificateSecret, localDir }: Settings, purpose: Purpose): Promise<Buffer> {
  const secret = certificateSecret || (await readOrMakeKey(localDir));
  return Buffer.from(hkdfSync('sha256', secret, '', `waypost ${purpose}`, 32));
}

/** A function that returns a text's hash of 16 bytes, which reveals nothing without the secret. */
export type KeyedHash = (text: string) => Buffer;

/** Opens the hash for IP addresses and email addresses: they are so few that hashes without a key would reveal them. */
export async function openKeyedHash(settings: Settings): Promise<KeyedHash> {
  const key = await deriveKey(settings, 'addresses');
  return (text) => createHmac('sha256', key).update(text).digest().subarray(0, 16);
}

/**
 * Reads the secret, or creates it in the first process. The file is complete before it gets its name, because other
 * processes can read it immediately.
 */
async function readOrMakeKey(localDir: string): Promise<string> {
  const file = path.join(localDir, keyFile);
  await mkdir(localDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    const made = `${file}.${randomBytes(8).toString('hex')}`;
    await writeFile(made, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true });
    await link(made, file)
      .catch((error) => {
        if (error.code !== 'EEXIST') throw error;
      })
      .finally(() => rm(made));
  }
  const secret = readOwned(localDir, keyFile)?.toString() ?? '';
  if (!/^[0-9a-f]{64}$/.test(secret)) throw new Error(`${file} does not contain a key; remove it to create a new one`);
  return secret;
}
