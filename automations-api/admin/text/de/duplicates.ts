/** German strings for duplicates and for merging two contacts. */
import { plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const duplicates: Text['duplicates'] = {
  title: 'Duplikate',
  note: 'Kontakte, die dieselbe Person sein könnten. Nichts wird zusammengeführt, bevor Sie es geprüft haben.',
  by: 'Vergleichen',
  kinds: { email: 'Nach E-Mail', phone: 'Nach Telefon' },
  none: { email: 'Keine Kontakte mit demselben Postfach', phone: 'Keine Kontakte mit derselben Telefonnummer' },
  noneNote: 'E-Mail-Adressen werden ohne den Teil nach einem + verglichen, Telefonnummern anhand ihrer Ziffern.',
  noneYet: 'Bisher keine Duplikate',
  noneYetNote: 'Weitere Kontakte sind noch zu vergleichen.',
  count: (n) => plural(n, { one: '# Kontakt', other: '# Kontakte' }),
  review: 'Prüfen',
  reviewNamed: (email) => `${email} prüfen`,
  notShown: (n) => `${n} weitere nicht angezeigt.`,
  more: 'Weitere suchen',
};

export const merge: Text['merge'] = {
  title: (email) => `Mit ${email} zusammenführen`,
  find: 'Anderen Kontakt suchen',
  findNote: 'Der gewählte Kontakt geht in diesem auf und wird dann gelöscht.',
  note: 'Wählen Sie die Werte, die bleiben.',
  swap: 'Den anderen Kontakt behalten',
  skip: 'Weiter zum nächsten Paar',
  values: 'Werte beider Kontakte',
  value: 'Wert',
  stays: (email) => `Bleibt: ${email}`,
  goes: (email) => `Wird zusammengeführt: ${email}`,
  choose: (name, value) => `${name}: ${value}`,
  statusNote: 'Hat sich einer der beiden abgemeldet, ist auch das Ergebnis abgemeldet.',
  joined: 'Vereint',
  joinedNote: 'Verlauf, Notizen, E-Mails, Klicks und Regeldurchläufe beider.',
  lost: 'Gelöscht',
  lostNote: (email) =>
    `${email} und die Werte, die Sie nicht wählen. Der Verlauf hält die Zusammenführung fest. Das lässt sich nicht rückgängig machen.`,
  action: 'Zusammenführen',
  done: (email) => `${email} mit diesem Kontakt zusammengeführt`,
};
