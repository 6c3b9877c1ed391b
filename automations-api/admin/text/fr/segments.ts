/** French strings for segments. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

export const segments: Text['segments'] = {
  title: 'Segments',
  note: 'Des filtres enregistrés. Les contacts y entrent et en sortent au fil de leurs modifications.',
  name: 'Nom',
  count: 'Contacts',
  created: 'Création',
  open: 'Afficher les contacts',
  picked: (name) => `Segment\u00a0: ${name}`,
  manage: 'Tous les segments',
  add: 'Nouveau segment',
  conditions: 'Conditions',
  counting: 'Comptage…',
  meets: (n) =>
    plural(n, { one: '# contact correspond actuellement.', other: '# contacts correspondent actuellement.' }),
  save: 'Enregistrer comme segment',
  saveChanges: 'Enregistrer les modifications',
  saveAsNew: 'Enregistrer comme nouveau',
  saveHint: 'Enregistre la recherche et les filtres de cette liste.',
  saved: (name) => `Segment ${name} enregistré`,
  none: 'Aucun segment pour l’instant',
  noneNote:
    'Un segment est un filtre enregistré\u00a0: les contacts y entrent et en sortent au fil de leurs modifications.',
  noneFound: 'Aucun segment ne correspond',
  search: 'Rechercher un segment',
  toContacts: 'Aller aux contacts',
  usedBy: 'Utilisé par',
  usedByRule: (name) => `Règle ${name}`,
  edit: 'Modifier le filtre',
  duplicateTitle: (name) => `Dupliquer ${name}`,
  keptTitle: (name) => `${name} ne peut pas être supprimé`,
  keptNote: 'Ces éléments l’utilisent. Modifiez-les d’abord\u00a0:',
  deleteTitle: (name) => `Supprimer le segment ${name}\u00a0?`,
  deleteNote: 'Rien ne l’utilise. Ses contacts restent tels quels. Cette action est irréversible.',
  deleted: (name) => `Segment ${name} supprimé`,
};
