/**
 * Tokens with which a link's owners open it without counting a click. A token is in the query of the short URL, and is
 * valid for one link and two minutes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The query parameter that carries a token. It is never passed on. */
export const openingParameter = '_wpo';

/** Validity of a token, long enough to type a password. */
const validSeconds = 120;

export type Openings = {
  create(linkId: number, now: number): string;
  /** Returns whether the token was created for this link and is still valid. */
  proves(linkId: number, token: string, now: number): boolean;
};

/** Creates and checks tokens. `key` is the same in all processes that answer redirects. */
export function createOpenings(key: Buffer): Openings {
  const sign = (linkId: number, until: string) => createHmac('sha256', key).update(`${linkId} ${until}`).digest();
  return {
    create(linkId, now) {
      const until = String(Math.floor(now / 1_000) + validSeconds);
      return `${until}.${sign(linkId, until).toString('base64url')}`;
    },
    proves(linkId, token, now) {
      const [, until, mac] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
      if (until === undefined || mac === undefined || Number(until) * 1_000 <= now) return false;
      return timingSafeEqual(sign(linkId, until), Buffer.from(mac, 'base64url'));
    },
  };
}
