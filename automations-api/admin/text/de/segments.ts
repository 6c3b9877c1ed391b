/** German strings for segments. */
import { plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const segments: Text['segments'] = {
  title: 'Segmente',
  note: 'Gespeicherte Filter. Kontakte kommen hinzu und fallen heraus, wenn sie sich ändern.',
  name: 'Name',
  count: 'Kontakte',
  created: 'Erstellt',
  open: 'Kontakte anzeigen',
  picked: (name) => `Segment: ${name}`,
  manage: 'Alle Segmente',
  add: 'Neues Segment',
  conditions: 'Bedingungen',
  counting: 'Wird gezählt\u00a0…',
  meets: (n) =>
    plural(n, { one: '# Kontakt entspricht jetzt dem Filter.', other: '# Kontakte entsprechen jetzt dem Filter.' }),
  save: 'Als Segment speichern',
  saveChanges: 'Änderungen speichern',
  saveAsNew: 'Als neues speichern',
  saveHint: 'Speichert Suche und Filter dieser Liste.',
  saved: (name) => `Segment ${name} gespeichert`,
  none: 'Noch keine Segmente',
  noneNote: 'Ein Segment ist ein gespeicherter Filter: Kontakte kommen hinzu und fallen heraus, wenn sie sich ändern.',
  noneFound: 'Kein Segment gefunden',
  search: 'Segmente durchsuchen',
  toContacts: 'Zu den Kontakten',
  usedBy: 'Verwendet von',
  usedByRule: (name) => `Regel ${name}`,
  edit: 'Filter bearbeiten',
  duplicateTitle: (name) => `${name} duplizieren`,
  keptTitle: (name) => `${name} lässt sich nicht löschen`,
  keptNote: 'Diese verwenden es. Ändern Sie sie zuerst:',
  deleteTitle: (name) => `Segment ${name} löschen?`,
  deleteNote: 'Nichts verwendet es. Seine Kontakte bleiben, wie sie sind. Das lässt sich nicht rückgängig machen.',
  deleted: (name) => `Segment ${name} gelöscht`,
};
