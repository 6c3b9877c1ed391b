/** German strings for the connection to the link service. */
import type { Text } from '../text.ts';

export const links: Text['links'] = {
  title: 'Links',
  about: 'Klicks von Kontakten auf Kurzlinks.',
  note: 'Ein verbundener Arbeitsbereich meldet, welche Kontakte auf seine Kurzlinks klicken.',
  connected: 'Arbeitsbereich verbunden',
  lastClick: (at) => `Letzter Klick eines Kontakts: ${at}.`,
  noClick: 'Noch kein Kontakt hat geklickt.',
  unknown: 'Im Dashboard getrennt',
  works: 'Empfängt Klicks',
  workspace: 'Arbeitsbereich',
  state: 'Status',
  unknownNote:
    'Das Dashboard hat diese Verbindung nicht mehr. Verbinden Sie den Arbeitsbereich mit einem neuen Schlüssel.',
  none: 'Kein Arbeitsbereich verbunden',
  noneNote: 'Klicks auf Kurzlinks werden nicht bei Kontakten erfasst.',
  how: 'Befehl für den Betreiber',
  howRotate: 'Für einen neuen Schlüssel eines verbundenen Arbeitsbereichs:',
  copy: 'Befehl kopieren',
  connect: 'Arbeitsbereich verbinden',
  connectOther: 'Anderen Arbeitsbereich verbinden',
  connectNote:
    'Wählen Sie im Dashboard in den Einstellungen des Arbeitsbereichs „Verbinden“. Nur ein Arbeitsbereich kann verbunden sein.',
  openInLinks: 'Im Dashboard öffnen',
  connectWithKey: 'Mit Schlüssel verbinden',
  replaceKey: 'Mit anderem Schlüssel verbinden',
  replaceNote: 'Ersetzt die jetzige Verbindung. Erfasste Klicks bleiben.',
  key: 'Schlüssel',
  keyHint: 'Beginnt mit wps_. Wird verschlüsselt gespeichert und nicht noch einmal angezeigt.',
  done: (workspace) => `${workspace} verbunden`,
  disconnect: 'Trennen',
  disconnectTitle: (workspace) => `${workspace} trennen?`,
  disconnectNote:
    'Neue Klicks werden nicht mehr erfasst. Erfasste Klicks bleiben, und persönliche Links funktionieren weiter.',
  disconnected: 'Arbeitsbereich getrennt',
};
