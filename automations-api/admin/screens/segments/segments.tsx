/** Segments: saved filters. */
import { useState } from 'preact/hooks';
import { number } from '../../../../shared/ui/format.ts';
import { moveBetweenRows } from '../../../../shared/ui/list/rows.ts';
import { useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { type Query, useQuery } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { NamedList } from '../../core/named-list.tsx';
import { type Known, useKnown } from '../../core/named-objects.ts';
import { PageSteps } from '../../core/page-steps.tsx';
import { usePaged } from '../../core/paged.ts';
import { pathTo } from '../../core/routes.ts';
import { refreshSegments } from '../../core/segments.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { References, Segment } from '../../core/types.ts';
import { filterWords } from '../../filter/words.ts';
import { text } from '../../text/text.ts';
import { segmentQuery } from '../contacts/saved-segment.tsx';
import { DeleteSegment } from './delete-segment.tsx';
import { NameSegment } from './name-segment.tsx';
import { NewSegment } from './new-segment.tsx';

const words = text.segments;

/** References to each segment, by its id. */
type SegmentUses = { [id: string]: References };

type OpenDialog = { is: 'rename' | 'duplicate' | 'delete'; segment: Segment };

const contactsOf = ({ ID }: Segment) => pathTo('contacts', {}, { segment: String(ID) });

const columnsOf = (known: Known, uses: SegmentUses | undefined): Column<Segment>[] => [
  {
    key: 'name',
    head: words.name,
    isGrowing: true,
    cell: (segment) => {
      const filter = filterWords(segment.filter, known);
      return (
        <>
          <a class="first" dir="auto" href={contactsOf(segment)} title={segment.name}>
            {segment.name}
          </a>
          <span class="second" dir="auto" title={filter}>
            {filter}
          </span>
        </>
      );
    },
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
  const [{ search = '' }, change] = useQuery();
  const settled = useSettled(search.trim());
  const segments = usePaged('/segments', (answer: { segments: Segment[] }) => answer.segments, {
    search: settled || undefined,
  });
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
  return (
    <>
      <NamedList
        words={words}
        icon="filter"
        search={search}
        onSearch={(typed) => change({ search: typed, page: undefined }, { isReplacing: true })}
        add={{
          label: words.add,
          isAllowed: may('editor'),
          dialog: (onClose) => <NewSegment onClose={onClose} onDone={changed} />,
        }}
        of={segments}
        isEmpty={(all) => all.length === 0}
      >
        {(all) => (
          <>
            <Table
              label={words.title}
              rows={all}
              columns={columnsOf(known, uses.data)}
              idOf={({ ID }) => String(ID)}
              nameOf={({ name }) => name}
              actions={(segment) => menuOf(segment, setDialog)}
              onKey={(_, event) => moveBetweenRows(event)}
            />
            <PageSteps of={segments} />
          </>
        )}
      </NamedList>
      {dialog?.is === 'delete' && (
        <DeleteSegment
          segment={dialog.segment}
          users={uses.data?.[dialog.segment.ID]}
          onClose={() => setDialog(undefined)}
          onDone={changed}
        />
      )}
      {(dialog?.is === 'rename' || dialog?.is === 'duplicate') && (
        <NameSegment is={dialog.is} segment={dialog.segment} onClose={() => setDialog(undefined)} onDone={changed} />
      )}
    </>
  );
}

/** Returns a query without its undefined values. */
const given = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined));

const menuOf = (segment: Segment, setDialog: (dialog: OpenDialog) => void) => [
  { label: words.open, icon: 'contact' as const, href: contactsOf(segment) },
  ...(may('editor')
    ? [
        {
          label: words.edit,
          icon: 'filter' as const,
          href: pathTo('contacts', {}, given(segmentQuery(segment))),
        },
        { label: text.actions.rename, icon: 'edit' as const, onSelect: () => setDialog({ is: 'rename', segment }) },
        { label: words.duplicate, icon: 'copy' as const, onSelect: () => setDialog({ is: 'duplicate', segment }) },
        {
          label: text.actions.delete,
          icon: 'trash' as const,
          isBad: true,
          onSelect: () => setDialog({ is: 'delete', segment }),
        },
      ]
    : []),
];
