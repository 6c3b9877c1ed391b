/** Polish strings for imports. Each application adds the names of the objects that it imports. */
import type { ImportWords } from '../en/import.ts';
import type { AnyText, ReadFile } from '../shape.ts';
import { number, plural } from './ui.ts';

type Words = AnyText<ImportWords>;
/** The forms of the objects' name after numbers, such as "link", "linki", "linków" and "linku". */
type Names = {
  one: string;
  few: string;
  many: string;
  other: string;
  note: string;
  files: string;
  formats: Record<string, string>;
  /** The objects that an undo keeps. */
  left: string;
};

const delimiters: Record<string, string> = {
  ',': 'przecinki',
  ';': 'średniki',
  '\t': 'tabulatory',
  '|': 'kreski pionowe',
};
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

const rows = (n: number) => plural(n, { one: '# wiersz', few: '# wiersze', many: '# wierszy', other: '# wiersza' });

/** Describes the file, such as "66 wierszy · CSV (przecinki), UTF-8". */
function formOf({ total, fileForm }: ReadFile): string {
  const counted = total === null ? '' : rows(total);
  if (!fileForm) return counted;
  const { kind, encoding, delimiter, files } = fileForm;
  const form = kind === 'sql' ? 'zrzut SQL' : kind.toUpperCase();
  const parts = [
    ...(files > 1 ? [plural(files, { one: '# plik', few: '# pliki', many: '# plików', other: '# pliku' })] : []),
    delimiter === null ? form : `${form} (${delimiters[delimiter] ?? delimiter})`,
    ...(encoding === null ? [] : [encodings[encoding] ?? encoding]),
  ];
  return `${counted} · ${parts.join(', ')}`;
}

const countOf =
  ({ one, few, many, other }: Names) =>
  (n: number) =>
    plural(n, { one: `# ${one}`, few: `# ${few}`, many: `# ${many}`, other: `# ${other}` });

export const importWords = (title: string, names: Names, taken: Words['taken']): Words => ({
  ...common,
  ...outcomeWords(names),
  ...undoWords(names),
  title,
  showItems: `Pokaż te ${names.few}`,
  note: names.note,
  formats: { auto: 'Wykryj', ...names.formats, csv: 'Inna tabela' } as Record<string, string>,
  taken,
  counted: countOf(names),
  file: {
    title: 'Plik do importu',
    choose: 'Wybierz plik',
    drop: 'lub upuść go gdziekolwiek na tej stronie',
    kinds: `${names.files}, do 1\u00a0GB. Przed rozpoczęciem importu nic nie jest tworzone.`,
    systems: Object.values(names.formats),
    recognised: 'Rozpoznawane automatycznie',
    others: 'dowolna tabela z wierszem nagłówków',
    tooLarge: (name) => `Plik ${name} jest większy niż 1\u00a0GB. Podziel go na kilka plików.`,
    empty: (name) => `Plik ${name} jest pusty.`,
    sending: (name) => `Wysyłanie pliku ${name}`,
    sent: (sent, all) => `${sent} z ${all}`,
    stay: 'Nie zamykaj tej strony, dopóki plik nie zostanie wysłany. Potem import działa dalej bez niej.',
    cancelled: 'Anulowano wysyłanie',
  },
  mapping: {
    title: 'Kolumny',
    note: 'Wybierz pole, do którego trafia każda kolumna.',
    fieldOf: (column) => `Dokąd trafia ${column}`,
    leaveOut: 'Pomiń',
    newFields: (n) =>
      plural(n, { one: 'Utwórz # pole', few: 'Utwórz # pola', many: 'Utwórz # pól', other: 'Utwórz # pola' }),
    newFieldsNote: 'Albo zamień każdą pominiętą kolumnę w pole, którego typ pasuje do jej komórek.',
    preview: (n) =>
      plural(n, {
        one: 'Pierwszy wiersz (#)',
        few: 'Pierwsze # wiersze',
        many: 'Pierwszych # wierszy',
        other: 'Pierwsze # wiersza',
      }),
    row: 'Wiersz',
    leftOut: 'Pominięta',
  },
});

const common = {
  actors: {
    session: 'członek zespołu',
    api_key: 'klucz API',
    operator: 'operator',
    system: 'usługa',
  },
  rows,
  steps: { label: 'Kroki', file: 'Plik', check: 'Sprawdzenie', import: 'Import' },
  notAllowed: 'Nie możesz tu importować',
  format: 'Format',
  found: (n) => (n === null ? 'Liczenie wierszy' : rows(n)),
  fileForm: formOf,
  domains: {
    title: 'Domeny',
    note: 'Plik zawiera hosty, które nie są domenami tego obszaru roboczego.',
    all: 'Dokąd trafiają linki wszystkich hostów',
    allLabel: 'Wszystkie hosty',
    various: 'Osobno dla każdego hosta',
    where: (host) => `Dokąd trafiają linki hosta ${host}`,
    nowhereLabel: 'Nie importuj',
  },
  check: 'Sprawdź ponownie',
  checking: 'Sprawdzanie pliku',
  start: (n) =>
    plural(n, {
      one: 'Importuj # wiersz',
      few: 'Importuj # wiersze',
      many: 'Importuj # wierszy',
      other: 'Importuj # wiersza',
    }),
  ready: (possible, all) =>
    possible === 0
      ? 'Żadnego wiersza nie można jeszcze zaimportować. Sprawdź powody i kolumny.'
      : `Wiersze, które można zaimportować: ${number(possible)} z ${number(all)}.`,
  changed: 'Kolumny lub opcje uległy zmianie. Sprawdź ponownie przed rozpoczęciem.',
  progress: {
    title: 'Importowanie',
    undoing: 'Cofanie importu',
    label: 'Postęp',
    of: (done, all) => `Wiersze: ${done} z ${all}`,
    waiting: 'Oczekuje na rozpoczęcie',
    away: 'Możesz zamknąć tę stronę. Import działa dalej, a jego postęp widać w poprzednich importach.',
    paused: 'Wstrzymany. Nic się nie dzieje do czasu wznowienia importu.',
  },
  acts: {
    pause: 'Wstrzymaj',
    resume: 'Wznów',
    cancel: 'Anuluj import',
    undo: 'Cofnij import',
    another: 'Importuj kolejny plik',
  },
  news: {
    done: 'Import zakończony.',
    checked: 'Sprawdzanie zakończone.',
    cancelled: 'Import anulowany.',
    failed: 'Import nie powiódł się.',
  },
  past: {
    title: 'Poprzednie importy',
    none: 'Brak importów',
    noneNote: 'Zaimportowane pliki i ich raporty są tu widoczne przez 30 dni.',
    file: 'Plik',
    status: 'Status',
    rows: 'Wiersze',
    made: 'Utworzono',
    when: 'Rozpoczęto',
    by: (format, actor) => [format, actor].filter(Boolean).join(', '),
    open: 'Otwórz',
    more: 'Pokaż więcej',
  },
  statuses: {
    queued: 'W kolejce',
    reading: 'Odczyt',
    running: 'W toku',
    paused: 'Wstrzymany',
    done: 'Zakończony',
    cancelled: 'Anulowany',
    failed: 'Nieudany',
  },
  checked: 'Sprawdzony',
  undone: 'Cofnięty',
} satisfies Partial<Words>;

const outcomeWords = ({ few }: Names) =>
  ({
    outcome: {
      dry: 'Co zrobi import',
      real: 'Co zrobił import',
      created: { dry: 'Nowe', real: 'Utworzone' },
      changedOnes: { dry: 'Do zmiany', real: 'Zmienione' },
      skipped: { dry: 'Do pominięcia', real: 'Pominięte' },
      failed: { dry: 'Niemożliwe', real: 'Nieudane' },
      notes: 'Czego nie można przenieść',
      failures: (n) =>
        plural(n, {
          one: 'Pobierz # nieudany wiersz',
          few: 'Pobierz # nieudane wiersze',
          many: 'Pobierz # nieudanych wierszy',
          other: 'Pobierz # nieudanego wiersza',
        }),
      report: 'Pobierz raport',
      downloadNote: 'Pliki CSV z oryginalnymi kolumnami i powodem w kolumnie „error”.',
    },
    reasons: {
      failed: 'Powody błędów',
      skipped: 'Powody pominięcia',
      changed: 'Powody zmian',
      kept: `Dlaczego ${few} zostają`,
      others: 'Inne powody',
      first: (shown, all) => `Pierwsze wiersze: ${shown} z ${all}. Aby zobaczyć wszystkie, pobierz plik.`,
      rowsOf: (reason) => `Wiersze: ${reason}`,
    },
    allowance: (needed, left) =>
      `Nowe ${few} do wykorzystania w tym miesiącu: ${number(left)}. Ten import użyje: ${number(needed)}.`,
    beyond: (needed, left) =>
      `Potrzebne nowe ${few}: ${number(needed)}, pozostało w tym miesiącu: ${number(left)}. Wiersze ponad limit się nie powiodą.`,
  }) satisfies Partial<Words>;

const undoWords = (names: Names) => {
  const count = countOf(names);
  const { few } = names;
  return {
    cancel: {
      title: 'Anulować ten import?',
      note: (made) => `Dotąd utworzono lub zmieniono: ${count(made)}. To pozostanie, ale można to potem cofnąć.`,
      check: 'Niczego nie utworzono ani nie zmieniono.',
    },
    undo: {
      title: 'Cofnąć ten import?',
      deleted: (n) => `Usunięte zostanie to, co utworzył import: ${count(n)}.`,
      restored: (n) => `Przywrócone zostanie to, co zmienił import: ${count(n)}.`,
      kept: `${few.charAt(0).toUpperCase()}${few.slice(1)} zmienione po imporcie pozostaną bez zmian. Wymienia je raport.`,
      left: `${names.left} utworzone przez import pozostaną.`,
      until: (when) => `Import można cofnąć do ${when}.`,
      done: (deleted, restored, kept) =>
        `Usunięto: ${count(deleted)}, przywrócono: ${number(restored)}${kept > 0 ? `, zachowano: ${number(kept)}` : ''}.`,
      keptTitle: 'Co zachowano przy cofaniu',
      keptNote: 'Plik CSV z każdą pozycją i powodem.',
      keptRows: (n) =>
        plural(n, {
          one: 'Pobierz # zachowany wiersz',
          few: 'Pobierz # zachowane wiersze',
          many: 'Pobierz # zachowanych wierszy',
          other: 'Pobierz # zachowanego wiersza',
        }),
    },
    remove: {
      action: 'Usuń zapis',
      title: 'Usunąć zapis tego importu?',
      note: `Plik i raport zostaną usunięte. ${few.charAt(0).toUpperCase()}${few.slice(1)} pozostaną, a importu nie będzie już można cofnąć.`,
      done: 'Usunięto zapis',
    },
  } satisfies Partial<Words>;
};
