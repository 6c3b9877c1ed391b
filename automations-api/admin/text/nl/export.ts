/** Dutch strings for the export. */
import { number } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const exportWords: Text['export'] = {
  title: 'Export',
  note: 'Download contacten als bestand voor een spreadsheet, een andere app of je eigen archief.',
  download: 'Downloaden',
  started: (contacts, format) =>
    `De download is gestart: ${contacts} als contacts.${format}. Je browser toont de voortgang; je kunt hier verder werken.`,
  all: (contacts) => `Alle ${contacts}`,
  noMatch: 'Geen contact voldoet aan het filter. Er is niets te downloaden.',
  none: 'Nog niets te exporteren',
  noneNote: 'Er zijn geen contacten.',
  formatTitle: 'Indeling',
  formats: { csv: 'CSV', jsonl: 'JSON Lines' },
  formatHints: {
    csv: 'Voor spreadsheets. Waarden die op formules lijken, krijgen een apostrof ervoor.',
    jsonl: 'Voor apps. Eén JSON-record per regel.',
  },
  columnsTitle: 'Kolommen',
  chosen: (n, all) => `${number(n)} van ${number(all)}`,
  allColumns: 'Alle kolommen',
  usualColumns: 'Gebruikelijke kolommen',
  leftOut: 'Weggelaten',
  noColumn: 'Kies ten minste één kolom.',
  up: (name) => `${name} omhoog`,
  down: (name) => `${name} omlaag`,
};
