/** All workspaces with a search, or those with many banned links or suspended ones. */
import { useState } from 'preact/hooks';
import { OneOf } from '../../../../shared/ui/choice-buttons.tsx';
import { number, relative } from '../../../../shared/ui/format.ts';
import { ListCard, NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { useSettled } from '../../../../shared/ui/load.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { rowsOf, usePages } from '../../../../shared/ui/pages.ts';
import { Empty } from '../../../../shared/ui/states.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { planText } from '../../core/code-texts.ts';
import type { SafetyWorkspace } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { changeWorkspace, linksOfWorkspace, setPlan } from './actions.ts';
import { type PendingAction, ReasonDialog } from './reason-dialog.tsx';

const words = text.safety;
const states = { all: words.all, flagged: words.flagged, suspended: words.suspended };
type State = keyof typeof states;

/** The columns that only one choice of states shows. */
const ownColumns: Record<State, Column<SafetyWorkspace>[]> = {
  all: [{ key: 'created', head: words.created, isWide: true, cell: ({ createdAt }) => relative(createdAt) }],
  flagged: [
    { key: 'bans', head: words.bans, isNumber: true, isWide: true, cell: ({ bans }) => number(bans) },
    { key: 'flagged', head: words.flagged, isWide: true, cell: ({ flaggedAt }) => relative(flaggedAt) },
  ],
  suspended: [
    { key: 'suspended', head: words.suspended, isWide: true, cell: ({ suspendedAt }) => relative(suspendedAt) },
  ],
};

const columnsOf = (state: State): Column<SafetyWorkspace>[] => [
  {
    key: 'name',
    head: words.workspace,
    isGrowing: true,
    cell: ({ name, owner }) => <NameCell name={name} note={owner} />,
  },
  { key: 'plan', head: words.plan, cell: ({ plan }) => planText(plan) },
  { key: 'links', head: words.links, isNumber: true, isWide: true, cell: ({ usage }) => number(usage.links) },
  { key: 'clicks', head: words.clicks, isNumber: true, isWide: true, cell: ({ usage }) => number(usage.clicks) },
  ...ownColumns[state],
  { key: 'state', head: words.state, cell: (row) => <StateTag {...row} /> },
];

function StateTag({ suspendedAt, flaggedAt }: SafetyWorkspace) {
  if (suspendedAt) return <span class="tag bad">{words.suspended}</span>;
  return flaggedAt ? <span class="tag warn">{words.flagged}</span> : <span class="tag">{words.active}</span>;
}

export function Workspaces() {
  const [query, change] = useQuery();
  const { q = '' } = query;
  const settled = useSettled(q.trim(), 400);
  const state: State = query.state === 'suspended' || query.state === 'flagged' ? query.state : 'all';
  const pages = usePages<SafetyWorkspace>(
    async (cursor, signal) => {
      const page = await api.get<{ workspaces: SafetyWorkspace[]; nextCursor: string | null }>(
        '/safety/workspaces',
        { state, q: settled || undefined, cursor },
        signal,
      );
      return { items: page.workspaces, nextCursor: page.nextCursor };
    },
    [state, settled],
  );
  const [pending, setPending] = useState<PendingAction>();
  const ask = (row: SafetyWorkspace, action: 'suspend' | 'restore' | 'unflag') => () =>
    setPending(changeWorkspace(row, action, pages.reload));
  const actions = (row: SafetyWorkspace): MenuItem[] => [
    { label: words.setPlan.action, icon: 'card', onSelect: () => setPending(setPlan(row, pages.reload)) },
    { label: words.itsLinks, icon: 'link', href: linksOfWorkspace(row.id) },
    row.suspendedAt
      ? { label: words.workspaceActions.restore.action, icon: 'check', onSelect: ask(row, 'restore') }
      : { label: words.workspaceActions.suspend.action, icon: 'lock', isBad: true, onSelect: ask(row, 'suspend') },
    ...(row.flaggedAt
      ? [{ label: words.workspaceActions.unflag.action, icon: 'refresh' as const, onSelect: ask(row, 'unflag') }]
      : []),
  ];
  return (
    <ListCard
      of={rowsOf(pages)}
      head={
        <header>
          <search class="bar filters safety-search">
            <input
              type="search"
              dir="auto"
              aria-label={words.searchWorkspaces}
              placeholder={words.searchWorkspaces}
              value={q}
              onInput={(event) => change({ q: event.currentTarget.value }, { isReplacing: true })}
            />
          </search>
          <OneOf label={words.state} value={state} options={states} onChoose={(one) => change({ state: one })} />
        </header>
      }
      empty={
        <Empty icon={settled ? 'search' : 'check'} title={settled ? words.noWorkspace : words.noWorkspaces[state]} />
      }
      label={words.tabs.workspaces}
      columns={columnsOf(state)}
      actions={actions}
    >
      <Pager pages={pages} shown={words.countWorkspaces} moreLabel={text.actions.more} />
      {pending && <ReasonDialog pending={pending} onClose={() => setPending(undefined)} />}
    </ListCard>
  );
}
