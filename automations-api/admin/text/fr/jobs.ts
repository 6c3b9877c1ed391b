/** French strings for jobs. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

const actions: { [action: string]: string } = {
  add_tags: 'Ajouter des tags',
  remove_tags: 'Retirer des tags',
  add_lists: 'Ajouter aux listes',
  remove_lists: 'Retirer des listes',
  set_status: 'Définir le statut',
  set_field: 'Définir un champ',
  add_points: 'Ajouter des points',
  delete: 'Supprimer',
};

const doing: { [action: string]: string } = {
  add_tags: 'ajout de tags',
  remove_tags: 'retrait de tags',
  add_lists: 'ajout aux listes',
  remove_lists: 'retrait des listes',
  set_status: 'changement de statut',
  set_field: 'changement de champ',
  add_points: 'ajout de points',
  delete: 'suppression',
};

const failures = (n: number) => plural(n, { one: '# échec', other: '# échecs' });

export const jobs: Text['jobs'] = {
  title: 'Tâches',
  note: 'Modifications de nombreux contacts en une fois. Les tâches sont conservées 90\u00a0jours.',
  job: 'Tâche',
  status: 'Statut',
  progress: 'Contacts',
  created: 'Création',
  statuses: {
    queued: 'En file d’attente',
    running: 'En cours',
    done: 'Terminée',
    cancelled: 'Interrompue',
    failed: 'En échec',
  },
  actions,
  failures,
  doneOf: (done, all) => `${done} sur ${all}`,
  none: 'Aucune tâche pour l’instant',
  noneNote: 'Sélectionnez plusieurs contacts dans la liste pour les modifier en une fois.',
  cancel: 'Interrompre la tâche',
  cancelJob: (id) => `Interrompre la tâche ${id}`,
  cancelTitle: 'Interrompre cette tâche\u00a0?',
  cancelNote: 'Les contacts déjà modifiés le restent.',
  doing: (action) => `${doing[action] ?? action.replaceAll('_', ' ')}…`,
  ended: (status, action, done, failed) => {
    if (status === 'cancelled') {
      return plural(done, { one: 'Interrompue après # contact', other: 'Interrompue après # contacts' });
    }
    const ended =
      action === 'delete'
        ? plural(done, { one: '# contact supprimé', other: '# contacts supprimés' })
        : plural(done, { one: '# contact modifié', other: '# contacts modifiés' });
    return failed > 0 ? `${ended}, ${failures(failed)}` : ended;
  },
};
