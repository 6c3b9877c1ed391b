/** German strings for the list of contacts. */
import { number, plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const contacts: Text['contacts'] = {
  title: 'Kontakte',
  search: 'Kontakte durchsuchen',
  add: 'Kontakt hinzufügen',
  customFields: 'Eigene Felder',
  added: (email) => `${email} hinzugefügt`,
  saved: (email) => `${email} gespeichert`,
  export: 'Exportieren',
  exportThese: 'Diese exportieren',
  open: 'Öffnen',
  edit: 'Status, Schlagwörter und Listen',
  editTitle: (email) => `Status, Schlagwörter und Listen von ${email}`,
  deleteTitle: (name) => `${name} löschen?`,
  deleteNote: 'Löscht den Kontakt mit all seinen Daten. Das lässt sich nicht rückgängig machen.',
  deleted: (email) => `${email} gelöscht`,
  none: 'Kein Kontakt gefunden',
  clearFilters: 'Suche und Filter zurücksetzen',
  empty: 'Noch keine Kontakte',
  emptyNote:
    'Importieren Sie Kontakte, fügen Sie hier einen hinzu oder lassen Sie Ihren Shop und Ihre Formulare sie über die REST-API hinzufügen.',
  columns: {
    contact: 'Kontakt',
    place: 'Ort',
    changed: 'Geändert',
    added: 'Hinzugefügt',
  },
  types: { lead: 'Lead', customer: 'Kunde' },
  rowsAPage: (n) => `${number(n)} Zeilen pro Seite`,
  addFirst: 'Kontakt hinzufügen',
  importFirst: 'Kontakte importieren',
  merge: 'Zusammenführen mit\u00a0…',
  editTags: (email) => `Schlagwörter von ${email} bearbeiten`,
  tagsOf: (email) => `Schlagwörter von ${email}`,
  status: {
    menu: (email, status) => `Status von ${email}: ${status}`,
    changed: (email, status) => `${email} hat jetzt den Status „${status}“`,
    resubscribe: 'Wieder anmelden',
    resubscribeTitle: (email) => `${email} wieder anmelden?`,
    resubscribeNote: (status) =>
      `Dieser Kontakt möchte keine E-Mails (${status}). Fahren Sie nur fort, wenn er wieder E-Mails wünscht.`,
  },
  sorts: {
    creation_date: 'Hinzugefügt',
    last_modified: 'Geändert',
    f_name: 'Vorname',
    l_name: 'Nachname',
    email: 'E-Mail',
  },
  fields: {
    email: 'E-Mail',
    f_name: 'Vorname',
    l_name: 'Nachname',
    contact_no: 'Telefon',
    country: 'Land',
    state: 'Bundesland oder Provinz',
    timezone: 'Zeitzone',
    type: 'Typ',
    source: 'Quelle',
    points: 'Punkte',
    status: 'Status',
    tags: 'Schlagwörter',
    lists: 'Listen',
  },
  many: {
    tags: 'Schlagwörter',
    lists: 'Listen',
    status: 'Status',
    field: 'Feld',
    fieldTitle: (n) => plural(n, { one: 'Feld von # Kontakt', other: 'Feld von # Kontakten' }),
    emptyClears: 'Leer lassen, um das Feld zu leeren.',
    resubscribe: 'Auch abgemeldete Kontakte und Beschwerden',
    resubscribeHint: 'Sonst behalten Kontakte, die keine E-Mails wünschen, ihren Status.',
    tooMany: (n) =>
      `Einzeln können Sie höchstens ${number(n)} Kontakte auswählen. Wählen Sie stattdessen alle Treffer eines Filters aus.`,
    how: 'Aktion',
    hows: { add: 'Hinzufügen', remove: 'Entfernen' },
    statusTitle: (n) => plural(n, { one: 'Status von # Kontakt', other: 'Status von # Kontakten' }),
    termsTitle: (what, n) =>
      what === 'tags'
        ? plural(n, { one: 'Schlagwörter von # Kontakt', other: 'Schlagwörter von # Kontakten' })
        : plural(n, { one: 'Listen von # Kontakt', other: 'Listen von # Kontakten' }),
    deleteTitle: (n) => plural(n, { one: '# Kontakt löschen?', other: '# Kontakte löschen?' }),
    deleteNote: (n) =>
      n === 1
        ? 'Löscht den Kontakt mit all seinen Daten. Das lässt sich nicht rückgängig machen.'
        : 'Löscht die Kontakte mit all ihren Daten. Das lässt sich nicht rückgängig machen.',
  },
  keys: {
    next: 'Nächste Zeile',
    before: 'Vorherige Zeile',
    select: 'Zeile auswählen',
    edit: 'Status, Schlagwörter und Listen der Zeile',
    clear: 'Auswahl aufheben',
  },
};
