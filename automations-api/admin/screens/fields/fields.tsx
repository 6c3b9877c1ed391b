/** Custom fields: what contacts hold besides the usual; making, changing, deleting. */
import { useState } from 'preact/hooks';
import { useQuery } from '../../../../shared/ui/address.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../api.ts';
import { may } from '../../session.ts';
import { text } from '../../text/text.ts';
import type { CustomField } from '../../types.ts';
import { FieldForm } from './field-form.tsx';
import { metaOf } from './meta.ts';

const words = text.fields;

const columns: Column<CustomField>[] = [
  {
    key: 'name',
    head: words.name,
    isGrowing: true,
    cell: ({ name, slug }) => (
      <>
        <span class="first">{name}</span>
        <code class="second">{slug}</code>
      </>
    ),
  },
  { key: 'type', head: words.type, cell: ({ type }) => words.types[type] ?? type },
  {
    key: 'options',
    head: words.options,
    isWide: true,
    cell: (field) => <span class="cut soft">{metaOf(field).options.join(', ')}</span>,
  },
];

const listFields = (signal: AbortSignal): Promise<CustomField[]> =>
  api
    .get<{ fields: Record<string, CustomField> }>('/fields', {}, signal)
    .then(({ fields }) => Object.values(fields).sort((a, b) => a.name.localeCompare(b.name)));

const isFound = ({ name, slug }: CustomField, search: string) =>
  `${name}\n${slug}`.toLowerCase().includes(search.toLowerCase());

export function Fields() {
  const [{ search = '' }, change] = useQuery();
  const fields = useLoad(listFields, []);
  const [editing, setEditing] = useState<CustomField | 'new'>();
  const [deleting, setDeleting] = useState<CustomField>();
  const actions = (field: CustomField) => [
    { label: words.edit, icon: 'edit' as const, onSelect: () => setEditing(field) },
    { label: text.actions.delete, icon: 'trash' as const, isBad: true, onSelect: () => setDeleting(field) },
  ];
  return (
    <Screen
      title={words.title}
      actions={
        <>
          <input
            class="find"
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            value={search}
            onInput={(event) => change({ search: event.currentTarget.value }, { isReplacing: true })}
          />
          {may('editor') && (
            <Button kind="main" icon="plus" onClick={() => setEditing('new')}>
              {words.add}
            </Button>
          )}
        </>
      }
    >
      <section class="card">
        <Show of={fields}>
          {(all) => {
            const found = all.filter((field) => isFound(field, search));
            if (found.length === 0) {
              return (
                <Empty icon="fields" title={all.length === 0 ? words.none : words.noneFound}>
                  {all.length === 0 && words.noneNote}
                </Empty>
              );
            }
            return (
              <Table
                label={words.title}
                rows={found}
                columns={columns}
                idOf={({ ID }) => ID}
                nameOf={({ name }) => name}
                actions={may('editor') ? actions : undefined}
              />
            );
          }}
        </Show>
      </section>
      {editing && (
        <FieldForm
          field={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onDone={fields.reload}
        />
      )}
      {deleting && (
        <Confirm
          title={words.deleteTitle(deleting.name)}
          action={text.actions.delete}
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await api.delete(`/field/${deleting.ID}`);
            toast(words.deleted(deleting.name));
            fields.reload();
          }}
        >
          {words.deleteNote}
        </Confirm>
      )}
    </Screen>
  );
}
