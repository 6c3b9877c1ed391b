/**
 * Unsaved drafts to preview, kept for a while under a random token. The token replaces a session, since browsers open
 * the pages without the session's headers.
 */
import type { Redis } from 'ioredis';
import type { Config } from '../../shared/config/config.ts';
import { randomToken } from '../../shared/secrets/secrets.ts';

export type Previews<Draft> = {
  /** Stores the draft. Resolves to its token. */
  keep(draft: Draft): Promise<string>;
  find(token: string): Promise<Draft | undefined>;
};

const anHour = 3_600;

/** `name`: the kind of drafts, which separates their tokens from those of other kinds. */
export function openPreviews<Draft>(
  redis: Redis,
  { redisPrefix, tablePrefix }: Config,
  name: string,
  keptSeconds = anHour,
): Previews<Draft> {
  const keyOf = (token: string) => `${redisPrefix}:${tablePrefix}${name}-preview:${token}`;
  return {
    async keep(draft) {
      const token = randomToken();
      await redis.set(keyOf(token), JSON.stringify(draft), 'EX', keptSeconds);
      return token;
    },
    async find(token) {
      const kept = /^[0-9A-Za-z]{1,100}$/.test(token) ? await redis.get(keyOf(token)) : null;
      return kept === null ? undefined : (JSON.parse(kept) as Draft);
    },
  };
}
