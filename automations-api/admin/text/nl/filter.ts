/** Dutch strings for filters and their conditions. */
import { plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const filter: Text['filter'] = {
  title: 'Filters',
  add: 'Voorwaarde toevoegen',
  all: 'Alle contacten (geen voorwaarden)',
  clear: 'Alles wissen',
  show: (contacts) => `${contacts} tonen`,
  /** Label of the operator's menu. */
  howOf: (name) => `${name}: vergelijking`,
  kinds: {
    search: 'Zoeken',
    email: 'E-mail',
    ids: 'Gekozen contacten',
    status: 'Status',
    tag: 'Tag',
    list: 'Lijst',
    segment: 'Segment',
    country: 'Land',
    state: 'Staat of provincie',
    source: 'Bron',
    type: 'Type',
    points: 'Punten',
    added: 'Toegevoegd',
    changed: 'Gewijzigd',
    clicked_link: 'Aangeklikte link',
    clicked_tag: 'Aangeklikte link met tag',
    import: 'Import',
    event: 'Gebeurtenis',
    field: 'Veld',
    criterion: 'Voorwaarde van een plugin',
    groups: 'Een van meerdere groepen',
  },
  hows: {
    any: 'een van',
    all: 'alle van',
    none: 'geen van',
    contains: 'bevat',
    between: 'van – tot en met',
    empty: 'heeft geen waarde',
    filled: 'heeft een waarde',
  },
  hints: {
    search: 'Deel van e-mail, naam of telefoonnummer.',
    email: 'Het volledige e-mailadres.',
    source: 'Hoe contacten zijn toegevoegd, zoals public_api of admin (met de hand).',
    added: 'Dagen in UTC.',
    changed: 'Dagen in UTC.',
    clicked_link: 'Korte URL’s.',
    clicked_tag: 'Tags die de link had toen erop werd geklikt.',
  },
  types: { lead: 'Lead', customer: 'Klant' },
  event: {
    name: 'Welke gebeurtenis',
    times: 'Minstens (aantal keer)',
    within: 'Binnen',
    always: 'altijd, of 30 days',
    detail: 'Detail',
    operator: 'Vergelijking',
    value: 'Waarde',
    details: 'Details als JSON',
    operators: { equal: 'is', over: 'is meer dan', under: 'is minder dan', contains: 'bevat' },
    /** `times`: undefined if once is enough. */
    says: (name, times, within, details) =>
      [
        times === '0' ? `Nooit ${name}` : `Gebeurtenis ${name}`,
        times !== undefined && times !== '0' && `minstens ${times} keer`,
        within && `binnen ${within}`,
        details && `met ${details}`,
      ]
        .filter(Boolean)
        .join(' '),
  },
  groups: {
    title: 'Minstens een van deze groepen',
    one: (n) => `Groep ${n}`,
    add: 'Groep toevoegen',
    empty: 'Nog geen voorwaarden. Lege groepen worden genegeerd.',
    says: (groups) => (groups.length === 1 ? groups.join() : groups.map((one) => `(${one})`).join(' of ')),
  },
  from: 'Van',
  until: 'Tot en met',
  /** Label of a condition's control. */
  control: (name, how) =>
    ({ any: name, all: `${name} (alle van)`, none: `${name} (geen van)`, contains: `${name} bevat` })[how],
  unknownField: (id) => `Veld ${id}`,
  says: {
    any: (name, values) => `${name}: ${values.join(' of ')}`,
    all: (name, values) => `${name}: ${values.join(' en ')}`,
    none: (name, values) => `${name}: niet ${values.join(', niet ')}`,
    contains: (name, [value]) => `${name} bevat ${value}`,
    between: (name, [from, until]) =>
      [name, from && `vanaf ${from}`, until && `tot en met ${until}`].filter(Boolean).join(' '),
    empty: (name) => `${name} heeft geen waarde`,
    filled: (name) => `${name} heeft een waarde`,
  },
  chosen: (n) => plural(n, { one: '# contact', other: '# contacten' }),
  everybody: 'Alle contacten',
};
