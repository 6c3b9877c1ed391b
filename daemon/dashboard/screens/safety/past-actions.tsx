/** Operators' past actions, newest first. */
import { relative } from '../../../../shared/ui/format.ts';
import { ListCard, NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { rowsOf, usePages } from '../../../../shared/ui/pages.ts';
import { Empty } from '../../../../shared/ui/states.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { api } from '../../core/api.ts';
import { planText } from '../../core/code-texts.ts';
import { pathTo } from '../../core/routes.ts';
import type { OperatorAction } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { actionText } from './words.ts';

const words = text.safety;

/** Shows the name of a link, workspace or user, with its place on the other tabs. */
function Name({ objectId, objectName }: OperatorAction) {
  if (objectName === null) return <code class="soft">{objectId}</code>;
  const query = objectId.startsWith('lnk_') ? { tab: 'links', q: objectName } : { tab: 'workspaces', q: objectId };
  if (objectId.startsWith('usr_')) return <span dir="auto">{objectName}</span>;
  return (
    <a class="text" dir="auto" href={pathTo('safety', {}, query)}>
      {objectName}
    </a>
  );
}

const columns: Column<OperatorAction>[] = [
  {
    key: 'act',
    head: words.action,
    isGrowing: true,
    cell: (row) => (
      <NameCell
        name={
          <>
            {row.plan ? words.planChanged(planText(row.plan)) : actionText(row.action)} <Name {...row} />
          </>
        }
        note={row.reason}
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
