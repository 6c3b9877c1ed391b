/** The state of a link at a moment: whether it redirects as intended, and until when. Pure. */
import type { Link } from '../../core/types.ts';

export type LinkState = { is: 'live' | 'banned' | 'expired' | 'archived' } | { is: 'starts' | 'expires'; at: string };

const soonMs = 14 * 86_400_000;
type Facts = Pick<Link, 'banned' | 'archived' | 'startsAt' | 'expiresAt'>;

/** The most important state wins: a link that is banned and archived is banned. */
export function stateOf({ banned, archived, startsAt, expiresAt }: Facts, now: number): LinkState {
  if (banned) return { is: 'banned' };
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  if (left <= 0) return { is: 'expired' };
  if (archived) return { is: 'archived' };
  if (startsAt !== null && Date.parse(startsAt) > now) return { is: 'starts', at: startsAt };
  return left < soonMs && expiresAt !== null ? { is: 'expires', at: expiresAt } : { is: 'live' };
}
