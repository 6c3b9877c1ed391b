/** One table of each route's role; it has every route of the service, and each answers every role accordingly. */

import type { Role } from '../../daemon/core/tables.ts';
import { insertApiKey } from '../../daemon/keys/queries.ts';
import { makeMember, signUp, userIdOf } from '../fixtures/accounts.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../fixtures/daemon.ts';
import { t } from '../runner/tap.ts';

/** The least role; null: public. */
const needed: Record<string, Role | null> = {
  'POST /auth/signup': null,
  'POST /auth/login': null,
  'POST /auth/password/forgot': null,
  'POST /auth/password/reset': null,
  'POST /auth/verify': 'viewer',
  'POST /auth/email': 'viewer',
  'POST /auth/email/confirm': 'viewer',
  'POST /auth/verify/resend': 'viewer',
  'POST /auth/logout': 'viewer',
  'GET /auth/me': 'viewer',
  'PATCH /auth/me': 'viewer',
  'GET /auth/sessions': 'viewer',
  'DELETE /auth/sessions': 'viewer',
  'DELETE /auth/sessions/{id}': 'viewer',
  'GET /auth/me/deletion': 'viewer',
  'DELETE /auth/me': 'viewer',
  'POST /auth/login/passkey/options': null,
  'POST /auth/login/passkey': null,
  'GET /auth/factors': 'viewer',
  'POST /auth/factors/totp': 'viewer',
  'POST /auth/factors/totp/confirm': 'viewer',
  'POST /auth/factors/passkey': 'viewer',
  'POST /auth/factors/passkey/confirm': 'viewer',
  'POST /auth/factors/recovery-codes': 'viewer',
  'DELETE /auth/factors/{id}': 'viewer',
  'POST /dashboard/session/passkey': null,
  'GET /dashboard/settings': null,
  'POST /dashboard/session': null,
  'GET /dashboard/session': 'viewer',
  'DELETE /dashboard/session': 'viewer',
  'POST /dashboard/signup': null,
  'POST /dashboard/first-visit': null,
  'POST /dashboard/password': null,
  'POST /dashboard/invitation': null,
  'POST /dashboard/hand-over': 'viewer',
  'GET /dashboard/contacts': 'admin',
  'POST /dashboard/contacts': 'admin',
  'DELETE /dashboard/contacts': 'admin',
  'GET /links': 'viewer',
  'POST /links': 'member',
  'POST /links/bulk': 'member',
  'POST /links/preview': 'viewer',
  'GET /links/lookup': 'viewer',
  'GET /links/export': 'member',
  'POST /imports': 'member',
  'GET /imports': 'member',
  'GET /imports/{id}': 'member',
  'GET /imports/{id}/errors': 'member',
  'GET /imports/{id}/rows': 'member',
  'POST /imports/{id}/start': 'member',
  'POST /imports/{id}/pause': 'member',
  'POST /imports/{id}/resume': 'member',
  'POST /imports/{id}/cancel': 'member',
  'POST /imports/{id}/undo': 'member',
  'DELETE /imports/{id}': 'member',
  'GET /links/ids': 'viewer',
  'GET /links/slug-availability': 'member',
  'PUT /links/external/{externalId}': 'member',
  'PATCH /links/bulk': 'member',
  'DELETE /links/bulk': 'member',
  'GET /links/{id}': 'viewer',
  'PATCH /links/{id}': 'member',
  'DELETE /links/{id}': 'member',
  'GET /links/{id}/open': 'viewer',
  'GET /links/{id}/qr': 'viewer',
  'POST /links/{id}/qr': 'viewer',
  'POST /links/qr.zip': 'viewer',
  'POST /links/qr.pdf': 'viewer',
  'GET /tags': 'viewer',
  'PATCH /tags/{tag}': 'member',
  'DELETE /tags/{tag}': 'member',
  'GET /tags/{tag}/stats': 'viewer',
  'GET /tags/{tag}/share': 'viewer',
  'POST /tags/{tag}/share': 'member',
  'DELETE /tags/{tag}/share': 'member',
  'GET /utm-templates': 'viewer',
  'PUT /utm-templates/{name}': 'member',
  'DELETE /utm-templates/{name}': 'member',
  'GET /links/{id}/stats': 'viewer',
  'GET /links/{id}/share': 'viewer',
  'POST /links/{id}/share': 'member',
  'DELETE /links/{id}/share': 'member',
  'GET /shares/{token}': null,
  'GET /shares/{token}/stats': null,
  'GET /stats': 'viewer',
  'GET /stats/links': 'viewer',
  'GET /stats/export': 'member',
  'GET /stats/live': 'viewer',
  'GET /stats/recent': 'viewer',
  'GET /stats/unknown': 'viewer',
  'GET /domains': 'viewer',
  'GET /domains/{id}': 'viewer',
  'POST /domains': 'admin',
  'PATCH /domains/{id}': 'admin',
  'PUT /domains/{id}/apps': 'admin',
  'POST /domains/{id}/verify': 'admin',
  'DELETE /domains/{id}': 'admin',
  'GET /workspaces': 'viewer',
  'POST /workspaces': 'viewer',
  'GET /workspace': 'viewer',
  'PATCH /workspace': 'admin',
  'DELETE /workspace': 'admin',
  'GET /workspace/deletion': 'admin',
  'POST /workspace/transfer': 'admin',
  'POST /workspace/leave': 'viewer',
  'GET /workspace/reports': 'viewer',
  'PATCH /workspace/reports': 'viewer',
  'POST /workspace/reports/send': 'viewer',
  'GET /members': 'viewer',
  'POST /members/invite': 'admin',
  'POST /members/accept': 'viewer',
  'POST /members/{id}/resend': 'admin',
  'PATCH /members/{id}': 'admin',
  'DELETE /members/{id}': 'admin',
  'GET /keys': 'member',
  'POST /keys': 'member',
  'DELETE /keys/{id}': 'member',
  'GET /webhooks': 'admin',
  'POST /webhooks': 'admin',
  'GET /webhooks/{id}': 'admin',
  'PATCH /webhooks/{id}': 'admin',
  'DELETE /webhooks/{id}': 'admin',
  'POST /webhooks/{id}/rotate': 'admin',
  'POST /webhooks/{id}/test': 'admin',
  'GET /webhooks/{id}/deliveries': 'admin',
  'POST /webhooks/{id}/deliveries/{deliveryId}/retry': 'admin',
  'GET /plans': 'viewer',
  'GET /billing': 'admin',
  'POST /billing/checkout': 'admin',
  'POST /billing/portal': 'admin',
  'GET /audit': 'admin',
  'GET /links/{id}/ban': 'viewer',
  'POST /links/{id}/ban/appeal': 'member',
  'GET /safety/reviews': 'viewer',
  'POST /safety/reviews/{id}/decide': 'viewer',
  'GET /safety/links': 'viewer',
  'GET /safety/links/{id}': 'viewer',
  'POST /safety/links/{id}/ban': 'viewer',
  'POST /safety/links/{id}/unban': 'viewer',
  'GET /safety/bans': 'viewer',
  'GET /safety/workspaces': 'viewer',
  'POST /safety/workspaces/{id}/suspend': 'viewer',
  'POST /safety/workspaces/{id}/restore': 'viewer',
  'POST /safety/workspaces/{id}/unflag': 'viewer',
  'POST /safety/workspaces/{id}/plan': 'viewer',
  'GET /safety/actions': 'viewer',
  'GET /installation/health': 'viewer',
};
/** The least role of an API key, if it is higher. */
const neededByKeys = new Map<string, Role>([['POST /workspaces', 'member']]);
/** Public routes with their own proof in the body, covered by other tests. */
const provenOtherwise = new Set(['POST /billing/webhook']);

const rank: Record<Role, number> = { viewer: 0, member: 1, admin: 2 };

const daemon = await startDaemon(t, {
  env: { PLANS_TEAM_REQUESTS_PER_MINUTE: '100000', SIGNUPS_PER_MINUTE: '100000', SELF_SERVICE_PLANS: '1' },
});
const { db } = daemon.context;
const workspace = await addWorkspace(db, 'team');
const anyone = caller(daemon, undefined);

const paths: Record<string, Record<string, unknown>> = (await anyone('GET', '/openapi.json')).json.paths;
const routes = Object.entries(paths).flatMap(([at, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`),
);

t.test('the table of roles names every route and no other', async (t) => {
  t.same(routes.filter((route) => !provenOtherwise.has(route)).sort(), Object.keys(needed).sort());
});

/** The status and code of a call that changes nothing: the ids are unknown and the body is empty. */
async function outcome(route: string, token: string | undefined, headers: Record<string, string> = {}, body = '{}') {
  const [method, at] = route.split(' ') as [string, string];
  const response = await fetch(`${daemon.origin}/api${at.replace(/\{\w+\}/g, 'nothing')}`, {
    method,
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body }),
  });
  const isJson = response.headers.get('content-type')?.includes('json');
  const code = isJson && response.status >= 400 ? ((await response.json()) as Json).error.code : undefined;
  if (!isJson) await response.body?.cancel();
  return { status: response.status, code, caching: response.headers.get('cache-control') };
}

const roles: Role[] = ['viewer', 'member', 'admin'];

for (const credential of ['API key', 'session'] as const) {
  t.test(`every route admits only the roles it is meant for, by ${credential}`, async (t) => {
    for (const role of roles) {
      for (const [route, leastOfAll] of Object.entries(needed)) {
        const least = (credential === 'API key' && neededByKeys.get(route)) || leastOfAll;
        // Created for each call, because some calls end their own credential.
        const token = credential === 'API key' ? await keyOf(role) : await sessionOf(role);
        const body = credential === 'API key' ? onlySessions.get(route) : undefined;
        const { status, code, caching } = await outcome(route, token, { 'x-workspace-id': workspace.publicId }, body);
        if (least !== null) t.equal(caching, 'no-store', `${role}: ${route} is not cacheable`);
        if (least !== null && rank[role] < rank[least]) t.same([status, code], [403, 'forbidden'], `${role}: ${route}`);
        else if (
          isForOperators(route) ||
          onlyOwners.has(route) ||
          (onlySessions.has(route) && credential === 'API key')
        )
          t.same([status, code], [403, 'forbidden'], `${role}: ${route}`);
        else t.ok(![401, 403, 405, 500].includes(status), `${role}: ${route} answers ${status} ${code}`);
      }
    }
  });
}

/** Nobody here is an operator: test/daemon/safety/operators.test.ts has some. */
const isForOperators = (route: string) => / \/(safety|installation)\//.test(route);

/** Nobody here is a signed-in owner of the workspace or administers contacts. */
const onlyOwners = new Set([
  'POST /workspace/transfer',
  'DELETE /workspace',
  'POST /dashboard/contacts',
  'DELETE /dashboard/contacts',
]);

/** Routes for the signed-in user only, with bodies that are otherwise valid. */
const onlySessions = new Map([
  ['PATCH /auth/me', '{"name":"Name"}'],
  ['POST /auth/verify', `{"token":"${'x'.repeat(43)}"}`],
  ['POST /auth/verify/resend', '{}'],
  ['POST /auth/email/confirm', `{"token":"${'x'.repeat(43)}"}`],
  ['POST /auth/email', `{"email":"new@example.com","currentPassword":"x"}`],
  ['GET /auth/sessions', ''],
  ['DELETE /auth/sessions', ''],
  ['DELETE /auth/sessions/{id}', ''],
  ['GET /auth/factors', ''],
  ['POST /auth/factors/totp', '{}'],
  ['POST /auth/factors/totp/confirm', '{"id":"x","code":"000000"}'],
  ['POST /auth/factors/passkey', '{}'],
  ['POST /auth/factors/passkey/confirm', '{"response":{}}'],
  ['POST /auth/factors/recovery-codes', '{}'],
  ['DELETE /auth/factors/{id}', '{}'],
  ['GET /dashboard/session', ''],
  ['DELETE /dashboard/session', ''],
  ['POST /dashboard/hand-over', `{"site":1,"challenge":"${'x'.repeat(43)}"}`],
  ['GET /dashboard/contacts', ''],
  ['POST /dashboard/contacts', ''],
  ['DELETE /dashboard/contacts', ''],
  ['GET /links/{id}/open', ''],
  ['GET /auth/me/deletion', ''],
  ['DELETE /auth/me', '{"currentPassword":"x"}'],
  ['POST /workspace/leave', '{}'],
  ['GET /workspace/reports', ''],
  ['PATCH /workspace/reports', '{"timezone":"UTC"}'],
  ['POST /workspace/reports/send', ''],
  ['POST /members/accept', `{"inviteToken":"${'x'.repeat(43)}"}`],
]);

const keyOf = async (role: Role) =>
  (await insertApiKey(db, { workspaceId: workspace.id, createdBy: workspace.userId, role, name: role }, new Date()))
    .key;

const people = new Map<Role, Awaited<ReturnType<typeof signUp>>>();
async function sessionOf(role: Role): Promise<string> {
  const known = people.get(role);
  const here = { 'x-workspace-id': workspace.publicId };
  if (known && (await known.call('GET', '/auth/me', undefined, here)).status === 200) return known.token;
  const person = await signUp(daemon);
  await makeMember(db, person, workspace.id, role);
  people.set(role, person);
  return person.token;
}

/** Routes about the user, for any workspace. */
const forUsers =
  / \/(auth\/|dashboard\/(session|hand-over)|workspaces|workspace\/leave|members\/accept|safety\/|installation\/)/;

t.test('without a workspace, a user can use the routes that need none, and all other routes answer 403', async (t) => {
  let person = await signUp(daemon);
  for (const [route, least] of Object.entries(needed)) {
    if (least === null) continue;
    await db
      .deleteFrom('members')
      .where('user_id', '=', await userIdOf(db, person))
      .execute();
    const { status, code } = await outcome(route, person.token, {}, onlySessions.get(route));
    if (forUsers.test(route)) t.ok(status < 500 && ![401, 405].includes(status), `${route} answers ${status} ${code}`);
    else t.same([status, code], [403, 'forbidden'], route);
    if ((await person.call('GET', '/auth/me')).status !== 200) person = await signUp(daemon);
  }
});

t.test('every route that needs a credential answers 401 without one', async (t) => {
  for (const [route, least] of Object.entries(needed)) {
    const { status, code } = await outcome(route, undefined);
    if (least === null) t.not(code, 'unauthorized', route);
    else t.same([status, code], [401, 'unauthorized'], route);
  }
});
