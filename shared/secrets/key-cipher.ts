/**
 * Encryption of values that Waypost must read again, such as private keys and webhook secrets. MySQL stores them, but
 * not the secret that encrypts them. Altered values cannot be decrypted.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { deriveKey, type Purpose } from './installation-secret.ts';

export type KeyCipher = {
  /** The secret's id, which does not reveal the secret. */
  keyId: string;
  encrypt(text: string): Buffer;
  /** Decrypts a value. Returns `undefined` if it was not encrypted with this secret. */
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
