/** Operators' past actions, newest first. */
import { relative } from '../../../../shared/ui/format.ts';
import { ListCard, NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { rowsOf, usePages } from '../../../../shared/ui/pages.ts';
import { Empty } from '../../../../shared/ui/states.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { api } from '../../core/api.ts';
import type { OperatorAction } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { actionText, planText } from './words.ts';

const words = text.safety;

const columns: Column<OperatorAction>[] = [
  {
    key: 'act',
    head: words.action,
    isGrowing: true,
    cell: ({ action, objectId, plan, reason }) => (
      <NameCell
        name={
          <>
            {plan ? words.planChanged(planText(plan)) : actionText(action)} <code class="soft">{objectId}</code>
          </>
        }
        note={reason}
      />
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
    <ListCard
      of={rowsOf(actions)}
      empty={<Empty icon="clock" title={words.noActions} />}
      label={words.tabs.actions}
      columns={columns}
    >
      <Pager pages={actions} shown={words.countActions} moreLabel={text.actions.more} />
    </ListCard>
  );
}
