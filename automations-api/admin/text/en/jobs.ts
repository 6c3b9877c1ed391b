/** English strings for jobs. */
import { counted } from '../../../../shared/plural.ts';

export const jobs = {
  title: 'Jobs',
  note: 'Changes to many contacts at once. Jobs are kept for 90 days.',
  job: 'Job',
  status: 'Status',
  progress: 'Contacts',
  created: 'Created',
  statuses: {
    queued: 'Queued',
    running: 'Running',
    done: 'Done',
    cancelled: 'Cancelled',
    failed: 'Failed',
  },
  actions: {
    add_tags: 'Add tags',
    remove_tags: 'Remove tags',
    add_lists: 'Add to lists',
    remove_lists: 'Remove from lists',
    set_status: 'Set status',
    set_field: 'Set field',
    add_points: 'Add points',
    delete: 'Delete',
  } as { [action: string]: string },
  failures: (n: number) => `${n.toLocaleString('en')} failed`,
  doneOf: (done: string, all: string) => `${done} of ${all}`,
  none: 'No jobs yet',
  noneNote: 'Select several contacts in the list to change them at once.',
  cancel: 'Cancel job',
  cancelJob: (id: number) => `Cancel job ${id}`,
  cancelTitle: 'Cancel this job?',
  cancelNote: 'Contacts already changed stay changed.',
  doing: (action: string) => `${action.replaceAll('_', ' ')}…`,
  ended: (status: string, action: string, done: number, failed: number) =>
    status === 'cancelled'
      ? `Cancelled after ${counted(done, 'contact')}`
      : `${action === 'delete' ? 'Deleted' : 'Updated'} ${counted(done, 'contact')}${failed > 0 ? `, ${failed.toLocaleString('en')} failed` : ''}`,
};
