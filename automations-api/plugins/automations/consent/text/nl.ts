import type { Texts } from './en.ts';

export const nl = {
  unsubscribeTitle: 'Afmelden',
  unsubscribe: 'Wilt u geen e-mails van {sender} meer ontvangen op {address}?',
  unsubscribeButton: 'Afmelden',
  chooseInstead: 'Liever kiezen welke e-mails u ontvangt',
  unsubscribedTitle: 'U bent afgemeld',
  unsubscribed: 'U ontvangt geen e-mails van {sender} meer op {address}.',
  resubscribe: 'Opnieuw aanmelden',
  confirm: 'Wilt u e-mails van {sender} ontvangen op {address}?',
  confirmed: 'U ontvangt voortaan e-mails van {sender} op {address}.',
  choose: 'Kiezen welke e-mails u ontvangt',
  preferencesTitle: 'E-mailvoorkeuren',
  preferences: 'E-mails van {sender} aan {address}.',
  received: 'E-mails die u ontvangt',
  save: 'Opslaan',
  saved: 'Uw keuze is opgeslagen.',
  unsubscribeAll: 'Afmelden voor alle e-mails',

  settledTitle: 'Link niet meer geldig',
  settled: 'Dit adres is sinds het versturen van de link afgemeld of was niet bereikbaar.',
  preview: 'Dit is een voorbeeld: de knoppen veranderen niets.',

  mailGreeting: 'Beste {name},',
  mailRequest: 'Bevestig alstublieft dat u e-mails van {sender} wilt ontvangen:',
} satisfies Texts;
