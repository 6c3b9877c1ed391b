/** Polish strings for creating many links. */
import { number, plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

const links = (n: number) => plural(n, { one: '# link', few: '# linki', many: '# linków', other: '# linku' });

export const createMany: Text['createMany'] = {
  title: 'Utwórz wiele linków',
  paste: 'Adresy URL',
  pasteHint:
    'Jeden URL w wierszu albo kolumny (tabulator lub przecinek): URL, slug, tytuł, tagi. Wiersz nagłówków może zmienić ich kolejność. Tagi oddzielaj znakiem ; lub |.',
  domain: 'Domena',
  tags: 'Tagi dla wszystkich linków',
  utm: 'UTM dla wszystkich linków',
  expiry: 'Wygasanie dla wszystkich linków',
  rows: (n) => plural(n, { one: '# wiersz', few: '# wiersze', many: '# wierszy', other: '# wiersza' }),
  ready: (n) => `Gotowe: ${number(n)}`,
  faulty: (n, lines) =>
    `Z problemem: ${number(n)} (${n === 1 ? 'wiersz' : 'wiersze'} ${lines.join(', ')}${n > lines.length ? ', …' : ''})`,
  file: 'Wybierz plik',
  fileHint: 'Albo upuść go tutaj: CSV lub tekst z jednym URL w wierszu, do 1\u00a0MB.',
  fileTooLarge: (name) => `Plik ${name} jest większy niż 1\u00a0MB. Podziel go na kilka plików.`,
  fileNoText: (name) => `Plik ${name} nie jest tekstem UTF-8. Zapisz go jako CSV w UTF-8 i wybierz ponownie.`,
  fileEmpty: (name) => `Plik ${name} nie zawiera żadnego URL.`,
  tooMany: (most) => `Użytych zostanie tylko pierwszych ${number(most)}. Resztę wklej później.`,
  allowance: (left) => `W tym miesiącu możesz jeszcze utworzyć: ${links(left)}.`,
  create: (n) => `Utwórz ${links(n)}`,
  columns: {
    row: 'Wiersz',
    url: 'Adres docelowy',
    slug: 'Slug',
    title: 'Tytuł',
    tags: 'Tagi',
    state: 'Wynik',
  },
  state: { ready: 'Gotowy', sending: 'Tworzenie…' },
  faults: {
    noUrl: 'Brakuje URL.',
    badUrl: 'To nie jest URL http ani https.',
    longUrl: 'URL ma więcej niż 2048 znaków.',
    badSlug: 'Tylko litery, cyfry, - i _; na początku litera lub cyfra; najwyżej 64 znaki.',
    slugTwice: (row) => `Wiersz ${row} ma ten sam slug.`,
    longTitle: 'Tytuł ma więcej niż 200 znaków.',
    manyTags: 'Najwyżej 20 tagów.',
    longTag: 'Tag może mieć najwyżej 40 znaków.',
  },
  draft: 'lista linków',
  back: 'Edytuj listę',
  retry: (n) =>
    plural(n, {
      one: 'Ponów # nieudany wiersz',
      few: 'Ponów # nieudane wiersze',
      many: 'Ponów # nieudanych wierszy',
      other: 'Ponów # nieudanego wiersza',
    }),
  done: (made, failed) =>
    failed === 0 ? `Utworzono ${links(made)}` : `Utworzono ${links(made)}, nieudane: ${number(failed)}`,
  creating: (done, all) => `${done} z ${all}`,
  creatingLabel: 'Tworzenie linków',
  copyAll: 'Kopiuj krótkie URL-e',
  downloadCsv: 'Pobierz CSV',
  stopped: 'Zatrzymano',
  empty: 'Wklej adresy URL, aby zobaczyć tu podgląd każdego linku.',
  more: (n) =>
    plural(n, {
      one: 'i jeszcze # wiersz',
      few: 'i jeszcze # wiersze',
      many: 'i jeszcze # wierszy',
      other: 'i jeszcze # wiersza',
    }),
};
