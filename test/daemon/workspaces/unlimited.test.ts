/** A private installation: workspaces without limits, and new ones on the operator's default plan, whose limits can be unlimited. */

import { closeAllowance } from '../../../daemon/links/create/allowance.ts';
import { updatePlan } from '../../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { insertOperator } from '../../../shared/people/operator-queries.ts';
import { newEmail, signUp, userIdOf } from '../../fixtures/accounts.ts';
import { type Answered, addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const numbers = ['LINKS_PER_MONTH', 'RETENTION_DAYS', 'DOMAINS', 'MEMBERS', 'CLICKS_PER_MONTH', 'REQUESTS_PER_MINUTE'];
const env = {
  DEFAULT_PLAN: 'team',
  KEYS_PER_WORKSPACE: '2',
  WEBHOOKS_PER_WORKSPACE: '1',
  PLANS_SCALE_LINKS_PER_MONTH: '1',
  PLANS_SCALE_DOMAINS: '1',
  PLANS_SCALE_MEMBERS: '1',
  PLANS_SCALE_REQUESTS_PER_MINUTE: '1',
  ...Object.fromEntries(numbers.map((name) => [`PLANS_TEAM_${name}`, 'unlimited'])),
};
const daemon = await startDaemon(t, { env });
const { db } = daemon.context;
const url = 'https://example.com/';
const code = ({ status, json }: Answered) => [status, json?.error?.code];

t.test('a new workspace has the default plan, however it was created', async (t) => {
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
  t.equal((await member.call('GET', '/workspace')).json.plan, 'team', 'the replacement of the last one left');
});

t.test('in a workspace without limits, no quota applies or is shown', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  const call = caller(daemon, workspace.key);
  const { json } = await call('GET', '/workspace');
  t.strictSame(json.limits, {
    ...{ links: null, clicks: null, domains: null, members: null, retentionDays: null, requestsPerMinute: null },
    keys: 2,
    webhooks: 1,
  });
  t.equal(json.unlimited, false, 'a plan without numbers');
  for (let n = 0; n < 30; n++) t.equal((await call('POST', '/links', { url })).status, 201);
  const { status, headers } = await call('POST', '/links/bulk', { links: [{ url }, { url, password: 'long enough' }] });
  t.equal(status, 200);
  t.equal(headers.get('ratelimit'), null, 'no budget to show');
  for (let n = 0; n < 5; n++) {
    t.equal((await call('POST', '/domains', { hostname: `d${n}.customer.test` })).status, 201);
    t.equal((await call('POST', '/members/invite', { email: newEmail() })).status, 201);
  }
  const stats = await call('GET', '/stats?from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z');
  t.match([stats.status, stats.json.from], [200, '2001-01-01T00:00:00.000Z']);
  t.equal((await call('GET', '/stats/export')).status, 200);
  t.match((await call('GET', '/workspace/deletion')).json, { links: 32 });
});

t.test('a workspace that is being deleted creates no link, and the error gives that reason', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  await inTransaction(db, (trx) => closeAllowance(trx, workspace.id));
  const call = caller(daemon, workspace.key);
  const gone = { status: 404, json: { error: { code: 'not_found', message: 'This workspace was deleted.' } } };
  t.match(await call('POST', '/links', { url }), gone);
  t.match(await call('POST', '/links', { url, password: 'open sesame' }), gone);
  t.match(await call('PUT', '/links/external/one', { url }), gone);
  t.match((await call('POST', '/links/bulk', { links: [{ url }] })).json, { results: [{ ok: false, ...gone.json }] });
});

const none = {
  ...{ links: null, clicks: null, domains: null, members: null, keys: null, webhooks: null },
  ...{ retentionDays: null, requestsPerMinute: null },
};

t.test(
  'a workspace without limits has no quota, no plan gate and no billing, until the operator restores the limits',
  async (t) => {
    const workspace = await addWorkspace(db, 'unlimited');
    const call = caller(daemon, workspace.key);
    const gated: [method: string, path: string, body?: object, status?: number][] = [
      ['POST', '/links', { url, password: 'long enough', geo: { DE: url }, iosUrl: url, maxClicks: 5 }, 201],
      ['POST', '/links', { url }, 201],
      ['POST', '/members/invite', { email: newEmail() }, 201],
      ['GET', '/stats/export'],
      ['GET', '/stats?from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z'],
    ];
    for (const n of [1, 2]) {
      gated.push(['POST', '/domains', { hostname: `own${n}.customer.test` }, 201]);
      gated.push(['POST', '/keys', { name: 'another' }, 201]);
      gated.push(['POST', '/webhooks', { url: `https://hooks.example.com/${n}`, events: ['link.created'] }, 201]);
    }
    for (const [method, path, body, expected = 200] of gated)
      t.equal((await call(method, path, body)).status, expected, `${method} ${path}`);
    const { json: links } = await call('GET', '/links');
    t.equal((await call('GET', `/links/${links.links[0].id}/qr?fg=112233`)).status, 200);
    const { json, headers } = await call('GET', '/workspace');
    t.match(json, { plan: 'scale', unlimited: true, usage: { links: 2, domains: 2, members: 2 } });
    t.strictSame(json.limits, none);
    t.equal(headers.get('ratelimit'), null, 'no budget to show');
    t.match((await call('GET', '/auth/me')).json.workspace, { plan: 'scale', unlimited: true });
    t.match((await call('GET', '/workspaces')).json.workspaces, [{ plan: 'scale', unlimited: true }]);
    t.match((await call('GET', '/billing')).json, { plan: 'scale', status: 'none' });
    t.strictSame(
      (await call('GET', '/plans')).json.plans.map(({ plan }: Json) => plan),
      ['free', 'pro', 'team', 'scale'],
      'it is offered to nobody',
    );

    await inTransaction(db, (trx) => updatePlan(trx, workspace.id, 'free', new Date()));
    const { json: after } = await call('GET', '/workspace');
    t.match(after, { plan: 'free', unlimited: false, limits: { links: 25, keys: 2 } });
    daemon.context.access.forget([{ workspaceId: workspace.id }]);
    const refused = await call('POST', '/links', { url, geo: { DE: url } });
    t.strictSame(code(refused), [402, 'feature_not_in_plan']);
  },
);

t.test('workspaces that operators create have no limits, and other workspaces have the default plan', async (t) => {
  const person = await signUp(daemon);
  const userId = await userIdOf(db, person);
  await inTransaction(db, (trx) => insertOperator(trx, userId, new Date()));
  const made = await person.call('POST', '/workspaces', { name: 'Mine' });
  t.match([made.status, made.json], [201, { plan: 'scale', unlimited: true, limits: none }]);
  const guest = newEmail();
  const asked = { 'x-workspace-id': made.json.id };
  const { json } = await person.call('POST', '/members/invite', { email: guest }, asked);
  const member = await signUp(daemon, { email: guest, inviteToken: new URL(json.inviteUrl).searchParams.get('token') });
  t.match(member.answer.workspace, { id: made.json.id, plan: 'scale', unlimited: true });
  t.match((await member.call('POST', '/workspaces', { name: 'Theirs' })).json, { plan: 'team', unlimited: false });
  t.match((await member.call('GET', '/auth/me')).json.workspace, { plan: 'scale', unlimited: true });
});
