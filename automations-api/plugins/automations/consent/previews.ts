/**
 * Unsaved settings to preview, kept for an hour under a random token. The token replaces a session, since browsers
 * open the pages without the session's headers.
 */
import type { Redis } from 'ioredis';
import type { Config } from '../../../../shared/config/config.ts';
import { randomToken } from '../../../../shared/secrets/secrets.ts';
import type { ConsentSettings } from './settings.ts';

export type Previews = {
  /** Stores the settings. Resolves to their token. */
  keep(settings: ConsentSettings): Promise<string>;
  find(token: string): Promise<ConsentSettings | undefined>;
};

const keptSeconds = 3_600;

export function openPreviews(redis: Redis, { redisPrefix, tablePrefix }: Config): Previews {
  const keyOf = (token: string) => `${redisPrefix}:${tablePrefix}consent-preview:${token}`;
  return {
    async keep(settings) {
      const token = randomToken();
      await redis.set(keyOf(token), JSON.stringify(settings), 'EX', keptSeconds);
      return token;
    },
    async find(token) {
      const kept = /^[0-9A-Za-z]{1,100}$/.test(token) ? await redis.get(keyOf(token)) : null;
      return kept === null ? undefined : (JSON.parse(kept) as ConsentSettings);
    },
  };
}
