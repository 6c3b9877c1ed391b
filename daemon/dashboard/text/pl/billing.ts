/** Polish strings for plans and billing. */
import { plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

const domains = (n: string, count: number) =>
  plural(count, { one: `${n} domena`, few: `${n} domeny`, many: `${n} domen`, other: `${n} domeny` });
const members = (n: string, count: number) =>
  plural(count, { one: `${n} członek`, few: `${n} członków`, many: `${n} członków`, other: `${n} członka` });

const history = (days: number) =>
  days % 365 === 0
    ? plural(days / 365, {
        one: 'Statystyki z # roku',
        few: 'Statystyki z # lat',
        many: 'Statystyki z # lat',
        other: 'Statystyki z # roku',
      })
    : plural(days, {
        one: 'Statystyki z # dnia',
        few: 'Statystyki z # dni',
        many: 'Statystyki z # dni',
        other: 'Statystyki z # dnia',
      });

export const billing: Text['billing'] = {
  title: 'Rozliczenia',
  about: 'Twój plan, jego limity i inne plany.',
  present: (plan) => `Plan ${plan}`,
  portal: 'Zarządzaj płatnością',
  pastDue:
    'Ostatnia płatność nie powiodła się. Zaktualizuj dane płatności, plan pozostanie aktywny jeszcze przez kilka dni.',
  statuses: {
    none: 'Brak subskrypcji',
    active: 'Opłacony',
    past_due: 'Płatność nieudana',
    canceled: 'Subskrypcja zakończona',
  },
  paid: (interval, next) =>
    `Rozliczany ${interval === 'month' ? 'miesięcznie' : 'rocznie'}.${next ? ` Następna płatność: ${next}.` : ''}`,
  ends: (day) => `Kończy się ${day}. Obszar roboczy przejdzie wtedy na plan Free.`,
  meters: { links: 'Nowe linki', clicks: 'Kliknięcia', domains: 'Domeny', members: 'Członkowie' },
  noLimits: 'Bez limitów',
  noLimitsNote: 'Operator zdjął wszystkie limity z tego obszaru roboczego. Płatność nie jest potrzebna.',
  unlimited: 'bez limitu',
  of: (limit) => `z ${limit}`,
  resets: (day) => `Miesięczne zużycie zeruje się ${day}.`,
  changedBy: {
    payment: 'Wyższy plan działa od zapłaty, niższy od końca okresu.',
    admin: 'Płatności są tu wyłączone: możesz bezpłatnie przejść na dowolny plan.',
    operator: 'Twój plan ustala operator. Poproś go o zmianę.',
  },
  adminsChange: 'Plan mogą zmienić tylko administratorzy.',
  plans: 'Plany',
  interval: 'Rozliczenie',
  intervals: { month: 'Miesięczne', year: 'Roczne' },
  yours: 'Twój plan',
  choose: (plan) => `Wybierz ${plan}`,
  beyond: (plan, isMore) => `Wszystko z ${plan}${isMore ? ' oraz' : ''}`,
  limits: {
    links: (n) => `Nowe linki miesięcznie: ${n}`,
    clicks: (n) => `Kliknięcia miesięcznie: ${n}`,
    history,
    historyAll: 'Statystyki bez limitu czasu',
    domains: (n, count) => (count === null ? `Domeny: ${n}` : domains(n, count)),
    members: (n, count) => (count === null ? `Członkowie: ${n}` : members(n, count)),
    requests: (n) => `Żądania API na minutę: ${n}`,
  },
  features: {
    password: 'Hasła',
    expiresAt: 'Wygasanie i URL po wygaśnięciu',
    expiredUrl: 'Wygasanie i URL po wygaśnięciu',
    startsAt: 'Zaplanowany start',
    notStartedUrl: 'Zaplanowany start',
    maxClicks: 'Limit kliknięć',
    geo: 'Adresy docelowe według kraju',
    iosUrl: 'Adresy docelowe według urządzenia',
    androidUrl: 'Adresy docelowe według urządzenia',
    fg: 'Kody QR w Twoich kolorach',
    bg: 'Kody QR w Twoich kolorach',
    export: 'Eksport kliknięć',
  },
  downTitle: (plan) => `Przejść na ${plan}?`,
  downNote: 'Linki nadal przekierowują. Stracisz:',
  lost: {
    feature: (feature) => `${feature}: obecne ustawienia pozostaną, nowe nie będą możliwe`,
    history: (days) =>
      plural(days, {
        one: 'Statystyki starsze niż # dzień zostaną usunięte',
        few: 'Statystyki starsze niż # dni zostaną usunięte',
        many: 'Statystyki starsze niż # dni zostaną usunięte',
        other: 'Statystyki starsze niż # dnia zostaną usunięte',
      }),
    domains: (used, limit) => `Domeny w użyciu: ${used}, limit: ${limit}. Nie podłączysz kolejnych`,
    members: (used, limit) => `Członkowie: ${used}, limit: ${limit}. Nie zaprosisz kolejnych`,
    links: (used, limit) =>
      `Linki utworzone w tym miesiącu: ${used}, limit: ${limit}. Kolejne dopiero w następnym miesiącu`,
  },
};

export const planRoom: Text['planRoom'] = {
  full: (plan, most) => `Limit planu ${plan} jest wykorzystany (${most}).`,
  next: (plan, limit) => `Limit planu ${plan}: ${limit}.`,
  unlimited: 'dowolna liczba',
  see: 'Zobacz plany',
  domains: (limit) => plural(limit, { one: '# domena', few: '# domeny', many: '# domen', other: '# domeny' }),
  members: (limit) => plural(limit, { one: '# członek', few: '# członków', many: '# członków', other: '# członka' }),
};
