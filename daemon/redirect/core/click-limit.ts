/** Click limits of links. `clicks/click-limit-counter.ts` implements the counter. Pure. */
import type { Headers } from './visit.ts';

/** A link's click limit. `used`: clicks counted when the link's row was read. */
export type ClickLimit = { clicks: number; used: number };

/** A counter of clicks on links with a limit. Only `requestGrant` waits. The counter does not keep its arguments. */
export type ClickLimitCounter = {
  /** Returns the known number of clicks, which never exceeds the real one. */
  find(linkId: number, limit: ClickLimit): number;
  /** Counts an admitted visitor, unless it is a bot or a prefetch. Returns true if it was counted. */
  count(linkId: number, limit: ClickLimit, headers: Headers): boolean;
  /** Returns whether the visitor needs a grant, because other processes could be taking the last clicks. */
  needsGrant(linkId: number, limit: ClickLimit, headers: Headers): boolean;
  /** Requests a click. Resolves soon, to true if it was granted and counted. */
  requestGrant(linkId: number, limit: ClickLimit): Promise<boolean>;
};

/** Formats a click limit for the slug map. */
export const toLimitText = ({ clicks, used }: ClickLimit) => `${clicks} ${used}`;

export function fromLimitText(text: string): ClickLimit {
  const [clicks, used] = text.split(' ').map(Number) as [number, number];
  return { clicks, used };
}
