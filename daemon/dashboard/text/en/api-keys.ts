/** English strings for API keys. */
import { keyWords } from '../../../../shared/ui/text/en/keys.ts';

export const apiKeys = {
  ...keyWords({
    title: 'API keys',
    newKey: 'New API key',
    empty: 'No API keys yet',
    emptyNote: 'A key lets an app create links and read their clicks. Give each app its own.',
    name: 'Name',
    nameHint: 'The app that will use it, such as “Website” or “Reports”.',
    permissions: { read: 'Read', write: 'Read and write', admin: 'Full access' },
    permissionHints: {
      read: 'Reads links, tags and analytics.',
      write: 'Also creates, changes and deletes links.',
      admin: 'Also manages domains, members, API keys, webhooks and billing.',
    },
  }),
  about: 'Keys with which apps call the API.',
  note: 'Let apps create and read links. Anyone with a key can use its permissions.',
  noteOwn: 'The keys you created. Admins see all keys.',
  notYours: 'Viewers have no API keys',
  notYoursNote: 'Ask an admin of this workspace to make you a member.',
  you: 'You',
  previousMember: 'Removed member',
};
