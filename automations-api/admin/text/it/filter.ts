/** Italian strings for filters and their conditions. */
import { plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

export const filter: Text['filter'] = {
  title: 'Filtri',
  add: 'Aggiungi condizione',
  all: 'Tutti i contatti (nessuna condizione)',
  clear: 'Cancella tutto',
  show: (contacts) => `Mostra ${contacts}`,
  /** Label of the operator's menu. */
  howOf: (name) => `${name}: operatore`,
  kinds: {
    search: 'Ricerca',
    email: 'Email',
    ids: 'Contatti scelti',
    status: 'Stato',
    tag: 'Tag',
    list: 'Lista',
    segment: 'Segmento',
    country: 'Paese',
    state: 'Stato o provincia',
    source: 'Origine',
    type: 'Tipo',
    points: 'Punti',
    added: 'Aggiunta',
    changed: 'Modifica',
    clicked_link: 'Clic su un link',
    clicked_tag: 'Clic su un link con il tag',
    import: 'Importazione',
    event: 'Evento',
    field: 'Campo',
    criterion: 'Condizione di plugin',
    groups: 'Un gruppo tra diversi',
  },
  hows: {
    any: 'uno di',
    all: 'tutti',
    none: 'nessuno di',
    contains: 'contiene',
    between: 'da – a',
    empty: 'non ha un valore',
    filled: 'ha un valore',
  },
  hints: {
    search: 'Parte dell’email, del nome o del numero di telefono.',
    email: 'L’indirizzo email completo.',
    source: 'Come sono stati aggiunti i contatti, per esempio public_api, o admin se a mano.',
    added: 'Giorni in UTC.',
    changed: 'Giorni in UTC.',
    clicked_link: 'URL brevi.',
    clicked_tag: 'I tag che il link aveva al momento del clic.',
  },
  types: { lead: 'Lead', customer: 'Cliente' },
  event: {
    name: 'Quale evento',
    times: 'Almeno (volte)',
    within: 'Nell’arco di',
    always: 'senza limite, o 30 days',
    detail: 'Dettaglio',
    operator: 'Confronto',
    value: 'Valore',
    details: 'Dettagli come JSON',
    operators: { equal: 'è', over: 'è maggiore di', under: 'è minore di', contains: 'contiene' },
    /** `times`: undefined if once is enough. */
    says: (name, times, within, details) =>
      [
        times === '0' ? `Mai ${name}` : `Evento ${name}`,
        times !== undefined && times !== '0' && `almeno ${times} volte`,
        within && `nell’arco di ${within}`,
        details && `con ${details}`,
      ]
        .filter(Boolean)
        .join(' '),
  },
  groups: {
    title: 'Almeno uno di questi gruppi',
    one: (n) => `Gruppo ${n}`,
    add: 'Aggiungi gruppo',
    empty: 'Ancora nessuna condizione. I gruppi vuoti vengono ignorati.',
    says: (groups) => (groups.length === 1 ? groups.join() : groups.map((one) => `(${one})`).join(' o ')),
  },
  from: 'Da',
  until: 'A',
  /** Label of a condition's control. */
  control: (name, how) =>
    ({ any: name, all: `${name} (tutti)`, none: `${name} (nessuno)`, contains: `${name} contiene` })[how],
  unknownField: (id) => `Campo ${id}`,
  says: {
    any: (name, values) => `${name}: ${values.join(' o ')}`,
    all: (name, values) => `${name}: ${values.join(' e ')}`,
    none: (name, values) => `${name}: tranne ${values.join(', ')}`,
    contains: (name, [value]) => `${name} contiene ${value}`,
    between: (name, [from, until]) =>
      from && until
        ? `${name} da ${from} a ${until}`
        : [name, from && `da ${from}`, until && `fino a ${until}`].filter(Boolean).join(' '),
    empty: (name) => `${name} non ha un valore`,
    filled: (name) => `${name} ha un valore`,
  },
  chosen: (n) => plural(n, { one: '# contatto', other: '# contatti' }),
  everybody: 'Tutti i contatti',
};
