/** A link's state as a badge. */
import { dateTime, relative } from '../../../../shared/ui/format.ts';
import { pathTo } from '../../core/routes.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.links.states;
const looks: Record<LinkState['is'], string> = {
  live: 'good',
  banned: 'bad',
  expired: 'bad',
  usedUp: 'bad',
  archived: '',
  broken: 'bad',
  starts: 'warn',
  expires: 'warn',
};

export function StateBadge({ link }: { link: Link }) {
  const state = stateOf(link, Date.now());
  if (state.is === 'banned') {
    return (
      <a class={`tag ${looks.banned}`} href={pathTo('link', { id: link.id })} title={words.whyBanned}>
        {words.banned}
      </a>
    );
  }
  return (
    <span class={`tag ${looks[state.is]}`} title={titleOf(link, state)}>
      {'at' in state ? words[state.is](relative(state.at)) : words[state.is]}
    </span>
  );
}

function titleOf(link: Link, state: LinkState): string | undefined {
  const { health } = link;
  if (state.is === 'usedUp') return usedOf(link);
  if (state.is === 'broken') return words.brokenSince(health.httpStatus, dateTime(health.since ?? ''));
  return 'at' in state ? dateTime(state.at) : undefined;
}

/** Formats the used part of a link's click limit. */
export const usedOf = ({ usedClicks, maxClicks }: Pick<Link, 'usedClicks' | 'maxClicks'>): string =>
  words.usedOf(usedClicks ?? 0, maxClicks ?? 0);

type LinkState =
  | { is: 'live' | 'banned' | 'expired' | 'usedUp' | 'archived' | 'broken' }
  | { is: 'starts' | 'expires'; at: string };

const soonMs = 14 * 86_400_000;
type Facts = Pick<Link, 'banned' | 'archived' | 'health' | 'startsAt' | 'expiresAt' | 'maxClicks' | 'usedClicks'>;

/** Returns the most important state: a banned and archived link is banned. */
export function stateOf(link: Facts, now: number): LinkState {
  const { banned, archived, health, startsAt, expiresAt, maxClicks, usedClicks } = link;
  if (banned) return { is: 'banned' };
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  if (left <= 0) return { is: 'expired' };
  if (maxClicks !== null && (usedClicks ?? 0) >= maxClicks) return { is: 'usedUp' };
  if (archived) return { is: 'archived' };
  if (health.status === 'broken') return { is: 'broken' };
  if (startsAt !== null && Date.parse(startsAt) > now) return { is: 'starts', at: startsAt };
  return left < soonMs && expiresAt !== null ? { is: 'expires', at: expiresAt } : { is: 'live' };
}
