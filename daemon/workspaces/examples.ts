/** Examples of the published interface description. */
const name = { id: 'ws_Jd93kfLa0Qp2Zx71MnBv', name: 'Campaigns', plan: 'pro', unlimited: false };

export const workspace = {
  ...name,
  status: 'active',
  createdAt: '2026-11-21T08:15:30.123Z',
  limits: {
    links: 1_000,
    clicks: 50_000,
    domains: 10,
    members: 3,
    keys: 100,
    webhooks: 10,
    retentionDays: 365,
    requestsPerMinute: 600,
  },
  usage: {
    links: 12,
    clicks: 340,
    domains: 1,
    members: 2,
    periodStart: '2026-11-01T00:00:00.000Z',
    resetsAt: '2026-12-01T00:00:00.000Z',
  },
};

export const workspaces = { workspaces: [{ ...name, role: 'admin' }] };
