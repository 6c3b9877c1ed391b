/** Permissions, the order in which a request is checked, and every code of the error table in a real answer. */

import { newApiKey } from '../../../daemon/identity/secrets.ts';
import { insertApiKey } from '../../../daemon/keys/queries.ts';
import { updatePlan, updateSuspension } from '../../../daemon/workspaces/queries.ts';
import type { PlanName } from '../../../shared/config/config.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { type Answered, addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: {
    PLANS_FREE_REQUESTS_PER_MINUTE: '100000',
    PLANS_PRO_REQUESTS_PER_MINUTE: '100000',
    PLANS_FREE_LINKS_PER_MONTH: '3',
  },
});
const { db, access } = daemon.context;
const url = 'https://example.com/';
const now = new Date();

const code = (answer: Answered) => [answer.status, answer.json.error.code];
const keyOf = (workspace: { id: number; userId: number }, role: 'admin' | 'member' | 'viewer') =>
  insertApiKey(db, { workspaceId: workspace.id, createdBy: workspace.userId, role, name: role }, now);

t.test('without a valid key every endpoint answers 401, and the error explains how to sign in', async (t) => {
  const key = newApiKey();
  const keys: Record<string, string | undefined> = {
    none: undefined,
    unknown: key,
    'not a key': 'fks_short',
    'with a wrong checksum': `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
  };
  for (const [name, used] of Object.entries(keys)) {
    for (const [method, at] of [
      ['GET', '/links'],
      ['POST', '/links'],
      ['POST', '/links/bulk'],
      ['GET', '/links/x'],
      ['PATCH', '/links/x'],
      ['DELETE', '/links/x'],
      ['GET', '/links/x/qr'],
      ['GET', '/tags'],
    ] as const) {
      const answer = await caller(daemon, used)(method, at);
      t.same(code(answer), [401, 'unauthorized'], `${method} ${at}, key ${name}`);
      t.equal(answer.headers.get('www-authenticate'), 'Bearer');
      t.ok(answer.headers.get('x-request-id'));
    }
  }
});

t.test('a viewer can only read; a member can also write', async (t) => {
  const workspace = await addWorkspace(db, 'pro');
  const { json } = await caller(daemon, workspace.key)('POST', '/links', { url });
  for (const [method, at, body] of [
    ['POST', '/links', { url }],
    ['POST', '/links/bulk', { links: [{ url }] }],
    ['PATCH', `/links/${json.id}`, { title: 'x' }],
    ['DELETE', `/links/${json.id}`, undefined],
  ] as const) {
    const viewer = caller(daemon, (await keyOf(workspace, 'viewer')).key);
    t.same(code(await viewer(method, at, body)), [403, 'forbidden'], `viewer: ${method}`);
    const member = caller(daemon, (await keyOf(workspace, 'member')).key);
    t.ok((await member(method, at, body)).status < 300, `member: ${method}`);
  }
  const viewer = caller(daemon, (await keyOf(workspace, 'viewer')).key);
  const [left] = (await viewer('GET', '/links')).json.links;
  for (const at of ['/links', '/tags', `/links/${left.id}`, `/links/${left.id}/qr`]) {
    t.equal((await viewer('GET', at)).status, 200, at);
  }
});

t.test("a key has at most its creator's current role, and no role once the creator has left", async (t) => {
  const workspace = await addWorkspace(db, 'pro');
  const call = caller(daemon, workspace.key);
  await db.updateTable('members').set({ role: 'viewer' }).where('workspace_id', '=', workspace.id).execute();
  access.forget('all');
  t.equal((await call('POST', '/links', { url })).status, 403);
  t.equal((await call('GET', '/links')).status, 200);
  await db.deleteFrom('members').where('workspace_id', '=', workspace.id).execute();
  access.forget('all');
  t.equal((await call('GET', '/links')).status, 401);
});

t.test('a suspended workspace is refused everywhere until it is restored', async (t) => {
  const workspace = await addWorkspace(db, 'pro');
  const call = caller(daemon, workspace.key);
  const { json } = await call('POST', '/links', { url });
  await inTransaction(db, (trx) => updateSuspension(trx, workspace.id, true, now));
  access.forget('all');
  for (const [method, at] of [
    ['GET', '/links'],
    ['POST', '/links'],
    ['GET', `/links/${json.id}`],
    ['GET', '/links/unknown'],
    ['GET', '/tags'],
  ] as const) {
    t.same(code(await call(method, at)), [403, 'forbidden'], `${method} ${at}`);
  }
  const visit = await fetch(`${daemon.origin}/${json.slug}`, { redirect: 'manual' });
  t.equal(visit.status, 302, 'its links redirect all the same');
  await inTransaction(db, (trx) => updateSuspension(trx, workspace.id, false, now));
  access.forget('all');
  t.equal((await call('GET', '/links')).status, 200);
});

t.test("another workspace's links are answered like unknown links", async (t) => {
  const mine = caller(daemon, (await addWorkspace(db, 'pro')).key);
  const theirs = caller(daemon, (await addWorkspace(db, 'pro')).key);
  const { json } = await theirs('POST', '/links', { url, tags: ['secret'], title: 'unseen' });
  for (const [method, at, body] of [
    ['GET', `/links/${json.id}`, undefined],
    ['PATCH', `/links/${json.id}`, { title: 'x' }],
    ['DELETE', `/links/${json.id}`, undefined],
    ['GET', `/links/${json.id}/qr`, undefined],
  ] as const) {
    t.same(code(await mine(method, at, body)), [404, 'not_found'], `${method} ${at}`);
  }
  for (const query of ['', '?archived=all', '?q=unseen', '?tag=secret', '?domain=localhost:8080']) {
    t.same((await mine('GET', `/links${query}`)).json.links, [], `GET /links${query}`);
  }
  t.same((await mine('GET', '/tags')).json.tags, []);
  t.same((await theirs('GET', `/links/${json.id}`)).json, json);
});

t.test('a custom domain is usable once verified, and only by its own workspace', async (t) => {
  const workspace = await addWorkspace(db, 'pro');
  const call = caller(daemon, workspace.key);
  const times = { created_at: now, updated_at: now };
  const domain = (hostname: string, status: 'pending' | 'verified') =>
    db
      .insertInto('domains')
      .values({ public_id: `dom_${hostname}`, workspace_id: workspace.id, hostname, status, ...times })
      .execute();
  await domain('go.example.com', 'verified');
  await domain('soon.example.com', 'pending');
  const { json, status } = await call('POST', '/links', { url, domain: 'GO.example.com', slug: 'api' });
  t.equal(status, 201, 'in any case, and its slugs are reserved less');
  t.match(json, { domain: 'go.example.com', shortUrl: 'http://go.example.com/api' });
  t.same((await call('GET', '/links?domain=go.example.com')).json.links, [json]);
  t.same((await call('GET', '/links?domain=localhost:8080')).json.links, []);
  const other = caller(daemon, (await addWorkspace(db, 'pro')).key);
  for (const [name, by, hostname] of [
    ['pending', call, 'soon.example.com'],
    ['unknown', call, 'no.example.com'],
    ["another workspace's", other, 'go.example.com'],
  ] as const) {
    const answer = await by('POST', '/links', { url, domain: hostname });
    t.same([...code(answer), answer.json.error.details.field], [422, 'validation_failed', 'domain'], name);
  }
  t.equal((await call('POST', '/links', { url, slug: 'a1', domain: 'go.example.com' })).status, 201);
  t.equal((await call('POST', '/links', { url, slug: 'a1' })).status, 201, 'one slug lives on two domains');
});

t.test(
  'each gated field requires its plan in create, bulk and change requests, and clearing the field requires no plan',
  async (t) => {
    const values = {
      password: 'long enough',
      expiresAt: '2031-01-01T00:00:00Z',
      expiredUrl: url,
      startsAt: '2030-01-01T00:00:00Z',
      notStartedUrl: url,
      maxClicks: 10,
      geo: { DE: url },
      iosUrl: url,
      androidUrl: url,
    };
    // Existing values need no plan.
    const others: Record<string, unknown> = {
      password: 'another long one',
      expiresAt: '2032-01-01T00:00:00Z',
      expiredUrl: `${url}other`,
      startsAt: '2030-01-02T00:00:00Z',
      notStartedUrl: `${url}other`,
      maxClicks: 11,
      geo: { FR: url },
      iosUrl: `${url}other`,
      androidUrl: `${url}other`,
    };
    const needed: Record<string, PlanName> = { iosUrl: 'team', androidUrl: 'team' };
    const plans: PlanName[] = ['free', 'pro', 'team', 'scale'];
    for (const plan of plans) {
      const workspace = await addWorkspace(db, 'scale');
      const call = caller(daemon, workspace.key);
      const { json } = await call('POST', '/links', { url, ...values });
      await inTransaction(db, (trx) => updatePlan(trx, workspace.id, plan, now));
      access.forget('all');
      for (const [field, value] of Object.entries(values)) {
        const needs = needed[field] ?? 'pro';
        const allowed = plans.indexOf(plan) >= plans.indexOf(needs);
        const name = `${field} on ${plan}`;
        const bulk = await call('POST', '/links/bulk', { links: [{ url, [field]: value }] });
        const [result] = bulk.json.results;
        const patched = await call('PATCH', `/links/${json.id}`, { [field]: others[field] });
        const created = await call('POST', '/links', { url, [field]: value });
        if (allowed) t.equal(patched.status, 200, name);
        else {
          const refused = { code: 'feature_not_in_plan', details: { field, plan: needs } };
          t.match([created.status, created.json.error], [402, refused], `create: ${name}`);
          t.match([result.status, result.error], [402, refused], `bulk: ${name}`);
          t.match([patched.status, patched.json.error], [402, refused], `change: ${name}`);
        }
      }
      for (const field of Object.keys(values)) {
        t.equal(
          (await call('PATCH', `/links/${json.id}`, { [field]: null })).status,
          200,
          `clearing ${field} on ${plan}`,
        );
      }
    }
  },
);

t.test('if a request has several errors, the first in the order of checks is returned', async (t) => {
  const workspace = await addWorkspace(db, 'free');
  const call = caller(daemon, workspace.key);
  const taken = (await call('POST', '/links', { url })).json.slug;
  const gated = { iosUrl: url };
  const fault = (body: object) => call('POST', '/links', body).then(code);
  t.same(await fault({ url: 'x', slug: taken, ...gated }), [422, 'validation_failed'], '422 before 402 and 409');
  t.same(await fault({ url, slug: taken, ...gated }), [402, 'feature_not_in_plan'], '402 before 409');
  t.same(await fault({ url, slug: taken }), [409, 'slug_taken']);
  t.equal((await call('POST', '/links', { url })).status, 201, 'a refused link is not charged');
  t.equal((await call('POST', '/links', { url })).status, 201);
  t.same(await fault({ url, slug: taken }), [402, 'plan_limit_reached'], 'the allowance before 409');
  const viewer = caller(daemon, (await keyOf(workspace, 'viewer')).key);
  t.equal((await viewer('PATCH', '/links/unknown', { url: 'x' })).status, 403, '403 before 404');
  t.equal((await call('PATCH', '/links/unknown', { url: 'x' })).status, 404, '404 before 422');
  t.equal((await call('GET', '/links/unknown/qr?size=1')).status, 404, '404 before 422, in a query');
});

t.test(
  'a body that is not a valid JSON object gets 422, a body that is too large 413, and invalid UTF-8 400',
  async (t) => {
    const { key } = await addWorkspace(db, 'pro');
    const call = caller(daemon, key);
    const type = (value: string) => ({ 'content-type': value });
    for (const [name, body, headers] of [
      ['malformed', '{"url":', {}],
      ['empty', '', {}],
      ['an array', '[]', {}],
      ['null', 'null', {}],
      ['a text', '"x"', {}],
      ['a form', 'url=x', type('application/x-www-form-urlencoded')],
      ['JSON called text', JSON.stringify({ url }), type('text/plain')],
      ['of too many levels', `{"url":${'['.repeat(65)}${']'.repeat(65)}}`, {}],
      ['of too many values', `{"tags":[${'1,'.repeat(100_000)}1]}`, {}],
    ] as const) {
      t.same(code(await call('POST', '/links', body, headers)), [422, 'validation_failed'], name);
    }
    const charset = type('application/json; charset=utf-8');
    t.equal((await call('POST', '/links', JSON.stringify({ url }), charset)).status, 201);
    const large = await call('POST', '/links', { url, title: 'x'.repeat(1 << 20) });
    t.same(code(large), [413, 'validation_failed']);
    for (const body of [Buffer.from([0x22, 0xff, 0x22]), Buffer.from(`{"url":"${url}ü"}`, 'latin1')]) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(`${daemon.origin}/api/links`, { method: 'POST', headers, body });
      t.same(
        [answer.status, ((await answer.json()) as Answered['json']).error.code],
        [400, 'validation_failed'],
        'no UTF-8',
      );
    }
  },
);

t.test('routes without credentials accept bodies of only a few KB', async (t) => {
  const { paths } = (await caller(daemon, undefined)('GET', '/openapi.json')).json;
  const open = Object.entries(paths as Record<string, Record<string, { security?: unknown[]; requestBody?: object }>>)
    .flatMap(([at, methods]) => Object.entries(methods).map(([method, operation]) => ({ at, method, ...operation })))
    .filter(({ security, requestBody }) => security?.length === 0 && requestBody);
  t.ok(open.length > 5);
  const call = caller(daemon, (await addWorkspace(db, 'pro')).key);
  t.equal((await call('POST', '/links', { url, slug: 'Locked', password: 'a password' })).status, 201);
  const all: [method: string, path: string][] = [
    ...open.map(({ at, method }): [string, string] => [method.toUpperCase(), `/api${at.replace(/\{\w+\}/g, 'a')}`]),
    ['POST', '/report'],
    ['POST', '/Locked'],
  ];
  for (const [method, path] of all) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${daemon.origin}${path}`, { method, headers, body: '['.repeat(20_000) });
    t.equal(answer.status, 413, `${method} ${path}`);
  }
});

t.test('an account that sends too much to a process is refused for a while, and other accounts are not', async (t) => {
  const [greedy, other] = await Promise.all([addWorkspace(db, 'scale'), addWorkspace(db, 'scale')]);
  const leave = new AbortController();
  const body = `{"title":"${'x'.repeat(1_000_000)}"}`;
  const headers = { authorization: `Bearer ${greedy.key}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body, signal: leave.signal };
  const refused = await Promise.any(
    Array.from({ length: 20 }, async () => {
      const answer = await fetch(`${daemon.origin}/api/links`, init);
      if (answer.status !== 503) throw new Error(`${answer.status}`);
      return answer;
    }),
  );
  t.match(refused.headers.get('retry-after'), /^\d+$/);
  t.equal((await caller(daemon, other.key)('POST', '/links', { url })).status, 201);
  leave.abort();
});

t.test('an unknown path gets 404, and a wrong method gets 405 with the allowed methods', async (t) => {
  const call = caller(daemon, (await addWorkspace(db, 'pro')).key);
  t.same(code(await call('GET', '/nothing')), [404, 'not_found']);
  const answer = await call('PUT', '/links');
  t.same(code(answer), [405, 'method_not_allowed']);
  t.equal(answer.headers.get('allow'), 'GET, HEAD, POST, OPTIONS');
});
