/**
 * Signing secrets at rest: encrypted with a key that is not in MySQL, because anyone with a secret can send receivers anything.
 * They cannot be hashed: each message is signed with them.
 */
import type { KeyCipher } from '../secrets/key-cipher.ts';

export type Secrets = {
  /** The text to store. */
  seal(secret: string): string;
  /** Undefined for what was not encrypted with this key. */
  open(stored: string): string | undefined;
};

/** Says how it is encrypted, should that change. */
const mark = 'aes1:';

export const createSecrets = (cipher: KeyCipher): Secrets => ({
  seal: (secret) => mark + cipher.encrypt(secret).toString('base64'),
  open: (stored) =>
    stored.startsWith(mark) ? cipher.decrypt(Buffer.from(stored.slice(mark.length), 'base64')) : undefined,
});
