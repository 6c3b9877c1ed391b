import type { Texts } from './en.ts';

export const de = {
  unsubscribeTitle: 'Abmelden',
  unsubscribe: 'Möchten Sie keine E-Mails von {sender} an {address} mehr erhalten?',
  unsubscribeButton: 'Abmelden',
  chooseInstead: 'Stattdessen auswählen, welche E-Mails Sie erhalten',
  unsubscribedTitle: 'Sie sind abgemeldet',
  unsubscribed: 'Sie erhalten keine E-Mails von {sender} an {address} mehr.',
  resubscribe: 'Wieder anmelden',
  confirmTitle: 'Bitte bestätigen',
  confirm: 'Möchten Sie E-Mails von {sender} an {address} erhalten?',
  confirmButton: 'Bestätigen',
  confirmedTitle: 'Vielen Dank',
  confirmed: 'Sie erhalten künftig E-Mails von {sender} an {address}.',
  choose: 'Auswählen, welche E-Mails Sie erhalten',
  preferencesTitle: 'E-Mail-Einstellungen',
  preferences: 'E-Mails von {sender} an {address}.',
  wanted: 'E-Mails, die Sie erhalten möchten',
  received: 'E-Mails, die Sie erhalten',
  save: 'Speichern',
  saved: 'Ihre Auswahl wurde gespeichert.',
  unsubscribeAll: 'Von allen E-Mails abmelden',

  expiredTitle: 'Link abgelaufen',
  expired: 'Dieser Link ist abgelaufen. Bitte melden Sie sich noch einmal an, um einen neuen zu erhalten.',
  settledTitle: 'Link nicht mehr gültig',
  settled: 'Diese Adresse wurde inzwischen abgemeldet oder war nicht erreichbar.',
  unknownTitle: 'Link ungültig',
  unknown:
    'Die Adresse ist unvollständig oder gehört zu einer Person, die hier nicht mehr eingetragen ist. Bitte kopieren Sie den ganzen Link aus der E-Mail.',
  unavailableTitle: 'Vorübergehend nicht verfügbar',
  unavailable: 'Bitte versuchen Sie es in einigen Minuten erneut.',
  preview: 'Das ist eine Vorschau: Die Schaltflächen ändern nichts.',

  mailSubject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
  mailGreeting: 'Guten Tag {name},',
  mailGreetingUnnamed: 'Guten Tag,',
  mailRequest: 'bitte bestätigen Sie, dass Sie E-Mails von {sender} erhalten möchten:',
  mailNote:
    'Der Link läuft {when} ab. Haben Sie diese E-Mails nicht angefordert? Dann können Sie diese Nachricht einfach ignorieren.',
} satisfies Texts;
