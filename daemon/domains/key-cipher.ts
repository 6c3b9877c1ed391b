/**
 * Encrypts private keys before they are stored in MySQL, with a secret that is not there: CERTIFICATE_SECRET, or a key
 * made once in LOCAL_DIR. What was tampered with does not open.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../shared/config.ts';

export type Sealer = {
  /** Names the secret, and tells nothing about it. */
  keyId: string;
  seal(text: string): Buffer;
  /** Undefined for what this secret did not seal. */
  open(sealed: Buffer): string | undefined;
};

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export async function openSealer({ certificateSecret, localDir }: Pick<Config, 'certificateSecret' | 'localDir'>) {
  return createSealer(certificateSecret || (await readOrMakeKey(path.join(localDir, 'certificates.key'))));
}

export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'waypost certificates', 32));
  return {
    keyId: createHash('sha256').update('id').update(key).digest('hex').slice(0, 16),
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      try {
        const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes));
        decipher.setAuthTag(sealed.subarray(-tagBytes));
        return `${decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8')}${decipher.final('utf8')}`;
      } catch {
        return undefined;
      }
    },
  };
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
