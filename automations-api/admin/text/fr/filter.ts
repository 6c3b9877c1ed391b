/** French strings for filters and their conditions. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

export const filter: Text['filter'] = {
  title: 'Filtres',
  add: 'Ajouter une condition',
  all: 'Tous les contacts (aucune condition)',
  clear: 'Tout effacer',
  show: (contacts) => `Afficher ${contacts}`,
  /** Label of the operator's menu. */
  howOf: (name) => `${name}\u00a0: opérateur`,
  kinds: {
    search: 'Recherche',
    email: 'E-mail',
    ids: 'Contacts choisis',
    status: 'Statut',
    tag: 'Tag',
    list: 'Liste',
    segment: 'Segment',
    country: 'Pays',
    state: 'État ou province',
    source: 'Source',
    type: 'Type',
    points: 'Points',
    added: 'Ajout',
    changed: 'Modification',
    clicked_link: 'Clic sur un lien',
    clicked_tag: 'Clic sur un lien avec le tag',
    import: 'Import',
    event: 'Événement',
    field: 'Champ',
    criterion: 'Condition d’extension',
    groups: 'Un groupe parmi plusieurs',
  },
  hows: {
    any: 'l’un de',
    all: 'tous',
    none: 'aucun de',
    contains: 'contient',
    between: 'du – au',
    empty: 'n’a pas de valeur',
    filled: 'a une valeur',
  },
  hints: {
    search: 'Une partie de l’e-mail, du nom ou du numéro de téléphone.',
    email: 'L’adresse e-mail complète.',
    source: 'L’origine des contacts, par exemple public_api, ou admin pour un ajout à la main.',
    added: 'Jours en UTC.',
    changed: 'Jours en UTC.',
    clicked_link: 'URL courtes.',
    clicked_tag: 'Les tags que le lien avait au moment du clic.',
  },
  types: { lead: 'Prospect', customer: 'Client' },
  event: {
    name: 'Quel événement',
    times: 'Au moins (fois)',
    within: 'Sur une durée de',
    always: 'sans limite, ou 30 days',
    detail: 'Détail',
    operator: 'Comparaison',
    value: 'Valeur',
    details: 'Détails en JSON',
    operators: { equal: 'est', over: 'est supérieur à', under: 'est inférieur à', contains: 'contient' },
    /** `times`: undefined if once is enough. */
    says: (name, times, within, details) =>
      [
        times === '0' ? `Jamais ${name}` : `Événement ${name}`,
        times !== undefined && times !== '0' && `au moins ${times} fois`,
        within && `sur ${within}`,
        details && `avec ${details}`,
      ]
        .filter(Boolean)
        .join(' '),
  },
  groups: {
    title: 'Au moins un de ces groupes',
    one: (n) => `Groupe ${n}`,
    add: 'Ajouter un groupe',
    empty: 'Aucune condition pour l’instant. Les groupes vides sont ignorés.',
    says: (groups) => (groups.length === 1 ? groups.join() : groups.map((one) => `(${one})`).join(' ou ')),
  },
  from: 'Du',
  until: 'Au',
  /** Label of a condition's control. */
  control: (name, how) =>
    ({ any: name, all: `${name} (tous)`, none: `${name} (aucun)`, contains: `${name} contient` })[how],
  unknownField: (id) => `Champ ${id}`,
  says: {
    any: (name, values) => `${name}\u00a0: ${values.join(' ou ')}`,
    all: (name, values) => `${name}\u00a0: ${values.join(' et ')}`,
    none: (name, values) => `${name}\u00a0: sauf ${values.join(', ')}`,
    contains: (name, [value]) => `${name} contient ${value}`,
    between: (name, [from, until]) =>
      from && until
        ? `${name} du ${from} au ${until}`
        : [name, from && `à partir du ${from}`, until && `jusqu’au ${until}`].filter(Boolean).join(' '),
    empty: (name) => `${name} n’a pas de valeur`,
    filled: (name) => `${name} a une valeur`,
  },
  chosen: (n) => plural(n, { one: '# contact', other: '# contacts' }),
  everybody: 'Tous les contacts',
};
