/** Polish strings for consent. */
import type { Text } from '../text.ts';

export const consent: Text['consent'] = {
  title: 'Zgoda',
  about: 'Double opt-in i strony dla kontaktów.',
  saved: 'Zapisano',
  optIn: {
    title: 'Double opt-in',
    enabled: 'Proś nowe kontakty o potwierdzenie e-maila',
    enabledHint: 'Każdy nowy niepotwierdzony kontakt dostaje ten e-mail, a po potwierdzeniu zostaje zapisany.',
    subject: 'Temat',
    text: 'Treść',
    textHint: (tags) =>
      `Znaczniki: ${tags}. {{f_name|klient}} pokazuje „klient”, jeśli nie ma imienia. Niezmieniony e-mail jest wysyłany w języku kontaktu.`,
    preview: 'Podgląd e-maila',
    asHtml: 'Otwórz jako HTML',
    from: 'Od',
    subjectOf: 'Temat',
  },
  pages: {
    title: 'Strony',
    note: 'Tekst każdej strony, opcjonalnie z {{sender}}. Puste pole oznacza tekst domyślny, który odwiedzający widzą w swoim języku.',
    preview: 'Podgląd',
    previewOf: (page) => `Podgląd: ${page}, w nowej karcie`,
    names: {
      unsubscribe: 'Rezygnacja z subskrypcji',
      unsubscribed: 'Subskrypcja anulowana',
      preferences: 'Ustawienia e-maili',
      confirm: 'Prośba o potwierdzenie',
      confirmed: 'Dziękujemy',
    },
  },
};
