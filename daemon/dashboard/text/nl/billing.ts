/** Dutch strings for plans and billing. */
import { plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const billing: Text['billing'] = {
  title: 'Facturering',
  about: 'Je abonnement, de limieten en de andere abonnementen.',
  present: (plan) => `Abonnement ${plan}`,
  portal: 'Betaling beheren',
  pastDue: 'De laatste betaling is mislukt. Werk je betaalgegevens bij; het abonnement blijft nog enkele dagen.',
  statuses: {
    none: 'Geen betaald abonnement',
    active: 'Betaald',
    past_due: 'Betaling mislukt',
    canceled: 'Abonnement beëindigd',
  },
  paid: (interval, next) =>
    `${interval === 'month' ? 'Maandelijks gefactureerd.' : 'Jaarlijks gefactureerd.'}${
      next ? ` Volgende betaling: ${next}.` : ''
    }`,
  ends: (day) => `Eindigt op ${day}. De werkruimte gaat dan naar Free.`,
  meters: { links: 'Nieuwe links', clicks: 'Klikken', domains: 'Domeinen', members: 'Leden' },
  noLimits: 'Geen limieten',
  noLimitsNote: 'De operator heeft alle limieten van deze werkruimte verwijderd. Betalen is niet nodig.',
  unlimited: 'onbeperkt',
  of: (limit) => `van ${limit}`,
  resets: (day) => `Het maandverbruik begint op ${day} opnieuw.`,
  changedBy: {
    payment: 'Upgrades gaan in na betaling, downgrades aan het einde van de periode.',
    admin: 'Betalingen staan hier uit: stap gratis over naar elk abonnement.',
    operator: 'De operator bepaalt je abonnement. Vraag de operator om het te wijzigen.',
  },
  adminsChange: 'Alleen admins kunnen het abonnement wijzigen.',
  plans: 'Abonnementen',
  interval: 'Facturering',
  intervals: { month: 'Maandelijks', year: 'Jaarlijks' },
  yours: 'Jouw abonnement',
  choose: (plan) => `${plan} kiezen`,
  beyond: (plan, isMore) => (isMore ? `Alles van ${plan}, plus` : `Alles van ${plan}`),
  limits: {
    links: (n) => `${n} nieuwe links per maand`,
    clicks: (n) => `${n} klikken per maand`,
    history: (days) =>
      days % 365 === 0
        ? plural(days / 365, { one: '# jaar statistieken', other: '# jaar statistieken' })
        : plural(days, { one: '# dag statistieken', other: '# dagen statistieken' }),
    historyAll: 'Statistieken zonder tijdslimiet',
    domains: (n, count) => `${n} ${plural(count ?? 2, { one: 'domein', other: 'domeinen' })}`,
    members: (n, count) => `${n} ${plural(count ?? 2, { one: 'lid', other: 'leden' })}`,
    requests: (n) => `${n} API-verzoeken per minuut`,
  },
  features: {
    password: 'Wachtwoorden',
    expiresAt: 'Verloopdatum en bestemming daarna',
    expiredUrl: 'Verloopdatum en bestemming daarna',
    startsAt: 'Geplande start',
    notStartedUrl: 'Geplande start',
    maxClicks: 'Kliklimiet',
    geo: 'Bestemmingen per land',
    iosUrl: 'Bestemmingen per apparaat',
    androidUrl: 'Bestemmingen per apparaat',
    fg: 'QR-codes in je eigen kleuren',
    bg: 'QR-codes in je eigen kleuren',
    export: 'Export van klikken',
  },
  downTitle: (plan) => `Overstappen naar ${plan}?`,
  downNote: 'Links blijven werken. Je verliest:',
  lost: {
    feature: (feature) => `${feature}: bestaande instellingen blijven, nieuwe zijn niet mogelijk`,
    history: (days) =>
      plural(days, {
        one: 'Statistieken ouder dan # dag worden verwijderd',
        other: 'Statistieken ouder dan # dagen worden verwijderd',
      }),
    domains: (used, limit) => `${used} domeinen in gebruik, ${limit} toegestaan: je kunt er geen meer verbinden`,
    members: (used, limit) => `${used} leden, ${limit} toegestaan: je kunt niemand meer uitnodigen`,
    links: (used, limit) => `${used} links deze maand gemaakt, ${limit} toegestaan: pas volgende maand weer nieuwe`,
  },
};

export const planRoom: Text['planRoom'] = {
  full: (plan, most) => `Op ${plan} gebruik je het maximum: ${most}.`,
  next: (plan, limit) => `${plan}: ${limit}.`,
  unlimited: 'zoveel je wilt',
  see: 'Abonnementen bekijken',
  domains: (limit) => plural(limit, { one: '# domein', other: '# domeinen' }),
  members: (limit) => plural(limit, { one: '# lid', other: '# leden' }),
};
