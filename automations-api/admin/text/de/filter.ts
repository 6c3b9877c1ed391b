/** German strings for filters and their conditions. */
import { plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const filter: Text['filter'] = {
  title: 'Filter',
  add: 'Bedingung hinzufügen',
  all: 'Alle Kontakte (keine Bedingungen)',
  clear: 'Alle entfernen',
  show: (contacts) => `${contacts} anzeigen`,
  /** Label of the operator's menu. */
  howOf: (name) => `${name}: Vergleich`,
  kinds: {
    search: 'Suche',
    email: 'E-Mail',
    ids: 'Ausgewählte Kontakte',
    status: 'Status',
    tag: 'Schlagwort',
    list: 'Liste',
    segment: 'Segment',
    country: 'Land',
    state: 'Bundesland oder Provinz',
    source: 'Quelle',
    type: 'Typ',
    points: 'Punkte',
    added: 'Hinzugefügt',
    changed: 'Geändert',
    clicked_link: 'Link angeklickt',
    clicked_tag: 'Link mit Schlagwort angeklickt',
    import: 'Import',
    event: 'Ereignis',
    field: 'Feld',
    criterion: 'Bedingung eines Plugins',
    groups: 'Eine von mehreren Gruppen',
  },
  hows: {
    any: 'eines von',
    all: 'alle von',
    none: 'keines von',
    contains: 'enthält',
    between: 'von – bis',
    empty: 'hat keinen Wert',
    filled: 'hat einen Wert',
  },
  hints: {
    search: 'Teil von E-Mail, Name oder Telefonnummer.',
    email: 'Die vollständige E-Mail-Adresse.',
    source: 'Wie Kontakte hinzugefügt wurden, etwa public_api oder admin (von Hand).',
    added: 'Tage in UTC.',
    changed: 'Tage in UTC.',
    clicked_link: 'Kurz-URLs.',
    clicked_tag: 'Schlagwörter, die der Link beim Klick hatte.',
  },
  types: { lead: 'Lead', customer: 'Kunde' },
  event: {
    name: 'Welches Ereignis',
    times: 'Mindestens (Anzahl)',
    within: 'Innerhalb von',
    always: 'jederzeit oder 30 days',
    detail: 'Detail',
    operator: 'Vergleich',
    value: 'Wert',
    details: 'Details als JSON',
    operators: { equal: 'ist', over: 'ist über', under: 'ist unter', contains: 'enthält' },
    /** `times`: undefined if once is enough. */
    says: (name, times, within, details) =>
      [
        times === '0' ? `Nie ${name}` : `Ereignis ${name}`,
        times !== undefined && times !== '0' && `mindestens ${times}-mal`,
        within && `innerhalb von ${within}`,
        details && `mit ${details}`,
      ]
        .filter(Boolean)
        .join(' '),
  },
  groups: {
    title: 'Mindestens eine dieser Gruppen',
    one: (n) => `Gruppe ${n}`,
    add: 'Gruppe hinzufügen',
    empty: 'Noch keine Bedingungen. Leere Gruppen werden ignoriert.',
    says: (groups) => (groups.length === 1 ? groups.join() : groups.map((one) => `(${one})`).join(' oder ')),
  },
  from: 'Von',
  until: 'Bis',
  /** Label of a condition's control. */
  control: (name, how) =>
    ({ any: name, all: `${name} (alle von)`, none: `${name} (keines von)`, contains: `${name} enthält` })[how],
  unknownField: (id) => `Feld ${id}`,
  says: {
    any: (name, values) => `${name}: ${values.join(' oder ')}`,
    all: (name, values) => `${name}: ${values.join(' und ')}`,
    none: (name, values) => `${name}: nicht ${values.join(', nicht ')}`,
    contains: (name, [value]) => `${name} enthält ${value}`,
    between: (name, [from, until]) =>
      from && until
        ? `${name} von ${from} bis ${until}`
        : from
          ? `${name} ab ${from}`
          : until
            ? `${name} bis ${until}`
            : name,
    empty: (name) => `${name} hat keinen Wert`,
    filled: (name) => `${name} hat einen Wert`,
  },
  chosen: (n) => plural(n, { one: '# Kontakt', other: '# Kontakte' }),
  everybody: 'Alle Kontakte',
};
