/** French strings for API keys. */
import { keyWords } from '../../../../shared/ui/text/fr/keys.ts';
import type { Text } from '../text.ts';

export const apiKeys: Text['apiKeys'] = {
  ...keyWords({
    title: 'Clés API',
    newKey: 'Nouvelle clé API',
    empty: 'Aucune clé API pour l’instant',
    emptyNote:
      'Une clé permet à une application de créer des liens et de lire leurs clics. Donnez une clé à chaque application.',
    name: 'Nom',
    nameHint: 'L’application qui l’utilisera, par exemple «\u00a0Site web\u00a0» ou «\u00a0Rapports\u00a0».',
    permissions: { read: 'Lecture', write: 'Lecture et écriture', admin: 'Accès complet' },
    permissionHints: {
      read: 'Lit les liens, les tags et les statistiques.',
      write: 'Peut aussi créer, modifier et supprimer des liens.',
      admin: 'Gère aussi les domaines, les membres, les clés API, les webhooks et la facturation.',
    },
  }),
  about: 'Les clés avec lesquelles les applications appellent l’API.',
  note: 'Permettez à des applications de créer et de lire des liens. Toute personne ayant une clé dispose de ses autorisations.',
  noteOwn: 'Les clés que vous avez créées. Les admins voient toutes les clés.',
  notYours: 'Les lecteurs n’ont pas de clés API',
  notYoursNote: 'Demandez à un admin de cet espace de travail de vous nommer membre.',
  you: 'Vous',
  previousMember: 'Membre retiré',
};
