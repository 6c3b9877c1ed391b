/** The past imports, each with its state and a link to its report. */
import { useState } from 'preact/hooks';
import { Confirm } from '../dialog.tsx';
import { dateTime, number, relative } from '../format.ts';
import { ListCard, NameCell } from '../list/list-card.tsx';
import { useEvery } from '../load.ts';
import { Pager } from '../pager.tsx';
import { rowsOf, usePages } from '../pages.ts';
import { Empty } from '../states.tsx';
import type { Column } from '../table.tsx';
import type { ImportWords } from '../text/en/import.ts';
import { toast, toastError } from '../toast.tsx';
import { type ImportRecord, type ImportService, isLive, isOver } from './record.ts';

const lookEveryMs = 2_000;

type Props = {
  service: ImportService;
  words: ImportWords;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
};

export function PastImportsCard({ service, words, hrefOf, onOpen }: Props) {
  const pages = usePages(service.list, []);
  const [removing, setRemoving] = useState<ImportRecord>();
  useEvery(lookEveryMs, () => pages.data?.items.some(isLive) && !pages.isLoading && pages.reload());
  const actions = (record: ImportRecord) => [
    { label: words.past.open, onSelect: () => onOpen(record.id) },
    ...(record.failed > 0
      ? [
          {
            label: words.outcome.failures(record.failed),
            icon: 'download' as const,
            onSelect: () => void service.saveRows(record, 'failed').catch(toastError),
          },
        ]
      : []),
    ...(isOver(record)
      ? [{ label: words.remove.action, icon: 'trash' as const, isBad: true, onSelect: () => setRemoving(record) }]
      : []),
  ];
  return (
    <ListCard
      of={rowsOf(pages)}
      head={
        <header>
          <h2>{words.past.title}</h2>
        </header>
      }
      empty={
        <Empty icon="clock" title={words.past.none}>
          {words.past.noneNote}
        </Empty>
      }
      label={words.past.title}
      columns={columnsOf(words, hrefOf)}
      nameOf={({ fileName }) => fileName}
      actions={actions}
    >
      <Pager pages={pages} moreLabel={words.past.more} />
      {removing && (
        <Confirm
          title={words.remove.title}
          action={words.remove.action}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            await service.remove(removing.id);
            toast(words.remove.done);
            pages.reload();
          }}
        >
          {words.remove.note}
        </Confirm>
      )}
    </ListCard>
  );
}

const colours = {
  queued: 'tag',
  reading: 'tag warn',
  running: 'tag warn',
  paused: 'tag warn',
  done: 'tag good',
  cancelled: 'tag',
  failed: 'tag bad',
};

function columnsOf(words: ImportWords, hrefOf: (id: string) => string): Column<ImportRecord>[] {
  const { past } = words;
  return [
    {
      key: 'file',
      head: past.file,
      isGrowing: true,
      cell: ({ id, fileName, format, actor }) => (
        <NameCell
          name={fileName}
          href={hrefOf(id)}
          note={past.by(format === null ? '' : (words.formats[format] ?? format), words.actors[actor] ?? actor)}
        />
      ),
    },
    { key: 'status', head: past.status, cell: (record) => <Status record={record} words={words} /> },
    {
      key: 'rows',
      head: past.rows,
      isNumber: true,
      isWide: true,
      cell: ({ total }) => (total === null ? '–' : number(total)),
    },
    {
      key: 'made',
      head: past.made,
      isNumber: true,
      isWide: true,
      cell: ({ created, dryRun }) => (dryRun ? '–' : number(created)),
    },
    {
      key: 'when',
      head: past.when,
      isNumber: true,
      isWide: true,
      cell: ({ createdAt }) => <span title={dateTime(createdAt)}>{relative(createdAt)}</span>,
    },
  ];
}

function Status({ record: { status, dryRun, undo }, words }: { record: ImportRecord; words: ImportWords }) {
  if (undo) return <span class="tag">{undo.status === 'done' ? words.undone : words.progress.undoing}</span>;
  if (status === 'done' && dryRun) return <span class="tag">{words.checked}</span>;
  return <span class={colours[status]}>{words.statuses[status]}</span>;
}
