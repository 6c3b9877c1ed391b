/** Examples of the published interface description. */
export const currentPassword = 'ten characters or more';
export const memberId = 'mem_3Wc7YpQz1KxVt9LrHn5B';

const workspace = { id: 'ws_Jd93kfLa0Qp2Zx71MnBv', name: 'Campaigns' };

export const workspaceDeletion = {
  ...workspace,
  links: 340,
  clicks: 12_800,
  domains: ['go.example.com'],
  members: 2,
  invitations: 1,
  keys: 3,
  plan: 'pro',
  unlimited: false,
  hasSubscription: true,
  slugsHeldDays: 90,
};

export const accountDeletion = {
  canDelete: false,
  workspaces: [
    { ...workspace, outcome: 'transfer_first', deletion: null },
    { id: 'ws_1Yc5HxKq7VzTn3RbLm9W', name: 'Friends', outcome: 'left', deletion: null },
  ],
};
