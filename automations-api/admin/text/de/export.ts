/** German strings for the export. */
import { number } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const exportWords: Text['export'] = {
  title: 'Export',
  note: 'Laden Sie Kontakte als Datei herunter: für eine Tabelle, eine andere App oder Ihre Unterlagen.',
  download: 'Herunterladen',
  started: (contacts, format) =>
    `Der Download hat begonnen: ${contacts} als contacts.${format}. Ihr Browser zeigt den Fortschritt; Sie können hier weiterarbeiten.`,
  all: (contacts) => `Alle ${contacts}`,
  noMatch: 'Kein Kontakt entspricht dem Filter. Es gibt nichts herunterzuladen.',
  none: 'Noch nichts zu exportieren',
  noneNote: 'Es gibt keine Kontakte.',
  formatTitle: 'Format',
  formats: { csv: 'CSV', jsonl: 'JSON Lines' },
  formatHints: {
    csv: 'Für Tabellen. Werte, die wie Formeln aussehen, erhalten einen vorangestellten Apostroph.',
    jsonl: 'Für Apps. Ein JSON-Datensatz pro Zeile.',
  },
  columnsTitle: 'Spalten',
  chosen: (n, all) => `${number(n)} von ${number(all)}`,
  allColumns: 'Alle Spalten',
  usualColumns: 'Übliche Spalten',
  leftOut: 'Weggelassen',
  noColumn: 'Wählen Sie mindestens eine Spalte.',
  up: (name) => `${name} nach oben`,
  down: (name) => `${name} nach unten`,
};
