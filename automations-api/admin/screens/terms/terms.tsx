/** Tags and lists, which are two kinds of one thing: how many contacts each has; making, renaming, deleting. */
import { useState } from 'preact/hooks';
import { useQuery } from '../../../../shared/ui/address.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../api.ts';
import { may } from '../../session.ts';
import { text } from '../../text/text.ts';
import type { Term } from '../../types.ts';

type Kind = 'tag' | 'list';

export const Tags = () => <Terms kind="tag" />;
export const Lists = () => <Terms kind="list" />;

const columns = (kind: Kind): Column<Term>[] => [
  { key: 'name', head: text.terms[kind].one, isGrowing: true, cell: ({ name }) => <span class="first">{name}</span> },
];

function Terms({ kind }: { kind: Kind }) {
  const words = text.terms[kind];
  const [{ search = '' }, change] = useQuery();
  const terms = useLoad(
    (signal) =>
      api.get<Record<string, Term[]>>(`/${kind}s`, { limit: 500 }, signal).then((data) => data[`${kind}s`] ?? []),
    [kind],
  );
  const [renaming, setRenaming] = useState<Term>();
  const [deleting, setDeleting] = useState<Term>();
  const [isMaking, setMaking] = useState(false);
  const actions = (term: Term) => [
    { label: text.actions.rename, icon: 'edit' as const, onSelect: () => setRenaming(term) },
    { label: text.actions.delete, icon: 'trash' as const, isBad: true, onSelect: () => setDeleting(term) },
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
            <Button kind="main" icon="plus" onClick={() => setMaking(true)}>
              {words.add}
            </Button>
          )}
        </>
      }
    >
      <section class="card">
        <Show of={terms}>
          {(all) => {
            const found = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
            if (found.length === 0) {
              return (
                <Empty icon={kind} title={all.length === 0 ? words.none : words.noneFound}>
                  {all.length === 0 && words.noneNote}
                </Empty>
              );
            }
            return (
              <Table
                label={words.title}
                rows={found}
                columns={columns(kind)}
                idOf={({ ID }) => String(ID)}
                nameOf={({ name }) => name}
                actions={may('editor') ? actions : undefined}
              />
            );
          }}
        </Show>
      </section>
      {isMaking && <Add kind={kind} onClose={() => setMaking(false)} onDone={terms.reload} />}
      {renaming && <Rename kind={kind} term={renaming} onClose={() => setRenaming(undefined)} onDone={terms.reload} />}
      {deleting && (
        <Confirm
          title={words.deleteTitle(deleting.name)}
          action={text.actions.delete}
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await api.delete(`/${kind}/${deleting.ID}`);
            toast(words.deleted(deleting.name));
            terms.reload();
          }}
        >
          {words.deleteNote}
        </Confirm>
      )}
    </Screen>
  );
}

type DialogProps = { kind: Kind; onClose: () => void; onDone: () => void };

function Add({ kind, onClose, onDone }: DialogProps) {
  const words = text.terms[kind];
  const form = useForm({ name: '' }, async ({ name }) => {
    await api.post(`/${kind}/add`, { [`${kind}s`]: [name.trim()] });
    toast(words.added(name.trim()));
    onDone();
    onClose();
  });
  return (
    <FormDialog title={words.add} form={form} action={text.actions.create} onClose={onClose}>
      <TextField label={text.terms.name} maxLength={200} required autocomplete="off" {...form.field('name')} />
    </FormDialog>
  );
}

function Rename({ kind, term, onClose, onDone }: DialogProps & { term: Term }) {
  const form = useForm({ name: term.name }, async ({ name }) => {
    await api.post(`/${kind}/update/${term.ID}`, { [kind]: name.trim() });
    toast(text.terms.renamed(name.trim()));
    onDone();
    onClose();
  });
  return (
    <FormDialog title={text.terms.renameTitle(term.name)} form={form} action={text.actions.save} onClose={onClose}>
      <TextField label={text.terms.name} maxLength={200} required autocomplete="off" {...form.field('name')} />
    </FormDialog>
  );
}
