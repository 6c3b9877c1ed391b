/**
 * Settings that somebody tries before saving them, kept for an hour under a text that nobody can guess: a browser opens their
 * pages without the headers by which a session counts.
 */
import type { Redis } from 'ioredis';
import type { Config } from '../../../../shared/config/config.ts';
import { randomToken } from '../../../../shared/secrets/secrets.ts';
import type { ConsentSettings } from './settings.ts';

export type Previews = {
  /** Resolves to the text that finds them. */
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
