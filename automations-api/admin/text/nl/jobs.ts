/** Dutch strings for jobs. */
import { number, plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

const actions: { [action: string]: string } = {
  add_tags: 'Tags toevoegen',
  remove_tags: 'Tags verwijderen',
  add_lists: 'Aan lijsten toevoegen',
  remove_lists: 'Van lijsten verwijderen',
  set_status: 'Status instellen',
  set_field: 'Veld instellen',
  add_points: 'Punten toevoegen',
  delete: 'Verwijderen',
};

const endWords = (status: string, action: string, done: number): string => {
  if (status === 'cancelled') {
    return plural(done, { one: 'Geannuleerd na # contact', other: 'Geannuleerd na # contacten' });
  }
  return action === 'delete'
    ? plural(done, { one: '# contact verwijderd', other: '# contacten verwijderd' })
    : plural(done, { one: '# contact bijgewerkt', other: '# contacten bijgewerkt' });
};

export const jobs: Text['jobs'] = {
  title: 'Taken',
  note: 'Wijzigingen aan veel contacten tegelijk. Taken worden 90 dagen bewaard.',
  job: 'Taak',
  status: 'Status',
  progress: 'Contacten',
  created: 'Gemaakt',
  statuses: {
    queued: 'In wachtrij',
    running: 'Bezig',
    done: 'Klaar',
    cancelled: 'Geannuleerd',
    failed: 'Mislukt',
  },
  actions,
  failures: (n) => `${number(n)} mislukt`,
  doneOf: (done, all) => `${done} van ${all}`,
  none: 'Nog geen taken',
  noneNote: 'Selecteer meerdere contacten in de lijst om ze tegelijk te wijzigen.',
  cancel: 'Taak annuleren',
  cancelJob: (id) => `Taak ${id} annuleren`,
  cancelTitle: 'Deze taak annuleren?',
  cancelNote: 'Al gewijzigde contacten blijven gewijzigd.',
  doing: (action) => `${actions[action] ?? action}…`,
  ended: (status, action, done, failed) =>
    `${endWords(status, action, done)}${status !== 'cancelled' && failed > 0 ? `, ${number(failed)} mislukt` : ''}`,
};
