/**
 * Stored signing secrets. They are encrypted with a key that is not in MySQL, because anyone with a secret can send
 * anything to its receivers. They cannot be hashed, because every delivery is signed with them.
 */
import type { KeyCipher } from '../secrets/key-cipher.ts';

export type Secrets = {
  /** Encrypts a secret for storage. */
  seal(secret: string): string;
  /** Decrypts a secret. Returns undefined if it was not encrypted with this key. */
  open(stored: string): string | undefined;
};

/** The version of the encryption, so that it can change later. */
const mark = 'aes1:';

export const createSecrets = (cipher: KeyCipher): Secrets => ({
  seal: (secret) => mark + cipher.encrypt(secret).toString('base64'),
  open: (stored) =>
    stored.startsWith(mark) ? cipher.decrypt(Buffer.from(stored.slice(mark.length), 'base64')) : undefined,
});
