/** Polish strings for analytics and the page of shared analytics. */
import { number, plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

const days = (n: number) => plural(n, { one: '# dzień', few: '# dni', many: '# dni', other: '# dnia' });
const clicks = (n: number) =>
  plural(n, { one: '# kliknięcie', few: '# kliknięcia', many: '# kliknięć', other: '# kliknięcia' });
const requestsOfBots = (n: number) =>
  plural(n, {
    one: '# żądanie od botów',
    few: '# żądania od botów',
    many: '# żądań od botów',
    other: '# żądania od botów',
  });

export const analytics: Text['analytics'] = {
  title: 'Statystyki',
  summary: 'Kliknięcia z okresu',
  clicks: 'Kliknięcia',
  uniqueClicks: 'Unikalne kliknięcia',
  trend: (all, most) => (all === 0 ? 'Brak kliknięć' : `${clicks(all)}, najwięcej w przedziale: ${number(most)}`),
  units: { clicks: 'kliknięcia', uniqueClicks: 'unikalne kliknięcia' },
  qrScans: 'Skany QR',
  bots: 'Boty',
  ownClicks: 'Własne wizyty',
  botsNote: 'nieliczone',
  lastClick: 'Ostatnie kliknięcie',
  metric: 'Wskaźnik',
  interval: 'Przedział',
  hourly: 'Godziny',
  daily: 'Dni',
  chart: (what, interval) => `${what} według ${interval === 'hour' ? 'godzin' : 'dni'}`,
  kept: (n, day) => `Twój plan przechowuje kliknięcia przez ${days(n)}: od ${day}.`,
  shorter: 'Pokaż ostatnie 7 dni',
  topLinks: 'Najpopularniejsze linki',
  places: 'Miejsca',
  sources: 'Źródła',
  campaigns: 'Kampanie',
  devices: 'Urządzenia',
  tabs: {
    country: 'Kraje',
    map: 'Mapa',
    language: 'Języki',
    referrer: 'Strony odsyłające',
    utmSource: 'Źródło UTM',
    utmMedium: 'Medium',
    utmCampaign: 'Kampania',
    variant: 'Warianty',
    device: 'Urządzenia',
    os: 'Systemy',
    browser: 'Przeglądarki',
    trigger: 'Link lub QR',
  },
  names: {
    country: 'Kraj',
    language: 'Język',
    referrer: 'Strona odsyłająca',
    utmSource: 'Źródło UTM',
    utmMedium: 'Medium UTM',
    utmCampaign: 'Kampania UTM',
    variant: 'Wariant',
    device: 'Urządzenie',
    os: 'System',
    browser: 'Przeglądarka',
    trigger: 'Link lub QR',
  },
  values: {
    '(direct)': 'Bezpośrednio',
    '(none)': 'Brak',
    '(other)': 'Inne',
    Unknown: 'Nieznane',
    unknown: 'Nieznane',
    desktop: 'Komputer',
    mobile: 'Telefon',
    tablet: 'Tablet',
    link: 'Link',
    qr: 'Kod QR',
  },
  filters: 'Filtry',
  clear: 'Wyczyść filtry',
  link: 'Link',
  allLinks: 'Wszystkie linki',
  tag: 'Tag',
  allTags: 'Wszystkie tagi',
  domain: 'Domena',
  allDomains: 'Wszystkie domeny',
  timeZone: 'Strefa czasowa',
  ownZone: 'Strefa czasowa przeglądarki',
  live: {
    title: 'Na żywo',
    time: 'Czas',
    link: 'Link',
    deleted: 'usunięty link',
    none: 'Kliknięcia pojawiają się tu na bieżąco.',
    since: (n, shown) =>
      plural(n, {
        one: `${shown} kliknięcie od otwarcia tej strony`,
        few: `${shown} kliknięcia od otwarcia tej strony`,
        many: `${shown} kliknięć od otwarcia tej strony`,
        other: `${shown} kliknięcia od otwarcia tej strony`,
      }),
    states: { connecting: 'Łączenie…', open: 'Na żywo', paused: 'Wstrzymano' },
  },
  export: {
    button: 'Eksportuj CSV',
    gate: 'Plany Team i Scale eksportują surowe kliknięcia jako CSV, po jednym wierszu na kliknięcie.',
    plans: 'Zobacz plany',
    reading: (size) => `Odczytano dotąd ${size}…`,
    done: (size) => `Zapisano plik clicks.csv: ${size}`,
  },
};

export const unknownPaths: Text['unknownPaths'] = {
  title: 'Nieznane ścieżki',
  note: 'Żądania na Twoich własnych domenach, dla których nie było linku.',
  search: 'Szukaj ścieżek',
  path: 'Ścieżka',
  requests: 'Żądania',
  bots: 'Boty',
  last: 'Ostatnie żądanie',
  rest: (last, bots) => (bots === 0 ? last : `${last}, ${requestsOfBots(bots)}`),
  create: 'Utwórz link',
  createNamed: (name) => `Utwórz link ${name}`,
  empty: 'Brak nieznanych ścieżek',
  emptyNote:
    'Jeśli ktoś otworzy na Twojej własnej domenie ścieżkę bez linku, np. slug z literówką, pojawi się ona tutaj w ciągu dwóch minut.',
  noDomains: 'Najpierw podłącz własną domenę',
  noDomainsNote:
    'Waypost liczy żądania ścieżek bez linku na własnych domenach, bo tylko te należą wyłącznie do Ciebie.',
  none: 'Brak pasujących ścieżek',
};

export const share: Text['share'] = {
  button: 'Udostępnij',
  title: 'Statystyki',
  gone: 'Nic tu nie udostępniono',
  goneNote: 'W adresie URL może być literówka albo właściciel zakończył udostępnianie.',
  window: (from, to) => `Kliknięcia od ${from} do ${to}. Boty nie są liczone.`,
  allOfTag: 'Wszystkie linki z tym tagiem',
};

export const shareDialog: Text['shareDialog'] = {
  title: 'Udostępnij te statystyki',
  titleOf: (tag) => `Udostępnij statystyki: ${tag}`,
  notes: {
    link: 'Tworzy tajny URL. Każdy, kto go ma, widzi krótki URL, tytuł i statystyki tego linku bez logowania.',
    tag: 'Tworzy tajny URL. Każdy, kto go ma, widzi bez logowania statystyki wszystkich linków z tym tagiem oraz krótkie URL-e najczęściej klikanych linków.',
  },
  showDestination: { link: 'Pokaż adres docelowy', tag: 'Pokaż adresy docelowe tych linków' },
  notShared: 'Nieudostępniane. Członkowie mogą utworzyć udostępnianą stronę.',
  create: 'Utwórz udostępnianą stronę',
  address: 'Udostępniana strona',
  since: (when) => `Udostępniono ${when}. Każdy, kto ma ten URL, widzi statystyki.`,
  revoke: 'Zakończ udostępnianie',
  revokeTitle: 'Zakończyć udostępnianie?',
  revokeNote: 'URL przestanie działać na zawsze. Ponowne udostępnienie utworzy nowy.',
  revoked: 'Zakończono udostępnianie',
};
