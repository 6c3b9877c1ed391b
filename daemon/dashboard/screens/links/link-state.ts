/** The state of a link at a given time. Pure. */
import type { Link } from '../../core/types.ts';

export type LinkState = { is: 'live' | 'banned' | 'expired' | 'archived' } | { is: 'starts' | 'expires'; at: string };

const soonMs = 14 * 86_400_000;
type Facts = Pick<Link, 'banned' | 'archived' | 'startsAt' | 'expiresAt'>;

/** Returns the most important state: a banned and archived link is banned. */
export function stateOf({ banned, archived, startsAt, expiresAt }: Facts, now: number): LinkState {
  if (banned) return { is: 'banned' };
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  if (left <= 0) return { is: 'expired' };
  if (archived) return { is: 'archived' };
  if (startsAt !== null && Date.parse(startsAt) > now) return { is: 'starts', at: startsAt };
  return left < soonMs && expiresAt !== null ? { is: 'expires', at: expiresAt } : { is: 'live' };
}
