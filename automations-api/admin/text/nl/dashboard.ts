/** Dutch strings for the first screen. */
import type { Text } from '../text.ts';

export const dashboard: Text['dashboard'] = {
  title: 'Dashboard',
  utc: 'Dagen in UTC.',
  overTime: 'Contacten door de tijd heen',
  shown: 'Meetwaarde',
  metrics: { created: 'Nieuw', all: 'Alle' },
  contacts: 'Contacten',
  created: 'Nieuwe contacten',
  createdSubscribed: 'Nieuwe abonnees',
  subscribed: 'Geabonneerd',
  lost: 'Afgemeld of onbestelbaar',
  ofAll: (share) => `${share} van het totaal`,
  units: { created: 'nieuwe contacten', all: 'contacten' },
  chart: (metric, interval) => {
    const what = metric === 'created' ? 'Nieuwe contacten' : 'Contacten';
    return interval === 'day' ? `${what} per dag` : `${what} per maand`;
  },
  byStatus: 'Per status',
  terms: {
    tag: { title: 'Per tag', all: 'Alle tags', none: 'Nog geen contacten met een tag.' },
    list: { title: 'Per lijst', all: 'Alle lijsten', none: 'Nog geen contacten op een lijst.' },
  },
  events: { title: 'Laatste gebeurtenissen', all: 'Onlangs gewijzigde contacten' },
  jobs: { title: 'Lopende taken', all: 'Alle taken', none: 'Geen lopende taken.' },
  webhooks: {
    title: 'Problemen met webhooks',
    all: 'Alle webhooks',
    none: 'Geen problemen met webhooks',
    dead: (n) => `${n} mislukt`,
    pending: (n) => `${n} in afwachting`,
  },
  first: {
    note: 'Aan de slag in drie stappen',
    contact: 'Importeer je contacten',
    contactNote:
      'Uit een ander systeem of een spreadsheet, met hun velden, tags en lijsten. Of voeg er met de hand een toe.',
    key: 'Maak een API-sleutel',
    keyNote: 'Je webshop en formulieren gebruiken hem om contacten toe te voegen.',
    createKey: 'Sleutel maken',
    sender: 'Stel de afzendernaam in',
    senderNote: 'Contacten zien deze naam in bevestigingsmails en op hun pagina’s.',
    setSender: 'Afzender instellen',
    hide: 'Deze stappen verbergen',
    wait: 'Contacten verschijnen hier zodra een redacteur er een toevoegt.',
  },
};
