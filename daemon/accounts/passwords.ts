/** Password hashing with argon2id, which runs on the thread pool and never on the loop. */
import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice: 19 MiB, two passes, one lane. Algorithm 2 is argon2id. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string) => hash(password, options);
export const verifyPassword = (stored: string, password: string) => verify(stored, password);
