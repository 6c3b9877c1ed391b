/** Contacts: the list with search and filters, and actions on one or many. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { AddButton } from '../../../../shared/ui/add-button.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { SelectionBar } from '../../../../shared/ui/list/selection-bar.tsx';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Bones, Empty, Show } from '../../../../shared/ui/states.tsx';
import { toastError } from '../../../../shared/ui/toast.tsx';
import { useNew, useQuery } from '../../../../shared/ui/url-state.ts';
import { useKnown } from '../../core/named-objects.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { statusNames } from '../../core/statuses.ts';
import type { ContactRecord } from '../../core/types.ts';
import { downloadContacts } from '../../filter/export-link.ts';
import { text } from '../../text/later.ts';
import { useStatusChange } from './change-status.tsx';
import { AddContact } from './contact-form.tsx';
import { ContactsTable } from './contacts-table.tsx';
import { type ContactDialog, ContactDialogs } from './dialogs.tsx';
import { useListKeys } from './keys.ts';
import { useContacts } from './list.ts';
import { isFiltered, listedIn } from './list-query.ts';
import { useSegmentActions } from './saved-segment.tsx';
import { useSelection } from './selection.ts';
import { SelectionActions } from './selection-actions.tsx';
import { Toolbar } from './toolbar.tsx';
import { useJob } from './use-job.ts';

const words = text.contacts;

export function Contacts() {
  const [query, change] = useQuery();
  const { route } = useLocation();
  const listed = listedIn(query);
  const list = useContacts(listed);
  const known = useKnown();
  const selection = useSelection(listed, list.settled, list.total);
  const [dialog, setDialog] = useState<ContactDialog>();
  const segment = useSegmentActions(listed, known);
  const job = useJob(list.reload);
  const status = useStatusChange((contact, to) => list.patch(contact.id, { status: String(statusNames.indexOf(to)) }));
  const rows = list.page.data?.contacts ?? [];
  const isEditor = may('editor');
  const [isAdding, setAdding] = useNew(isEditor);
  const add = () => setAdding(true);
  const edit = (contact: ContactRecord) => setDialog({ is: 'edit', contact });
  useListKeys(rows, { edit, select: ({ id }) => selection.toggle(id), clear: selection.clear });

  const menuOf = (contact: ContactRecord) =>
    rowMenu(contact, isEditor && { edit: () => edit(contact), remove: () => setDialog({ is: 'delete', contact }) });

  return (
    <Screen
      title={words.title}
      note={list.totalText ?? '\u00a0'}
      actions={isEditor && <AddButton label={words.add} onAdd={add} />}
      more={[...segment.actions, { label: text.duplicates.title, icon: 'merge', href: pathTo('duplicates') }]}
    >
      <Toolbar listed={listed} known={known} totalText={list.totalText} />
      <section class="card list-card" aria-busy={list.page.isLoading}>
        <Show of={list.page} bones={<Bones rows={8} height={34} />}>
          {({ contacts }) =>
            contacts.length === 0 ? (
              <Nothing isFiltered={isFiltered(listed)} onClear={() => route(pathTo('contacts'))} onAdd={add} />
            ) : (
              <ContactsTable
                contacts={contacts}
                listed={listed}
                known={known}
                list={list}
                selection={isEditor ? { ids: selection.ids, onChange: selection.choose } : undefined}
                edits={
                  isEditor
                    ? { setStatus: status.change, showTags: ({ id }, tags) => list.patch(id, { tags }) }
                    : undefined
                }
                menuOf={menuOf}
                change={change}
              />
            )
          }
        </Show>
      </section>
      <Selected list={list} selection={selection} job={job} onOpen={setDialog} />
      {isAdding && <AddContact onClose={() => setAdding(false)} onDone={list.reload} />}
      {segment.dialog}
      {status.dialog}
      <ContactDialogs
        dialog={dialog}
        onClose={() => setDialog(undefined)}
        onDone={list.reload}
        onStart={async (action) => {
          await job.start({ filter: selection.filter(), all: selection.isEverybody, ...action });
          // Contacts that are selected while the job runs stay selected when the job ends.
          selection.clear();
        }}
      />
    </Screen>
  );
}

type SelectedProps = {
  list: ReturnType<typeof useContacts>;
  selection: ReturnType<typeof useSelection>;
  job: ReturnType<typeof useJob>;
  onOpen: (dialog: ContactDialog) => void;
};

/** Shows the bar with actions on the selected contacts. */
function Selected({ list, selection, job, onOpen }: SelectedProps) {
  const { ids, isAll, count } = selection;
  if (count === 0 && !job.progress) return null;
  const rows = list.page.data?.contacts ?? [];
  const isPageChosen = rows.length > 0 && rows.every(({ id }) => ids.has(id));
  const hasMore = list.total === undefined || list.total > count;
  return (
    <SelectionBar
      count={count}
      all={isPageChosen && hasMore && !isAll ? list.totalText : undefined}
      progress={job.progress}
      onAll={selection.chooseAll}
      onCancel={job.cancel}
      onClear={selection.clear}
    >
      <SelectionActions
        onOpen={(action) => onOpen({ is: 'many', action, count })}
        onExport={() => downloadContacts(selection.filter(), { format: 'csv' }).catch(toastError)}
      />
    </SelectionBar>
  );
}

type NothingProps = { isFiltered: boolean; onClear: () => void; onAdd: () => void };

function Nothing({ isFiltered, onClear, onAdd }: NothingProps) {
  return isFiltered ? (
    <Empty icon="search" title={words.none} actions={<Button onClick={onClear}>{words.clearFilters}</Button>} />
  ) : (
    <Empty
      icon="contact"
      title={words.empty}
      actions={
        may('editor') && (
          <>
            <a class="btn main" href={pathTo('import')}>
              {words.importFirst}
            </a>
            <Button onClick={onAdd}>{words.addFirst}</Button>
          </>
        )
      }
    >
      {words.emptyNote}
    </Empty>
  );
}

/** Returns a row's menu. `actions` is false for viewers. */
const rowMenu = (
  { id }: Pick<ContactRecord, 'id'>,
  actions: { edit: () => void; remove: () => void } | false,
): MenuItem[] => [
  { label: words.open, icon: 'user', href: pathTo('contact', { id }) },
  ...(actions
    ? [
        { label: words.edit, icon: 'edit', onSelect: actions.edit } as const,
        { label: words.merge, icon: 'people', href: pathTo('contact', { id }, { merge: 'with' }) } as const,
        { label: text.actions.delete, icon: 'trash', isBad: true, onSelect: actions.remove } as const,
      ]
    : []),
];
