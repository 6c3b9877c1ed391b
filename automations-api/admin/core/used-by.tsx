/** Links to the rules, segments and plugins' objects that use an object. */

import { text } from '../text/text.ts';
import { base, pathTo } from './routes.ts';
import type { References, Uses } from './types.ts';

type Users = References & Partial<Pick<Uses, 'others'>>;

export const isUsed = ({ rules, segments, others = [] }: Users): boolean =>
  rules.length + segments.length + others.length > 0;

const most = 5;

type NamesProps = { label: string; of: { ID: number; name: string }[]; hrefOf: (id: string) => string | undefined };

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

export function UsedBy({ users }: { users: Users }) {
  if (!isUsed(users)) return null;
  return (
    <dl class="used-by">
      <Names label={text.usedBy.rules} of={users.rules} hrefOf={(id) => pathTo('rule', { id })} />
      <Names label={text.usedBy.segments} of={users.segments} hrefOf={segmentPath} />
      {users.others?.map(({ name, title, path, objects }) => (
        <Names
          key={name}
          label={title}
          of={objects}
          hrefOf={(id) => (path === null ? undefined : `${base}/${path}/${id}`)}
        />
      ))}
    </dl>
  );
}

const segmentPath = (id: string) => pathTo('contacts', {}, { segment: id });
