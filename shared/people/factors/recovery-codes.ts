/** Recovery codes for a person who lost their device. Each works once. */
import { customAlphabet } from 'nanoid';
import type { KeyedHash } from '../../secrets/installation-secret.ts';

const count = 10;
/** Letters and digits that are not confused with one another: 10 of them are 49 bits. */
const half = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 5);

/** Codes in the form in which they are shown, as `7kq2m-x9fwd`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: count }, () => `${half()}-${half()}`);

/** The stored hash of a code; a person can leave out the hyphen or use capitals. */
export const hashRecoveryCode = (hash: KeyedHash, ownerId: number, code: string): Buffer =>
  hash(`recovery ${ownerId} ${code.toLowerCase().replace(/[^0-9a-z]/g, '')}`);
