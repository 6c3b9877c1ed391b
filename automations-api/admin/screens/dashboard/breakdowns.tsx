/** Contacts by status, tag and list. Each row links to its contacts. */
import type { Loaded } from '../../../../shared/ui/load.ts';
import { Rank } from '../../../../shared/ui/rank.tsx';
import { RankCard } from '../../../../shared/ui/rank-card.tsx';
import { Bones, Show } from '../../../../shared/ui/states.tsx';
import { pathTo } from '../../core/routes.ts';
import type { TermKind } from '../../core/terms.ts';
import type { SiteStats } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.dashboard;
const shownTerms = 6;
const bones = <Bones rows={6} height={22} />;

export function ByStatus({ stats }: { stats: Loaded<SiteStats> }) {
  return (
    <RankCard title={words.byStatus} aside={words.units.all}>
      <Show of={stats} bones={bones}>
        {({ statuses, contacts }) => (
          <Rank
            title={words.byStatus}
            total={contacts}
            items={statuses
              .filter((one) => one.contacts > 0)
              .sort((a, b) => b.contacts - a.contacts)
              .map((one) => ({
                value: one.status,
                label: text.statuses[one.status],
                count: one.contacts,
                href: pathTo('contacts', {}, { status: one.status }),
              }))}
          />
        )}
      </Show>
    </RankCard>
  );
}

/** Shows contacts by tag or list. */
export function ByTerm({ kind, stats }: { kind: TermKind; stats: Loaded<SiteStats> }) {
  const { title, none, all } = words.terms[kind];
  return (
    <RankCard
      title={title}
      aside={
        <a class="text" href={pathTo(`${kind}s`)}>
          {all}
        </a>
      }
    >
      <Show of={stats} bones={bones}>
        {({ [`${kind}s` as const]: terms = [], contacts }) =>
          terms.length === 0 ? (
            <p class="none">{none}</p>
          ) : (
            <Rank
              title={title}
              total={contacts}
              shown={shownTerms}
              items={terms.map(({ ID, name, contacts }) => ({
                value: String(ID),
                label: name,
                count: contacts,
                href: pathTo('contacts', {}, { [kind]: String(ID) }),
              }))}
            />
          )
        }
      </Show>
    </RankCard>
  );
}
