/** French strings for custom fields and their groups. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

export const fields: Text['fields'] = {
  title: 'Champs',
  note: 'Les champs personnalisés des contacts, dans l’ordre du formulaire.',
  search: 'Rechercher un champ',
  add: 'Ajouter un champ',
  edit: 'Modifier',
  show: 'Afficher les contacts qui ont une valeur',
  editTitle: (name) => `Modifier ${name}`,
  added: (name) => `Champ ${name} ajouté`,
  saved: (name) => `Champ ${name} enregistré`,
  none: 'Aucun champ pour l’instant',
  noneNote:
    'Les champs personnalisés contiennent vos propres données, comme une date de naissance, un numéro de client ou une taille.',
  noneFound: 'Aucun champ ne correspond',
  name: 'Nom',
  slug: 'Slug',
  slugHint:
    'Les applications l’utilisent pour désigner le champ. Le changer perturbe celles qui utilisent le slug actuel.',
  type: 'Type',
  typeHint: 'Un nouveau type convertit toutes les valeurs. Si l’une ne convient pas, rien ne change.',
  types: {
    1: 'Texte',
    2: 'Nombre',
    3: 'Texte long',
    4: 'Liste déroulante',
    5: 'Boutons radio',
    6: 'Cases à cocher',
    7: 'Date',
  },
  options: 'Options',
  optionsHint: 'Une par ligne.',
  optionsOrPlaceholder: 'Options ou texte indicatif',
  placeholder: 'Texte indicatif',
  group: 'Groupe',
  contacts: 'Avec une valeur',
  order: 'Ordre',
  moveUp: (name) => `Monter ${name}`,
  moveDown: (name) => `Descendre ${name}`,
  isEditable: 'Les valeurs peuvent être modifiées',
  isEditableHint: 'Sinon, les formulaires, les clés API et les règles ne peuvent pas les modifier.',
  isFixed: 'valeurs non modifiables',
  preview: 'Aperçu',
  unnamed: 'Nom du champ',
  deleteTitle: (name) => `Supprimer le champ ${name}\u00a0?`,
  deleteNote: (values) =>
    values === 0
      ? 'Aucun contact n’a de valeur. Cette action est irréversible.'
      : plural(values, {
          one: 'La valeur de # contact est supprimée. Cette action est irréversible.',
          other: 'Les valeurs de # contacts sont supprimées. Cette action est irréversible.',
        }),
  deleteUsed: 'Ces éléments l’utilisent et ne fonctionneront plus\u00a0:',
  deleted: (name) => `Champ ${name} supprimé`,
  groups: {
    add: 'Ajouter un groupe',
    name: 'Nom',
    hint: 'Un titre qui regroupe des champs dans le formulaire.',
    none: 'Aucun groupe',
    empty: 'Ce groupe n’a aucun champ. Modifiez un champ pour l’ajouter ici.',
    up: 'Monter',
    down: 'Descendre',
    deleteTitle: (name) => `Supprimer le groupe ${name}\u00a0?`,
    deleteNote: 'Ses champs restent, sans groupe.',
    deleted: (name) => `Groupe ${name} supprimé`,
  },
};
