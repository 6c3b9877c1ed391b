/**
 * Links by which a browser downloads an export, since downloads cannot send the session's nonce. A link works once
 * within a minute, for fixed parameters and on behalf of its creator. Redis stores it under a hash of the token.
 */
import type { Redis } from 'ioredis';
import { hashSecret, randomToken } from '../../../../shared/secrets/secrets.ts';
import type { Caller } from '../../../host/core/route.ts';
import type { ExportArgs } from './answer-export.ts';

/** The namespace of the links. It needs neither session nor key. */
export const linksNamespace = 'automations-export/v1';

const validSeconds = 60;

type Order = { caller: Caller; params: ExportArgs };

/** The store of links. `find` and `take` resolve to the export of a valid token. `take` also invalidates the token. */
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
      const expiresAt = new Date(Date.now() + validSeconds * 1_000);
      await redis.set(keyOf(token), JSON.stringify(order), 'EX', validSeconds);
      return { url: `${siteUrl}/wp-json/${linksNamespace}/contacts?token=${token}`, expiresAt };
    },
    find: async (token) => readOrder(await redis.get(keyOf(token))),
    take: async (token) => readOrder(await redis.getdel(keyOf(token))),
  };
}

const readOrder = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as Order));
