/** Polish strings for filters and their conditions. */
import { plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

const event: Text['filter']['event'] = {
  name: 'Które zdarzenie',
  times: 'Co najmniej (razy)',
  within: 'W ciągu',
  always: 'zawsze albo np. 30 days',
  detail: 'Szczegół',
  operator: 'Porównanie',
  value: 'Wartość',
  details: 'Szczegóły jako JSON',
  operators: { equal: 'jest równe', over: 'powyżej', under: 'poniżej', contains: 'zawiera' },
  says: (name, times, within, details) =>
    [
      times === '0' ? `Brak zdarzenia ${name}` : `Zdarzenie ${name}`,
      times !== undefined && times !== '0' && `co najmniej ${times} razy`,
      within && `w ciągu ${within}`,
      details && `z ${details}`,
    ]
      .filter(Boolean)
      .join(' '),
};

export const filter: Text['filter'] = {
  title: 'Filtry',
  add: 'Dodaj warunek',
  all: 'Wszystkie kontakty (bez warunków)',
  clear: 'Wyczyść wszystko',
  show: (contacts) => `Pokaż: ${contacts}`,
  howOf: (name) => `${name}: jak`,
  kinds: {
    search: 'Wyszukiwanie',
    email: 'E-mail',
    ids: 'Wybrane kontakty',
    status: 'Status',
    tag: 'Tag',
    list: 'Lista',
    segment: 'Segment',
    country: 'Kraj',
    state: 'Województwo lub region',
    source: 'Źródło',
    type: 'Typ',
    points: 'Punkty',
    added: 'Dodano',
    changed: 'Zmieniono',
    clicked_link: 'Kliknięty link',
    clicked_tag: 'Kliknięty link z tagiem',
    import: 'Import',
    event: 'Zdarzenie',
    field: 'Pole',
    criterion: 'Warunek wtyczki',
    groups: 'Dowolna z kilku grup',
  },
  hows: {
    any: 'jedno z',
    all: 'wszystkie z',
    none: 'żadne z',
    contains: 'zawiera',
    between: 'od – do',
    empty: 'bez wartości',
    filled: 'z wartością',
  },
  hints: {
    search: 'Część e-maila, imienia i nazwiska lub numeru telefonu.',
    email: 'Pełny e-mail.',
    source: 'Jak dodano kontakty, np. public_api, a przy dodaniu ręcznym admin.',
    added: 'Dni w UTC.',
    changed: 'Dni w UTC.',
    clicked_link: 'Krótkie URL-e.',
    clicked_tag: 'Tagi, które link miał w chwili kliknięcia.',
  },
  types: { lead: 'Lead', customer: 'Klient' },
  event,
  groups: {
    title: 'Co najmniej jedna z tych grup',
    one: (n) => `Grupa ${n}`,
    add: 'Dodaj grupę',
    empty: 'Brak warunków. Puste grupy są pomijane.',
    says: (groups) => (groups.length === 1 ? groups.join() : groups.map((one) => `(${one})`).join(' lub ')),
  },
  from: 'Od',
  until: 'Do',
  control: (name, how) =>
    ({ any: name, all: `${name} (wszystkie z)`, none: `${name} (żadne z)`, contains: `${name} zawiera` })[how],
  unknownField: (id) => `Pole ${id}`,
  says: {
    any: (name, values) => `${name}: ${values.join(' lub ')}`,
    all: (name, values) => `${name}: ${values.join(' i ')}`,
    none: (name, values) => `${name}: nie ${values.join(', nie ')}`,
    contains: (name, [value]) => `${name} zawiera ${value}`,
    between: (name, [from, until]) => [name, from && `od ${from}`, until && `do ${until}`].filter(Boolean).join(' '),
    empty: (name) => `${name}: bez wartości`,
    filled: (name) => `${name}: z wartością`,
  },
  chosen: (n) => plural(n, { one: '# kontakt', few: '# kontakty', many: '# kontaktów', other: '# kontaktu' }),
  everybody: 'Wszystkie kontakty',
};
