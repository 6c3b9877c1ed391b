/** German strings for jobs. */
import { number, plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

const actions: { [action: string]: string } = {
  add_tags: 'Schlagwörter hinzufügen',
  remove_tags: 'Schlagwörter entfernen',
  add_lists: 'Zu Listen hinzufügen',
  remove_lists: 'Von Listen entfernen',
  set_status: 'Status setzen',
  set_field: 'Feld setzen',
  add_points: 'Punkte hinzufügen',
  delete: 'Löschen',
};

const endWords = (status: string, action: string, done: number): string => {
  if (status === 'cancelled') {
    return plural(done, { one: 'Nach # Kontakt abgebrochen', other: 'Nach # Kontakten abgebrochen' });
  }
  return action === 'delete'
    ? plural(done, { one: '# Kontakt gelöscht', other: '# Kontakte gelöscht' })
    : plural(done, { one: '# Kontakt geändert', other: '# Kontakte geändert' });
};

export const jobs: Text['jobs'] = {
  title: 'Jobs',
  note: 'Änderungen an vielen Kontakten auf einmal. Jobs bleiben 90 Tage erhalten.',
  job: 'Job',
  status: 'Status',
  progress: 'Kontakte',
  created: 'Erstellt',
  statuses: {
    queued: 'In Warteschlange',
    running: 'Läuft',
    done: 'Fertig',
    cancelled: 'Abgebrochen',
    failed: 'Fehlgeschlagen',
  },
  actions,
  failures: (n) => `${number(n)} fehlgeschlagen`,
  doneOf: (done, all) => `${done} von ${all}`,
  none: 'Noch keine Jobs',
  noneNote: 'Wählen Sie in der Liste mehrere Kontakte aus, um sie auf einmal zu ändern.',
  cancel: 'Job abbrechen',
  cancelJob: (id) => `Job ${id} abbrechen`,
  cancelTitle: 'Diesen Job abbrechen?',
  cancelNote: 'Bereits geänderte Kontakte bleiben geändert.',
  doing: (action) => `${actions[action] ?? action}\u00a0…`,
  ended: (status, action, done, failed) =>
    `${endWords(status, action, done)}${status !== 'cancelled' && failed > 0 ? `, ${number(failed)} fehlgeschlagen` : ''}`,
};
