/** Examples of the published interface description. */
const facts = {
  linkId: 'lnk_5ZkQ8sVw2LrTq0YpXb7c',
  workspaceId: 'ws_Jd93kfLa0Qp2Zx71MnBv',
  shortUrl: 'https://go.example.com/launch',
  url: 'https://example.com/products/launch',
};
const createdAt = '2026-11-21T08:15:30.123Z';

export const review = {
  id: '4711',
  ...facts,
  banned: false,
  source: 'visitor',
  reason: 'phishing',
  field: null,
  detail: 'It asks for the password of my bank.',
  times: 3,
  status: 'open',
  answer: null,
  createdAt,
};

const ban = { source: 'scanner', reason: 'phishing', field: 'url', detail: null, words: null, since: createdAt };

export const link = { ...facts, title: 'Launch page', archived: false, createdAt, ban };

export const act = {
  id: '17',
  action: 'link.ban',
  objectId: facts.linkId,
  operator: 'operator@example.com',
  commandLine: false,
  reason: 'The page asks for passwords of a bank.',
  createdAt,
};

export const details = {
  link,
  reviews: [review],
  acts: [act],
  bans: [{ action: 'link.ban', actor: 'system', details: { field: 'url', reason: 'phishing' }, createdAt }],
};

export const workspace = {
  id: facts.workspaceId,
  name: 'Campaigns',
  owner: 'you@example.com',
  plan: 'free',
  bans: 12,
  flaggedAt: createdAt,
  suspendedAt: null,
};
