/** A link's state as a badge. */
import { dateTime, relative } from '../../../../shared/ui/format.ts';
import { pathTo } from '../../core/routes.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { type LinkState, stateOf } from './link-state.ts';

const words = text.links.states;
const looks: Record<LinkState['is'], string> = {
  live: 'good',
  banned: 'bad',
  expired: 'bad',
  archived: '',
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
    <span class={`tag ${looks[state.is]}`} title={'at' in state ? dateTime(state.at) : undefined}>
      {'at' in state ? words[state.is](relative(state.at)) : words[state.is]}
    </span>
  );
}
