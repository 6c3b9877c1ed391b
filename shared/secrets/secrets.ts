/** Secrets for users and programs, and the form in which they are stored. */
import { createHash } from 'node:crypto';
import { customAlphabet } from 'nanoid';

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Creates 43 random characters, which are 256 bits. */
export const randomToken = customAlphabet(base62, 43);

/** Computes a secret's stored form, its SHA-256. Secrets are long and random, so they need no salt or stretching. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
