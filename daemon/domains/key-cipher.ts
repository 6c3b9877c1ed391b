/**
 * Encrypts private keys before they are stored in MySQL, with a secret that is not there: CERTIFICATE_SECRET, or a key
 * made once in LOCAL_DIR. What was tampered with does not open.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../shared/config.ts';

export type KeyCipher = {
  /** Names the secret, and tells nothing about it. */
  keyId: string;
  encrypt(text: string): Buffer;
  /** Undefined for what this secret did not encrypt. */
  decrypt(encrypted: Buffer): string | undefined;
};

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export async function openKeyCipher({ certificateSecret, localDir }: Pick<Config, 'certificateSecret' | 'localDir'>) {
  return createKeyCipher(certificateSecret || (await readOrMakeKey(path.join(localDir, 'certificates.key'))));
}

function createKeyCipher(secret: string): KeyCipher {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'waypost certificates', 32));
  return {
    keyId: createHash('sha256').update('id').update(key).digest('hex').slice(0, 16),
    encrypt(text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(encrypted) {
      try {
        const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, nonceBytes));
        decipher.setAuthTag(encrypted.subarray(-tagBytes));
        return `${decipher.update(encrypted.subarray(nonceBytes, -tagBytes), undefined, 'utf8')}${decipher.final('utf8')}`;
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
