/** Contacts: all of them by search and filters; what is done with one or with many. */
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useQuery } from '../../../../shared/ui/address.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { moveBetweenRows, rowAtHand, toggled } from '../../../../shared/ui/list/rows.ts';
import { SelectionBar } from '../../../../shared/ui/list/selection-bar.tsx';
import { ListSteps } from '../../../../shared/ui/list/steps.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { useShortcut } from '../../../../shared/ui/shortcuts.tsx';
import { Bones, Empty, Failed, Show } from '../../../../shared/ui/states.tsx';
import { Table } from '../../../../shared/ui/table.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../api.ts';
import { useKnown } from '../../filter/known.ts';
import { pathTo } from '../../routes.ts';
import { may } from '../../session.ts';
import { text } from '../../text/text.ts';
import type { ContactRecord } from '../../types.ts';
import { ActOnMany, type ManyAct } from './act-on-many.tsx';
import { columnsOf, nameOf } from './columns.tsx';
import { AddContact } from './contact-form.tsx';
import { EditStatus } from './edit-status.tsx';
import { useContacts } from './list.ts';
import { filterObject, isFiltered, listedIn } from './list-query.ts';
import { SaveSegment } from './save-segment.tsx';
import { SelectionActs } from './selection-acts.tsx';
import { sortedBy } from './sort-menu.tsx';
import { Toolbar } from './toolbar.tsx';
import { useJob } from './use-job.ts';
import { pageSize, view } from './view.ts';

const words = text.contacts;

/** What stands over the list. */
type Over =
  | { is: 'add' }
  | { is: 'edit'; contact: ContactRecord }
  | { is: 'delete'; contact: ContactRecord }
  | { is: 'many'; act: ManyAct }
  | { is: 'segment' };

export function Contacts() {
  const [query, change] = useQuery();
  const { route } = useLocation();
  const listed = listedIn(query);
  const list = useContacts(listed);
  const known = useKnown();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** All that match, also those on pages nobody has seen. */
  const [isAll, setAll] = useState(false);
  const [over, setOver] = useState<Over>();
  const rows = list.page.data?.contacts ?? [];
  const job = useJob(() => {
    clear();
    list.reload();
  });
  useEffect(() => clear(), [list.settled]);

  function clear() {
    setChosen(new Set());
    setAll(false);
  }
  const choose = (ids: ReadonlySet<string>) => {
    setChosen(ids);
    setAll(false);
  };
  const close = () => setOver(undefined);
  const isEditor = may('editor');
  useShortcut('c', words.keys.add, () => isEditor && setOver({ is: 'add' }));
  useShortcut('/', words.keys.search, () => document.querySelector<HTMLElement>('main input[type="search"]')?.focus());
  useShortcut('x', words.keys.select, () => {
    const row = rowAtHand(rows);
    if (row) choose(toggled(chosen, row.id));
  });
  useShortcut('e', words.keys.edit, () => {
    const row = rowAtHand(rows);
    if (row && isEditor) setOver({ is: 'edit', contact: row });
  });
  useShortcut('Escape', words.keys.clear, clear);

  const menuOf = (contact: ContactRecord) => [
    { label: words.open, icon: 'user' as const, href: pathTo('contact', { id: contact.id }) },
    ...(isEditor
      ? [
          { label: words.edit, icon: 'edit' as const, onSelect: () => setOver({ is: 'edit', contact }) },
          {
            label: text.actions.delete,
            icon: 'trash' as const,
            isBad: true,
            onSelect: () => setOver({ is: 'delete', contact }),
          },
        ]
      : []),
  ];
  const count = isAll ? (list.total ?? chosen.size) : chosen.size;
  const isPageChosen = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  const hasMore = list.total === undefined || list.total > chosen.size;

  return (
    <Screen
      title={words.title}
      note={list.totalText ?? '\u00a0'}
      actions={
        isEditor && (
          <>
            {isFiltered(listed) && (
              <Button icon="filter" onClick={() => setOver({ is: 'segment' })}>
                {text.segments.save}
              </Button>
            )}
            <Button kind="main" icon="plus" shortcut="C" onClick={() => setOver({ is: 'add' })}>
              {words.add}
            </Button>
          </>
        )
      }
    >
      <Toolbar listed={listed} known={known} totalText={list.totalText} />
      {list.page.error && list.page.data && <Failed error={list.page.error} retry={list.page.reload} />}
      <section class="card list-card" aria-busy={list.page.isLoading}>
        <Show of={list.page} bones={<Bones rows={8} height={34} />}>
          {({ contacts }) =>
            contacts.length === 0 ? (
              <Nothing isFiltered={isFiltered(listed)} onClear={() => route(pathTo('contacts'))} />
            ) : (
              <div class={view.isCompact.value ? 'list-compact' : undefined}>
                <Table
                  label={words.title}
                  rows={contacts}
                  columns={columnsOf(known, view.hidden.value)}
                  idOf={({ id }) => id}
                  nameOf={({ email }) => email}
                  sort={{ by: listed.sort, order: listed.order, onSort: (by, order) => change(sortedBy(by, order)) }}
                  selection={{ ids: chosen, onChange: choose }}
                  actions={menuOf}
                  onKey={(_, event) => moveBetweenRows(event)}
                />
                <ListSteps
                  first={(listed.page - 1) * pageSize.value + 1}
                  count={contacts.length}
                  total={list.totalText}
                  steps={list.steps}
                  change={change}
                />
              </div>
            )
          }
        </Show>
      </section>
      {(chosen.size > 0 || job.progress) && (
        <SelectionBar
          count={count}
          all={isPageChosen && hasMore && !isAll ? list.totalText : undefined}
          progress={job.progress}
          onAll={() => setAll(true)}
          onCancel={job.cancel}
          onClear={clear}
        >
          {isEditor && <SelectionActs onAct={(act) => setOver({ is: 'many', act })} />}
        </SelectionBar>
      )}
      {over?.is === 'add' && <AddContact onClose={close} onDone={list.reload} />}
      {over?.is === 'edit' && <EditStatus contact={over.contact} known={known} onClose={close} onDone={list.reload} />}
      {over?.is === 'delete' && (
        <Confirm
          title={words.deleteTitle(nameOf(over.contact) || over.contact.email)}
          action={text.actions.delete}
          onClose={close}
          onConfirm={async () => {
            await api.delete(`/contact/${over.contact.id}`);
            toast(words.deleted(over.contact.email));
            list.reload();
          }}
        >
          {words.deleteNote}
        </Confirm>
      )}
      {over?.is === 'segment' && <SaveSegment filter={filterObject(listed)} onClose={close} />}
      {over?.is === 'many' && (
        <ActOnMany
          act={over.act}
          count={count}
          known={known}
          onClose={close}
          onStart={(action) =>
            job.start({
              filter: isAll ? filterObject(listed) : { ids: [...chosen].map(Number) },
              all: isAll && !isFiltered(listed),
              ...action,
            })
          }
        />
      )}
    </Screen>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <Empty icon="search" title={words.none} actions={<Button onClick={onClear}>{words.clearFilters}</Button>} />
  ) : (
    <Empty icon="contact" title={words.empty}>
      {words.emptyNote}
    </Empty>
  );
}
