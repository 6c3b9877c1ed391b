/** The words of the list of settings. */
export const settings = {
  title: 'Settings',
  label: 'Settings',
  apiKeys: 'API keys',
  webhooks: 'Webhooks',
  billing: 'Billing',
  auditLog: 'Audit log',
  account: 'Account',
  workspace: 'Workspace',
  notes: {
    workspace: 'Its name, its limits and what is used of them, its owner, its end.',
    apiKeys: 'What programs call the API with.',
    webhooks: 'Messages to your servers when something happens.',
    billing: 'The plan, and what the others give.',
    auditLog: 'Who did what, and when.',
    account: 'Your name, address, password, sessions and how pages look.',
  },
};
