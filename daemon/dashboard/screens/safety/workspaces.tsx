/** Workspaces with many banned links, and suspended ones. */
import { useState } from 'preact/hooks';
import { OneOf } from '../../../../shared/ui/choice-buttons.tsx';
import { number, relative } from '../../../../shared/ui/format.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { usePages } from '../../../../shared/ui/pages.ts';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import type { SafetyWorkspace } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { changeWorkspace } from './actions.ts';
import { type PendingAction, ReasonDialog } from './reason-dialog.tsx';

const words = text.safety;
const states = { flagged: words.flagged, suspended: words.suspended };

const columns: Column<SafetyWorkspace>[] = [
  {
    key: 'name',
    head: words.workspace,
    isGrowing: true,
    cell: ({ name, owner }) => (
      <>
        <span class="first" dir="auto">
          {name}
        </span>
        <span class="second" dir="auto">
          {owner}
        </span>
      </>
    ),
  },
  { key: 'bans', head: words.bans, isNumber: true, cell: ({ bans }) => number(bans) },
  { key: 'flagged', head: words.flagged, isWide: true, cell: ({ flaggedAt }) => relative(flaggedAt) },
  {
    key: 'state',
    head: words.state,
    cell: ({ suspendedAt }) => (
      <span class={suspendedAt ? 'tag bad' : 'tag'}>{suspendedAt ? words.suspended : words.active}</span>
    ),
  },
];

export function Workspaces() {
  const [query, change] = useQuery();
  const state = query.state === 'suspended' ? 'suspended' : 'flagged';
  const pages = usePages<SafetyWorkspace>(
    async (cursor, signal) => {
      const page = await api.get<{ workspaces: SafetyWorkspace[]; nextCursor: string | null }>(
        '/safety/workspaces',
        { state, cursor },
        signal,
      );
      return { items: page.workspaces, nextCursor: page.nextCursor };
    },
    [state],
  );
  const [pending, setPending] = useState<PendingAction>();
  const ask = (row: SafetyWorkspace, action: 'suspend' | 'restore' | 'unflag') => () =>
    setPending(changeWorkspace(row, action, pages.reload));
  const actions = (row: SafetyWorkspace): MenuItem[] => [
    row.suspendedAt
      ? { label: words.workspaceActions.restore.action, icon: 'check', onSelect: ask(row, 'restore') }
      : { label: words.workspaceActions.suspend.action, icon: 'lock', isBad: true, onSelect: ask(row, 'suspend') },
    ...(row.flaggedAt
      ? [{ label: words.workspaceActions.unflag.action, icon: 'refresh' as const, onSelect: ask(row, 'unflag') }]
      : []),
  ];
  return (
    <section class="card" aria-label={words.tabs.workspaces}>
      <header>
        <OneOf label={words.state} value={state} options={states} onChoose={(one) => change({ state: one })} />
      </header>
      <Show of={pages}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="check" title={words.noWorkspaces[state]} />
          ) : (
            <>
              <Table
                label={words.tabs.workspaces}
                rows={items}
                columns={columns}
                idOf={({ id }) => id}
                nameOf={({ name }) => name}
                actions={actions}
              />
              <Pager pages={pages} shown={words.countWorkspaces(items.length)} moreLabel={text.actions.more} />
            </>
          )
        }
      </Show>
      {pending && <ReasonDialog pending={pending} onClose={() => setPending(undefined)} />}
    </section>
  );
}
