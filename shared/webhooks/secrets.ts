/**
 * Stored signing secrets, encrypted with a key that is not in MySQL: anyone with a secret can send anything to receivers.
 * They cannot be hashed, because each message is signed with them.
 */
import type { KeyCipher } from '../secrets/key-cipher.ts';

export type Secrets = {
  /** Encrypts a secret for storage. */
  seal(secret: string): string;
  /** Decrypts a secret; undefined if it was not encrypted with this key. */
  open(stored: string): string | undefined;
};

/** The version of the encryption, for future changes. */
const mark = 'aes1:';

export const createSecrets = (cipher: KeyCipher): Secrets => ({
  seal: (secret) => mark + cipher.encrypt(secret).toString('base64'),
  open: (stored) =>
    stored.startsWith(mark) ? cipher.decrypt(Buffer.from(stored.slice(mark.length), 'base64')) : undefined,
});
