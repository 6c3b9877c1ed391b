/** Polish strings for one contact. */
import { plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

export const contact: Text['contact'] = {
  title: 'Kontakt',
  details: 'Szczegóły',
  moreFields: 'Więcej pól',
  terms: 'Tagi i listy',
  since: (when) => `dodano ${when}`,
  statusNotes: {
    unverified: 'E-mail nie został jeszcze potwierdzony.',
    subscribed: 'Otrzymuje e-maile.',
    bounced: 'E-mail odbił się trwale: skrzynka nie przyjmuje poczty.',
    unsubscribed: 'Wypisany. Zmień to tylko wtedy, gdy kontakt znów poprosi o e-maile.',
    soft_bounced: 'Kilka e-maili odbiło się tymczasowo, np. z powodu pełnej skrzynki.',
    complaint: 'Zgłoszono e-mail jako spam. Zmień to tylko wtedy, gdy kontakt znów poprosi o e-maile.',
  },
  sendConfirmation: 'Wyślij potwierdzenie',
  confirmationSent: 'E-mail z prośbą o potwierdzenie jest w drodze',
  links: 'Adresy URL tego kontaktu',
  showLinks: 'Pokaż',
  hideLinks: 'Ukryj',
  linksNote: 'Każdy, kto ma te URL-e, może działać jako ten kontakt. Używaj ich tylko w e-mailach do niego.',
  unsubscribeUrl: 'Wypisanie się',
  preferencesUrl: 'Ustawienia e-maili',
  copyNamed: (name) => `Kopiuj: ${name}`,
  shortUrl: 'Krótki URL',
  shortUrlHint: 'Krótki URL z połączonego obszaru roboczego. Kliknięcia nowego linku są przypisywane temu kontaktowi.',
  createLink: 'Utwórz osobisty link',
  ownLink: 'Krótki URL tego kontaktu',
  exportJson: 'Eksportuj jako JSON',
  exportPage: 'Eksportuj jako stronę',
  erase: 'Wymaż…',
  erasing: {
    title: (email) => `Wymazać ${email}?`,
    action: 'Wymaż',
    lost: 'Wymazuje wpis, pola, tagi, listy, notatki, oś czasu, e-maile i payloady webhooków. Nie można tego cofnąć.',
    kept: 'Pozostanie skrót e-maila z kluczem, aby kontakt nie został ponownie dodany bez pytania. Nie można z niego odczytać adresu. Dziennik audytu zachowa identyfikator kontaktu.',
    done: (email, rows) =>
      `Wymazano ${email}: ${plural(rows, { one: '# wpis', few: '# wpisy', many: '# wpisów', other: '# wpisu' })}`,
  },
};
