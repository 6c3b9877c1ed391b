/** Data that a merge combines or discards. */

import { idsIn } from '../../core/memberships.ts';
import { statusOf } from '../../core/statuses.ts';
import { nameOfTerm, useTerms } from '../../core/terms.ts';
import type { ContactDetail } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { type Side, statusOfMerged } from './merge-rows.ts';

const words = text.merge;

type JoinedProps = { keep: ContactDetail; other: ContactDetail; address: Side };

export function Joined({ keep, other, address }: JoinedProps) {
  const known = { tags: useTerms('tag'), lists: useTerms('list') };
  const [one, two] = [keep.contact.db_contact, other.contact.db_contact];
  if (!one || !two) return null;
  const both = (what: 'tags' | 'lists') =>
    [...new Set([...idsIn(one[what]), ...idsIn(two[what])])].map((id) => nameOfTerm(known[what], id)).join(', ');
  const status = statusOfMerged(one.status, two.status, address);
  const lost = address === 'keep' ? two.email : one.email;
  return (
    <dl class="merge-joined">
      <dt>{text.contacts.fields.status}</dt>
      <dd>
        {text.statuses[statusOf(status)]}. <span class="soft">{words.statusNote}</span>
      </dd>
      {(['tags', 'lists'] as const).map((what) => (
        <div key={what}>
          <dt>{text.contacts.fields[what]}</dt>
          <dd>{both(what) || '—'}</dd>
        </div>
      ))}
      <dt>{text.contacts.fields.points}</dt>
      <dd>{Number(one.points) + Number(two.points)}</dd>
      <dt>{words.joined}</dt>
      <dd>{words.joinedNote}</dd>
      <dt>{words.lost}</dt>
      <dd>{words.lostNote(lost)}</dd>
    </dl>
  );
}
