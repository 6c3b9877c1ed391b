/** French strings for the connection to the link service. */
import type { Text } from '../text.ts';

export const links: Text['links'] = {
  title: 'Liens',
  about: 'Les clics des contacts sur les liens courts.',
  note: 'Un espace de travail connecté indique quels contacts cliquent sur ses liens courts.',
  connected: 'Espace de travail connecté',
  lastClick: (at) => `Dernier clic d’un contact\u00a0: ${at}.`,
  noClick: 'Aucun contact n’a encore cliqué.',
  unknown: 'Déconnecté dans le tableau de bord',
  works: 'Reçoit les clics',
  workspace: 'Espace de travail',
  state: 'État',
  unknownNote: 'Le tableau de bord n’a plus cette connexion. Connectez-vous avec une nouvelle clé.',
  none: 'Aucun espace de travail connecté',
  noneNote: 'Les clics sur les liens courts ne sont pas enregistrés pour les contacts.',
  how: 'Commande pour l’opérateur',
  howRotate: 'Pour une nouvelle clé d’un espace de travail connecté\u00a0:',
  copy: 'Copier la commande',
  connect: 'Connecter un espace de travail',
  connectOther: 'Connecter un autre espace de travail',
  connectNote:
    'Sélectionnez Connecter dans les paramètres de l’espace de travail, dans le tableau de bord. Un seul espace de travail peut être connecté.',
  openInLinks: 'Ouvrir dans le tableau de bord',
  connectWithKey: 'Connecter avec une clé',
  replaceKey: 'Connecter avec une autre clé',
  replaceNote: 'Remplace la connexion actuelle. Les clics enregistrés restent.',
  key: 'Clé',
  keyHint: 'Commence par wps_. Enregistrée chiffrée et plus affichée ensuite.',
  done: (workspace) => `${workspace} connecté`,
  disconnect: 'Déconnecter',
  disconnectTitle: (workspace) => `Déconnecter ${workspace}\u00a0?`,
  disconnectNote:
    'Les nouveaux clics ne sont plus enregistrés. Les clics enregistrés restent, et les liens personnels continuent de fonctionner.',
  disconnected: 'Espace de travail déconnecté',
};
