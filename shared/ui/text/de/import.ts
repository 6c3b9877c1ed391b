/** German strings for imports. Each application adds the names of the objects that it imports. */
import type { ImportWords } from '../en/import.ts';
import type { AnyText, ReadFile } from '../shape.ts';
import { number, plural } from './ui.ts';

type Words = AnyText<ImportWords>;
/** Masculine nouns whose nominative and accusative are the same. */
type Names = {
  one: string;
  many: string;
  note: string;
  files: string;
  formats: Record<string, string>;
  /** The objects that an undo keeps. */
  left: string;
};

const delimiters: Record<string, string> = {
  ',': 'Kommas',
  ';': 'Semikolons',
  '\t': 'Tabulatoren',
  '|': 'senkrechten Strichen',
};
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

const rowsWords = (n: number) => plural(n, { one: '# Zeile', other: '# Zeilen' });

/** Describes the file, such as "66 rows · CSV with commas, UTF-8". */
function formOf({ total, fileForm }: ReadFile): string {
  const rows = total === null ? '' : rowsWords(total);
  if (!fileForm) return rows;
  const { kind, encoding, delimiter, files } = fileForm;
  const form = kind === 'sql' ? 'SQL-Dump' : kind.toUpperCase();
  const parts = [
    ...(files > 1 ? [`${files} Dateien`] : []),
    delimiter === null ? form : `${form} mit ${delimiters[delimiter] ?? delimiter}`,
    ...(encoding === null ? [] : [encodings[encoding] ?? encoding]),
  ];
  return `${rows} · ${parts.join(', ')}`;
}

export const importWords = (title: string, names: Names, taken: Words['taken']): Words => ({
  ...common,
  ...outcomeWords(names),
  ...undoWords(names),
  title,
  showItems: `Diese ${names.many} anzeigen`,
  note: names.note,
  formats: { auto: 'Erkennen', ...names.formats, csv: 'Andere Tabelle' },
  taken,
  counted: (n) => plural(n, { one: `# ${names.one}`, other: `# ${names.many}` }),
  file: {
    title: 'Datei für den Import',
    choose: 'Datei auswählen',
    drop: 'oder irgendwo auf dieser Seite ablegen',
    kinds: `${names.files}, bis 1 GB. Vor dem Start des Imports wird nichts erstellt.`,
    systems: Object.values(names.formats),
    recognised: 'Automatisch erkannt',
    others: 'jede Tabelle mit Kopfzeile',
    tooLarge: (name) => `${name} ist größer als 1 GB. Teilen Sie die Datei in mehrere auf.`,
    empty: (name) => `${name} ist leer.`,
    sending: (name) => `${name} wird gesendet`,
    sent: (sent, all) => `${sent} von ${all}`,
    stay: 'Lassen Sie diese Seite offen, bis die Datei gesendet ist. Danach läuft der Import ohne die Seite weiter.',
    cancelled: 'Upload abgebrochen',
  },
  mapping: {
    title: 'Spalten',
    note: 'Wählen Sie für jede Spalte, welches Feld daraus wird.',
    fieldOf: (column) => `Was aus ${column} wird`,
    leaveOut: 'Weglassen',
    newFields: (n) => plural(n, { one: '# Feld erstellen', other: '# Felder erstellen' }),
    newFieldsNote: 'Oder machen Sie aus jeder weggelassenen Spalte ein Feld des Typs, der zu ihren Zellen passt.',
    preview: (n) => plural(n, { one: 'Vorschau: # Zeile', other: 'Vorschau: # Zeilen' }),
    row: 'Zeile',
    leftOut: 'Weggelassen',
  },
});

const actWords: Pick<Words, 'acts' | 'news' | 'past' | 'statuses' | 'checked' | 'undone'> = {
  acts: {
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    cancel: 'Import abbrechen',
    undo: 'Import rückgängig machen',
    another: 'Weitere Datei importieren',
  },
  /** Toasts for the end of an import. */
  news: {
    done: 'Der Import ist fertig.',
    checked: 'Die Prüfung ist fertig.',
    cancelled: 'Der Import wurde abgebrochen.',
    failed: 'Der Import ist fehlgeschlagen.',
  },
  past: {
    title: 'Bisherige Importe',
    none: 'Noch keine Importe',
    noneNote: 'Importierte Dateien und ihre Berichte erscheinen hier 30 Tage lang.',
    file: 'Datei',
    status: 'Status',
    rows: 'Zeilen',
    made: 'Erstellt',
    when: 'Gestartet',
    /** Either argument can be empty if it is unknown. */
    by: (format, actor) => [format, actor && `${format ? 'durch' : 'Durch'} ${actor}`].filter(Boolean).join(', '),
    open: 'Öffnen',
    more: 'Mehr anzeigen',
  },
  statuses: {
    queued: 'In Warteschlange',
    reading: 'Wird gelesen',
    running: 'Läuft',
    paused: 'Angehalten',
    done: 'Fertig',
    cancelled: 'Abgebrochen',
    failed: 'Fehlgeschlagen',
  },
  checked: 'Geprüft',
  undone: 'Rückgängig gemacht',
};

const common = {
  ...actWords,
  actors: {
    session: 'ein Mitglied',
    api_key: 'einen API-Schlüssel',
    operator: 'den Betreiber',
    system: 'den Dienst',
  } as Record<string, string>,
  rows: rowsWords,
  steps: { label: 'Schritte', file: 'Datei', check: 'Prüfung', import: 'Import' },
  notAllowed: 'Sie können hier nicht importieren',
  format: 'Format',
  found: (rows: number | null) => (rows === null ? 'Zeilen werden gezählt' : rowsWords(rows)),
  fileForm: formOf,
  domains: {
    title: 'Domains',
    note: 'Die Datei enthält Hosts, die keine Domains dieses Arbeitsbereichs sind.',
    all: 'Wohin die Links aller Hosts kommen',
    allLabel: 'Alle Hosts',
    various: 'Je Host ausgewählt',
    where: (host: string) => `Wohin die Links von ${host} kommen`,
    nowhereLabel: 'Nicht importieren',
  },
  check: 'Erneut prüfen',
  checking: 'Datei wird geprüft',
  start: (n: number) => plural(n, { one: '# Zeile importieren', other: '# Zeilen importieren' }),
  ready: (possible: number, all: number) => {
    if (possible === 0) return 'Noch lässt sich keine Zeile importieren. Prüfen Sie die Gründe und die Spalten.';
    const rows = `${number(possible)} von ${plural(all, { one: '# Zeile', other: '# Zeilen' })}`;
    return plural(possible, { one: `${rows} kann importiert werden.`, other: `${rows} können importiert werden.` });
  },
  changed: 'Sie haben die Spalten oder Optionen geändert. Prüfen Sie vor dem Start erneut.',
  progress: {
    title: 'Import läuft',
    undoing: 'Import wird rückgängig gemacht',
    label: 'Fortschritt',
    of: (done: string, all: string) => `${done} von ${all} Zeilen`,
    waiting: 'Wartet auf den Start',
    away: 'Sie können diese Seite schließen. Der Import läuft weiter; den Stand zeigt „Bisherige Importe“.',
    paused: 'Angehalten. Es geht erst weiter, wenn Sie den Import fortsetzen.',
  },
};

const outcomeWords = ({ many }: Names): Pick<Words, 'outcome' | 'reasons' | 'allowance' | 'beyond'> => ({
  outcome: {
    dry: 'Was der Import tun würde',
    real: 'Was der Import getan hat',
    created: { dry: 'Neu', real: 'Erstellt' },
    changedOnes: { dry: 'Wird geändert', real: 'Geändert' },
    skipped: { dry: 'Wird übersprungen', real: 'Übersprungen' },
    failed: { dry: 'Nicht möglich', real: 'Fehlgeschlagen' },
    notes: 'Was nicht übernommen werden kann',
    failures: (n) => plural(n, { one: 'Fehlerzeile herunterladen (#)', other: 'Fehlerzeilen herunterladen (#)' }),
    report: 'Bericht herunterladen',
    downloadNote: 'CSV-Dateien mit den ursprünglichen Spalten und dem Grund in der Spalte „error“.',
  },
  reasons: {
    failed: 'Warum Zeilen fehlschlagen',
    skipped: 'Warum Zeilen übersprungen werden',
    changed: 'Warum Zeilen etwas ändern',
    kept: `Warum ${many} bleiben`,
    others: 'Andere Gründe',
    first: (shown, all) => `Die ersten ${shown} von ${all} Zeilen. Die Datei zum Herunterladen enthält alle.`,
    rowsOf: (reason) => `Zeilen: ${reason}`,
  },
  allowance: (needed, left) =>
    `Neue ${many}: ${number(needed)} benötigt, ${number(left)} in diesem Monat noch verfügbar.`,
  beyond: (needed, left) =>
    `Neue ${many}: ${number(needed)} benötigt, nur noch ${number(left)} in diesem Monat verfügbar. Die Zeilen darüber hinaus schlagen fehl.`,
});

const undoWords = ({ one, many, left }: Names): Pick<Words, 'cancel' | 'undo' | 'remove'> => ({
  cancel: {
    title: 'Diesen Import abbrechen?',
    note: (made) =>
      `${plural(made, {
        one: `# ${one} wurde bisher erstellt oder geändert und bleibt erhalten.`,
        other: `# ${many} wurden bisher erstellt oder geändert und bleiben erhalten.`,
      })} Sie können das danach rückgängig machen.`,
    check: 'Es wurde nichts erstellt oder geändert.',
  },
  undo: {
    title: 'Diesen Import rückgängig machen?',
    deleted: (n) =>
      plural(n, {
        one: `Dabei wird # ${one} gelöscht, den der Import erstellt hat.`,
        other: `Dabei werden # ${many} gelöscht, die der Import erstellt hat.`,
      }),
    restored: (n) =>
      plural(n, {
        one: `Dabei wird # ${one} wiederhergestellt, den der Import geändert hat.`,
        other: `Dabei werden # ${many} wiederhergestellt, die der Import geändert hat.`,
      }),
    kept: `${many}, die nach dem Import geändert wurden, bleiben, wie sie sind. Der Bericht nennt sie.`,
    left: `${left}, die der Import erstellt hat, bleiben.`,
    until: (when) => `Sie können den Import rückgängig machen bis ${when}.`,
    done: (deleted, restored, kept) =>
      [
        plural(deleted, { one: `# ${one} gelöscht`, other: `# ${many} gelöscht` }),
        `${number(restored)} wiederhergestellt`,
        ...(kept > 0 ? [`${number(kept)} behalten`] : []),
      ]
        .join(', ')
        .concat('.'),
    keptTitle: 'Was nicht rückgängig gemacht wurde',
    keptNote: 'Eine CSV-Datei, die jeden Eintrag mit dem Grund nennt.',
    keptRows: (n) => plural(n, { one: '# behaltene Zeile herunterladen', other: '# behaltene Zeilen herunterladen' }),
  },
  remove: {
    action: 'Eintrag löschen',
    title: 'Den Eintrag dieses Imports löschen?',
    note: `Datei und Bericht werden gelöscht. Die ${many} bleiben, und der Import lässt sich nicht mehr rückgängig machen.`,
    done: 'Eintrag gelöscht',
  },
});
