/** Polish strings for the audit log. */
import type { AuditWords } from '../en/audit.ts';
import type { AnyText } from '../shape.ts';
import { plural } from './ui.ts';

export const auditWords: AnyText<AuditWords> = {
  title: 'Dziennik audytu',
  all: 'Wszystko',
  by: 'Kto',
  everybody: 'Wszyscy',
  from: 'Od',
  to: 'Do',
  clear: 'Wyczyść filtry',
  none: 'Brak wpisów',
  noneFound: 'Brak pasujących wpisów',
  noneYet: 'Na razie nic nie znaleziono',
  noneYetNote: 'Starsze wpisy nie zostały jeszcze przeszukane. Wybierz „Pokaż więcej”, aby szukać dalej.',
  shown: (n) => plural(n, { one: '# wpis', few: '# wpisy', many: '# wpisów', other: '# wpisu' }),
  byKey: 'klucz API',
  when: 'Czas',
  action: 'Działanie',
  object: 'Obiekt',
};
