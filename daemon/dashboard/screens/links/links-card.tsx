/** The table of links with page buttons, or the empty state. */

import { Button } from '../../../../shared/ui/button.tsx';
import { moveBetweenRows } from '../../../../shared/ui/list/rows.ts';
import { sortedBy } from '../../../../shared/ui/list/sort-menu.tsx';
import { ListSteps, type Steps } from '../../../../shared/ui/list/steps.tsx';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Empty } from '../../../../shared/ui/states.tsx';
import { type Selection, Table } from '../../../../shared/ui/table.tsx';
import type { Query } from '../../../../shared/ui/url-state.ts';
import { may } from '../../core/session.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { useClicks } from './clicks.ts';
import { columnsOf } from './columns.tsx';
import { isFiltered, type Listed, noFilters } from './list-query.ts';
import { view } from './view.ts';

const words = text.links;

type Props = {
  links: Link[];
  /** The number of the first link. */
  first: number;
  listed: Listed;
  totalText: string | undefined;
  steps: Steps;
  selection: Selection;
  menuOf: (link: Link) => MenuItem[];
  onCopy: (link: Link) => void;
  onCreate: () => void;
  change: (changes: Query) => void;
};

export function LinksCard(props: Props) {
  const { links, listed, selection, menuOf, onCopy, change } = props;
  const clicks = useClicks(
    links.map(({ id }) => id),
    listed.range,
  );
  if (links.length === 0) return <Nothing {...props} />;
  const nameOf = nameAmong(links);
  return (
    <div class={view.isCompact.value ? 'list-compact' : undefined}>
      <Table
        label={words.title}
        rows={links}
        columns={columnsOf({ clicks, range: listed.range, hidden: view.hidden.value, nameOf, onCopy })}
        nameOf={nameOf}
        sort={{ by: listed.sort, order: listed.order, onSort: (by, order) => change(sortedBy(words.sorts, by, order)) }}
        selection={selection}
        actions={menuOf}
        onKey={(_, event) => moveBetweenRows(event)}
      />
      <ListSteps first={props.first} count={links.length} total={props.totalText} steps={props.steps} change={change} />
    </div>
  );
}

/** Returns a function that names a link: by its slug, and its domain if another row has the same slug. */
function nameAmong(links: readonly Link[]): (link: Link) => string {
  const slugs = new Map<string, number>();
  for (const { slug } of links) slugs.set(slug, (slugs.get(slug) ?? 0) + 1);
  return ({ slug, domain }) => (slugs.get(slug) === 1 ? slug : words.slugOn(slug, domain));
}

function Nothing({ listed, onCreate, change }: Props) {
  if (isFiltered(listed)) {
    return (
      <Empty
        icon="search"
        title={words.none}
        actions={<Button onClick={() => change(noFilters)}>{words.clearFilters}</Button>}
      >
        {words.noneNote}
      </Empty>
    );
  }
  const create = (
    <>
      <Button kind="main" icon="plus" onClick={onCreate}>
        {words.createFirst}
      </Button>
      <Button icon="upload" onClick={() => change({ many: '1' })}>
        {words.createMany}
      </Button>
    </>
  );
  return (
    <Empty icon="link" title={words.empty} actions={may('member') ? create : undefined}>
      {may('member') ? words.emptyNote : words.emptyNoteViewer}
    </Empty>
  );
}
