/** Recovery codes for users who lost their device. Each works once. */
import { customAlphabet } from 'nanoid';
import type { KeyedHash } from '../../secrets/installation-secret.ts';

const count = 10;
/** Letters and digits that are easy to distinguish: 10 of them are 49 bits. */
const half = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 5);

/** Creates codes in their displayed form, such as `7kq2m-x9fwd`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: count }, () => `${half()}-${half()}`);

/** Computes the stored hash of a code, without regard to hyphens and case. */
export const hashRecoveryCode = (hash: KeyedHash, ownerId: number, code: string): Buffer =>
  hash(`recovery ${ownerId} ${code.toLowerCase().replace(/[^0-9a-z]/g, '')}`);
