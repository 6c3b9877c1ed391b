/** Polish strings for the overview. */
import type { Text } from '../text.ts';

export const overview: Text['overview'] = {
  title: 'Przegląd',
  newLink: 'Nowy link',
  newLinks: 'Nowe linki',
  thisMonth: 'w tym miesiącu',
  now: 'W tej chwili',
  nowNote: 'w ostatnich 5 minutach',
  recent: 'Ostatnie linki',
  allLinks: 'Wszystkie linki',
  noLinks: 'Brak linków',
  link: 'Link',
  month: 'Ostatnie 30 dni',
  created: 'Utworzono',
  first: {
    note: 'Trzy kroki do pierwszego kliknięcia.',
    create: 'Utwórz link',
    createNote: 'Wklej długi URL, a otrzymasz krótki do udostępniania.',
    open: 'Otwórz go',
    openNote: 'W tej przeglądarce lub na telefonie.',
    arrive: 'Zobacz swoje kliknięcie',
    arriveNote: 'Pojawi się tutaj, gdy tylko zostanie zapisane.',
    listening: {
      connecting: 'Łączenie…',
      open: 'Nasłuchiwanie. Otwórz link, a kliknięcie pojawi się tutaj.',
      paused: 'Wstrzymano, dopóki ta strona jest ukryta.',
    },
    arrived: (visitor) => `Działa. Twoje pierwsze kliknięcie: ${visitor || 'odwiedzający'}.`,
    leave: 'Pokaż przegląd',
    empty: 'Brak linków',
    emptyNote: 'Gdy członek tego obszaru roboczego utworzy link, jego kliknięcia pojawią się tutaj.',
  },
};
