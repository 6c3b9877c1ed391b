/** Polish strings for jobs. */
import { number, plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

const contacts = (n: number) =>
  plural(n, { one: '# kontakt', few: '# kontakty', many: '# kontaktów', other: '# kontaktu' });

const actions: Record<string, string> = {
  add_tags: 'Dodaj tagi',
  remove_tags: 'Usuń tagi',
  add_lists: 'Dodaj do list',
  remove_lists: 'Usuń z list',
  set_status: 'Ustaw status',
  set_field: 'Ustaw pole',
  add_points: 'Dodaj punkty',
  delete: 'Usuń',
};

const doing: Record<string, string> = {
  add_tags: 'Dodawanie tagów',
  remove_tags: 'Usuwanie tagów',
  add_lists: 'Dodawanie do list',
  remove_lists: 'Usuwanie z list',
  set_status: 'Ustawianie statusu',
  set_field: 'Ustawianie pola',
  add_points: 'Dodawanie punktów',
  delete: 'Usuwanie',
};

export const jobs: Text['jobs'] = {
  title: 'Zadania',
  note: 'Zmiany wielu kontaktów naraz. Zadania są przechowywane przez 90 dni.',
  job: 'Zadanie',
  status: 'Status',
  progress: 'Kontakty',
  created: 'Utworzono',
  statuses: {
    queued: 'W kolejce',
    running: 'W toku',
    done: 'Zakończone',
    cancelled: 'Anulowane',
    failed: 'Nieudane',
  },
  actions,
  failures: (n) => `Nieudane: ${number(n)}`,
  doneOf: (done, all) => `${done} z ${all}`,
  none: 'Brak zadań',
  noneNote: 'Zaznacz kilka kontaktów na liście, aby zmienić je naraz.',
  cancel: 'Anuluj zadanie',
  cancelJob: (id) => `Anuluj zadanie ${id}`,
  cancelTitle: 'Anulować to zadanie?',
  cancelNote: 'Już wprowadzone zmiany kontaktów pozostaną.',
  doing: (action) => `${doing[action] ?? action.replaceAll('_', ' ')}…`,
  ended: (status, action, done, failed) =>
    status === 'cancelled'
      ? `Anulowano. Przetworzono ${contacts(done)}`
      : `${action === 'delete' ? 'Usunięto' : 'Zaktualizowano'} ${contacts(done)}${failed > 0 ? `, nieudane: ${number(failed)}` : ''}`,
};
