/** French strings for analytics and the page of shared analytics. */
import { number, plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

const intervals: Record<string, string> = { hour: 'heure', day: 'jour' };

export const analytics: Text['analytics'] = {
  title: 'Statistiques',
  summary: 'Clics de la période',
  clicks: 'Clics',
  uniqueClicks: 'Clics uniques',
  trend: (all, most) =>
    all === 0 ? 'Aucun clic' : `${plural(all, { one: '# clic', other: '# clics' })}, pic\u00a0: ${number(most)}`,
  units: { clicks: 'clics', uniqueClicks: 'clics uniques' },
  qrScans: 'Scans QR',
  bots: 'Robots',
  ownClicks: 'Visites internes',
  botsNote: 'non comptés',
  lastClick: 'Dernier clic',
  metric: 'Mesure',
  interval: 'Intervalle',
  hourly: 'Heures',
  daily: 'Jours',
  chart: (what, interval) => `${what} par ${intervals[interval] ?? interval}`,
  kept: (days, day) =>
    plural(days, {
      one: `Votre forfait conserve les clics pendant # jour\u00a0: depuis le ${day}.`,
      other: `Votre forfait conserve les clics pendant # jours\u00a0: depuis le ${day}.`,
    }),
  shorter: 'Afficher les 7 derniers jours',
  topLinks: 'Liens les plus cliqués',
  places: 'Lieux',
  sources: 'Sources',
  campaigns: 'Campagnes',
  devices: 'Appareils',
  tabs: {
    country: 'Pays',
    map: 'Carte',
    language: 'Langues',
    referrer: 'Référents',
    utmSource: 'Source UTM',
    utmMedium: 'Support',
    utmCampaign: 'Campagne',
    variant: 'Variantes',
    device: 'Appareils',
    os: 'Systèmes',
    browser: 'Navigateurs',
    trigger: 'Lien ou QR',
  },
  names: {
    country: 'Pays',
    language: 'Langue',
    referrer: 'Référent',
    utmSource: 'Source UTM',
    utmMedium: 'Support UTM',
    utmCampaign: 'Campagne UTM',
    variant: 'Variante',
    device: 'Appareil',
    os: 'Système',
    browser: 'Navigateur',
    trigger: 'Accès par',
  },
  values: {
    '(direct)': 'Direct',
    '(none)': 'Aucun',
    '(other)': 'Autres',
    Unknown: 'Inconnu',
    unknown: 'Inconnu',
    desktop: 'Ordinateur',
    mobile: 'Mobile',
    tablet: 'Tablette',
    link: 'Lien',
    qr: 'QR code',
  },
  filters: 'Filtres',
  clear: 'Effacer les filtres',
  link: 'Lien',
  allLinks: 'Tous les liens',
  tag: 'Tag',
  allTags: 'Tous les tags',
  domain: 'Domaine',
  allDomains: 'Tous les domaines',
  timeZone: 'Fuseau horaire',
  ownZone: 'Fuseau du navigateur',
  live: {
    title: 'En direct',
    time: 'Heure',
    link: 'Lien',
    deleted: 'un lien supprimé',
    none: 'Les clics apparaissent ici en temps réel.',
    since: (n, shown) =>
      plural(n, { one: `${shown} clic depuis l’ouverture`, other: `${shown} clics depuis l’ouverture` }),
    states: { connecting: 'Connexion…', open: 'En direct', paused: 'En pause' },
  },
  export: {
    button: 'Exporter en CSV',
    gate: 'Les forfaits Team et Scale exportent les clics bruts en CSV, une ligne par clic.',
    plans: 'Voir les forfaits',
    reading: (size) => `${size} lus jusqu’ici…`,
    done: (size) => `clicks.csv est enregistré\u00a0: ${size}`,
  },
};

export const unknownPaths: Text['unknownPaths'] = {
  title: 'Chemins inconnus',
  note: 'Requêtes sur vos domaines personnalisés qui n’ont trouvé aucun lien.',
  search: 'Rechercher un chemin',
  path: 'Chemin',
  requests: 'Requêtes',
  bots: 'Robots',
  last: 'Dernière requête',
  rest: (last, bots) =>
    bots === 0 ? last : `${last}, ${plural(bots, { one: '# requête de robot', other: '# requêtes de robots' })}`,
  create: 'Créer un lien',
  createNamed: (name) => `Créer le lien ${name}`,
  empty: 'Aucun chemin inconnu',
  emptyNote:
    'Si des visiteurs demandent sur vos domaines personnalisés un chemin sans lien, par exemple un slug mal saisi, il apparaît ici dans les deux minutes.',
  noDomains: 'Connectez d’abord un domaine personnalisé',
  noDomainsNote:
    'Waypost compte les requêtes vers des chemins sans lien sur les domaines personnalisés, car vous seul les utilisez.',
  none: 'Aucun chemin ne correspond',
};

export const share: Text['share'] = {
  button: 'Partager',
  title: 'Statistiques',
  gone: 'Rien n’est partagé ici',
  goneNote: 'L’URL contient peut-être une faute de frappe, ou son propriétaire a arrêté le partage.',
  window: (from, to) => `Clics du ${from} au ${to}. Les robots ne sont pas comptés.`,
  allOfTag: 'Tous les liens avec ce tag',
};

export const shareDialog: Text['shareDialog'] = {
  title: 'Partager ces statistiques',
  titleOf: (tag) => `Partager les statistiques de ${tag}`,
  notes: {
    link: 'Crée une URL secrète. Toute personne qui la possède voit, sans se connecter, l’URL courte, le titre et les statistiques de ce lien.',
    tag: 'Crée une URL secrète. Toute personne qui la possède voit, sans se connecter, les statistiques de tous les liens avec ce tag et les URL courtes des liens les plus cliqués.',
  },
  showDestination: { link: 'Afficher la destination', tag: 'Afficher les destinations de ces liens' },
  notShared: 'Non partagé. Les membres peuvent créer une page de partage.',
  create: 'Créer la page de partage',
  address: 'Page de partage',
  since: (when) => `Partage\u00a0: ${when}. Toute personne ayant cette URL voit les statistiques.`,
  revoke: 'Arrêter le partage',
  revokeTitle: 'Arrêter le partage\u00a0?',
  revokeNote: 'L’URL cesse définitivement de fonctionner. Un nouveau partage crée une autre URL.',
  revoked: 'Partage arrêté',
};
