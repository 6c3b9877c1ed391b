/**
 * Links by which a browser downloads an export, as a download cannot carry the nonce of a session: each is good once, for a
 * minute, for what was asked for when it was made, in the name of who asked. Redis holds them, by a hash of the token.
 */
import type { Redis } from 'ioredis';
import { hashSecret, randomToken } from '../../../../shared/secrets/secrets.ts';
import type { Caller } from '../../../host/core/route.ts';
import type { ExportArgs } from './answer-export.ts';

/** The namespace of the address, which needs no session and no key. */
export const linksNamespace = 'automations-export/v1';

const goodSeconds = 60;

type Order = { caller: Caller; params: ExportArgs };

/** `find` and `take` answer what a token was made for; undefined when it is unknown, was used, or is too old. `take` uses it up. */
export type ExportLinks = {
  make(order: Order): Promise<{ url: string; expiresAt: Date }>;
  find(token: string): Promise<Order | undefined>;
  take(token: string): Promise<Order | undefined>;
};

type Options = { redis: Redis; prefix: string; siteUrl: string };

export function createExportLinks({ redis, prefix, siteUrl }: Options): ExportLinks {
  const keyOf = (token: string) => `${prefix}:export-link:${hashSecret(token).toString('base64url')}`;
  return {
    async make(order) {
      const token = randomToken();
      const expiresAt = new Date(Date.now() + goodSeconds * 1_000);
      await redis.set(keyOf(token), JSON.stringify(order), 'EX', goodSeconds);
      return { url: `${siteUrl}/wp-json/${linksNamespace}/contacts?token=${token}`, expiresAt };
    },
    find: async (token) => readOrder(await redis.get(keyOf(token))),
    take: async (token) => readOrder(await redis.getdel(keyOf(token))),
  };
}

const readOrder = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as Order));
