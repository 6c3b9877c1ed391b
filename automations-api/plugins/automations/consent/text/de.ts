import type { Texts } from './en.ts';

export const de = {
  unsubscribeTitle: 'Abmelden',
  unsubscribe: 'Möchten Sie keine E-Mails von {sender} an {address} mehr erhalten?',
  unsubscribeButton: 'Abmelden',
  chooseInstead: 'Stattdessen auswählen, welche E-Mails Sie erhalten',
  unsubscribedTitle: 'Sie sind abgemeldet',
  unsubscribed: 'Sie erhalten keine E-Mails von {sender} an {address} mehr.',
  resubscribe: 'Wieder anmelden',
  confirm: 'Möchten Sie E-Mails von {sender} an {address} erhalten?',
  confirmed: 'Sie erhalten künftig E-Mails von {sender} an {address}.',
  choose: 'Auswählen, welche E-Mails Sie erhalten',
  preferencesTitle: 'E-Mail-Einstellungen',
  preferences: 'E-Mails von {sender} an {address}.',
  received: 'E-Mails, die Sie erhalten',
  save: 'Speichern',
  saved: 'Ihre Auswahl wurde gespeichert.',
  unsubscribeAll: 'Von allen E-Mails abmelden',

  settledTitle: 'Link nicht mehr gültig',
  settled: 'Diese Adresse wurde inzwischen abgemeldet oder war nicht erreichbar.',
  preview: 'Das ist eine Vorschau: Die Schaltflächen ändern nichts.',

  mailGreeting: 'Guten Tag {name},',
  mailRequest: 'bitte bestätigen Sie, dass Sie E-Mails von {sender} erhalten möchten:',
} satisfies Texts;
