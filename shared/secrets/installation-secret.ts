/**
 * The installation's own secret, from which every key that is not in MySQL is derived: CERTIFICATE_SECRET, or one made once
 * in LOCAL_DIR. Each purpose has a key of its own, and none tells of another.
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';

export type Purpose =
  | 'certificates'
  | 'webhooks'
  | 'shares'
  | 'contact-clicks'
  | 'addresses'
  | 'consent'
  | 'openings'
  | 'first-visit'
  | 'factors';
type Settings = Pick<Config, 'certificateSecret' | 'localDir'>;

/** The key of 32 bytes for a purpose. */
export async function deriveKey({ certificateSecret, localDir }: Settings, purpose: Purpose): Promise<Buffer> {
  const secret = certificateSecret || (await readOrMakeKey(path.join(localDir, 'certificates.key')));
  return Buffer.from(hkdfSync('sha256', secret, '', `waypost ${purpose}`, 32));
}

/** 16 bytes that stand for a text, and tell nothing of it to whoever lacks the secret. */
export type KeyedHash = (text: string) => Buffer;

/** For addresses of machines and of people, which are few enough that hashes without a key would tell them. */
export async function openKeyedHash(settings: Settings): Promise<KeyedHash> {
  const key = await deriveKey(settings, 'addresses');
  return (text) => createHmac('sha256', key).update(text).digest().subarray(0, 16);
}

/** Whoever comes first writes it; everybody reads what is there. */
async function readOrMakeKey(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const secret = await readFile(file, 'utf8');
  if (!/^[0-9a-f]{64}$/.test(secret)) throw new Error(`${file} does not hold a key; remove it to have a new one made`);
  return secret;
}
