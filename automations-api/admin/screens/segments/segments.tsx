/** Segments: filters with a name. A new one is what the list of contacts shows when it is saved. */
import { useState } from 'preact/hooks';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { number } from '../../../../shared/ui/format.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../api.ts';
import { type Known, useKnown } from '../../filter/known.ts';
import { filterWords } from '../../filter/words.ts';
import { PageSteps } from '../../page-steps.tsx';
import { usePaged } from '../../paged.ts';
import { pathTo } from '../../routes.ts';
import { may } from '../../session.ts';
import { text } from '../../text/text.ts';
import { Time } from '../../times.tsx';
import type { Segment } from '../../types.ts';

const words = text.segments;

const columnsOf = (known: Known): Column<Segment>[] => [
  {
    key: 'name',
    head: words.name,
    isGrowing: true,
    cell: ({ ID, name, filter }) => (
      <>
        <a class="first" href={pathTo('contacts', {}, { segment: String(ID) })}>
          {name}
        </a>
        <span class="second" title={filterWords(filter, known)}>
          {filterWords(filter, known)}
        </span>
      </>
    ),
  },
  { key: 'count', head: words.count, isNumber: true, cell: ({ count }) => (count === null ? '…' : number(count)) },
  { key: 'made', head: words.made, isNumber: true, isWide: true, cell: ({ created_at }) => <Time at={created_at} /> },
];

export function Segments() {
  const known = useKnown();
  const segments = usePaged<Segment>('/segments', 'segments');
  const [renaming, setRenaming] = useState<Segment>();
  const [deleting, setDeleting] = useState<Segment>();
  const actions = (segment: Segment) => [
    { label: words.open, icon: 'contact' as const, href: pathTo('contacts', {}, { segment: String(segment.ID) }) },
    { label: text.actions.rename, icon: 'edit' as const, onSelect: () => setRenaming(segment) },
    { label: text.actions.delete, icon: 'trash' as const, isBad: true, onSelect: () => setDeleting(segment) },
  ];
  return (
    <Screen title={words.title} note={words.note}>
      <section class="card">
        <Show of={segments}>
          {(all) =>
            all.length === 0 ? (
              <Empty
                icon="filter"
                title={words.none}
                actions={
                  <a class="btn" href={pathTo('contacts')}>
                    {words.toContacts}
                  </a>
                }
              >
                {words.noneNote}
              </Empty>
            ) : (
              <Table
                label={words.title}
                rows={all}
                columns={columnsOf(known)}
                idOf={({ ID }) => String(ID)}
                nameOf={({ name }) => name}
                actions={may('editor') ? actions : undefined}
              />
            )
          }
        </Show>
        <PageSteps of={segments} />
      </section>
      {renaming && <Rename segment={renaming} onClose={() => setRenaming(undefined)} onDone={segments.reload} />}
      {deleting && (
        <Confirm
          title={words.deleteTitle(deleting.name)}
          action={text.actions.delete}
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await api.delete(`/segment/${deleting.ID}`);
            toast(words.deleted(deleting.name));
            segments.reload();
          }}
        >
          {words.deleteNote}
        </Confirm>
      )}
    </Screen>
  );
}

type RenameProps = { segment: Segment; onClose: () => void; onDone: () => void };

function Rename({ segment, onClose, onDone }: RenameProps) {
  const form = useForm({ name: segment.name }, async ({ name }) => {
    await api.post(`/segment/update/${segment.ID}`, { name: name.trim() });
    onDone();
    onClose();
  });
  return (
    <FormDialog title={text.terms.renameTitle(segment.name)} form={form} action={text.actions.save} onClose={onClose}>
      <TextField label={words.name} maxLength={200} required autocomplete="off" {...form.field('name')} />
    </FormDialog>
  );
}
