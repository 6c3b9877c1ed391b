/** Links that work for so many clicks. `clicks/click-limit-counter.ts` counts them, behind an interface. Pure. */
import type { Headers } from './visit.ts';

/** `used`: clicks known to have been counted when the link's row was read; there may be more by now. */
export type ClickLimit = { clicks: number; used: number };

/** Counts the clicks of links that have a limit. Returns at once but for `ask`, keeps nothing of its arguments. */
export type ClickLimitCounter = {
  /** How many are known of; never more than there were. */
  find(linkId: number, limit: ClickLimit): number;
  /** Counts a visitor who is let through, unless it is a bot or a prefetch. Whether it was counted. */
  count(linkId: number, limit: ClickLimit, headers: Headers): boolean;
  /** Whether a visitor has to ask to be let through, because others may be about to take the last clicks. */
  mustAsk(linkId: number, limit: ClickLimit, headers: Headers): boolean;
  /** Whether a visitor is let through, who is then counted already. Waits a moment at most. */
  ask(linkId: number, limit: ClickLimit): Promise<boolean>;
};

/** The form stored in the slug map. */
export const toLimitText = ({ clicks, used }: ClickLimit) => `${clicks} ${used}`;

export function fromLimitText(text: string): ClickLimit {
  const [clicks, used] = text.split(' ').map(Number) as [number, number];
  return { clicks, used };
}
