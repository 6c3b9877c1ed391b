/** Links: the list with search and filters, and actions on one or many. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { lazy } from 'preact-iso';
import { AddButton } from '../../../../shared/ui/add-button.tsx';
import { rowAtHand, toggled } from '../../../../shared/ui/list/rows.ts';
import { SelectionBar } from '../../../../shared/ui/list/selection-bar.tsx';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { saveFrom } from '../../../../shared/ui/save-file.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Bones, Show } from '../../../../shared/ui/states.tsx';
import { type Query, useQuery } from '../../../../shared/ui/url-state.ts';
import { apiUrl } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { archive, unarchive } from './actions.ts';
import { useRun } from './bulk-run.ts';
import { useLinkKeys, useSelectionKeys } from './keys.ts';
import { LinkDialogs, linkActions, type OpenDialog } from './link-dialogs.tsx';
import { LinksCard } from './links-card.tsx';
import { useList } from './list.ts';
import { filtersOf, type Listed, listedIn } from './list-query.ts';
import { rowMenu } from './row-menu.ts';
import { SelectionActions } from './selection-actions.tsx';
import { Toolbar } from './toolbar.tsx';

const words = text.links;
const LinkForm = lazy(() => import('../link-form/link-form.tsx').then((m) => m.LinkForm));
const CreateMany = lazy(() => import('../create-many/create-many.tsx').then((m) => m.CreateMany));

/** Returns the URL of the export, which contains all pages of the list. */
const exportUrl = (listed: Listed) =>
  apiUrl('/links/export', { ...filtersOf(listed), sort: listed.sort, order: listed.order, bom: '1' });

export function Links() {
  const [query, change] = useQuery();
  const listed = listedIn(query);
  const list = useList(listed);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog>();
  const seen = useSeen(list.page.data?.links);
  const run = useRun(({ done }) => {
    setChosen((before) => new Set([...before].filter((id) => !done.includes(id))));
    list.reload();
  });
  const filters = JSON.stringify(list.filters);
  useEffect(() => setChosen(new Set()), [filters]);

  const create = () => change({ new: '1' });
  const actions = linkActions(run, setDialog);
  const findLink = () => rowAtHand(list.page.data?.links ?? []);
  useLinkKeys(findLink, actions);
  useSelectionKeys(findLink, {
    select: ({ id }) => setChosen((before) => toggled(before, id)),
    clear: () => setChosen(new Set()),
  });
  const shared = { list, run, seen };

  return (
    <Screen
      title={words.title}
      note={list.totalText ?? '\u00a0'}
      actions={may('member') && <AddButton label={words.newLink} onAdd={create} />}
      more={may('member') ? moreActions(listed, change) : []}
    >
      <Toolbar listed={listed} change={change} />
      <section class="card list-card links-card" aria-busy={list.page.isLoading}>
        <Show of={list.page} bones={<Bones rows={8} height={34} />}>
          {({ links }) => (
            <LinksCard
              links={links}
              first={list.first}
              listed={listed}
              totalText={list.totalText}
              steps={list.steps}
              selection={{ ids: chosen, onChange: setChosen }}
              menuOf={(link) => rowMenu(link, actions)}
              onCopy={actions.copy}
              onCreate={create}
              change={change}
            />
          )}
        </Show>
      </section>
      <Selected {...shared} listed={listed} chosen={chosen} onChoose={setChosen} onOpen={setDialog} />
      <LinkDialogs
        dialog={dialog}
        run={run}
        nameOf={(id) => nameIn(seen, id)}
        onAdd={(link) => list.add([link])}
        onChange={list.replace}
        onClose={() => setDialog(undefined)}
      />
      {may('member') && <Creation query={query} change={change} list={list} />}
    </Screen>
  );
}

type Change = ReturnType<typeof useQuery>[1];
type Shared = { list: ReturnType<typeof useList>; run: ReturnType<typeof useRun>; seen: ReadonlyMap<string, Link> };

const moreActions = (listed: Listed, change: Change): MenuItem[] => [
  { label: words.createMany, icon: 'upload', onSelect: () => change({ many: '1' }) },
  { label: words.import, icon: 'upload', href: pathTo('import') },
  { label: words.export, icon: 'download', onSelect: () => saveFrom(exportUrl(listed), 'links.csv') },
];

const nameIn = (seen: Shared['seen'], id: string): string => seen.get(id)?.slug ?? id;

type SelectedProps = Shared & {
  listed: Listed;
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
  onOpen: (dialog: OpenDialog) => void;
};

/** Shows the bar with actions on the selected links. */
function Selected({ list, run, seen, listed, chosen, onChoose, onOpen }: SelectedProps) {
  if (chosen.size === 0 && !run.progress) return null;
  const ids = [...chosen];
  const isAllOnPage = list.page.data?.links.every(({ id }) => chosen.has(id)) ?? false;
  const hasMore = list.total === undefined || list.total > chosen.size;
  const qrLinks = ids.flatMap((id) => seen.get(id) ?? []);
  const name = ids.length === 1 ? nameIn(seen, ids[0] as string) : undefined;
  return (
    <SelectionBar
      count={chosen.size}
      all={isAllOnPage && hasMore ? list.totalText : undefined}
      progress={run.progress}
      onAll={() => void run.gather(list.filters).then((all) => all && onChoose(new Set(all)))}
      onCancel={run.cancel}
      onClear={() => onChoose(new Set())}
    >
      <SelectionActions
        archived={listed.archived}
        onEdit={() => onOpen({ is: 'editMany', ids })}
        onTag={() => onOpen({ is: 'tag', ids })}
        onArchive={() => void run.run(archive, ids)}
        onUnarchive={() => void run.run(unarchive, ids)}
        onQr={qrLinks.length === ids.length ? () => onOpen({ is: 'qr', links: qrLinks }) : undefined}
        onDelete={() => onOpen({ is: 'delete', ids, name })}
      />
    </SelectionBar>
  );
}

/** Returns a destination from the dashboard's URL, or '' if its scheme is not http or https. */
const webUrl = (url = '') => (/^https?:\/\//i.test(url) ? url : '');

/** Shows the dialogs that create links. The URL opens them. */
function Creation({ query, change, list }: { query: Query; change: Change; list: Shared['list'] }) {
  return (
    <>
      {(query.new || query.url) && (
        <LinkForm
          start={{ url: webUrl(query.url) }}
          onClose={() => change({ new: undefined, url: undefined }, { isReplacing: true })}
          onDone={(link) => list.add([link])}
        />
      )}
      {query.many && (
        <CreateMany onClose={() => change({ many: undefined }, { isReplacing: true })} onCreated={list.reload} />
      )}
    </>
  );
}

/** Collects the links shown so far by id, because a selection can span pages. */
function useSeen(links: readonly Link[] | undefined): Map<string, Link> {
  const seen = useRef(new Map<string, Link>());
  for (const link of links ?? []) seen.current.set(link.id, link);
  return seen.current;
}
