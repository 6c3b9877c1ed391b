/** English strings for API keys. Each application adds the texts of its own permissions. */
type Own = {
  title: string;
  newKey: string;
  empty: string;
  emptyNote: string;
  name: string;
  nameHint: string;
  permissions: Record<string, string>;
  permissionHints: Record<string, string>;
};
export type KeyWords = ReturnType<typeof keyWords>;

export const keyWords = (own: Own) => ({
  ...own,
  created: (when: string) => `created ${when}`,
  permission: 'Permission',
  creator: 'Created by',
  lastUsed: 'Last used',
  expires: 'Expires',
  lives: { '': 'Never', 30: 'In 30 days', 90: 'In 90 days', 365: 'In a year', on: 'On a day' },
  lastDay: 'Last day (UTC)',
  expired: 'Expired',
  revoke: 'Revoke',
  revokeName: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeUsed: (when: string) => `Last used ${when}. Apps using it lose access within a second. This cannot be undone.`,
  revokeUnused: 'Never used. This cannot be undone.',
  revokeCreated: (names: string[]) =>
    names.length > 0 ? `Keys created with it are revoked too: ${names.join(', ')}.` : '',
  revoked: (name: string) => `Revoked ${name}`,
  createdTitle: (name: string) => `Created ${name}`,
  label: 'API key',
  once: 'Copy this key now. You won’t see it again.',
  done: 'Done',
  example: 'Try it',
  copyExample: 'Copy example',
});
