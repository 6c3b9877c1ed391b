/** English strings for the REST API and its keys. */
import { keyWords } from '../../../../shared/ui/text/en/keys.ts';

export const restApi = {
  ...keyWords({
    title: 'REST API',
    newKey: 'New key',
    empty: 'No keys yet',
    emptyNote: 'Create one for each app, so that you can revoke it separately.',
    name: 'Description',
    nameHint: 'The app that will use it, such as a shop.',
    permissions: { read: 'Read', write: 'Read and write', full: 'Full access' },
    permissionHints: {
      read: 'Read-only',
      write: 'Adds and changes, cannot delete',
      full: 'Adds, changes and deletes',
    },
  }),
  about: 'API keys for apps that read and change contacts.',
  address: 'API URL',
  note: 'Apps use these keys to read and change contacts. A key is shown once, when created.',
  unnamed: (id: number) => `Key ${id}`,
};
