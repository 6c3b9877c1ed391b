/**
 * The anonymous identity of a visitor: 64 bits of the SHA-256 of a UTC day's salt, the IP address and the user agent.
 * The hash cannot be reversed without the salt. It is computed while the request is answered, so that no IP address is
 * kept. A hash takes a fifth of an HMAC's time. Plain SHA-256 allows length extension, but not if the hash is
 * truncated, as it is here.
 */
import { hash } from 'node:crypto';
import { viewsOf } from '../../shared/http/views.ts';
import { addressBytes } from '../../shared/net/address.ts';
import { userAgentLimit } from './bytes/record.ts';

const addressAt = 32;
const agentAt = addressAt + addressBytes;

export type VisitorHash = {
  /** The hashed bytes: the salt; the IP address, which the caller writes at `addressAt`; the user agent. */
  readonly input: Buffer;
  readonly addressAt: number;
  /** Returns the digest, one character per byte. `salt` has 32 bytes. A long user agent is truncated. */
  digest(salt: Buffer, userAgent: string): string;
};

export function createVisitorHash(): VisitorHash {
  const input = Buffer.alloc(agentAt + userAgentLimit);
  const views = viewsOf(input);
  let written: Buffer | undefined;
  return {
    input,
    addressAt,
    digest(salt, userAgent) {
      if (salt !== written) salt.copy(input);
      written = salt;
      return hash('sha256', views(agentAt + input.write(userAgent, agentAt, userAgentLimit, 'latin1')), 'binary');
    },
  };
}
