/** Secrets of people and programs, and the stored form of them. */
import { createHash } from 'node:crypto';
import { customAlphabet } from 'nanoid';

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 43 random characters, which are 256 bits. */
export const randomToken = customAlphabet(base62, 43);

/** The stored form of a secret: its SHA-256. Secrets are long and random, so no salt or stretching is needed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
