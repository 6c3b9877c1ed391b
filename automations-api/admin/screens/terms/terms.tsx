/** Tags and lists, which share one screen: numbers of contacts; creating, renaming, merging, deleting. */
import { useState } from 'preact/hooks';
import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { number } from '../../../../shared/ui/format.ts';
import { NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { NamedList } from '../../../../shared/ui/list/named-list.tsx';
import { rowAtHand, toggled } from '../../../../shared/ui/list/rows.ts';
import { SelectionBar } from '../../../../shared/ui/list/selection-bar.tsx';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { NameDialog } from '../../../../shared/ui/name-dialog.tsx';
import { useShortcut } from '../../../../shared/ui/shortcuts.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { DeleteUsed } from '../../core/delete-used.tsx';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { refreshTerms, type TermKind } from '../../core/terms.ts';
import { Time } from '../../core/times.tsx';
import type { CountedTerm } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { AddTerms } from './add-terms.tsx';
import { MergeTerms } from './merge-terms.tsx';
import { useTermList } from './term-list.ts';

export const Tags = () => <Terms kind="tag" />;
export const Lists = () => <Terms kind="list" />;

/** The dialogs opened from the list. */
type OpenDialog =
  | { is: 'rename'; term: CountedTerm }
  | { is: 'delete'; terms: CountedTerm[] }
  | { is: 'merge'; terms: CountedTerm[] };

/** Chosen terms by id, across pages and searches. */
type Chosen = ReadonlyMap<string, CountedTerm>;

const columns = (kind: TermKind): Column<CountedTerm>[] => {
  const contactsOf = ({ ID }: CountedTerm) => pathTo('contacts', {}, { [kind]: String(ID) });
  return [
    {
      key: 'name',
      head: text.terms[kind].one,
      sort: 'name',
      isGrowing: true,
      cell: (term) => <NameCell name={term.name} href={contactsOf(term)} />,
    },
    {
      key: 'contacts',
      head: text.terms.contacts,
      sort: 'contacts',
      isNumber: true,
      cell: (term) => (term.contacts > 0 ? <a href={contactsOf(term)}>{number(term.contacts)}</a> : number(0)),
    },
    {
      key: 'created',
      head: text.terms.created,
      sort: 'created',
      isNumber: true,
      class: 'from-s soft',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ];
};

function Terms({ kind }: { kind: TermKind }) {
  const words = text.terms[kind];
  const list = useTermList(kind);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const rows = list.data ?? [];
  const isEditor = may('editor');
  const choose = (ids: ReadonlySet<string>) => setChosen(pick(ids, chosen, rows));
  const changed = () => {
    setChosen(new Map());
    list.reload();
    void refreshTerms(kind);
  };
  useShortcut('x', text.terms.select, () => {
    const row = rowAtHand(rows);
    if (row && isEditor) choose(toggled(new Set(chosen.keys()), String(row.ID)));
  });
  const actions = (term: CountedTerm): MenuItem[] => [
    { label: text.terms.open, icon: 'contact', href: pathTo('contacts', {}, { [kind]: String(term.ID) }) },
    { label: text.actions.rename, icon: 'edit', onSelect: () => setDialog({ is: 'rename', term }) },
    {
      label: text.actions.delete,
      icon: 'trash',
      isBad: true,
      isApart: true,
      onSelect: () => setDialog({ is: 'delete', terms: [term] }),
    },
  ];
  return (
    <NamedList
      words={words}
      icon={kind}
      add={{
        label: words.add,
        isAllowed: isEditor,
        dialog: (onClose) => <AddTerms kind={kind} onClose={onClose} onDone={changed} />,
      }}
      of={list}
      steps={list.steps}
      columns={columns(kind)}
      sort={list.sort}
      selection={isEditor ? { ids: new Set(chosen.keys()), onChange: choose } : undefined}
      actions={isEditor ? actions : undefined}
    >
      {chosen.size > 0 && (
        <SelectedTerms terms={[...chosen.values()]} onOpen={setDialog} onClear={() => setChosen(new Map())} />
      )}
      {dialog && <Dialogs kind={kind} dialog={dialog} onClose={() => setDialog(undefined)} onDone={changed} />}
    </NamedList>
  );
}

const pick = (ids: ReadonlySet<string>, chosen: Chosen, rows: readonly CountedTerm[]): Chosen =>
  new Map(
    [...ids].flatMap((id) => {
      const term = rows.find(({ ID }) => String(ID) === id) ?? chosen.get(id);
      return term ? [[id, term] as const] : [];
    }),
  );

type SelectedTermsProps = { terms: CountedTerm[]; onOpen: (dialog: OpenDialog) => void; onClear: () => void };

const SelectedTerms = ({ terms, onOpen, onClear }: SelectedTermsProps) => (
  <SelectionBar
    count={terms.length}
    all={undefined}
    progress={undefined}
    onAll={() => {}}
    onCancel={() => {}}
    onClear={onClear}
  >
    <Button icon="merge" disabled={terms.length < 2} onClick={() => onOpen({ is: 'merge', terms })}>
      {text.terms.merge}
    </Button>
    <Button icon="trash" isBad onClick={() => onOpen({ is: 'delete', terms })}>
      {text.actions.delete}
    </Button>
  </SelectionBar>
);

type DialogsProps = { kind: TermKind; dialog: OpenDialog; onClose: () => void; onDone: () => void };

function Dialogs({ kind, dialog, onClose, onDone }: DialogsProps) {
  const how = { kind, onClose, onDone };
  if (dialog.is === 'merge') return <MergeTerms {...how} terms={dialog.terms} />;
  if (dialog.is === 'delete') return <DeleteUsed {...how} words={text.terms[kind]} of={dialog.terms} />;
  const { ID, name } = dialog.term;
  return (
    <NameDialog
      title={text.terms.renameTitle(name)}
      label={text.terms.name}
      name={name}
      maxLength={longestLabel}
      action={text.actions.save}
      onClose={onClose}
      save={async (renamed) => {
        await api.post(`/${kind}/update/${ID}`, { [kind]: renamed });
        toast(text.terms.renamed(renamed));
        onDone();
      }}
    />
  );
}
