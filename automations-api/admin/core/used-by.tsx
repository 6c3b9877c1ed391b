/** Links to the rules and segments that use an object. */

import { text } from '../text/text.ts';
import { pathTo } from './routes.ts';
import type { References } from './types.ts';

export const isUsed = ({ rules, segments }: References): boolean => rules.length + segments.length > 0;

const most = 5;

type NamesProps = { label: string; of: { ID: number; name: string }[]; hrefOf: (id: string) => string };

function Names({ label, of, hrefOf }: NamesProps) {
  if (of.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      {of.slice(0, most).map(({ ID, name }) => (
        <dd key={ID}>
          <a href={hrefOf(String(ID))}>{name}</a>
        </dd>
      ))}
      {of.length > most && <dd class="soft">{text.more(of.length - most)}</dd>}
    </>
  );
}

export function UsedBy({ users }: { users: References }) {
  if (!isUsed(users)) return null;
  return (
    <dl class="used-by">
      <Names label={text.usedBy.rules} of={users.rules} hrefOf={(id) => pathTo('rule', { id })} />
      <Names label={text.usedBy.segments} of={users.segments} hrefOf={segmentPath} />
    </dl>
  );
}

const segmentPath = (id: string) => pathTo('contacts', {}, { segment: id });
