/** Segments: saved filters. */
import { useState } from 'preact/hooks';
import { number } from '../../../../shared/ui/format.ts';
import { NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { NamedList } from '../../../../shared/ui/list/named-list.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import type { Query } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { useDeletion } from '../../core/deletion.tsx';
import { type Known, useKnown } from '../../core/named-objects.ts';
import { usePaged, useSearch } from '../../core/paged.ts';
import { pathTo } from '../../core/routes.ts';
import { refreshSegments } from '../../core/segments.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { References, Segment } from '../../core/types.ts';
import { filterWords } from '../../filter/words.ts';
import { text } from '../../text/later.ts';
import { segmentQuery } from '../contacts/saved-segment.tsx';
import { NameSegment } from './name-segment.tsx';
import { NewSegment } from './new-segment.tsx';

const words = text.segments;

/** References to each segment, keyed by its id. */
type SegmentUses = { [id: string]: References };

type OpenDialog = { is: 'rename' | 'duplicate'; segment: Segment };

const contactsOf = ({ ID }: Segment) => pathTo('contacts', {}, { segment: String(ID) });

const columnsOf = (known: Known, uses: SegmentUses | undefined): Column<Segment>[] => [
  {
    key: 'name',
    head: words.name,
    isGrowing: true,
    cell: (segment) => (
      <NameCell name={segment.name} href={contactsOf(segment)} note={filterWords(segment.filter, known)} />
    ),
  },
  {
    key: 'used',
    head: words.usedBy,
    class: 'from-m soft field-options',
    cell: ({ ID }) => {
      const names = namesOf(uses?.[ID]).join(', ');
      return (
        <span class="cut" dir="auto" title={names}>
          {names}
        </span>
      );
    },
  },
  { key: 'count', head: words.count, isNumber: true, cell: ({ count }) => (count === null ? '…' : number(count)) },
  {
    key: 'created',
    head: words.created,
    isNumber: true,
    class: 'from-s soft',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

const namesOf = ({ rules, segments }: References = { rules: [], segments: [] }): string[] => [
  ...rules.map(({ name }) => words.usedByRule(name)),
  ...segments.map(({ name }) => name),
];

export function Segments() {
  const segments = usePaged<Segment>('/segments', useSearch());
  const uses = useLoad(
    segments.data &&
      ((signal) => api.get<{ uses: SegmentUses }>('/segments/uses', {}, signal).then((answer) => answer.uses)),
    [segments.data?.map(({ ID }) => ID).join()],
  );
  const known = useKnown();
  const [dialog, setDialog] = useState<OpenDialog>();
  const changed = () => {
    segments.reload();
    uses.reload();
    void refreshSegments();
  };
  const deletion = useDeletion<Segment>({
    kind: 'segment',
    words,
    note: () => words.deleteNote,
    users: ({ ID }) => uses.data?.[ID],
    onDeleted: changed,
  });
  const actions = (segment: Segment): MenuItem[] => [
    { label: words.open, icon: 'contact', href: contactsOf(segment) },
    ...(may('editor')
      ? [
          { label: words.edit, icon: 'filter' as const, href: pathTo('contacts', {}, given(segmentQuery(segment))) },
          { label: text.actions.rename, icon: 'edit' as const, onSelect: () => setDialog({ is: 'rename', segment }) },
          {
            label: text.objects.duplicate,
            icon: 'copy' as const,
            onSelect: () => setDialog({ is: 'duplicate', segment }),
          },
          deletion.item(segment),
        ]
      : []),
  ];
  return (
    <NamedList
      words={words}
      icon="filter"
      add={{
        label: words.add,
        isAllowed: may('editor'),
        dialog: (onClose) => <NewSegment onClose={onClose} onDone={changed} />,
      }}
      of={segments}
      steps={segments.steps}
      columns={columnsOf(known, uses.data)}
      actions={actions}
    >
      {deletion.dialog}
      {dialog && <NameSegment {...dialog} onClose={() => setDialog(undefined)} onDone={changed} />}
    </NamedList>
  );
}

/** Returns a query without its undefined values. */
const given = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined));
