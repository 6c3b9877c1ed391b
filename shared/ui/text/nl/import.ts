/** Dutch strings for imports. Each application adds the names of the objects that it imports. */
import type { ImportWords } from '../en/import.ts';
import type { AnyText, ReadFile } from '../shape.ts';
import { number, plural } from './ui.ts';

type Words = AnyText<ImportWords>;
type Names = {
  one: string;
  many: string;
  /** The names at the start of a sentence. */
  Many: string;
  /** The relative pronoun of `one`: `die` or `dat`. */
  which: string;
  note: string;
  files: string;
  formats: Record<string, string>;
  /** The objects that an undo keeps. */
  left: string;
};

const delimiters: Record<string, string> = {
  ',': 'komma’s',
  ';': 'puntkomma’s',
  '\t': 'tabs',
  '|': 'verticale strepen',
};
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

const rowsWords = (n: number) => plural(n, { one: '# rij', other: '# rijen' });

/** Describes the file, such as "66 rows · CSV with commas, UTF-8". */
function formOf({ total, fileForm }: ReadFile): string {
  const rows = total === null ? '' : rowsWords(total);
  if (!fileForm) return rows;
  const { kind, encoding, delimiter, files } = fileForm;
  const form = kind === 'sql' ? 'SQL-dump' : kind.toUpperCase();
  const parts = [
    ...(files > 1 ? [`${files} bestanden`] : []),
    delimiter === null ? form : `${form} met ${delimiters[delimiter] ?? delimiter}`,
    ...(encoding === null ? [] : [encodings[encoding] ?? encoding]),
  ];
  return `${rows} · ${parts.join(', ')}`;
}

export const importWords = (title: string, names: Names, taken: Words['taken']): Words => ({
  ...common,
  ...outcomeWords(names),
  ...undoWords(names),
  title,
  showItems: `Deze ${names.many} tonen`,
  note: names.note,
  formats: { auto: 'Herkennen', ...names.formats, csv: 'Andere tabel' },
  taken,
  counted: (n) => plural(n, { one: `# ${names.one}`, other: `# ${names.many}` }),
  file: {
    title: 'Te importeren bestand',
    choose: 'Bestand kiezen',
    drop: 'of sleep er een naar deze pagina',
    kinds: `${names.files}, tot 1 GB. Er wordt niets gemaakt voordat je de import start.`,
    systems: Object.values(names.formats),
    recognised: 'Automatisch herkend',
    others: 'elke tabel met een koprij',
    tooLarge: (name) => `${name} is groter dan 1 GB. Splits het in meerdere bestanden.`,
    empty: (name) => `${name} is leeg.`,
    sending: (name) => `${name} wordt verzonden`,
    sent: (sent, all) => `${sent} van ${all}`,
    stay: 'Houd deze pagina open tot het bestand is verzonden. Daarna gaat de import zonder de pagina verder.',
    cancelled: 'Upload geannuleerd',
  },
  mapping: {
    title: 'Kolommen',
    note: `Kies wat elke kolom wordt in een ${names.one}.`,
    fieldOf: (column) => `Wat ${column} wordt`,
    leaveOut: 'Weglaten',
    newFields: (n) => plural(n, { one: '# veld maken', other: '# velden maken' }),
    newFieldsNote: 'Of maak van elke weggelaten kolom een veld van het type dat bij de cellen past.',
    preview: (n) => plural(n, { one: 'Voorbeeld: # rij', other: 'Voorbeeld: # rijen' }),
    row: 'Rij',
    leftOut: 'Weggelaten',
  },
});

const actWords: Pick<Words, 'acts' | 'news' | 'past' | 'statuses' | 'checked' | 'undone'> = {
  acts: {
    pause: 'Pauzeren',
    resume: 'Hervatten',
    cancel: 'Import annuleren',
    undo: 'Import ongedaan maken',
    another: 'Ander bestand importeren',
  },
  /** Toasts for the end of an import. */
  news: {
    done: 'De import is klaar.',
    checked: 'De controle is klaar.',
    cancelled: 'De import is geannuleerd.',
    failed: 'De import is mislukt.',
  },
  past: {
    title: 'Eerdere imports',
    none: 'Nog geen imports',
    noneNote: 'Geïmporteerde bestanden staan hier 30 dagen met hun rapporten.',
    file: 'Bestand',
    status: 'Status',
    rows: 'Rijen',
    made: 'Gemaakt',
    when: 'Gestart',
    /** Either argument can be empty if it is unknown. */
    by: (format, actor) => [format, actor && `${format ? 'door' : 'Door'} ${actor}`].filter(Boolean).join(', '),
    open: 'Openen',
    more: 'Meer tonen',
  },
  statuses: {
    queued: 'In wachtrij',
    reading: 'Wordt gelezen',
    running: 'Bezig',
    paused: 'Gepauzeerd',
    done: 'Klaar',
    cancelled: 'Geannuleerd',
    failed: 'Mislukt',
  },
  checked: 'Gecontroleerd',
  undone: 'Ongedaan gemaakt',
};

const common = {
  ...actWords,
  actors: {
    session: 'een lid',
    api_key: 'een API-sleutel',
    operator: 'een operator',
    system: 'de dienst',
  } as Record<string, string>,
  rows: rowsWords,
  steps: { label: 'Stappen', file: 'Bestand', check: 'Controle', import: 'Import' },
  notAllowed: 'Je kunt hier niet importeren',
  format: 'Indeling',
  found: (rows: number | null) => (rows === null ? 'Rijen worden geteld' : rowsWords(rows)),
  fileForm: formOf,
  domains: {
    title: 'Domeinen',
    note: 'Het bestand bevat hosts die geen domeinen van deze werkruimte zijn.',
    all: 'Waar links van alle hosts heen gaan',
    allLabel: 'Alle hosts',
    various: 'Per host gekozen',
    where: (host: string) => `Waar links van ${host} heen gaan`,
    nowhereLabel: 'Niet importeren',
  },
  check: 'Opnieuw controleren',
  checking: 'Bestand wordt gecontroleerd',
  start: (n: number) => plural(n, { one: '# rij importeren', other: '# rijen importeren' }),
  ready: (possible: number, all: number) => {
    if (possible === 0) return 'Er kan nog geen rij worden geïmporteerd. Controleer de redenen en de kolommen.';
    const rows = `${number(possible)} van ${rowsWords(all)}`;
    return plural(possible, { one: `${rows} kan worden geïmporteerd.`, other: `${rows} kunnen worden geïmporteerd.` });
  },
  changed: 'Je hebt de kolommen of keuzes gewijzigd. Controleer opnieuw voordat je start.',
  progress: {
    title: 'Importeren',
    undoing: 'Import wordt ongedaan gemaakt',
    label: 'Voortgang',
    of: (done: string, all: string) => `${done} van ${all} rijen`,
    waiting: 'Wacht op de start',
    away: 'Je kunt deze pagina sluiten. De import gaat door; “Eerdere imports” toont de voortgang.',
    paused: 'Gepauzeerd. Er gebeurt niets tot je de import hervat.',
  },
};

const outcomeWords = ({ many }: Names): Pick<Words, 'outcome' | 'reasons' | 'allowance' | 'beyond'> => ({
  outcome: {
    dry: 'Wat de import zou doen',
    real: 'Wat de import heeft gedaan',
    created: { dry: 'Nieuw', real: 'Gemaakt' },
    changedOnes: { dry: 'Te wijzigen', real: 'Gewijzigd' },
    skipped: { dry: 'Over te slaan', real: 'Overgeslagen' },
    failed: { dry: 'Niet mogelijk', real: 'Mislukt' },
    notes: 'Wat niet kan worden overgenomen',
    failures: (n) => plural(n, { one: '# mislukte rij downloaden', other: '# mislukte rijen downloaden' }),
    report: 'Rapport downloaden',
    downloadNote: 'CSV-bestanden met de oorspronkelijke kolommen en in de kolom “error” de reden.',
  },
  reasons: {
    failed: 'Waarom rijen mislukken',
    skipped: 'Waarom rijen worden overgeslagen',
    changed: 'Waarom rijen iets wijzigen',
    kept: `Waarom ${many} blijven`,
    others: 'Andere redenen',
    first: (shown, all) => `De eerste ${shown} van ${all} rijen. Download het bestand voor alle rijen.`,
    rowsOf: (reason) => `Rijen: ${reason}`,
  },
  allowance: (needed, left) => `Nieuwe ${many}: ${number(needed)} nodig, ${number(left)} deze maand nog beschikbaar.`,
  beyond: (needed, left) =>
    `Nieuwe ${many}: ${number(needed)} nodig, nog maar ${number(left)} deze maand beschikbaar. De rijen daarboven mislukken.`,
});

const undoWords = ({ one, many, Many, which, left }: Names): Pick<Words, 'cancel' | 'undo' | 'remove'> => ({
  cancel: {
    title: 'Deze import annuleren?',
    note: (made) =>
      `${plural(made, {
        one: `Tot nu toe is # ${one} gemaakt of gewijzigd; ${which === 'dat' ? 'dit' : 'deze'} blijft bestaan.`,
        other: `Tot nu toe zijn # ${many} gemaakt of gewijzigd; deze blijven bestaan.`,
      })} Je kunt dit daarna ongedaan maken.`,
    check: 'Er is niets gemaakt of gewijzigd.',
  },
  undo: {
    title: 'Deze import ongedaan maken?',
    deleted: (n) =>
      plural(n, {
        one: `Dit verwijdert # ${one} ${which} de import heeft gemaakt.`,
        other: `Dit verwijdert # ${many} die de import heeft gemaakt.`,
      }),
    restored: (n) =>
      plural(n, {
        one: `Dit herstelt # ${one} ${which} de import heeft gewijzigd.`,
        other: `Dit herstelt # ${many} die de import heeft gewijzigd.`,
      }),
    kept: `${Many} die na de import zijn gewijzigd, blijven zoals ze zijn. Het rapport vermeldt ze.`,
    left: `${left} die de import heeft gemaakt, blijven bestaan.`,
    until: (when) => `Je kunt de import ongedaan maken tot ${when}.`,
    done: (deleted, restored, kept) =>
      [
        plural(deleted, { one: `# ${one} verwijderd`, other: `# ${many} verwijderd` }),
        `${number(restored)} hersteld`,
        ...(kept > 0 ? [`${number(kept)} behouden`] : []),
      ]
        .join(', ')
        .concat('.'),
    keptTitle: 'Wat niet ongedaan is gemaakt',
    keptNote: 'Een CSV-bestand dat ze allemaal met de reden vermeldt.',
    keptRows: (n) => plural(n, { one: '# behouden rij downloaden', other: '# behouden rijen downloaden' }),
  },
  remove: {
    action: 'Vermelding verwijderen',
    title: 'Vermelding van deze import verwijderen?',
    note: `Dit verwijdert het bestand en het rapport. De ${many} blijven en de import kan niet meer ongedaan worden gemaakt.`,
    done: 'Vermelding verwijderd',
  },
});
