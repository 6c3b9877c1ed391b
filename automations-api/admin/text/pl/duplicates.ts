/** Polish strings for duplicates and for merging two contacts. */
import { plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

export const duplicates: Text['duplicates'] = {
  title: 'Duplikaty',
  note: 'Kontakty, które mogą być tą samą osobą. Nic nie zostanie scalone bez Twojego sprawdzenia.',
  by: 'Porównaj',
  kinds: { email: 'Według e-maila', phone: 'Według telefonu' },
  none: {
    email: 'Żadne dwa kontakty nie mają tej samej skrzynki',
    phone: 'Żadne dwa kontakty nie mają tego samego numeru',
  },
  noneNote: 'E-maile są porównywane bez części po znaku +, numery telefonów według cyfr.',
  noneYet: 'Na razie brak duplikatów',
  noneYetNote: 'Pozostały jeszcze kontakty do porównania.',
  count: (n) => plural(n, { one: '# kontakt', few: '# kontakty', many: '# kontaktów', other: '# kontaktu' }),
  review: 'Sprawdź',
  reviewNamed: (email) => `Sprawdź ${email}`,
  notShown: (n) => `Nie pokazano jeszcze: ${n}.`,
  more: 'Szukaj dalej',
};

export const merge: Text['merge'] = {
  title: (email) => `Scal z ${email}`,
  find: 'Znajdź drugi kontakt',
  findNote: 'Wybrany kontakt zostanie scalony z tym, a potem usunięty.',
  note: 'Wybierz wartości do zachowania.',
  swap: 'Zachowaj drugi kontakt',
  skip: 'Przejdź do następnej pary',
  values: 'Wartości obu kontaktów',
  value: 'Wartość',
  stays: (email) => `Zachowany: ${email}`,
  goes: (email) => `Scalany: ${email}`,
  choose: (name, value) => `${name}: ${value}`,
  statusNote: 'Jeśli jeden z nich się wypisał, wynik też będzie wypisany.',
  joined: 'Połączone',
  joinedNote: 'Osie czasu, notatki, e-maile, kliknięcia i przebiegi reguł obu kontaktów.',
  lost: 'Usunięte',
  lostNote: (email) => `${email} i niewybrane wartości. Oś czasu odnotuje scalenie. Nie można tego cofnąć.`,
  action: 'Scal',
  done: (email) => `Scalono ${email} z tym kontaktem`,
};
