/** Italian strings for imports. Each application adds the names of the objects that it imports. */
import type { ImportWords } from '../en/import.ts';
import type { AnyText, ReadFile } from '../shape.ts';
import { number, plural } from './ui.ts';

/** The names are masculine. */
type Names = {
  one: string;
  many: string;
  /** The plural with its article. */
  all: string;
  note: string;
  files: string;
  formats: Record<string, string>;
  /** A sentence about the objects that an undo keeps. */
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

const delimiters: Record<string, string> = {
  ',': 'virgole',
  ';': 'punti e virgola',
  '\t': 'tabulazioni',
  '|': 'barre verticali',
};
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

const rowsOf = (n: number) => plural(n, { one: '# riga', other: '# righe' });

/** Describes the file, such as "66 rows · CSV with commas, UTF-8". */
function formOf({ total, fileForm }: ReadFile): string {
  const rows = total === null ? '' : rowsOf(total);
  if (!fileForm) return rows;
  const { kind, encoding, delimiter, files } = fileForm;
  const form = kind === 'sql' ? 'dump SQL' : kind.toUpperCase();
  const parts = [
    ...(files > 1 ? [`${files} file`] : []),
    delimiter === null ? form : `${form} separato da ${delimiters[delimiter] ?? delimiter}`,
    ...(encoding === null ? [] : [encodings[encoding] ?? encoding]),
  ];
  return `${rows} · ${parts.join(', ')}`;
}

export const importWords = (title: string, names: Names, taken: Taken): AnyText<ImportWords> => ({
  ...common,
  ...outcomeWords(names),
  ...undoWords(names),
  title,
  showItems: `Mostra questi ${names.many}`,
  note: names.note,
  formats: { auto: 'Rileva', ...names.formats, csv: 'Altra tabella' } as Record<string, string>,
  taken: taken as Taken,
  counted: (n: number) => plural(n, { one: `# ${names.one}`, other: `# ${names.many}` }),
  file: {
    title: 'File da importare',
    choose: 'Scegli un file',
    drop: 'o trascinane uno in qualsiasi punto di questa pagina',
    kinds: `${names.files}, fino a 1\u00a0GB. Non viene creato nulla finché non avvii l’importazione.`,
    systems: Object.values(names.formats),
    recognised: 'Riconosciuti automaticamente',
    others: 'qualsiasi tabella con una riga di intestazione',
    tooLarge: (name: string) => `${name} supera 1\u00a0GB. Dividilo in più file.`,
    empty: (name: string) => `${name} è vuoto.`,
    sending: (name: string) => `Caricamento di ${name}`,
    sent: (sent: string, all: string) => `${sent} di ${all}`,
    stay: 'Tieni aperta questa pagina finché il file non è caricato. Poi l’importazione continua da sola.',
    cancelled: 'Caricamento interrotto',
  },
  mapping: {
    title: 'Colonne',
    note: `Scegli a quale campo del ${names.one} corrisponde ogni colonna.`,
    fieldOf: (column: string) => `Campo per ${column}`,
    leaveOut: 'Escludi',
    newFields: (n: number) => plural(n, { one: 'Crea # campo', other: 'Crea # campi' }),
    newFieldsNote: 'Oppure trasforma ogni colonna esclusa in un campo del tipo adatto alle sue celle.',
    preview: (n: number) => plural(n, { one: 'Prima riga (#)', other: 'Prime # righe' }),
    row: 'Riga',
    leftOut: 'Esclusa',
  },
});

const common = {
  actors: {
    session: 'da un membro',
    api_key: 'da una chiave API',
    operator: 'da un operatore',
    system: 'dal servizio',
  } as Record<string, string>,
  rows: rowsOf,
  steps: { label: 'Passaggi', file: 'File', check: 'Controllo', import: 'Importazione' },
  notAllowed: 'Qui non puoi importare',
  format: 'Formato',
  found: (rows: number | null) => (rows === null ? 'Conteggio delle righe' : rowsOf(rows)),
  fileForm: formOf,
  domains: {
    title: 'Domini',
    note: 'Il file contiene host che non sono domini di questo spazio di lavoro.',
    all: 'Dominio per i link di tutti gli host',
    allLabel: 'Tutti gli host',
    various: 'Scelto per ogni host',
    where: (host: string) => `Dominio per i link di ${host}`,
    nowhereLabel: 'Non importare',
  },
  check: 'Ricontrolla',
  checking: 'Controllo del file',
  start: (n: number) => plural(n, { one: 'Importa # riga', other: 'Importa # righe' }),
  ready: (possible: number, all: number) =>
    possible === 0
      ? 'Ancora nessuna riga può essere importata. Controlla i motivi e le colonne.'
      : plural(all, {
          one: `Righe importabili: ${number(possible)} di #.`,
          other: `Righe importabili: ${number(possible)} di #.`,
        }),
  changed: 'Hai modificato le colonne o le scelte. Ricontrolla prima di iniziare.',
  progress: {
    title: 'Importazione in corso',
    undoing: 'Annullamento dell’importazione',
    label: 'Avanzamento',
    of: (done: string, all: string) => `${done} righe di ${all}`,
    waiting: 'In attesa di iniziare',
    away: 'Puoi chiudere questa pagina. L’importazione continua e Importazioni precedenti ne mostra l’avanzamento.',
    paused: 'In pausa. Non succede nulla finché non riprendi l’importazione.',
  },
  acts: {
    pause: 'Metti in pausa',
    resume: 'Riprendi',
    cancel: 'Interrompi importazione',
    undo: 'Annulla importazione',
    another: 'Importa un altro file',
  },
  /** Toasts for the end of an import. */
  news: {
    done: 'Importazione completata.',
    checked: 'Controllo completato.',
    cancelled: 'Importazione interrotta.',
    failed: 'Importazione non riuscita.',
  },
  past: {
    title: 'Importazioni precedenti',
    none: 'Ancora nessuna importazione',
    noneNote: 'I file importati compaiono qui con i relativi rapporti per 30 giorni.',
    file: 'File',
    status: 'Stato',
    rows: 'Righe',
    made: 'Creati',
    when: 'Avvio',
    /** Either argument can be empty if it is unknown. */
    by: (format: string, actor: string) =>
      [format, format ? actor : actor.replace(/^d/, 'D')].filter(Boolean).join(', '),
    open: 'Apri',
    more: 'Mostra altro',
  },
  statuses: {
    queued: 'In coda',
    reading: 'Lettura',
    running: 'In corso',
    paused: 'In pausa',
    done: 'Completata',
    cancelled: 'Interrotta',
    failed: 'Non riuscita',
  },
  checked: 'Controllata',
  undone: 'Annullata',
};

const outcomeWords = ({ one, many, all }: Names) => ({
  outcome: {
    dry: 'Cosa farebbe l’importazione',
    real: 'Cosa ha fatto l’importazione',
    created: { dry: 'Nuovi', real: 'Creati' },
    changedOnes: { dry: 'Da modificare', real: 'Modificati' },
    skipped: { dry: 'Da saltare', real: 'Saltati' },
    failed: { dry: 'Non possibili', real: 'Non riusciti' },
    notes: 'Cosa non può essere importato',
    failures: (n: number) => plural(n, { one: 'Scarica # riga non riuscita', other: 'Scarica # righe non riuscite' }),
    report: 'Scarica il rapporto',
    downloadNote: 'File CSV con le colonne originali e, nella colonna “error”, il motivo.',
  },
  reasons: {
    failed: 'Motivi delle righe non riuscite',
    skipped: 'Motivi delle righe saltate',
    changed: 'Motivi delle righe che modificano dati',
    kept: `Perché ${all} restano`,
    others: 'Altri motivi',
    first: (shown: string, all: string) => `Le prime ${shown} righe di ${all}. Scarica il file per averle tutte.`,
    rowsOf: (reason: string) => `Righe: ${reason}`,
  },
  allowance: (needed: number, left: number) =>
    plural(left, {
      one: `Utilizza ${number(needed)} di # nuovo ${one} rimasto questo mese.`,
      other: `Utilizza ${number(needed)} dei # nuovi ${many} rimasti questo mese.`,
    }),
  beyond: (needed: number, left: number) =>
    `${plural(needed, { one: `Serve # nuovo ${one}`, other: `Servono # nuovi ${many}` })}, ${plural(left, {
      one: 'ma questo mese ne resta #',
      other: 'ma questo mese ne restano #',
    })}. Le righe in eccesso non vengono importate.`,
});

const undoWords = ({ one, many, all, left }: Names) => ({
  cancel: {
    title: 'Interrompere questa importazione?',
    note: (made: number) =>
      plural(made, {
        one: `Finora # ${one} è stato creato o modificato, e resta. Potrai poi annullare l’importazione.`,
        other: `Finora # ${many} sono stati creati o modificati, e restano. Potrai poi annullare l’importazione.`,
      }),
    check: 'Non è stato creato né modificato nulla.',
  },
  undo: {
    title: 'Annullare questa importazione?',
    deleted: (n: number) =>
      plural(n, {
        one: `L’annullamento elimina # ${one} creato dall’importazione.`,
        other: `L’annullamento elimina # ${many} creati dall’importazione.`,
      }),
    restored: (n: number) =>
      plural(n, {
        one: `L’annullamento ripristina # ${one} modificato dall’importazione.`,
        other: `L’annullamento ripristina # ${many} modificati dall’importazione.`,
      }),
    kept: `${capital(all)} modificati dopo l’importazione restano come sono. Il rapporto li elenca.`,
    left,
    until: (when: string) => `Puoi annullare l’importazione fino al giorno ${when}.`,
    done: (deleted: number, restored: number, kept: number) =>
      [
        plural(deleted, { one: `# ${one} eliminato`, other: `# ${many} eliminati` }),
        plural(restored, { one: '# ripristinato', other: '# ripristinati' }),
        ...(kept > 0 ? [plural(kept, { one: '# mantenuto', other: '# mantenuti' })] : []),
      ]
        .join(', ')
        .concat('.'),
    keptTitle: 'Cosa ha mantenuto l’annullamento',
    keptNote: 'Un file CSV che li elenca tutti con il motivo.',
    keptRows: (n: number) => plural(n, { one: 'Scarica # riga mantenuta', other: 'Scarica # righe mantenute' }),
  },
  remove: {
    action: 'Elimina registrazione',
    title: 'Eliminare la registrazione di questa importazione?',
    note: `Il file e il rapporto vengono eliminati. ${capital(all)} restano e l’importazione non può più essere annullata.`,
    done: 'Registrazione eliminata',
  },
});

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
