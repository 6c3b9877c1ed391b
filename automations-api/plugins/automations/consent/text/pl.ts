import type { Texts } from './en.ts';

export const pl = {
  unsubscribeTitle: 'Rezygnacja z subskrypcji',
  unsubscribe: 'Czy chcą Państwo zrezygnować ze wszystkich e-maili od {sender} wysyłanych na adres {address}?',
  unsubscribeButton: 'Zrezygnuj z subskrypcji',
  chooseInstead: 'Wybierz zamiast tego, które e-maile otrzymywać',
  unsubscribedTitle: 'Subskrypcja anulowana',
  unsubscribed: 'E-maile od {sender} nie będą już wysyłane na adres {address}.',
  resubscribe: 'Subskrybuj ponownie',
  confirm: 'Czy chcą Państwo otrzymywać e-maile od {sender} na adres {address}?',
  confirmed: 'E-maile od {sender} będą wysyłane na adres {address}.',
  choose: 'Wybierz, które e-maile otrzymywać',
  preferencesTitle: 'Ustawienia e-maili',
  preferences: 'E-maile od {sender} na adres {address}.',
  received: 'Otrzymywane e-maile',
  save: 'Zapisz',
  saved: 'Wybór został zapisany.',
  unsubscribeAll: 'Zrezygnuj ze wszystkich e-maili',

  settledTitle: 'Link nie jest już ważny',
  settled: 'Od czasu wysłania linku ten adres został wypisany lub był nieosiągalny.',
  preview: 'To jest podgląd: przyciski niczego nie zmieniają.',

  mailGreeting: 'Dzień dobry, {name},',
  mailRequest: 'prosimy o potwierdzenie chęci otrzymywania e-maili od {sender}:',
} satisfies Texts;
