import type { Texts } from './en.ts';

export const it = {
  unsubscribeTitle: 'Annulla l’iscrizione',
  unsubscribe: 'Desidera non ricevere più email da {sender} all’indirizzo {address}?',
  unsubscribeButton: 'Annulla l’iscrizione',
  chooseInstead: 'Scegliere invece quali email ricevere',
  unsubscribedTitle: 'Iscrizione annullata',
  unsubscribed: 'Non riceverà più email da {sender} all’indirizzo {address}.',
  resubscribe: 'Ripristina l’iscrizione',
  confirm: 'Desidera ricevere email da {sender} all’indirizzo {address}?',
  confirmed: 'Riceverà le email di {sender} all’indirizzo {address}.',
  choose: 'Scegliere quali email ricevere',
  preferencesTitle: 'Preferenze email',
  preferences: 'Email di {sender} per {address}.',
  received: 'Email che riceve',
  save: 'Salva',
  saved: 'La sua scelta è stata salvata.',
  unsubscribeAll: 'Annulla tutte le iscrizioni',

  settledTitle: 'Link non più valido',
  settled:
    'Dopo l’invio del link, l’iscrizione di questo indirizzo è stata annullata o l’indirizzo non era raggiungibile.',
  preview: 'Questa è un’anteprima: i pulsanti non modificano nulla.',

  mailGreeting: 'Gentile {name},',
  mailRequest: 'la preghiamo di confermare che desidera ricevere email da {sender}:',
} satisfies Texts;
