/** Dutch strings for the overview. */
import type { Text } from '../text.ts';

export const overview: Text['overview'] = {
  title: 'Overzicht',
  newLink: 'Nieuwe link',
  newLinks: 'Nieuwe links',
  thisMonth: 'deze maand',
  now: 'Op dit moment',
  nowNote: 'in de laatste 5 minuten',
  recent: 'Recente links',
  allLinks: 'Alle links',
  noLinks: 'Nog geen links',
  link: 'Link',
  month: 'Laatste 30 dagen',
  created: 'Gemaakt',
  first: {
    note: 'In drie stappen naar je eerste klik.',
    create: 'Maak een link',
    createNote: 'Plak een lange URL en krijg een korte om te delen.',
    open: 'Open de link',
    openNote: 'In deze browser of op je telefoon.',
    arrive: 'Zie de klik binnenkomen',
    arriveNote: 'Hij verschijnt hier zodra die is geregistreerd.',
    listening: {
      connecting: 'Verbinden…',
      open: 'Wacht op klikken. Open de link en je klik verschijnt hier.',
      paused: 'Gepauzeerd zolang deze pagina verborgen is.',
    },
    arrived: (visitor) => `Het werkt. Je eerste klik: ${visitor || 'een bezoeker'}.`,
    leave: 'Overzicht tonen',
    empty: 'Nog geen links',
    emptyNote: 'Zodra een lid van deze werkruimte er een maakt, verschijnen de klikken hier.',
  },
};
