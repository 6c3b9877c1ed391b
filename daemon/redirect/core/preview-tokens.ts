/**
 * Lets a link's owners open it without counting a click: by a token in the query of its short URL, valid for two
 * minutes, for this link, and for people who can see it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The query parameter that carries a token. It is never passed on. */
export const openingParameter = '_wpo';

/** A password has to be typed in it. */
const holdsForSeconds = 120;

export type Openings = {
  make(linkId: number, now: number): string;
  /** True if it was made for this link and is still valid. */
  proves(linkId: number, token: string, now: number): boolean;
};

/** `key`: of all processes that answer redirects. */
export function createOpenings(key: Buffer): Openings {
  const sign = (linkId: number, until: string) => createHmac('sha256', key).update(`${linkId} ${until}`).digest();
  return {
    make(linkId, now) {
      const until = String(Math.floor(now / 1_000) + holdsForSeconds);
      return `${until}.${sign(linkId, until).toString('base64url')}`;
    },
    proves(linkId, token, now) {
      const [, until, mac] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
      if (until === undefined || mac === undefined || Number(until) * 1_000 <= now) return false;
      return timingSafeEqual(sign(linkId, until), Buffer.from(mac, 'base64url'));
    },
  };
}
