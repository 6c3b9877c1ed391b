/** Dutch strings for analytics and the page of shared analytics. */
import { number, plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const analytics: Text['analytics'] = {
  title: 'Statistieken',
  summary: 'Klikken in de periode',
  clicks: 'Klikken',
  uniqueClicks: 'Unieke klikken',
  trend: (all, most) =>
    all === 0
      ? 'Geen klikken'
      : `${plural(all, { one: '# klik', other: '# klikken' })}, hoogstens ${number(most)} tegelijk`,
  units: { clicks: 'klikken', uniqueClicks: 'unieke klikken' },
  qrScans: 'QR-scans',
  bots: 'Bots',
  ownClicks: 'Eigen bezoeken',
  botsNote: 'niet meegeteld',
  lastClick: 'Laatste klik',
  metric: 'Statistiek',
  interval: 'Interval',
  hourly: 'Uren',
  daily: 'Dagen',
  chart: (what, interval) => (interval === 'hour' ? `${what} per uur` : `${what} per dag`),
  kept: (days, day) =>
    `${plural(days, {
      one: 'Je abonnement bewaart klikken # dag',
      other: 'Je abonnement bewaart klikken # dagen',
    })}: sinds ${day}.`,
  shorter: 'Laatste 7 dagen tonen',
  topLinks: 'Toplinks',
  places: 'Plaatsen',
  sources: 'Bronnen',
  campaigns: 'Campagnes',
  devices: 'Apparaten',
  tabs: {
    country: 'Landen',
    map: 'Kaart',
    language: 'Talen',
    referrer: 'Verwijzers',
    utmSource: 'UTM-bron',
    utmMedium: 'Medium',
    utmCampaign: 'Campagne',
    variant: 'Varianten',
    device: 'Apparaten',
    os: 'Systemen',
    browser: 'Browsers',
    trigger: 'Link of QR',
  },
  names: {
    country: 'Land',
    language: 'Taal',
    referrer: 'Verwijzer',
    utmSource: 'UTM-bron',
    utmMedium: 'UTM-medium',
    utmCampaign: 'UTM-campagne',
    variant: 'Variant',
    device: 'Apparaat',
    os: 'Systeem',
    browser: 'Browser',
    trigger: 'Geopend via',
  },
  values: {
    '(direct)': 'Direct',
    '(none)': 'Geen',
    '(other)': 'Overige',
    Unknown: 'Onbekend',
    unknown: 'Onbekend',
    desktop: 'Desktop',
    mobile: 'Mobiel',
    tablet: 'Tablet',
    link: 'Link',
    qr: 'QR-code',
  },
  filters: 'Filters',
  clear: 'Filters wissen',
  link: 'Link',
  allLinks: 'Alle links',
  tag: 'Tag',
  allTags: 'Alle tags',
  domain: 'Domein',
  allDomains: 'Alle domeinen',
  timeZone: 'Tijdzone',
  ownZone: 'Tijdzone van de browser',
  live: {
    title: 'Live',
    time: 'Tijd',
    link: 'Link',
    deleted: 'een verwijderde link',
    none: 'Klikken verschijnen hier zodra ze binnenkomen.',
    since: (n, shown) => `${shown} ${plural(n, { one: 'klik', other: 'klikken' })} sinds je dit opende`,
    states: { connecting: 'Verbinden…', open: 'Live', paused: 'Gepauzeerd' },
  },
  export: {
    button: 'CSV exporteren',
    gate: 'De abonnementen Team en Scale exporteren afzonderlijke klikken als CSV, één rij per klik.',
    plans: 'Abonnementen bekijken',
    reading: (size) => `${size} gelezen tot nu toe…`,
    done: (size) => `clicks.csv is opgeslagen: ${size}`,
  },
};

export const unknownPaths: Text['unknownPaths'] = {
  title: 'Onbekende paden',
  note: 'Verzoeken op je eigen domeinen waarvoor geen link bestond.',
  search: 'Paden zoeken',
  path: 'Pad',
  requests: 'Verzoeken',
  bots: 'Bots',
  last: 'Laatste verzoek',
  rest: (last, bots) =>
    bots === 0 ? last : `${last}, ${plural(bots, { one: '# verzoek door bots', other: '# verzoeken door bots' })}`,
  create: 'Link maken',
  createNamed: (name) => `Link ${name} maken`,
  empty: 'Geen onbekende paden',
  emptyNote:
    'Vragen bezoekers op je eigen domeinen een pad zonder link op, zoals een slug met een typefout, dan staat het hier binnen twee minuten.',
  noDomains: 'Verbind eerst een eigen domein',
  noDomainsNote:
    'Waypost telt verzoeken voor paden zonder link op eigen domeinen, want alleen die zijn helemaal van jou.',
  none: 'Geen pad gevonden',
};

export const share: Text['share'] = {
  title: 'Statistieken',
  gone: 'Hier is niets gedeeld',
  goneNote: 'Misschien staat er een typefout in de URL, of de eigenaar deelt dit niet meer.',
  window: (from, to) => `Klikken van ${from} tot en met ${to}. Bots tellen niet mee.`,
};
