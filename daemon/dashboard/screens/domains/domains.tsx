/** The workspace's own domains and their states. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { AddButton } from '../../../../shared/ui/add-button.tsx';
import { date, number } from '../../../../shared/ui/format.ts';
import { NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { useNew } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { isFull, PlanRoom } from '../../core/plan-limit.tsx';
import { pathTo } from '../../core/routes.ts';
import { may, workspace } from '../../core/session.ts';
import type { Domain } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { useSignInSettings } from '../sign-in/settings.ts';
import { AddDomain } from './add-domain.tsx';
import { CertificateTag, StatusTag } from './domain-state.tsx';
import { RemoveDomain } from './remove-domain.tsx';

const words = text.domains;

export const loadDomains = (signal: AbortSignal): Promise<Domain[]> =>
  api.get<{ domains: Domain[] }>('/domains', {}, signal).then(({ domains }) => domains);

const columns: Column<Domain>[] = [
  {
    key: 'domain',
    head: words.domain,
    isGrowing: true,
    cell: (domain) => (
      <NameCell name={domain.unicodeHostname} href={pathTo('domain', { id: domain.id })} note={secondOf(domain)} />
    ),
  },
  { key: 'dns', head: words.dns, cell: (domain) => <StatusTag of={domain} /> },
  { key: 'certificate', head: words.certificate, isWide: true, cell: (domain) => <CertificateTag of={domain} /> },
  { key: 'added', head: words.added, isWide: true, isNumber: true, cell: ({ createdAt }) => date(createdAt) },
];

/** Returns the second line of a row: the root URL, or else the punycode form of a name in another alphabet. */
function secondOf({ rootUrl, hostname, unicodeHostname }: Domain): string {
  if (rootUrl !== null) return words.rootRedirects(rootUrl);
  return hostname === unicodeHostname ? words.noRoot : hostname;
}

function note(): string | undefined {
  const { usage, limits } = workspace.value ?? {};
  if (!usage || !limits) return undefined;
  return limits.domains === null ? words.usedOf(usage.domains) : words.used(usage.domains, number(limits.domains));
}

export function Domains() {
  const { route } = useLocation();
  const domains = useLoad(loadDomains, []);
  const [removing, setRemoving] = useState<Domain>();
  const canAdd = may('admin') && !isFull('domains');
  const [isAdding, setAdding] = useNew(canAdd);
  const actions = (domain: Domain): MenuItem[] => [
    {
      label: domain.status === 'pending' ? words.setUp : words.open,
      icon: 'globe',
      href: pathTo('domain', { id: domain.id }),
    },
    { label: words.links, icon: 'link', href: pathTo('links', {}, { domain: domain.hostname }) },
    ...(may('admin')
      ? [{ label: words.remove, icon: 'trash' as const, isBad: true, onSelect: () => setRemoving(domain) }]
      : []),
  ];
  const add = canAdd && <AddButton label={words.add} onAdd={() => setAdding(true)} />;
  return (
    <Screen title={words.title} note={note() ?? ' '} actions={domains.data?.length === 0 ? undefined : add}>
      <div class="stack">
        <PlanRoom noun="domains" />
        <section class="card hosts">
          <Show of={domains}>
            {(all) =>
              all.length === 0 ? (
                <NoDomains add={add} />
              ) : (
                <Table
                  label={words.title}
                  rows={all}
                  columns={columns}
                  nameOf={({ unicodeHostname }) => unicodeHostname}
                  actions={actions}
                />
              )
            }
          </Show>
        </section>
      </div>
      {isAdding && <AddDomain onClose={() => setAdding(false)} onAdded={({ id }) => route(pathTo('domain', { id }))} />}
      {removing && <RemoveDomain domain={removing} onClose={() => setRemoving(undefined)} onRemoved={domains.reload} />}
    </Screen>
  );
}

function NoDomains({ add }: { add: preact.ComponentChildren }) {
  const { data } = useSignInSettings();
  return (
    <Empty icon="globe" title={words.empty} actions={add}>
      {words.emptyNote(data?.defaultDomain ?? words.defaultHost)}
    </Empty>
  );
}
