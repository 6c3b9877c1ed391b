/** Italian strings for plans and billing. */
import { plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

const unlimited = 'illimitato';

export const billing: Text['billing'] = {
  title: 'Fatturazione',
  about: 'Il tuo piano, i suoi limiti e gli altri piani.',
  present: (plan) => `Piano ${plan}`,
  portal: 'Gestisci pagamento',
  pastDue: 'L’ultimo pagamento non è riuscito. Aggiorna i dati di pagamento; il piano resta attivo per qualche giorno.',
  statuses: {
    none: 'Nessun abbonamento',
    active: 'Pagato',
    past_due: 'Pagamento non riuscito',
    canceled: 'Abbonamento terminato',
  },
  paid: (interval, next) =>
    `${interval === 'month' ? 'Fatturazione mensile.' : 'Fatturazione annuale.'}${next ? ` Prossimo pagamento: ${next}.` : ''}`,
  ends: (day) => `Termina il giorno ${day}. Lo spazio di lavoro passa poi al piano Gratuito.`,
  meters: { links: 'Nuovi link', clicks: 'Clic', domains: 'Domini', members: 'Membri' },
  noLimits: 'Senza limiti',
  noLimitsNote: 'L’operatore ha tolto tutti i limiti a questo spazio di lavoro. Non serve alcun pagamento.',
  unlimited,
  of: (limit) => `di ${limit}`,
  resets: (day) => `L’utilizzo mensile si azzera il giorno ${day}.`,
  changedBy: {
    payment: 'Un piano superiore vale dal pagamento, uno inferiore alla fine del periodo.',
    admin: 'Qui i pagamenti sono disattivati: passa gratis a qualsiasi piano.',
    operator: 'Il tuo piano lo imposta l’operatore. Chiedigli di cambiarlo.',
  },
  adminsChange: 'Solo gli admin possono cambiare piano.',
  plans: 'Piani',
  interval: 'Fatturazione',
  intervals: { month: 'Mensile', year: 'Annuale' },
  yours: 'Il tuo piano',
  choose: (plan) => `Scegli ${plan}`,
  beyond: (plan, isMore) => (isMore ? `Tutto ciò che offre ${plan}, più` : `Tutto ciò che offre ${plan}`),
  limits: {
    links: (n) => (n === unlimited ? 'Nuovi link illimitati' : `${n} nuovi link al mese`),
    clicks: (n) => (n === unlimited ? 'Clic illimitati' : `${n} clic al mese`),
    history: (days) =>
      days % 365 === 0
        ? plural(days / 365, { one: '# anno di statistiche', other: '# anni di statistiche' })
        : plural(days, { one: '# giorno di statistiche', other: '# giorni di statistiche' }),
    historyAll: 'Statistiche senza limiti di tempo',
    domains: (n, count) =>
      n === unlimited ? 'Domini illimitati' : plural(count ?? 2, { one: `${n} dominio`, other: `${n} domini` }),
    members: (n, count) =>
      n === unlimited ? 'Membri illimitati' : plural(count ?? 2, { one: `${n} membro`, other: `${n} membri` }),
    requests: (n) => (n === unlimited ? 'Richieste API illimitate' : `${n} richieste API al minuto`),
  },
  features: {
    password: 'Password',
    expiresAt: 'Scadenza e URL dopo la scadenza',
    expiredUrl: 'Scadenza e URL dopo la scadenza',
    startsAt: 'Inizio programmato',
    notStartedUrl: 'Inizio programmato',
    maxClicks: 'Limite di clic',
    geo: 'Destinazioni per paese',
    iosUrl: 'Destinazioni per dispositivo',
    androidUrl: 'Destinazioni per dispositivo',
    fg: 'Codici QR nei tuoi colori',
    bg: 'Codici QR nei tuoi colori',
    export: 'Esportazione dei clic',
  },
  downTitle: (plan) => `Passare al piano ${plan}?`,
  downNote: 'I link continuano a reindirizzare. Perdi:',
  lost: {
    feature: (feature) => `${feature}: le impostazioni esistenti restano, non se ne possono aggiungere altre`,
    history: (days) =>
      plural(days, {
        one: 'Le statistiche più vecchie di # giorno vengono eliminate',
        other: 'Le statistiche più vecchie di # giorni vengono eliminate',
      }),
    domains: (used, limit) => `Domini: ${used} in uso, ${limit} consentiti. Non potrai collegarne altri`,
    members: (used, limit) => `Membri: ${used} attuali, ${limit} consentiti. Non potrai invitarne altri`,
    links: (used, limit) => `Link: ${used} creati questo mese, ${limit} consentiti. Nessun altro fino al mese prossimo`,
  },
};

export const planRoom: Text['planRoom'] = {
  full: (plan, most) => `Hai raggiunto il limite del piano ${plan}: ${most}.`,
  next: (plan, limit) => `${plan} ne consente di più: ${limit}.`,
  unlimited: 'quanti ne vuoi',
  see: 'Vedi i piani',
  domains: (limit) => plural(limit, { one: '# dominio', other: '# domini' }),
  members: (limit) => plural(limit, { one: '# membro', other: '# membri' }),
};
