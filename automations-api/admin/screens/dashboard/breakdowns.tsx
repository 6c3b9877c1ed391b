/** Contacts by status, tag and list. Each row links to its contacts. */
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { Rank } from '../../../../shared/ui/rank.tsx';
import { RankCard } from '../../../../shared/ui/rank-card.tsx';
import { Bones, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { TermKind } from '../../core/terms.ts';
import type { CountedTerm, SiteStats } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.dashboard;
const mostTerms = 50;
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

/** Shows contacts by tag or list. `total`: number of all contacts, from which shares are computed. */
export function ByTerm({ kind, total = 0 }: { kind: TermKind; total: number | undefined }) {
  const { title, none, all } = words.terms[kind];
  const terms = useLoad(async (signal) => {
    const ask = { sort: 'contacts', counts: 1, limit: mostTerms };
    const answer = await api.get<Record<string, CountedTerm[]>>(`/${kind}s`, ask, signal);
    return (answer[`${kind}s`] ?? []).filter(({ contacts }) => contacts > 0);
  }, []);
  return (
    <RankCard
      title={title}
      aside={
        <a class="text" href={pathTo(`${kind}s`)}>
          {all}
        </a>
      }
    >
      <Show of={terms} bones={bones}>
        {(ranked) =>
          ranked.length === 0 ? (
            <p class="none">{none}</p>
          ) : (
            <Rank
              title={title}
              total={total}
              shown={shownTerms}
              items={ranked.map(({ ID, name, contacts }) => ({
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
