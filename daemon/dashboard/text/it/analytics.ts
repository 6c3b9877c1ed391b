/** Italian strings for analytics and the page of shared analytics. */
import { number, plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

const intervals: Record<string, string> = { hour: 'ora', day: 'giorno' };

export const analytics: Text['analytics'] = {
  title: 'Statistiche',
  summary: 'Clic del periodo',
  clicks: 'Clic',
  uniqueClicks: 'Clic unici',
  trend: (all, most) =>
    all === 0 ? 'Nessun clic' : `${plural(all, { one: '# clic', other: '# clic' })}, picco: ${number(most)}`,
  units: { clicks: 'clic', uniqueClicks: 'clic unici' },
  qrScans: 'Scansioni QR',
  bots: 'Bot',
  ownClicks: 'Visite interne',
  botsNote: 'non conteggiati',
  lastClick: 'Ultimo clic',
  metric: 'Metrica',
  interval: 'Intervallo',
  hourly: 'Ore',
  daily: 'Giorni',
  chart: (what, interval) => `${what} per ${intervals[interval] ?? interval}`,
  kept: (days, day) =>
    plural(days, {
      one: `Il tuo piano conserva i clic per # giorno: dal giorno ${day}.`,
      other: `Il tuo piano conserva i clic per # giorni: dal giorno ${day}.`,
    }),
  shorter: 'Mostra gli ultimi 7 giorni',
  topLinks: 'Link più cliccati',
  places: 'Luoghi',
  sources: 'Sorgenti',
  campaigns: 'Campagne',
  devices: 'Dispositivi',
  tabs: {
    country: 'Paesi',
    map: 'Mappa',
    language: 'Lingue',
    referrer: 'Referrer',
    utmSource: 'Sorgente UTM',
    utmMedium: 'Mezzo',
    utmCampaign: 'Campagna',
    variant: 'Varianti',
    device: 'Dispositivi',
    os: 'Sistemi',
    browser: 'Browser',
    trigger: 'Link o QR',
  },
  names: {
    country: 'Paese',
    language: 'Lingua',
    referrer: 'Referrer',
    utmSource: 'Sorgente UTM',
    utmMedium: 'Mezzo UTM',
    utmCampaign: 'Campagna UTM',
    variant: 'Variante',
    device: 'Dispositivo',
    os: 'Sistema',
    browser: 'Browser',
    trigger: 'Accesso da',
  },
  values: {
    '(direct)': 'Diretto',
    '(none)': 'Nessuno',
    '(other)': 'Altri',
    Unknown: 'Sconosciuto',
    unknown: 'Sconosciuto',
    desktop: 'Desktop',
    mobile: 'Mobile',
    tablet: 'Tablet',
    link: 'Link',
    qr: 'Codice QR',
  },
  filters: 'Filtri',
  clear: 'Cancella filtri',
  link: 'Link',
  allLinks: 'Tutti i link',
  tag: 'Tag',
  allTags: 'Tutti i tag',
  domain: 'Dominio',
  allDomains: 'Tutti i domini',
  timeZone: 'Fuso orario',
  ownZone: 'Fuso orario del browser',
  live: {
    title: 'In tempo reale',
    time: 'Ora',
    link: 'Link',
    deleted: 'un link eliminato',
    none: 'I clic compaiono qui in tempo reale.',
    since: (n, shown) => plural(n, { one: `${shown} clic dall’apertura`, other: `${shown} clic dall’apertura` }),
    states: { connecting: 'Connessione…', open: 'In tempo reale', paused: 'In pausa' },
  },
  export: {
    button: 'Esporta CSV',
    gate: 'I piani Team e Scale esportano i clic grezzi in CSV, una riga per clic.',
    plans: 'Vedi i piani',
    reading: (size) => `${size} letti finora…`,
    done: (size) => `clicks.csv salvato: ${size}`,
  },
};

export const unknownPaths: Text['unknownPaths'] = {
  title: 'Percorsi sconosciuti',
  note: 'Richieste sui tuoi domini personalizzati che non hanno trovato alcun link.',
  search: 'Cerca percorsi',
  path: 'Percorso',
  requests: 'Richieste',
  bots: 'Bot',
  last: 'Ultima richiesta',
  rest: (last, bots) =>
    bots === 0 ? last : `${last}, ${plural(bots, { one: '# richiesta di bot', other: '# richieste di bot' })}`,
  create: 'Crea link',
  createNamed: (name) => `Crea il link ${name}`,
  empty: 'Nessun percorso sconosciuto',
  emptyNote:
    'Se i visitatori richiedono sui tuoi domini personalizzati un percorso senza link, per esempio uno slug scritto male, compare qui entro due minuti.',
  noDomains: 'Prima collega un dominio personalizzato',
  noDomainsNote:
    'Waypost conta le richieste di percorsi senza link sui domini personalizzati, perché solo questi sono esclusivamente tuoi.',
  none: 'Nessun percorso corrisponde',
};

export const share: Text['share'] = {
  button: 'Condividi',
  title: 'Statistiche',
  gone: 'Qui non è condiviso nulla',
  goneNote: 'L’URL può contenere un errore, oppure il proprietario ha interrotto la condivisione.',
  window: (from, to) => `Clic dal giorno ${from} al giorno ${to}. I bot non sono conteggiati.`,
  allOfTag: 'Tutti i link con questo tag',
};

export const shareDialog: Text['shareDialog'] = {
  title: 'Condividi queste statistiche',
  titleOf: (tag) => `Condividi le statistiche di ${tag}`,
  notes: {
    link: 'Crea un URL segreto. Chiunque lo abbia vede l’URL breve, il titolo e le statistiche di questo link senza accedere.',
    tag: 'Crea un URL segreto. Chiunque lo abbia vede, senza accedere, le statistiche di tutti i link con questo tag e gli URL brevi dei link più cliccati.',
  },
  showDestination: { link: 'Mostra la destinazione', tag: 'Mostra le destinazioni di questi link' },
  notShared: 'Non condiviso. I membri possono creare una pagina condivisa.',
  create: 'Crea pagina condivisa',
  address: 'Pagina condivisa',
  since: (when) => `Condivisione: ${when}. Chiunque abbia questo URL vede le statistiche.`,
  revoke: 'Interrompi condivisione',
  revokeTitle: 'Interrompere la condivisione?',
  revokeNote: 'L’URL smette definitivamente di funzionare. Una nuova condivisione crea un altro URL.',
  revoked: 'Condivisione interrotta',
};
