/** French strings for the overview. */
import type { Text } from '../text.ts';

export const overview: Text['overview'] = {
  title: 'Vue d’ensemble',
  newLink: 'Nouveau lien',
  newLinks: 'Nouveaux liens',
  thisMonth: 'ce mois-ci',
  now: 'En ce moment',
  nowNote: 'dans les 5 dernières minutes',
  recent: 'Liens récents',
  allLinks: 'Tous les liens',
  noLinks: 'Aucun lien pour l’instant',
  link: 'Lien',
  month: '30 derniers jours',
  created: 'Création',
  first: {
    note: 'Trois étapes jusqu’à votre premier clic.',
    create: 'Créez un lien',
    createNote: 'Collez une URL longue et obtenez-en une courte à partager.',
    open: 'Ouvrez-le',
    openNote: 'Dans ce navigateur ou sur votre téléphone.',
    arrive: 'Voyez arriver le clic',
    arriveNote: 'Il apparaît ici dès qu’il est enregistré.',
    listening: {
      connecting: 'Connexion…',
      open: 'À l’écoute. Ouvrez le lien et votre clic apparaît ici.',
      paused: 'En pause tant que cette page est masquée.',
    },
    arrived: (visitor) => `Ça marche. Votre premier clic\u00a0: ${visitor || 'un visiteur'}.`,
    leave: 'Afficher la vue d’ensemble',
    empty: 'Aucun lien pour l’instant',
    emptyNote: 'Dès qu’un membre de cet espace de travail en crée un, ses clics apparaissent ici.',
  },
};
