/** German strings for plans and billing. */
import { plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const billing: Text['billing'] = {
  title: 'Abrechnung',
  about: 'Ihr Tarif, seine Limits und die anderen Tarife.',
  present: (plan) => `Tarif ${plan}`,
  portal: 'Zahlung verwalten',
  pastDue:
    'Die letzte Zahlung ist fehlgeschlagen. Aktualisieren Sie Ihre Zahlungsdaten; der Tarif bleibt noch einige Tage.',
  statuses: {
    none: 'Kein Abonnement',
    active: 'Bezahlt',
    past_due: 'Zahlung fehlgeschlagen',
    canceled: 'Abonnement beendet',
  },
  paid: (interval, next) =>
    `${interval === 'month' ? 'Monatliche Abrechnung.' : 'Jährliche Abrechnung.'}${
      next ? ` Nächste Zahlung: ${next}.` : ''
    }`,
  ends: (day) => `Endet am ${day}. Der Arbeitsbereich wechselt dann zu Free.`,
  meters: { links: 'Neue Links', clicks: 'Klicks', domains: 'Domains', members: 'Mitglieder' },
  noLimits: 'Keine Limits',
  noLimitsNote: 'Der Betreiber hat alle Limits dieses Arbeitsbereichs aufgehoben. Es ist keine Zahlung nötig.',
  unlimited: 'unbegrenzt',
  of: (limit) => `von ${limit}`,
  resets: (day) => `Die monatliche Nutzung wird am ${day} zurückgesetzt.`,
  changedBy: {
    payment: 'Höhere Tarife beginnen mit der Zahlung, niedrigere am Ende des Zeitraums.',
    admin: 'Zahlungen sind hier ausgeschaltet: Sie können kostenlos zu jedem Tarif wechseln.',
    operator: 'Der Betreiber legt Ihren Tarif fest. Bitten Sie ihn um eine Änderung.',
  },
  adminsChange: 'Nur Admins können den Tarif ändern.',
  plans: 'Tarife',
  interval: 'Abrechnung',
  intervals: { month: 'Monatlich', year: 'Jährlich' },
  yours: 'Ihr Tarif',
  choose: (plan) => `${plan} wählen`,
  beyond: (plan, isMore) => (isMore ? `Alles aus ${plan}, plus` : `Alles aus ${plan}`),
  limits: {
    links: (n) => `${n} neue Links pro Monat`,
    clicks: (n) => `${n} Klicks pro Monat`,
    history: (days) =>
      days % 365 === 0
        ? plural(days / 365, { one: '# Jahr Statistik', other: '# Jahre Statistik' })
        : plural(days, { one: '# Tag Statistik', other: '# Tage Statistik' }),
    historyAll: 'Zeitlich unbegrenzte Statistik',
    domains: (n, count) => `${n} ${plural(count ?? 2, { one: 'Domain', other: 'Domains' })}`,
    members: (n, count) => `${n} ${plural(count ?? 2, { one: 'Mitglied', other: 'Mitglieder' })}`,
    requests: (n) => `${n} API-Anfragen pro Minute`,
  },
  features: {
    password: 'Passwörter',
    expiresAt: 'Ablauf und Ziel nach Ablauf',
    expiredUrl: 'Ablauf und Ziel nach Ablauf',
    startsAt: 'Geplanter Start',
    notStartedUrl: 'Geplanter Start',
    maxClicks: 'Klicklimit',
    geo: 'Ziele nach Land',
    iosUrl: 'Ziele nach Gerät',
    androidUrl: 'Ziele nach Gerät',
    fg: 'QR-Codes in Ihren Farben',
    bg: 'QR-Codes in Ihren Farben',
    export: 'Export der Klicks',
  },
  downTitle: (plan) => `Zu ${plan} wechseln?`,
  downNote: 'Links funktionieren weiterhin. Sie verlieren:',
  lost: {
    feature: (feature) => `${feature}: Vorhandenes bleibt, Neues ist nicht möglich`,
    history: (days) =>
      plural(days, {
        one: 'Statistik, die älter als # Tag ist, wird gelöscht',
        other: 'Statistik, die älter als # Tage ist, wird gelöscht',
      }),
    domains: (used, limit) => `${used} Domains in Verwendung, ${limit} erlaubt: Sie können keine weiteren verbinden`,
    members: (used, limit) => `${used} Mitglieder, ${limit} erlaubt: Sie können keine weiteren einladen`,
    links: (used, limit) => `${used} Links in diesem Monat erstellt, ${limit} erlaubt: erst nächsten Monat wieder neue`,
  },
};

export const planRoom: Text['planRoom'] = {
  full: (plan, most) => `Im Tarif ${plan} ist alles belegt: ${most}.`,
  next: (plan, limit) => `${plan} erlaubt ${limit}.`,
  unlimited: 'beliebig viele',
  see: 'Tarife ansehen',
  domains: (limit) => plural(limit, { one: '# Domain', other: '# Domains' }),
  members: (limit) => plural(limit, { one: '# Mitglied', other: '# Mitglieder' }),
};
