/** An installation for oneself: new workspaces on the plan the operator chose, whose numbers need not end. */

import { closeAllowance } from '../../../daemon/links/create/allowance.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { newEmail, signUp } from '../../fixtures/accounts.ts';
import { type Answered, addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const numbers = ['LINKS_PER_MONTH', 'RETENTION_DAYS', 'DOMAINS', 'MEMBERS', 'CLICKS_PER_MONTH', 'REQUESTS_PER_MINUTE'];
const env = {
  DEFAULT_PLAN: 'team',
  ...Object.fromEntries(numbers.map((name) => [`PLANS_TEAM_${name}`, 'unlimited'])),
};
const daemon = await startDaemon(t, { env });
const { db } = daemon.context;
const url = 'https://example.com/';
const code = ({ status, json }: Answered) => [status, json?.error?.code];

t.test('a new workspace has the plan that is set, however it came about', async (t) => {
  const { call, answer } = await signUp(daemon);
  t.equal(answer.workspace.plan, 'team');
  const made = await call('POST', '/workspaces', { name: 'Second' });
  t.match([made.status, made.json.plan], [201, 'team']);
  t.equal((await call('GET', '/workspace', undefined, { 'x-workspace-id': made.json.id })).json.plan, 'team');
  const guest = newEmail();
  const { json } = await call('POST', '/members/invite', { email: guest });
  const inviteToken = new URL(json.inviteUrl).searchParams.get('token');
  const member = await signUp(daemon, { email: guest, inviteToken });
  t.equal((await member.call('POST', '/workspace/leave', {})).status, 200);
  t.equal((await member.call('GET', '/workspace')).json.plan, 'team', 'the one in the place of the last left');
});

t.test('no number ends, and none is shown', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  const call = caller(daemon, workspace.key);
  const { json } = await call('GET', '/workspace');
  t.strictSame(json.limits, {
    ...{ links: null, clicks: null, domains: null, members: null, retentionDays: null, requestsPerMinute: null },
    keys: 100,
    webhooks: 10,
  });
  for (let n = 0; n < 30; n++) t.equal((await call('POST', '/links', { url })).status, 201);
  const { status, headers } = await call('POST', '/links/bulk', { links: [{ url }, { url, password: 'long enough' }] });
  t.equal(status, 200);
  t.equal(headers.get('ratelimit'), null, 'no budget to tell of');
  for (let n = 0; n < 5; n++) {
    t.equal((await call('POST', '/domains', { hostname: `d${n}.customer.test` })).status, 201);
    t.equal((await call('POST', '/members/invite', { email: newEmail() })).status, 201);
  }
  const stats = await call('GET', '/stats?from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z');
  t.match([stats.status, stats.json.from], [200, '2001-01-01T00:00:00.000Z']);
  t.equal((await call('GET', '/stats/export')).status, 200);
  t.match((await call('GET', '/workspace/deletion')).json, { links: 32 });
});

t.test('a workspace that ends makes no link though its number does not', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  await inTransaction(db, (trx) => closeAllowance(trx, workspace.id));
  const call = caller(daemon, workspace.key);
  t.strictSame(code(await call('POST', '/links', { url })), [402, 'plan_limit_reached']);
});
