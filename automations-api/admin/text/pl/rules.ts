/** Polish strings for rules, their editor, their runs and the dry run. */
import { number, plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

type Words = Text['rules'];

const unchangedFor = (why: string) => (why === '' ? 'Nic do zmiany' : `Nic nie zrobiono: ${why}`);

const ofContacts = (n: number) =>
  plural(n, { one: '# kontaktu', few: '# kontaktów', many: '# kontaktów', other: '# kontaktu' });

const reach: Words['reach'] = ({ days, contacts, met, complete }) => {
  const period = days === 1 ? 'W ciągu ostatniego dnia' : `W ciągu ostatnich ${number(days)} dni`;
  const least = complete ? '' : 'co najmniej ';
  if (met === contacts) return `${period} reguła zadziałałaby dla ${least}${ofContacts(met)}.`;
  return `${period} dotyczyło to ${least}${ofContacts(contacts)}. Warunki spełnia teraz: ${number(met)}.`;
};

const runsStop = (n: number) =>
  plural(n, {
    one: '# niezakończony przebieg zostanie zatrzymany.',
    few: '# niezakończone przebiegi zostaną zatrzymane.',
    many: '# niezakończonych przebiegów zostanie zatrzymanych.',
    other: '# niezakończonego przebiegu zostanie zatrzymane.',
  });

const historyLost = (n: number) =>
  plural(n, {
    one: 'Historia # przebiegu zostanie usunięta; zmiany kontaktów pozostaną.',
    few: 'Historia # przebiegów zostanie usunięta; zmiany kontaktów pozostaną.',
    many: 'Historia # przebiegów zostanie usunięta; zmiany kontaktów pozostaną.',
    other: 'Historia # przebiegu zostanie usunięta; zmiany kontaktów pozostaną.',
  });

const editor: Words['editor'] = {
  name: 'Nazwa',
  namePlaceholder: 'Cel reguły',
  when: 'Wyzwalacz',
  event: 'Zdarzenie',
  onlyIf: 'Warunki',
  onlyIfNote: 'Sprawdzane na początku przebiegu i po każdym oczekiwaniu. Niepasujące kontakty się zatrzymują.',
  nobodyLeft: 'Usunięty kontakt nie może spełniać warunków.',
  thenDo: 'Kroki',
  thenNote: 'Wykonywane w tej kolejności. Trwające przebiegi zachowują kroki z początku.',
  openAll: 'Pokaż wszystkie pola',
  closeAll: 'Pokaż kroki jako tekst',
  addStep: 'Dodaj krok',
  addTo: (lane) => `Dodaj do „${lane}”`,
  addAt: (place) => `Dodaj: ${place}`,
  moveUp: (place) => `Przenieś w górę: ${place}`,
  moveDown: (place) => `Przenieś w dół: ${place}`,
  moveOut: 'Przenieś poniżej rozgałęzienia',
  duplicate: 'Duplikuj',
  remove: 'Usuń',
  undo: 'Cofnij',
  added: (place) => `Dodano: ${place}`,
  moved: (place) => `Teraz ${place}`,
  removed: (place) => `Usunięto: ${place}`,
  fixed: 'Mogą to zmienić tylko administratorzy.',
  deliveries: 'Doręczenia',
  noSteps: 'Dodaj co najmniej jeden krok.',
  startsOff: 'Wyłączona, dopóki jej nie włączysz',
  saveAndTurnOn: 'Zapisz i włącz',
};

const waitUntil: Words['waitUntil'] = {
  what: 'Czekaj, aż',
  ways: { event: 'Wystąpi zdarzenie', field: 'Nadejdzie data kontaktu' },
  field: 'Pole daty',
  created: 'Data dodania',
  when: 'Kiedy',
  whens: { on: 'W tym dniu', before: 'Przed tym dniem', after: 'Po tym dniu' },
  days: 'Jak długo',
  dateHint: 'O 9:00 w strefie czasowej kontaktu.',
  atMost: 'Najwyżej',
  event: (event, atMost) => `Czekaj najwyżej ${atMost} na: ${event}`,
  date: (date, atMost) => `Czekaj do: ${date}, najwyżej ${atMost}`,
  earlier: (time, name) => `${time} przed: ${name}`,
  later: (time, name) => `${time} po: ${name}`,
};

const run: Words['run'] = {
  title: (id) => `Przebieg ${id}`,
  contact: 'Kontakt',
  status: 'Status',
  since: 'Od',
  nextAt: 'Następny krok',
  filter: 'Przebiegi według statusu',
  all: 'Wszystkie',
  open: 'Pokaż kroki',
  openOf: (email) => `Pokaż kroki: ${email}`,
  next: (what) => `Następnie: ${what}`,
  none: 'Brak przebiegów',
  noneNote:
    'Przebiegi pojawią się tutaj, gdy wyzwalacz zadziała dla kontaktu. Wypróbuj regułę na kontakcie, aby zobaczyć podgląd.',
  noneSuch: 'Brak przebiegów o tym statusie',
  noneOfContact: 'Żadna reguła nie zadziałała dla tego kontaktu',
  shown: (n) =>
    plural(n, {
      one: 'Pokazano # przebieg',
      few: 'Pokazano # przebiegi',
      many: 'Pokazano # przebiegów',
      other: 'Pokazano # przebiegu',
    }),
  gone: (id) => `Kontakt ${id}, usunięty`,
  goneRule: (id) => `Reguła ${id}, usunięta`,
  startedBy: (event) => `${event} ·`,
  causedBy: 'Przyczyna:',
  notReached: 'Nieosiągnięty',
  outcomes: {
    done: (detail) => detail,
    unchanged: (why) => unchangedFor(why),
    waiting: (until) => `Czeka do ${until}`,
    sent: () => 'Wysłano',
    cancelled: () => 'Anulowano',
    stopped: (why) => `Zatrzymano: ${why}`,
    then: () => 'Gałąź Tak',
    else: () => 'Gałąź Nie',
    reached_goal: () => 'Cel osiągnięty',
    failed: (why) => `Błąd: ${why}`,
  },
  waited: (until) => `Czekał do ${until}`,
  cancel: 'Anuluj przebieg',
  cancelTitle: (email) => `Anulować przebieg: ${email}?`,
  cancelNote: 'Wykonane kroki pozostaną, pozostałe nie zostaną wykonane.',
  cancelled: 'Anulowano przebieg',
};

const dryRun: Words['dryRun'] = {
  contact: 'Kontakt',
  placeholder: 'Szukaj według e-maila lub nazwiska',
  note: 'Każdy krok jest próbnie wykonywany i cofany. Nic się nie zmienia i nic nie jest wysyłane.',
  changed: 'Od tego czasu reguła się zmieniła.',
  again: 'Wypróbuj ponownie',
  past: 'Nie czekałaby: ten czas już minął',
  wouldRun: 'Teraz zadziałałaby dla tego kontaktu.',
  wouldNot: (why) => `Teraz by nie zadziałała: ${why}.`,
  woulds: {
    change: (detail) => `Wykonałaby: ${detail}`,
    change_nothing: (why) => unchangedFor(why),
    wait: (until) => `Czekałaby do ${until}`,
    send: () => 'Zostałby wysłany',
    stop: (why) => `Zatrzymałaby się: ${why}`,
    fail: (why) => `Wystąpiłby błąd: ${why}`,
    then: () => 'Poszłaby gałęzią Tak',
    else: () => 'Poszłaby gałęzią Nie',
    not_come: () => 'Krok nie zostałby osiągnięty',
  },
};

const parts: Pick<Words, 'entry' | 'goal' | 'branch' | 'counts'> = {
  entry: {
    title: 'Wejście',
    note: 'Kontakt może być w regule tylko raz w danej chwili.',
    how: 'Kontakt może wejść',
    ways: {
      again: 'Ponownie, po zakończeniu poprzedniego przebiegu',
      once: 'Tylko raz',
      after: 'Ponownie po pewnym czasie',
    },
    after: 'Czas od ostatniego wejścia',
    afterSome: (time) => `Ponownie ${time} po ostatnim wejściu`,
  },
  goal: {
    title: 'Cel',
    note: 'Kończy przebieg na dowolnym kroku, gdy tylko kontakt go osiągnie.',
    how: 'Cel jest osiągnięty, gdy',
    ways: { none: 'Bez celu', event: 'Wystąpi zdarzenie', filter: 'Kontakt spełnia warunki' },
  },
  branch: {
    step: (n) => `krok ${n}`,
    lanes: { then: 'Tak', else: 'Nie' },
    when: { then: (condition) => condition, else: () => 'Wszystkie pozostałe' },
    says: (condition) => `Jeśli ${condition}`,
    taken: 'Wybiera tę gałąź',
    nothing: 'Brak kroków. Ciąg dalszy poniżej.',
  },
  counts: {
    none: 'Brak przebiegów',
    entered: (n) => `weszło: ${n}`,
    waiting: (n) => `czeka: ${n}`,
    went_on: (n) => `poszło dalej: ${n}`,
    left: (n) => `opuściło: ${n}`,
    reached_goal: (n) => `osiągnęło cel: ${n}`,
    states: {
      waiting: 'Czeka:',
      went_on: 'Poszło dalej po:',
      left: 'Opuściło:',
      reached_goal: 'Osiągnęło cel:',
    },
    all: 'Weszło',
    removedStep: 'usunięty krok',
    showAll: 'Pokaż wszystkie przebiegi',
  },
};

export const rules: Words = {
  title: 'Reguły',
  note: 'Co dzieje się z kontaktem po zdarzeniu.',
  newRule: 'Nowa reguła',
  search: 'Szukaj reguł',
  noneFound: 'Brak pasujących reguł',
  turn: (name, isOn) => (isOn ? `Włącz ${name}` : `Wyłącz ${name}`),
  turnOnTitle: (name) => `Włączyć ${name}?`,
  turnOnNote: 'Nie dotyczy istniejących kontaktów: reguła działa tylko dla nowych zdarzeń.',
  reach,
  reachLoading: 'Sprawdzanie ostatnich dni…',
  reachUnknown: 'Nie udało się ustalić, jak często by zadziałała.',
  turnedOn: (name) => `Włączono ${name}`,
  turnedOff: (name) => `Wyłączono ${name}. Czekające przebiegi pozostają na swoim miejscu.`,
  turnOn: 'Włącz',
  turnOff: 'Wyłącz',
  runs: 'Przebiegi',
  tryOn: 'Wypróbuj na kontakcie',
  statuses: {
    running: 'W toku',
    waiting: 'Czeka',
    done: 'Zakończony',
    stopped: 'Zatrzymany',
    failed: 'Nieudany',
    cancelled: 'Anulowany',
    reached_goal: 'Cel osiągnięty',
  },
  countOf: (n, status) => `${status.toLowerCase()}: ${n}`,
  deleteTitle: (name) => `Usunąć regułę ${name}?`,
  deleteNote: (open, all) =>
    [open > 0 && runsStop(open), all > 0 && historyLost(all), 'Nie można tego cofnąć.'].filter(Boolean).join(' '),
  deleted: (name) => `Usunięto regułę ${name}`,
  none: 'Brak reguł',
  noneNote:
    'Reguła automatyzuje ręczną pracę: gdy kontakt zostanie dodany, otagowany lub kliknie link, dodaje tagi lub listy, czeka albo wysyła e-mail lub webhook.',
  one: 'Reguła',
  parts: 'Części reguły',
  runsCounted: (n) => `Przebiegi (${n})`,
  saved: (name) => `Zapisano regułę ${name}`,
  secret: {
    title: 'Sekret podpisu webhooka',
    label: 'Sekret',
    once: 'Skopiuj go teraz. Nie zobaczysz go ponownie.',
    done: 'Gotowe',
    note: (url) => `Podpisuje payloady wysyłane na ${url}, aby odbiorca mógł je weryfikować.`,
  },
  sets: (name, value) => `${name}: ${value === '' ? 'puste' : value}`,
  editor,
  ...parts,
  waitUntil,
  run,
  dryRun,
  examples: {
    welcome: { name: 'Powitanie', note: 'Kontakty dodane do listy dostają tag, a po dwóch dniach kolejny.' },
    winBack: { name: 'Odzyskiwanie', note: 'Klienci nieaktywni od 90 dni dostają tag.' },
    clicked: { name: 'Kliknięcie oferty', note: 'Kontakty, które klikną krótki link, dostają tag.' },
  },
};
