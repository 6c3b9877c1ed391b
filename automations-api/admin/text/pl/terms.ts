/** Polish strings for tags and lists. */
import { anyOf, number, plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

type Words = Text['terms'];

const tagCount = (n: number) => plural(n, { one: '# tag', few: '# tagi', many: '# tagów', other: '# tagu' });
const listCount = (n: number) => plural(n, { one: '# listę', few: '# listy', many: '# list', other: '# listy' });
const addedWords = (added: string, existing: number) =>
  `Dodano ${added}${existing > 0 ? `, istniało już: ${number(existing)}` : ''}`;

const deleteUsed = 'Używają tego i będą pasować do mniejszej liczby kontaktów lub robić mniej:';

const tagged = (n: number | undefined, names: string) =>
  n === undefined
    ? `Wszystkie kontakty z tagiem ${names} otrzymają`
    : plural(n, {
        one: `# kontakt z tagiem ${names} otrzyma`,
        few: `# kontakty z tagiem ${names} otrzymają`,
        many: `# kontaktów z tagiem ${names} otrzyma`,
        other: `# kontaktu z tagiem ${names} otrzyma`,
      });
const listed = (n: number | undefined, names: string) =>
  n === undefined
    ? `Wszystkie kontakty z listy ${names} przejdą`
    : plural(n, {
        one: `# kontakt z listy ${names} przejdzie`,
        few: `# kontakty z listy ${names} przejdą`,
        many: `# kontaktów z listy ${names} przejdzie`,
        other: `# kontaktu z listy ${names} przejdzie`,
      });

const tagLost = (contacts: number, tags: number) => {
  const what = tags === 1 ? 'ten tag' : 'te tagi';
  if (contacts === 0) return tags === 1 ? 'Żaden kontakt nie ma tego tagu.' : 'Żaden kontakt nie ma tych tagów.';
  return plural(contacts, {
    one: `# kontakt straci ${what}.`,
    few: `# kontakty stracą ${what}.`,
    many: `# kontaktów straci ${what}.`,
    other: `# kontaktu straci ${what}.`,
  });
};
const listLost = (contacts: number, lists: number) => {
  const where = lists === 1 ? 'z tej listy' : 'z tych list';
  if (contacts === 0) return lists === 1 ? 'Na tej liście nie ma kontaktów.' : 'Na tych listach nie ma kontaktów.';
  return plural(contacts, {
    one: `# kontakt zostanie usunięty ${where}.`,
    few: `# kontakty zostaną usunięte ${where}.`,
    many: `# kontaktów zostanie usuniętych ${where}.`,
    other: `# kontaktu zostanie usunięte ${where}.`,
  });
};

const tag: Words['tag'] = {
  title: 'Tagi',
  one: 'Tag',
  search: 'Szukaj tagów',
  add: 'Dodaj tag',
  added: (name) => `Dodano tag ${name}`,
  addedMany: (added, existing) => addedWords(tagCount(added), existing),
  none: 'Brak tagów',
  noneNote: 'Tagi opisują kontakty: klienci, goście wydarzeń, prośby o wersję próbną.',
  noneFound: 'Brak pasujących tagów',
  mergeTitle: (n) => `Scal ${tagCount(n)}`,
  mergeNote: (kept, merged, contacts) =>
    `${tagged(contacts, anyOf(merged))} zamiast niego ${kept}. ${merged.length === 1 ? 'Scalony tag zostanie usunięty.' : 'Scalone tagi zostaną usunięte.'}`,
  merged: (n, kept) => `Scalono ${tagCount(n)} w ${kept}`,
  deleteTitle: (name) => `Usunąć tag ${name}?`,
  deleteMany: (n) => `Usunąć ${tagCount(n)}?`,
  deleteNote: (contacts, tags) => `${tagLost(contacts, tags)} Nie można tego cofnąć.`,
  deleteUsed,
  deleted: (name) => `Usunięto tag ${name}`,
  deletedMany: (n) => `Usunięto ${tagCount(n)}`,
};

const list: Words['list'] = {
  title: 'Listy',
  one: 'Lista',
  search: 'Szukaj list',
  add: 'Dodaj listę',
  added: (name) => `Dodano listę ${name}`,
  addedMany: (added, existing) => addedWords(listCount(added), existing),
  none: 'Brak list',
  noneNote: 'Lista to coś, o co kontakty poprosiły, np. newsletter.',
  noneFound: 'Brak pasujących list',
  mergeTitle: (n) => `Scal ${listCount(n)}`,
  mergeNote: (kept, merged, contacts) =>
    `${listed(contacts, anyOf(merged))} na listę ${kept}. ${merged.length === 1 ? 'Scalona lista zostanie usunięta.' : 'Scalone listy zostaną usunięte.'}`,
  merged: (n, kept) => `Scalono ${listCount(n)} w ${kept}`,
  deleteTitle: (name) => `Usunąć listę ${name}?`,
  deleteMany: (n) => `Usunąć ${listCount(n)}?`,
  deleteNote: (contacts, lists) => `${listLost(contacts, lists)} Nie można tego cofnąć.`,
  deleteUsed,
  deletePublic: 'Zniknie też ze strony ustawień e-maili.',
  deleted: (name) => `Usunięto listę ${name}`,
  deletedMany: (n) => `Usunięto ${listCount(n)}`,
};

export const terms: Words = {
  name: 'Nazwa',
  nameHint: 'Aby dodać kilka, wpisz każdą w osobnym wierszu (Shift+Enter).',
  contacts: 'Kontakty',
  created: 'Utworzono',
  open: 'Pokaż kontakty',
  select: 'Zaznacz wiersz',
  renamed: (name) => `Zmieniono nazwę na ${name}`,
  renameTitle: (name) => `Zmień nazwę: ${name}`,
  merge: 'Scal',
  keep: 'Zachowaj',
  withContacts: (name, contacts) =>
    plural(contacts, {
      one: `${name} (# kontakt)`,
      few: `${name} (# kontakty)`,
      many: `${name} (# kontaktów)`,
      other: `${name} (# kontaktu)`,
    }),
  mergeRest: 'Segmenty i reguły, które używają scalanych pozycji, użyją zachowanej. Nie można tego cofnąć.',
  tag,
  list,
};
