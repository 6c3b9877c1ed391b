/** French strings for the audit log. */
import type { AuditWords } from '../en/audit.ts';
import type { AnyText } from '../shape.ts';
import { plural } from './ui.ts';

export const auditWords: AnyText<AuditWords> = {
  title: 'Journal d’audit',
  all: 'Tout',
  by: 'Auteur',
  everybody: 'Tout le monde',
  from: 'Du',
  to: 'Au',
  clear: 'Effacer les filtres',
  none: 'Aucune entrée pour l’instant',
  noneFound: 'Aucune entrée ne correspond',
  noneYet: 'Rien trouvé pour l’instant',
  noneYetNote: 'Les entrées plus anciennes n’ont pas encore été parcourues. Sélectionnez Afficher plus pour continuer.',
  shown: (n) => plural(n, { one: '# entrée', other: '# entrées' }),
  byKey: 'par clé API',
  when: 'Date',
  action: 'Action',
  object: 'Objet',
};
