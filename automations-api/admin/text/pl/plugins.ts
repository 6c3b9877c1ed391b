/** Polish strings for plugins. */
import { plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

export const plugins: Text['plugins'] = {
  title: 'Wtyczki',
  about: 'Włączaj i wyłączaj części usługi.',
  note: 'Zmiany działają po kilku sekundach.',
  plugin: 'Wtyczka',
  state: 'Stan',
  version: 'Wersja',
  tables: 'Tabele',
  jobs: 'Zaplanowane zadania',
  job: ({ name, every_seconds: seconds, at }) =>
    seconds === null
      ? `${name} o ${at} UTC`
      : plural(seconds, {
          one: `${name} co sekundę (#)`,
          few: `${name} co # sekundy`,
          many: `${name} co # sekund`,
          other: `${name} co # sekundy`,
        }),
  active: 'Włączona',
  inactive: 'Wyłączona',
  broken: 'Nie działa',
  faultOf: (name) => `Wtyczka ${name} nie może działać`,
  needed: 'Wymagana',
  activate: 'Włącz',
  deactivate: 'Wyłącz',
  neededNote: 'Ta aplikacja jej potrzebuje. Wyłącz ją w wierszu poleceń.',
  activated: (name) => `Włączono ${name}`,
  deactivated: (name) => `Wyłączono ${name}`,
  deactivateTitle: (name) => `Wyłączyć ${name}?`,
  stops: 'Jej trasy i zadania w tle zatrzymają się w ciągu kilku sekund. Dane pozostaną.',
  keeps: (n) =>
    plural(n, {
      one: '# tabela pozostanie',
      few: '# tabele pozostaną',
      many: '# tabel pozostanie',
      other: '# tabeli pozostanie',
    }),
  automationsStops:
    'Zatrzymuje to automatyzację kontaktów. REST API przestanie odpowiadać, kontakty nie będą mogły się wypisać przez linki w e-mailach, a reguły, webhooki, e-maile i zadania będą wstrzymane do ponownego włączenia.',
  reloadTitle: (name) => `Wtyczka ${name} się zmieniła`,
  reloadNote: 'Za kilka sekund odśwież tę stronę, aby zaktualizować wszystkie ekrany.',
  reload: 'Odśwież',
};
