/**
 * Password hashing with argon2id, which runs on the thread pool and never on the loop. Few run at a time, in turn, so
 * that a request with many passwords delays others by one hash and leaves threads for everything else.
 */
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** OWASP's first choice: 19 MiB, two passes, one lane. Algorithm 2 is argon2id. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const inTurn = pLimit(2);

export const hashPassword = (password: string) => inTurn(() => hash(password, options));
export const verifyPassword = (stored: string, password: string) => inTurn(() => verify(stored, password));
