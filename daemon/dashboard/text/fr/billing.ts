/** French strings for plans and billing. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

const unlimited = 'illimité';

export const billing: Text['billing'] = {
  title: 'Facturation',
  about: 'Votre forfait, ses limites et les autres forfaits.',
  present: (plan) => `Forfait ${plan}`,
  portal: 'Gérer le paiement',
  pastDue:
    'Le dernier paiement a échoué. Mettez à jour vos informations de paiement\u00a0; le forfait reste actif quelques jours.',
  statuses: {
    none: 'Aucun abonnement',
    active: 'Payé',
    past_due: 'Paiement échoué',
    canceled: 'Abonnement terminé',
  },
  paid: (interval, next) =>
    `${interval === 'month' ? 'Facturation mensuelle.' : 'Facturation annuelle.'}${next ? ` Prochain paiement\u00a0: ${next}.` : ''}`,
  ends: (day) => `Se termine le ${day}. L’espace de travail passe ensuite au forfait Gratuit.`,
  meters: { links: 'Nouveaux liens', clicks: 'Clics', domains: 'Domaines', members: 'Membres' },
  noLimits: 'Sans limites',
  noLimitsNote: 'L’opérateur a levé toutes les limites de cet espace de travail. Aucun paiement n’est nécessaire.',
  unlimited,
  of: (limit) => `sur ${limit}`,
  resets: (day) => `L’utilisation mensuelle est remise à zéro le ${day}.`,
  changedBy: {
    payment: 'Un forfait supérieur prend effet dès le paiement, un forfait inférieur à la fin de la période.',
    admin: 'Les paiements sont désactivés ici\u00a0: passez gratuitement à n’importe quel forfait.',
    operator: 'L’opérateur définit votre forfait. Demandez-lui de le changer.',
  },
  adminsChange: 'Seuls les admins peuvent changer le forfait.',
  plans: 'Forfaits',
  interval: 'Facturation',
  intervals: { month: 'Mensuelle', year: 'Annuelle' },
  yours: 'Votre forfait',
  choose: (plan) => `Choisir ${plan}`,
  beyond: (plan, isMore) => (isMore ? `Tout ce qu’offre ${plan}, plus` : `Tout ce qu’offre ${plan}`),
  limits: {
    links: (n) => (n === unlimited ? 'Nouveaux liens illimités' : `${n} nouveaux liens par mois`),
    clicks: (n) => (n === unlimited ? 'Clics illimités' : `${n} clics par mois`),
    history: (days) =>
      days % 365 === 0
        ? plural(days / 365, { one: '# an de statistiques', other: '# ans de statistiques' })
        : plural(days, { one: '# jour de statistiques', other: '# jours de statistiques' }),
    historyAll: 'Statistiques sans limite de durée',
    domains: (n, count) =>
      n === unlimited ? 'Domaines illimités' : plural(count ?? 2, { one: `${n} domaine`, other: `${n} domaines` }),
    members: (n, count) =>
      n === unlimited ? 'Membres illimités' : plural(count ?? 2, { one: `${n} membre`, other: `${n} membres` }),
    requests: (n) => (n === unlimited ? 'Requêtes API illimitées' : `${n} requêtes API par minute`),
  },
  features: {
    password: 'Mots de passe',
    expiresAt: 'Expiration et URL après expiration',
    expiredUrl: 'Expiration et URL après expiration',
    startsAt: 'Début programmé',
    notStartedUrl: 'Début programmé',
    maxClicks: 'Limite de clics',
    geo: 'Destinations par pays',
    iosUrl: 'Destinations par appareil',
    androidUrl: 'Destinations par appareil',
    fg: 'QR codes à vos couleurs',
    bg: 'QR codes à vos couleurs',
    export: 'Export des clics',
  },
  downTitle: (plan) => `Passer au forfait ${plan}\u00a0?`,
  downNote: 'Les liens continuent de rediriger. Vous perdez\u00a0:',
  lost: {
    feature: (feature) => `${feature}\u00a0: les réglages existants restent, aucun nouveau n’est possible`,
    history: (days) =>
      plural(days, {
        one: 'Les statistiques de plus de # jour sont supprimées',
        other: 'Les statistiques de plus de # jours sont supprimées',
      }),
    domains: (used, limit) =>
      `Domaines\u00a0: ${used} utilisés, ${limit} autorisés. Vous ne pourrez plus en connecter d’autres`,
    members: (used, limit) =>
      `Membres\u00a0: ${used} actuels, ${limit} autorisés. Vous ne pourrez plus en inviter d’autres`,
    links: (used, limit) =>
      `Liens\u00a0: ${used} créés ce mois-ci, ${limit} autorisés. Aucun autre avant le mois prochain`,
  },
};

export const planRoom: Text['planRoom'] = {
  full: (plan, most) => `Votre limite avec ${plan} est atteinte\u00a0: ${most}.`,
  next: (plan, limit) => `${plan} en autorise plus\u00a0: ${limit}.`,
  unlimited: 'autant que vous voulez',
  see: 'Voir les forfaits',
  domains: (limit) => plural(limit, { one: '# domaine', other: '# domaines' }),
  members: (limit) => plural(limit, { one: '# membre', other: '# membres' }),
};
