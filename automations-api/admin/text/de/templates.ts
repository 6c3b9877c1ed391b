/** German strings for email templates and their editor. */
import { plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

const lostWords = (sent: number): string =>
  sent === 0
    ? ''
    : plural(sent, {
        one: 'Die Zahlen von # gesendeten E-Mail werden gelöscht. ',
        other: 'Die Zahlen von # gesendeten E-Mails werden gelöscht. ',
      });

export const templates: Text['templates'] = {
  title: 'E-Mail-Vorlagen',
  note: 'Die E-Mails, die Regeln senden. Waypost ergänzt Layout, Abmeldelink und Ihre Postanschrift.',
  one: 'E-Mail-Vorlage',
  newTemplate: 'Neue Vorlage',
  usedBy: 'Verwendet von',
  numbers: { sent: 'Gesendet', bounced: 'Unzustellbar', clicked: 'Angeklickt', unsubscribed: 'Abgemeldet' },
  countOf: (n, number) => `${number}: ${n}`,
  share: (percent) => `${percent} der gesendeten`,
  lessThan: (percent) => `< ${percent}`,
  unused: 'Keine Regel',
  moreRules: (n) => plural(n, { one: 'und # weitere Regel', other: 'und # weitere Regeln' }),
  search: 'Vorlagen durchsuchen',
  none: 'Noch keine E-Mail-Vorlagen',
  noneFound: 'Keine Vorlage gefunden',
  noneNote:
    'Schreiben Sie eine E-Mail einmal und lassen Sie Regeln sie senden: eine Begrüßung, eine Erinnerung, eine Frage nach einem Kauf.',
  examples: {
    welcome: { name: 'Willkommen', note: 'Begrüßt einen neuen Kontakt mit Namen, mit einer Schaltfläche.' },
    reminder: { name: 'Erinnerung', note: 'Hakt einige Tage später nach, in zwei Sätzen.' },
    html: { name: 'Eigenes HTML', note: 'Fügen Sie HTML aus einem anderen Programm ein. Es behält sein Design.' },
  },
  saved: (name) => `Vorlage ${name} gespeichert`,
  deleteTitle: (name) => `Vorlage ${name} löschen?`,
  deleteNote: (sent) =>
    `${lostWords(sent)}Wartende E-Mails dieser Vorlage werden nicht gesendet. Das lässt sich nicht rückgängig machen.`,
  deleted: (name) => `Vorlage ${name} gelöscht`,
  keptTitle: (name) => `${name} wird verwendet`,
  keptNote: 'Diese Regeln senden sie. Wählen Sie in ihnen zuerst eine andere Vorlage.',
  labels: {
    name: 'Name',
    subject: 'Betreff',
    preheader: 'Preheader',
    format: 'Format',
    body: 'Inhalt',
    text: 'Nur Text',
    from_name: 'Absendername',
    from_email: 'Absenderadresse',
    reply_to: 'Antwort an',
  },
  nameHint: 'Nur Ihr Team sieht ihn.',
  namePlaceholder: 'Zweck der E-Mail',
  preheaderHint: 'Viele Posteingänge zeigen ihn nach dem Betreff.',
  formats: { markdown: 'Markdown', html: 'HTML' },
  bodyHints: {
    markdown: 'Leerzeilen trennen Absätze.',
    html: 'Eine vollständige Seite behält ihr eigenes Design. Waypost fügt darunter die Links zum Abmelden hinzu.',
  },
  switchTitle: (format) => `Zu ${format} wechseln?`,
  switchNote: 'Der Text bleibt unverändert und wird im anderen Format gelesen.',
  switchAction: 'Wechseln',
  textHint: 'Für Programme, die kein HTML zeigen. Ist das Feld leer, leitet Waypost den Text aus dem Inhalt ab.',
  more: 'Absender und Nur-Text',
  defaultSender: 'Der Standard der Website',
  toolbar: 'Formatierung',
  tools: {
    bold: 'Fett',
    italic: 'Kursiv',
    heading: 'Überschrift',
    list: 'Liste',
    link: 'Link',
    button: 'Schaltfläche',
  },
  samples: {
    text: 'Text',
    item: 'Eintrag',
    heading: 'Überschrift',
    link: 'Linktext',
    button: 'Text der Schaltfläche',
  },
  field: {
    insert: 'Feld einfügen',
    insertAt: (place) => `Feld einfügen: ${place}`,
    action: 'Einfügen',
    field: 'Feld',
    groups: { contact: 'Kontakt', custom: 'Eigenes Feld', link: 'Link' },
    fallback: 'Wenn es leer ist',
    fallbackHint: 'Erscheint bei Kontakten ohne Wert.',
    result: 'Eingefügter Text',
  },
  preview: {
    contact: 'Angezeigt für',
    search: 'Nach E-Mail oder Name suchen',
    anyone: 'Beispielkontakt',
    kind: 'Art',
    kinds: { html: 'HTML', text: 'Nur Text' },
    frame: 'Vorschau der E-Mail',
    noSubject: 'Kein Betreff',
    noAddress: 'Keine Postanschrift festgelegt. Viele Länder verlangen sie in jeder E-Mail.',
    addAddress: 'Postanschrift hinzufügen',
  },
  test: {
    title: 'Test-E-Mail senden',
    action: 'Test senden',
    to: 'An',
    note: 'Sendet die gespeicherte Vorlage mit den Werten eines Beispielkontakts.',
    sent: (to) => `Test an ${to} gesendet`,
    saveFirst: 'Speichern Sie zuerst die Vorlage.',
  },
};
