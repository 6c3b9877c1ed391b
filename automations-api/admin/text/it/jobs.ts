/** Italian strings for jobs. */
import { plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

const actions: { [action: string]: string } = {
  add_tags: 'Aggiungi tag',
  remove_tags: 'Rimuovi tag',
  add_lists: 'Aggiungi alle liste',
  remove_lists: 'Rimuovi dalle liste',
  set_status: 'Imposta stato',
  set_field: 'Imposta campo',
  add_points: 'Aggiungi punti',
  delete: 'Elimina',
};

const doing: { [action: string]: string } = {
  add_tags: 'aggiunta di tag',
  remove_tags: 'rimozione di tag',
  add_lists: 'aggiunta alle liste',
  remove_lists: 'rimozione dalle liste',
  set_status: 'modifica dello stato',
  set_field: 'modifica del campo',
  add_points: 'aggiunta di punti',
  delete: 'eliminazione',
};

const failures = (n: number) => plural(n, { one: '# non riuscito', other: '# non riusciti' });

export const jobs: Text['jobs'] = {
  title: 'Operazioni',
  note: 'Modifiche a molti contatti insieme. Le operazioni vengono conservate per 90 giorni.',
  job: 'Operazione',
  status: 'Stato',
  progress: 'Contatti',
  created: 'Creazione',
  statuses: {
    queued: 'In coda',
    running: 'In corso',
    done: 'Completata',
    cancelled: 'Interrotta',
    failed: 'Non riuscita',
  },
  actions,
  failures,
  doneOf: (done, all) => `${done} di ${all}`,
  none: 'Ancora nessuna operazione',
  noneNote: 'Seleziona più contatti nell’elenco per modificarli insieme.',
  cancel: 'Interrompi operazione',
  cancelJob: (id) => `Interrompi l’operazione ${id}`,
  cancelTitle: 'Interrompere questa operazione?',
  cancelNote: 'I contatti già modificati restano modificati.',
  doing: (action) => `${doing[action] ?? action.replaceAll('_', ' ')}…`,
  ended: (status, action, done, failed) => {
    if (status === 'cancelled') {
      return plural(done, { one: 'Interrotta dopo # contatto', other: 'Interrotta dopo # contatti' });
    }
    const ended =
      action === 'delete'
        ? plural(done, { one: '# contatto eliminato', other: '# contatti eliminati' })
        : plural(done, { one: '# contatto modificato', other: '# contatti modificati' });
    return failed > 0 ? `${ended}, ${failures(failed)}` : ended;
  },
};
