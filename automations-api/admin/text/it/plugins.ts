/** Italian strings for plugins. */
import { plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

export const plugins: Text['plugins'] = {
  title: 'Plugin',
  about: 'Attiva e disattiva parti del servizio.',
  note: 'Le modifiche hanno effetto in pochi secondi.',
  plugin: 'Plugin',
  state: 'Stato',
  version: 'Versione',
  tables: 'Tabelle',
  jobs: 'Operazioni pianificate',
  job: ({ name, every_seconds: seconds, at }) =>
    seconds === null
      ? `${name}, ore ${at} UTC`
      : plural(seconds, { one: `${name} ogni # secondo`, other: `${name} ogni # secondi` }),
  active: 'Attivo',
  inactive: 'Non attivo',
  broken: 'Non funziona',
  faultOf: (name) => `${name} non può funzionare`,
  needed: 'Necessario',
  activate: 'Attiva',
  deactivate: 'Disattiva',
  neededNote: 'Questa app ne ha bisogno. Disattivalo con la CLI.',
  activated: (name) => `${name} attivato`,
  deactivated: (name) => `${name} disattivato`,
  deactivateTitle: (name) => `Disattivare ${name}?`,
  stops: 'Le sue route e le operazioni in background si fermano in pochi secondi. I suoi dati restano.',
  keeps: (n) => plural(n, { one: '# tabella resta', other: '# tabelle restano' }),
  automationsStops:
    'Questo ferma l’automazione dei contatti. L’API REST smette di rispondere, i contatti non possono annullare l’iscrizione con i link nelle email, e regole, webhook, email e operazioni restano in pausa finché non lo riattivi.',
  reloadTitle: (name) => `${name} è cambiato`,
  reloadNote: 'Ricarica questa pagina tra qualche secondo per aggiornare tutte le schermate.',
  reload: 'Ricarica',
};
