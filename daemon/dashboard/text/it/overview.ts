/** Italian strings for the overview. */
import type { Text } from '../text.ts';

export const overview: Text['overview'] = {
  title: 'Panoramica',
  newLink: 'Nuovo link',
  newLinks: 'Nuovi link',
  thisMonth: 'questo mese',
  now: 'In questo momento',
  nowNote: 'negli ultimi 5 minuti',
  recent: 'Link recenti',
  allLinks: 'Tutti i link',
  noLinks: 'Ancora nessun link',
  link: 'Link',
  month: 'Ultimi 30 giorni',
  created: 'Creazione',
  first: {
    note: 'Tre passaggi per il tuo primo clic.',
    create: 'Crea un link',
    createNote: 'Incolla un URL lungo e ottieni un URL breve da condividere.',
    open: 'Aprilo',
    openNote: 'In questo browser o sul telefono.',
    arrive: 'Guarda arrivare il clic',
    arriveNote: 'Compare qui appena viene registrato.',
    listening: {
      connecting: 'Connessione…',
      open: 'In ascolto. Apri il link e il tuo clic compare qui.',
      paused: 'In pausa finché questa pagina è nascosta.',
    },
    arrived: (visitor) => `Funziona. Il tuo primo clic: ${visitor || 'un visitatore'}.`,
    leave: 'Mostra la panoramica',
    empty: 'Ancora nessun link',
    emptyNote: 'Quando un membro di questo spazio di lavoro ne crea uno, i suoi clic compaiono qui.',
  },
};
