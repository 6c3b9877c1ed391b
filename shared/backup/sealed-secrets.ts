/**
 * The secrets in a backup, encrypted with AES-256-GCM. argon2id derives the key from a passphrase. The format fixes
 * the cost parameters, so that a backup file cannot choose them.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';

export type Secrets = {
  /** The settings file; '' if there was none. */
  settings: string;
  /** CERTIFICATE_SECRET, from the settings or the environment; '' if it was not set. */
  certificateSecret: string;
  /** The content of LOCAL_DIR/certificates.key; '' if there was none. */
  key: string;
};

const algorithm = 'aes-256-gcm';
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
/** 64 MiB and three passes; algorithm 2 is argon2id. */
const cost = { algorithm: 2, memoryCost: 65_536, timeCost: 3, parallelism: 1, outputLen: 32 } as const;

const keyOf = (passphrase: string, salt: Buffer) => hashRaw(passphrase, { ...cost, salt });

/** Encrypts secrets. They can be decrypted only together with the data in `bound`. */
export async function sealSecrets(secrets: Secrets, passphrase: string, bound: Buffer): Promise<Buffer> {
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)];
  const cipher = createCipheriv(algorithm, await keyOf(passphrase, salt), nonce).setAAD(bound);
  const sealed = [cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()];
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), ...sealed]);
}

/** Decrypts secrets; `undefined` for another passphrase or another `bound`. */
export async function openSecrets(sealed: Buffer, passphrase: string, bound: Buffer): Promise<Secrets | undefined> {
  const nonceAt = saltBytes;
  const tagAt = nonceAt + nonceBytes;
  const key = await keyOf(passphrase, sealed.subarray(0, nonceAt));
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(nonceAt, tagAt)).setAAD(bound);
    decipher.setAuthTag(sealed.subarray(tagAt, tagAt + tagBytes));
    const opened = Buffer.concat([decipher.update(sealed.subarray(tagAt + tagBytes)), decipher.final()]);
    return JSON.parse(opened.toString()) as Secrets;
  } catch {
    return undefined;
  }
}
