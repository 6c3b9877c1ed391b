/** German strings for forms: the list, the builder, the preview and the submissions. */
import { number, plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

const lostWords = (posts: number): string =>
  posts === 0
    ? ''
    : plural(posts, {
        one: ' Das Formular hat # Eintrag: Ein unbestätigter wird gelöscht, ein bestätigter bleibt beim Kontakt.',
        other: ' Das Formular hat # Einträge: Unbestätigte werden gelöscht, bestätigte bleiben bei ihren Kontakten.',
      });

export const forms: Text['forms'] = {
  title: 'Formulare',
  note: 'Seiten, auf denen man sich anmelden kann. Verlinken Sie ein Formular oder betten Sie es in Ihre Website ein.',
  parts: {
    name: 'Name',
    slug: 'Slug',
    fields: 'Felder',
    title: 'Titel',
    intro: 'Einleitung',
    button: 'Schaltfläche',
    thanks: 'Text nach dem Absenden',
    redirect_url: 'URL nach dem Absenden',
    consent_text: 'Einwilligungstext',
    lists: 'Zu Listen hinzufügen',
    offered_lists: 'Listen zur Auswahl',
    tags: 'Schlagwörter hinzufügen',
    double_opt_in: 'Per E-Mail bestätigen',
    embeddable: 'Andere Websites können es einbetten',
  },
  newForm: 'Neues Formular',
  one: 'Formular',
  none: 'Noch keine Formulare',
  noneNote:
    'Ein Formular fragt nach einer E-Mail-Adresse und allem, was Sie sonst wissen möchten. Neue Kontakte bestätigen per E-Mail, bevor sie auf Ihre Listen kommen.',
  search: 'Formulare durchsuchen',
  noneFound: 'Kein Formular gefunden',
  columns: { posts: 'Einträge', confirmed: 'Bestätigt' },
  accept: (name) => `Einträge in ${name} annehmen`,
  turnedOn: (name) => `${name} nimmt Einträge an`,
  turnedOff: (name) => `${name} nimmt keine Einträge mehr an`,
  show: 'Seite öffnen',
  submissions: 'Einträge',
  submissionsCounted: (n) => `Einträge (${n})`,
  tabs: 'Teile des Formulars',
  saved: (name) => `Formular ${name} gespeichert`,
  deleteTitle: (name) => `Formular ${name} löschen?`,
  deleteNote: (posts) =>
    `Die Seite funktioniert nicht mehr, auch wo sie eingebettet ist.${lostWords(posts)} Das lässt sich nicht rückgängig machen.`,
  deleted: (name) => `Formular ${name} gelöscht`,

  basics: 'Name und URL',
  nameHint: 'Nur Ihr Team sieht ihn.',
  slugHint: 'Das Ende der URL. Leer lassen, um ihn aus dem Namen zu bilden.',
  slugChanged: 'Links zur bisherigen URL und eingebettete Formulare funktionieren dann nicht mehr.',
  fieldsNote: 'In ihrer Reihenfolge auf der Seite.',
  addField: 'Feld hinzufügen',
  required: 'Erforderlich',
  requiredOf: (name) => `${name} ist erforderlich`,
  moveUp: (name) => `${name} nach oben`,
  moveDown: (name) => `${name} nach unten`,
  movedTo: (at, count) => `Jetzt Feld ${number(at)} von ${number(count)}`,
  texts: 'Texte',
  textsNote: 'Leere Texte erscheinen in der Sprache des Besuchers.',
  redirectHint: 'Öffnet sich anstelle des Texts.',
  consentHint:
    'Erscheint mit einem Kontrollkästchen, das angekreuzt werden muss. Jeder Eintrag hält die akzeptierte Fassung fest.',
  afterwards: 'Nach dem Absenden',
  offeredHint: 'Besucher sehen diese Listen mit Kontrollkästchen.',
  doubleOptInHint: 'Neue Kontakte kommen auf die Listen, nachdem sie den Link in einer E-Mail geöffnet haben.',

  previewed: 'Formular',

  publish: 'Veröffentlichen',
  embed: 'Einbettungscode',
  embedHint: 'Fügen Sie ihn in das HTML Ihrer Seite ein.',
  copyEmbed: 'Einbettungscode kopieren',
  isOff: 'Das Formular ist aus: Seine Seite sagt, dass es geschlossen ist.',

  noSubmissions: 'Noch keine Einträge',
  allOutcomes: 'Alle',
  noneOfOutcome: 'Kein Eintrag hat dieses Ergebnis',
  notForViewers: 'Betrachter können Einträge nicht sehen',
  noSubmissionsNote: 'Teilen Sie die URL des Formulars oder betten Sie es ein. Einträge erscheinen hier.',
  email: 'E-Mail',
  lists: 'Listen',
  answer: (label, value) => `${label}: ${value}`,
  outcome: 'Ergebnis',
  at: 'Abgesendet',
  outcomes: {
    new: 'Eingegangen',
    waiting: 'Unbestätigt',
    confirmed: 'Bestätigt',
    added: 'Hinzugefügt',
    limited: 'Zu viele',
    refused: 'Abgewiesen',
  },
};
