/** Spanish strings for filters and their conditions. */
import { allOf, anyOf, plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const filter: Text['filter'] = {
  title: 'Filtros',
  add: 'Añadir condición',
  all: 'Todos los contactos (sin condiciones)',
  clear: 'Quitar todo',
  show: (contacts) => `Mostrar ${contacts}`,
  /** Label of the operator's menu. */
  howOf: (name) => `${name}: cómo`,
  kinds: {
    search: 'Búsqueda',
    email: 'Correo electrónico',
    ids: 'Contactos elegidos',
    status: 'Estado',
    tag: 'Etiqueta',
    list: 'Lista',
    segment: 'Segmento',
    country: 'País',
    state: 'Provincia o estado',
    source: 'Fuente',
    type: 'Tipo',
    points: 'Puntos',
    added: 'Añadido',
    changed: 'Último cambio',
    clicked_link: 'Clic en el enlace',
    clicked_tag: 'Clic en un enlace con etiqueta',
    import: 'Importación',
    event: 'Evento',
    field: 'Campo',
    criterion: 'Condición de plugin',
    groups: 'Alguno de varios grupos',
  },
  hows: {
    any: 'cualquiera de',
    all: 'todas',
    none: 'excepto',
    contains: 'contiene',
    between: 'desde – hasta',
    empty: 'no tiene valor',
    filled: 'tiene un valor',
  },
  hints: {
    search: 'Parte del correo, del nombre o del teléfono.',
    email: 'El correo completo.',
    source: 'Cómo se añadieron los contactos, como public_api, o admin si se añadieron a mano.',
    added: 'Días en UTC.',
    changed: 'Días en UTC.',
    clicked_link: 'URL cortas.',
    clicked_tag: 'Etiquetas que tenía el enlace en el momento del clic.',
  },
  types: { lead: 'Lead', customer: 'Cliente' },
  event: {
    name: 'Qué evento',
    times: 'Mínimo de veces',
    within: 'En un plazo de',
    always: 'siempre, o p. ej. 30 days',
    detail: 'Detalle',
    operator: 'Comparación',
    value: 'Valor',
    details: 'Detalles como JSON',
    operators: { equal: 'es', over: 'es mayor que', under: 'es menor que', contains: 'contiene' },
    /** `times`: undefined if once is enough. */
    says: (name, times, within, details) =>
      [
        times === '0' ? `Nunca ${name}` : `Evento ${name}`,
        times !== undefined && times !== '0' && `al menos ${times} veces`,
        within && `en ${within}`,
        details && `con ${details}`,
      ]
        .filter(Boolean)
        .join(' '),
  },
  groups: {
    title: 'Al menos uno de estos grupos',
    one: (n) => `Grupo ${n}`,
    add: 'Añadir grupo',
    empty: 'Aún sin condiciones. Los grupos vacíos se ignoran.',
    says: (groups) => (groups.length === 1 ? groups.join() : groups.map((one) => `(${one})`).join(' o ')),
  },
  from: 'Desde',
  until: 'Hasta',
  /** Label of a condition's control. */
  control: (name, how) =>
    ({ any: name, all: `${name} (todas)`, none: `${name} (excepto)`, contains: `${name} contiene` })[how],
  unknownField: (id) => `Campo ${id}`,
  says: {
    any: (name, values) => `${name}: ${anyOf(values)}`,
    all: (name, values) => `${name}: ${allOf(values)}`,
    none: (name, values) => `${name}: excepto ${values.join(', ')}`,
    contains: (name, [value]) => `${name} contiene ${value}`,
    between: (name, [from, until]) =>
      [name, from && `desde ${from}`, until && `hasta ${until}`].filter(Boolean).join(' '),
    empty: (name) => `${name} no tiene valor`,
    filled: (name) => `${name} tiene un valor`,
  },
  chosen: (n) => plural(n, { one: '# contacto', many: '# de contactos', other: '# contactos' }),
  everybody: 'Todos los contactos',
};
