/** Operators' past actions, newest first. */
import { relative } from '../../../../shared/ui/format.ts';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { usePages } from '../../../../shared/ui/pages.ts';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { api } from '../../core/api.ts';
import type { OperatorAction } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { actionText } from './words.ts';

const words = text.safety;

const columns: Column<OperatorAction>[] = [
  {
    key: 'act',
    head: words.action,
    isGrowing: true,
    cell: ({ action, objectId, reason }) => (
      <>
        <span class="first" dir="auto">
          {actionText(action)} <code class="soft">{objectId}</code>
        </span>
        <span class="second" dir="auto" title={reason ?? undefined}>
          {reason}
        </span>
      </>
    ),
  },
  {
    key: 'who',
    head: words.who,
    isWide: true,
    cell: ({ operator, commandLine }) => (commandLine ? words.commandLine : (operator ?? words.previousOperator)),
  },
  { key: 'when', head: words.when, cell: ({ createdAt }) => relative(createdAt) },
];

export function PastActions() {
  const actions = usePages<OperatorAction>(async (cursor, signal) => {
    const page = await api.get<{ actions: OperatorAction[]; nextCursor: string | null }>(
      '/safety/actions',
      { cursor },
      signal,
    );
    return { items: page.actions, nextCursor: page.nextCursor };
  }, []);
  return (
    <section class="card" aria-label={words.tabs.actions}>
      <Show of={actions}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="clock" title={words.noActions} />
          ) : (
            <>
              <Table label={words.tabs.actions} rows={items} columns={columns} idOf={({ id }) => id} />
              <Pager pages={actions} shown={words.countActions(items.length)} moreLabel={text.actions.more} />
            </>
          )
        }
      </Show>
    </section>
  );
}
