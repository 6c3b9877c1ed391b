/** German strings for the overview. */
import type { Text } from '../text.ts';

export const overview: Text['overview'] = {
  title: 'Übersicht',
  newLink: 'Neuer Link',
  newLinks: 'Neue Links',
  thisMonth: 'diesen Monat',
  now: 'Gerade jetzt',
  nowNote: 'in den letzten 5 Minuten',
  recent: 'Neueste Links',
  allLinks: 'Alle Links',
  noLinks: 'Noch keine Links',
  link: 'Link',
  month: 'Letzte 30 Tage',
  created: 'Erstellt',
  first: {
    note: 'In drei Schritten zum ersten Klick.',
    create: 'Link erstellen',
    createNote: 'Fügen Sie eine lange URL ein und teilen Sie die kurze.',
    open: 'Link öffnen',
    openNote: 'In diesem Browser oder auf Ihrem Smartphone.',
    arrive: 'Klick eintreffen sehen',
    arriveNote: 'Er erscheint hier, sobald er erfasst ist.',
    listening: {
      connecting: 'Verbindung wird hergestellt\u00a0…',
      open: 'Bereit. Öffnen Sie den Link, und Ihr Klick erscheint hier.',
      paused: 'Angehalten, solange diese Seite verborgen ist.',
    },
    arrived: (visitor) => `Es funktioniert. Ihr erster Klick: ${visitor || 'ein Besucher'}.`,
    leave: 'Übersicht anzeigen',
    empty: 'Noch keine Links',
    emptyNote: 'Sobald ein Mitglied dieses Arbeitsbereichs einen Link erstellt, erscheinen seine Klicks hier.',
  },
};
