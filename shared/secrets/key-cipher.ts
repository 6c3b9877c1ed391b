/**
 * Encrypts values that must be read again (private keys, webhooks' secrets) before they are stored in MySQL, with a
 * secret that is not there. Tampered values do not decrypt.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { deriveKey, type Purpose } from './installation-secret.ts';

export type KeyCipher = {
  /** A name of the secret that reveals nothing about it. */
  keyId: string;
  encrypt(text: string): Buffer;
  /** `undefined` for a value that this secret did not encrypt. */
  decrypt(encrypted: Buffer): string | undefined;
};

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export async function openKeyCipher(
  settings: Pick<Config, 'certificateSecret' | 'localDir'>,
  purpose: Exclude<Purpose, 'addresses'>,
): Promise<KeyCipher> {
  const key = await deriveKey(settings, purpose);
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
