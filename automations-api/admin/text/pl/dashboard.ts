/** Polish strings for the first screen. */
import type { Text } from '../text.ts';

export const dashboard: Text['dashboard'] = {
  title: 'Kokpit',
  utc: 'Dni są podane w UTC.',
  overTime: 'Kontakty w czasie',
  shown: 'Wskaźnik',
  metrics: { created: 'Nowe', all: 'Wszystkie' },
  contacts: 'Kontakty',
  created: 'Nowe kontakty',
  createdSubscribed: 'Nowe zapisane',
  subscribed: 'Zapisane',
  lost: 'Wypisane lub odbite',
  ofAll: (share) => `${share} wszystkich`,
  units: { created: 'nowe kontakty', all: 'kontakty' },
  chart: (metric, interval) =>
    `${metric === 'created' ? 'Nowe kontakty' : 'Kontakty'} według ${interval === 'day' ? 'dni' : 'miesięcy'}`,
  byStatus: 'Według statusu',
  terms: {
    tag: { title: 'Według tagu', all: 'Wszystkie tagi', none: 'Żaden kontakt nie ma jeszcze tagu.' },
    list: { title: 'Według listy', all: 'Wszystkie listy', none: 'Żadnego kontaktu nie ma jeszcze na liście.' },
  },
  events: { title: 'Ostatnie zdarzenia', all: 'Ostatnio zmienione kontakty' },
  jobs: { title: 'Zadania w toku', all: 'Wszystkie zadania', none: 'Brak zadań w toku.' },
  webhooks: {
    title: 'Problemy z webhookami',
    all: 'Wszystkie webhooki',
    none: 'Brak problemów z webhookami',
    dead: (n) => `nieudane: ${n}`,
    pending: (n) => `oczekujące: ${n}`,
  },
  first: {
    note: 'Zacznij w trzech krokach',
    contact: 'Zaimportuj kontakty',
    contactNote:
      'Z innego systemu lub arkusza kalkulacyjnego, wraz z polami, tagami i listami. Albo dodaj jeden ręcznie.',
    key: 'Utwórz klucz API',
    keyNote: 'Używają go sklep i formularze, aby dodawać kontakty.',
    createKey: 'Utwórz klucz',
    sender: 'Ustaw nazwę nadawcy',
    senderNote: 'Kontakty widzą ją w e-mailach z prośbą o potwierdzenie i na swoich stronach.',
    setSender: 'Ustaw nadawcę',
    hide: 'Ukryj te kroki',
    wait: 'Kontakty pojawią się tutaj, gdy doda je redaktor.',
  },
};
