/** German strings for analytics and the page of shared analytics. */
import { number, plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const analytics: Text['analytics'] = {
  title: 'Statistik',
  summary: 'Klicks des Zeitraums',
  clicks: 'Klicks',
  uniqueClicks: 'Eindeutige Klicks',
  trend: (all, most) =>
    all === 0
      ? 'Keine Klicks'
      : `${plural(all, { one: '# Klick', other: '# Klicks' })}, höchstens ${number(most)} auf einmal`,
  units: { clicks: 'Klicks', uniqueClicks: 'eindeutige Klicks' },
  qrScans: 'QR-Scans',
  bots: 'Bots',
  ownClicks: 'Eigene Besuche',
  botsNote: 'nicht gezählt',
  lastClick: 'Letzter Klick',
  metric: 'Messwert',
  interval: 'Intervall',
  hourly: 'Stunden',
  daily: 'Tage',
  chart: (what, interval) => (interval === 'hour' ? `${what} pro Stunde` : `${what} pro Tag`),
  kept: (days, day) =>
    `${plural(days, {
      one: 'Ihr Tarif speichert Klicks # Tag lang',
      other: 'Ihr Tarif speichert Klicks # Tage lang',
    })}: seit ${day}.`,
  shorter: 'Letzte 7 Tage anzeigen',
  topLinks: 'Top-Links',
  places: 'Orte',
  sources: 'Quellen',
  campaigns: 'Kampagnen',
  devices: 'Geräte',
  tabs: {
    country: 'Länder',
    map: 'Karte',
    language: 'Sprachen',
    referrer: 'Referrer',
    utmSource: 'UTM-Quelle',
    utmMedium: 'Medium',
    utmCampaign: 'Kampagne',
    variant: 'Varianten',
    device: 'Geräte',
    os: 'Systeme',
    browser: 'Browser',
    trigger: 'Link oder QR',
  },
  names: {
    country: 'Land',
    language: 'Sprache',
    referrer: 'Referrer',
    utmSource: 'UTM-Quelle',
    utmMedium: 'UTM-Medium',
    utmCampaign: 'UTM-Kampagne',
    variant: 'Variante',
    device: 'Gerät',
    os: 'System',
    browser: 'Browser',
    trigger: 'Aufruf über',
  },
  values: {
    '(direct)': 'Direkt',
    '(none)': 'Ohne',
    '(other)': 'Andere',
    Unknown: 'Unbekannt',
    unknown: 'Unbekannt',
    desktop: 'Desktop',
    mobile: 'Mobil',
    tablet: 'Tablet',
    link: 'Link',
    qr: 'QR-Code',
  },
  filters: 'Filter',
  clear: 'Filter zurücksetzen',
  link: 'Link',
  allLinks: 'Alle Links',
  tag: 'Schlagwort',
  allTags: 'Alle Schlagwörter',
  domain: 'Domain',
  allDomains: 'Alle Domains',
  timeZone: 'Zeitzone',
  ownZone: 'Zeitzone des Browsers',
  live: {
    title: 'Live',
    time: 'Zeit',
    link: 'Link',
    deleted: 'ein gelöschter Link',
    none: 'Klicks erscheinen hier, sobald sie eintreffen.',
    since: (n, shown) => `${shown} ${plural(n, { one: 'Klick', other: 'Klicks' })}, seit diese Seite offen ist`,
    states: { connecting: 'Verbindung wird hergestellt …', open: 'Live', paused: 'Angehalten' },
  },
  export: {
    button: 'CSV exportieren',
    gate: 'Die Tarife Team und Scale exportieren einzelne Klicks als CSV, eine Zeile pro Klick.',
    plans: 'Tarife ansehen',
    reading: (size) => `${size} bisher gelesen …`,
    done: (size) => `clicks.csv ist gespeichert: ${size}`,
  },
};

export const unknownPaths: Text['unknownPaths'] = {
  title: 'Unbekannte Pfade',
  note: 'Aufrufe Ihrer eigenen Domains, zu denen es keinen Link gab.',
  search: 'Pfade durchsuchen',
  path: 'Pfad',
  requests: 'Aufrufe',
  bots: 'Bots',
  last: 'Letzter Aufruf',
  rest: (last, bots) =>
    bots === 0 ? last : `${last}, ${plural(bots, { one: '# Aufruf von Bots', other: '# Aufrufe von Bots' })}`,
  create: 'Link erstellen',
  createNamed: (name) => `Link ${name} erstellen`,
  empty: 'Keine unbekannten Pfade',
  emptyNote:
    'Rufen Besucher auf Ihren eigenen Domains einen Pfad ohne Link auf, etwa einen vertippten Slug, erscheint er hier binnen zwei Minuten.',
  noDomains: 'Verbinden Sie zuerst eine eigene Domain',
  noDomainsNote:
    'Waypost zählt Aufrufe von Pfaden ohne Link nur auf eigenen Domains, denn nur diese gehören allein Ihnen.',
  none: 'Kein Pfad gefunden',
};

export const share: Text['share'] = {
  title: 'Statistik',
  gone: 'Hier ist nichts geteilt',
  goneNote: 'Die URL enthält vielleicht einen Tippfehler, oder sie wird nicht mehr geteilt.',
  window: (from, to) => `Klicks von ${from} bis ${to}. Bots werden nicht gezählt.`,
};
