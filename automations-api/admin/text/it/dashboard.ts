/** Italian strings for the first screen. */
import type { Text } from '../text.ts';

const intervals: Record<string, string> = { day: 'giorno', month: 'mese' };

export const dashboard: Text['dashboard'] = {
  title: 'Panoramica',
  utc: 'I giorni sono in UTC.',
  overTime: 'Andamento dei contatti',
  shown: 'Metrica',
  metrics: { created: 'Nuovi', all: 'Tutti' },
  contacts: 'Contatti',
  created: 'Nuovi contatti',
  createdSubscribed: 'Nuovi iscritti',
  subscribed: 'Iscritti',
  lost: 'Disiscritti o respinti',
  ofAll: (share) => `${share} del totale`,
  units: { created: 'nuovi contatti', all: 'contatti' },
  chart: (metric, interval) =>
    metric === 'created'
      ? `Nuovi contatti per ${intervals[interval] ?? interval}`
      : `Contatti per ${intervals[interval] ?? interval}`,
  byStatus: 'Per stato',
  terms: {
    tag: { title: 'Per tag', all: 'Tutti i tag', none: 'Nessun contatto ha ancora un tag.' },
    list: { title: 'Per lista', all: 'Tutte le liste', none: 'Nessun contatto è ancora in una lista.' },
  },
  events: { title: 'Ultimi eventi', all: 'Contatti modificati di recente' },
  jobs: { title: 'Operazioni in corso', all: 'Tutte le operazioni', none: 'Nessuna operazione in corso.' },
  webhooks: {
    title: 'Problemi dei webhook',
    all: 'Tutti i webhook',
    none: 'Nessun problema con i webhook',
    dead: (n) => `Non riuscite: ${n}`,
    pending: (n) => `In attesa: ${n}`,
  },
  first: {
    note: 'Inizia in tre passaggi',
    contact: 'Importa i tuoi contatti',
    contactNote: 'Da un altro sistema o da un foglio di calcolo, con campi, tag e liste. Oppure aggiungine uno a mano.',
    key: 'Crea una chiave API',
    keyNote: 'Il tuo negozio e i tuoi moduli la usano per aggiungere contatti.',
    createKey: 'Crea una chiave',
    sender: 'Imposta il nome del mittente',
    senderNote: 'I contatti vedono questo nome nelle email di conferma e nelle loro pagine.',
    setSender: 'Imposta il mittente',
    hide: 'Nascondi questi passaggi',
    wait: 'I contatti compaiono qui quando un editor ne aggiunge uno.',
  },
};
