/** English strings for imports. Each application adds the names of the objects that it imports. */

import { counted, plural } from '../../../plural.ts';
import type { ReadFile } from '../shape.ts';

type Names = {
  one: string;
  many: string;
  note: string;
  files: string;
  formats: Record<string, string>;
  /** The objects that an undo keeps. */
  left: string;
};
/** The choice for rows whose object already exists. The first option is the default. */
type Taken = {
  label: string;
  options: Record<string, string>;
  /** The status for rows without one. The first option is the default. */
  defaultStatus?: { label: string; hint: string; options: Record<string, string> };
  resubscribe?: { label: string; hint: string };
  refusesFaultyCells?: { label: string; hint: string };
};

const delimiters: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' };
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/** Describes the file, such as "66 rows · CSV with commas, UTF-8". */
function formOf({ total, fileForm }: ReadFile): string {
  const rows = total === null ? '' : counted(total, 'row');
  if (!fileForm) return rows;
  const { kind, encoding, delimiter, files } = fileForm;
  const form = kind === 'sql' ? 'SQL dump' : kind.toUpperCase();
  const parts = [
    ...(files > 1 ? [`${files} files`] : []),
    delimiter === null ? form : `${form} with ${delimiters[delimiter] ?? delimiter}`,
    ...(encoding === null ? [] : [encodings[encoding] ?? encoding]),
  ];
  return `${rows} · ${parts.join(', ')}`;
}

export const importWords = (title: string, names: Names, taken: Taken) => ({
  ...common,
  ...outcomeWords(names),
  ...undoWords(names),
  title,
  showItems: `Show these ${names.many}`,
  note: names.note,
  formats: { auto: 'Detect', ...names.formats, csv: 'Other table' } as Record<string, string>,
  taken: taken as Taken,
  counted: (n: number) => counted(n, names.one, names.many),
  file: {
    title: 'File to import',
    choose: 'Choose a file',
    drop: 'or drop one anywhere on this page',
    kinds: `${names.files}, up to 1 GB. Nothing is created until you start the import.`,
    systems: Object.values(names.formats),
    recognised: 'Recognised automatically',
    others: 'any table with a header row',
    tooLarge: (name: string) => `${name} is larger than 1 GB. Split it into several files.`,
    empty: (name: string) => `${name} is empty.`,
    sending: (name: string) => `Sending ${name}`,
    sent: (sent: string, all: string) => `${sent} of ${all}`,
    stay: 'Keep this page open until the file is sent. The import then continues without it.',
    cancelled: 'Cancelled the upload',
  },
  mapping: {
    title: 'Columns',
    note: `Choose what each column becomes in a ${names.one}.`,
    fieldOf: (column: string) => `What ${column} becomes`,
    leaveOut: 'Leave out',
    newFields: (n: number) => `Create ${counted(n, 'field')}`,
    newFieldsNote: 'Or turn each left-out column into a field of the type that fits its cells.',
    preview: (n: number) => `First ${counted(n, 'row')}`,
    row: 'Row',
    leftOut: 'Left out',
  },
});

const common = {
  actors: {
    session: 'a member',
    api_key: 'an API key',
    operator: 'an operator',
    system: 'the service',
  } as Record<string, string>,
  rows: (n: number) => counted(n, 'row'),
  steps: { label: 'Steps', file: 'File', check: 'Check', import: 'Import' },
  notAllowed: 'You cannot import here',
  format: 'Format',
  found: (rows: number | null) => (rows === null ? 'Counting rows' : counted(rows, 'row')),
  fileForm: formOf,
  domains: {
    title: 'Domains',
    note: 'The file has hosts that are not domains of this workspace.',
    all: 'Where links of all hosts go',
    allLabel: 'All hosts',
    various: 'Chosen for each host',
    where: (host: string) => `Where links of ${host} go`,
    nowhereLabel: 'Do not import',
  },
  check: 'Check again',
  checking: 'Checking the file',
  start: (n: number) => `Import ${counted(n, 'row')}`,
  ready: (possible: number, all: number) =>
    possible === 0
      ? 'No row can be imported yet. Check the reasons and the columns.'
      : `${possible.toLocaleString('en')} of ${counted(all, 'row')} can be imported.`,
  changed: 'You changed the columns or choices. Check again before you start.',
  progress: {
    title: 'Importing',
    undoing: 'Undoing the import',
    label: 'Progress',
    of: (done: string, all: string) => `${done} of ${all} rows`,
    waiting: 'Waiting to start',
    away: 'You can close this page. The import continues, and Past imports shows its progress.',
    paused: 'Paused. Nothing happens until you resume the import.',
  },
  acts: {
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Cancel import',
    undo: 'Undo import',
    another: 'Import another file',
  },
  /** Toasts for the end of an import. */
  news: {
    done: 'The import is done.',
    checked: 'The check is done.',
    cancelled: 'The import was cancelled.',
    failed: 'The import failed.',
  },
  past: {
    title: 'Past imports',
    none: 'No imports yet',
    noneNote: 'Imported files appear here with their reports for 30 days.',
    file: 'File',
    status: 'Status',
    rows: 'Rows',
    made: 'Created',
    when: 'Started',
    /** Either argument can be empty if it is unknown. */
    by: (format: string, actor: string) =>
      [format, actor && `${format ? 'by' : 'By'} ${actor}`].filter(Boolean).join(', '),
    open: 'Open',
    more: 'Show more',
  },
  statuses: {
    queued: 'Queued',
    reading: 'Reading',
    running: 'Running',
    paused: 'Paused',
    done: 'Done',
    cancelled: 'Cancelled',
    failed: 'Failed',
  },
  checked: 'Checked',
  undone: 'Undone',
};

const outcomeWords = ({ one, many }: Names) => ({
  outcome: {
    dry: 'What the import would do',
    real: 'What the import did',
    created: { dry: 'New', real: 'Created' },
    changedOnes: { dry: 'To be changed', real: 'Changed' },
    skipped: { dry: 'To be skipped', real: 'Skipped' },
    failed: { dry: 'Not possible', real: 'Failed' },
    notes: 'What cannot be carried over',
    failures: (n: number) => `Download ${counted(n, 'failed row')}`,
    report: 'Download the report',
    downloadNote: 'CSV files with the original columns and, in the column “error”, the reason.',
  },
  reasons: {
    failed: 'Why rows fail',
    skipped: 'Why rows are skipped',
    changed: 'Why rows change something',
    kept: `Why ${many} stay`,
    others: 'Other reasons',
    first: (shown: string, all: string) => `The first ${shown} of ${all} rows. Download the file for all of them.`,
    rowsOf: (reason: string) => `Rows: ${reason}`,
  },
  allowance: (needed: number, left: number) =>
    `Uses ${needed.toLocaleString('en')} of the ${counted(left, `new ${one}`, `new ${many}`)} left this month.`,
  beyond: (needed: number, left: number) =>
    `Needs ${counted(needed, `new ${one}`, `new ${many}`)}, and ${left.toLocaleString('en')} ${plural(left, 'is', 'are')} left this month. The rows beyond that fail.`,
});

const undoWords = ({ one, many, left }: Names) => ({
  cancel: {
    title: 'Cancel this import?',
    note: (made: number) =>
      `${counted(made, one, many)} ${plural(made, 'was', 'were')} created or changed so far and ${plural(made, 'stays', 'stay')}. You can undo this afterwards.`,
    check: 'Nothing was created or changed.',
  },
  undo: {
    title: 'Undo this import?',
    deleted: (n: number) => `Undoing deletes ${counted(n, one, many)} that the import created.`,
    restored: (n: number) => `Undoing restores ${counted(n, one, many)} that the import changed.`,
    kept: `${many[0]?.toUpperCase()}${many.slice(1)} that were changed after the import stay as they are. The report names them.`,
    left: `${left} that the import created stay.`,
    until: (when: string) => `You can undo the import until ${when}.`,
    done: (deleted: number, restored: number, kept: number) =>
      `${counted(deleted, one, many)} deleted, ${restored.toLocaleString('en')} restored${kept > 0 ? `, ${kept.toLocaleString('en')} kept` : ''}.`,
    keptTitle: 'What the undo kept',
    keptNote: 'A CSV file that names each of them with the reason.',
    keptRows: (n: number) => `Download ${counted(n, 'kept row')}`,
  },
  remove: {
    action: 'Delete record',
    title: 'Delete this import’s record?',
    note: `This deletes the file and the report. The ${many} stay, and the import can no longer be undone.`,
    done: 'Deleted the record',
  },
});

export type ImportWords = ReturnType<typeof importWords>;
