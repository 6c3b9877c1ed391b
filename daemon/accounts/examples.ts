/** Examples of the published interface description. */
export const user = {
  id: 'usr_7Hq2LzXk0VtWn4RbYc1M',
  email: 'you@example.com',
  name: 'Your name',
  createdAt: '2026-11-21T08:15:30.123Z',
};

const workspace = { id: 'ws_Jd93kfLa0Qp2Zx71MnBv', name: 'Campaigns', plan: 'pro', unlimited: false };

export const password = 'ten characters or more';
export const token = 'q7Hq2LzXk0VtWn4RbYc1MJd93kfLa0Qp2Zx71MnBv5Zk';

export const signedIn = {
  token: 'fst_q7Hq2LzXk0VtWn4RbYc1MJd93kfLa0Qp2Zx71MnBv5Z',
  expiresAt: '2026-12-21T08:15:30.123Z',
  user,
  workspace,
  role: 'admin',
};

export const me = { user, workspace, role: 'admin', isOwner: true, auth: { type: 'session', keyId: null } };

export const sessions = {
  sessions: [
    {
      id: 'ses_4be0643f1d98573b97ca',
      current: true,
      createdAt: '2026-11-21T08:15:30.123Z',
      lastUsedAt: '2026-11-22T10:02:11.048Z',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      address: '203.0.113.0/24',
    },
  ],
};

export const dashboardSession = {
  user: { ...user, emailVerified: true },
  workspaces: [{ ...workspace, role: 'admin' }],
};

export const invitation = { email: 'guest@example.com', role: 'member', workspaceName: 'Campaigns', hasAccount: false };

export const dashboardSettings = {
  name: 'Waypost',
  baseUrl: 'https://go.example.com/api',
  defaultDomain: 'go.example.com',
  signup: 'open',
  needsInviteCode: false,
  firstVisit: false,
  password: true,
  oidc: null,
  mail: true,
  inviteDays: 14,
};
