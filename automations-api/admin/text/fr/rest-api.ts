/** French strings for the REST API and its keys. */
import { keyWords } from '../../../../shared/ui/text/fr/keys.ts';
import type { Text } from '../text.ts';

export const restApi: Text['restApi'] = {
  ...keyWords({
    title: 'API REST',
    newKey: 'Nouvelle clé',
    empty: 'Aucune clé pour l’instant',
    emptyNote: 'Créez-en une par application, pour pouvoir la révoquer séparément.',
    name: 'Description',
    nameHint: 'L’application qui l’utilisera, par exemple une boutique.',
    permissions: { read: 'Lecture', write: 'Lecture et écriture', full: 'Accès complet' },
    permissionHints: {
      read: 'Lecture seule',
      write: 'Ajoute et modifie, ne peut pas supprimer',
      full: 'Ajoute, modifie et supprime',
    },
  }),
  about: 'Clés API des applications qui lisent et modifient les contacts.',
  address: 'URL de l’API',
  note: 'Les applications utilisent ces clés pour lire et modifier les contacts. Une clé n’est affichée qu’une fois, à sa création.',
  unnamed: (id) => `Clé ${id}`,
};
