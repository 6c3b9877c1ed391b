/** Italian strings for the export. */
import type { Text } from '../text.ts';

export const exportWords: Text['export'] = {
  title: 'Esportazione',
  note: 'Scarica i contatti in un file per un foglio di calcolo, un’altra app o il tuo archivio.',
  download: 'Scarica',
  started: (contacts, format) =>
    `Download avviato: ${contacts}, file contacts.${format}. Il browser ne mostra l’avanzamento; puoi continuare a lavorare qui.`,
  all: (contacts) => `Tutto (${contacts})`,
  noMatch: 'Nessun contatto corrisponde al filtro. Non c’è nulla da scaricare.',
  none: 'Ancora niente da esportare',
  noneNote: 'Non ci sono contatti.',
  formatTitle: 'Formato',
  formats: { csv: 'CSV', jsonl: 'JSON Lines' },
  formatHints: {
    csv: 'Per fogli di calcolo. I valori simili a formule sono preceduti da un apostrofo.',
    jsonl: 'Per app. Un record JSON per riga.',
  },
  columnsTitle: 'Colonne',
  chosen: (n, all) => `${n} di ${all}`,
  allColumns: 'Tutte le colonne',
  usualColumns: 'Colonne abituali',
  leftOut: 'Escluse',
  noColumn: 'Scegli almeno una colonna.',
  up: (name) => `Sposta su ${name}`,
  down: (name) => `Sposta giù ${name}`,
};
