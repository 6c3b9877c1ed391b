/**
 * Every published example works: it is sent to the service as shown, after the objects it needs are created, and the real answer
 * as well as the answer in the example match the schema. Examples are in the schemas (`examples`), and beside their routes
 * (`bodyExample`, `queryExample`, `params`). Objects that a request refers to are created by two rules:
 *
 * - `/things/{id}` refers to the object that `POST /things` creates from its own example; `{other}` is the parameter's example;
 * - an id in a body or a query (`lnk_…`) becomes the id of an object of its kind (`makers`).
 *
 * Operations that need more are in `prepared`. A route without an example fails.
 */
import { sql } from 'kysely';
import { trustDomain } from '../../../../daemon/domains/check-domain.ts';
import { findDomainByHostname } from '../../../../daemon/domains/queries.ts';
import { insertMember } from '../../../../daemon/members/queries.ts';
import { deleteUser } from '../../../../daemon/ownership/queries.ts';
import { setBanned } from '../../../../daemon/safety/core/bans.ts';
import { insertReview } from '../../../../daemon/safety/core/review-queries.ts';
import { insertWorkspace, updatePlan } from '../../../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../../../shared/db/db.ts';
import { operator } from '../../../../shared/people/actor.ts';
import { replaceAddressChange } from '../../../../shared/people/address-queries.ts';
import { insertOperator } from '../../../../shared/people/operator-queries.ts';
import { insertSession, sessionIdOf } from '../../../../shared/people/session-queries.ts';
import { insertToken, type Purpose } from '../../../../shared/people/token-queries.ts';
import { insertUser } from '../../../../shared/people/user-queries.ts';
import { hashPassword } from '../../../../shared/secrets/passwords.ts';
import { hashSecret } from '../../../../shared/secrets/secrets.ts';
import { giveContactsRole } from '../../../fixtures/accounts.ts';
import { type Call, caller, startDaemon } from '../../../fixtures/daemon.ts';
import { codeOf, newAuthenticator, withPasskey, withTotp } from '../../../fixtures/factors.ts';
import { tokenIn } from '../../../fixtures/mail.ts';
import { compileSchema, type Document, matches, type Operation } from '../../../fixtures/openapi.ts';
import { t } from '../../../runner/tap.ts';

/** Operations that cannot be run this way, and why. */
const undriven: Record<string, string> = {
  watchClicks: 'its answer is a stream that stays open; test/daemon/stats/live.test.ts reads it',
  makeFirstAccount: 'it is for nobody once there is an account; test/daemon/accounts/first-visit.test.ts makes it',
  createImport:
    'its body is a file; test/daemon/imports/imports.test.ts sends some, and does with the imports what can be done',
  ...Object.fromEntries(
    ['get', 'start', 'pause', 'resume', 'cancel', 'undo', 'delete'].map((act) => [`${act}Import`, 'needs a file']),
  ),
  getImportErrors: 'needs a file',
  listImportRows: 'needs a file',
  openLink: 'it redirects elsewhere; test/daemon/redirect/rules.test.ts follows it',
};

const daemon = await startDaemon(t, {
  env: {
    SELF_SERVICE_PLANS: '1',
    SIGNUPS_PER_MINUTE: '1000',
    ACCOUNT_MAILS_PER_HOUR: '1000',
    INVITE_MAILS_TO_ONE_PER_DAY: '1000',
    LOGIN_TRIES_PER_MINUTE: '1000',
    PLANS_FREE_REQUESTS_PER_MINUTE: '1000',
    // Nothing listens there.
    DNS_RESOLVERS: '127.0.0.1:1',
  },
});
const { db, access } = daemon.context;
const document: Document = (await caller(daemon, undefined)('GET', '/openapi.json')).json;
const operations = Object.entries(document.paths).flatMap(([at, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), at, operation })),
);
/** Hash of the password in the examples. */
const passwordHash = await hashPassword('ten characters or more');
const hostname = 'go.example.com';

/** A workspace for one operation, with its owner signed in and a domain that works. */
type World = Awaited<ReturnType<typeof newWorld>>;

async function newPerson(email: string) {
  const now = new Date();
  return inTransaction(db, async (trx) => {
    const { id } = await insertUser(trx, { email, name: 'Person', passwordHash, verified: true }, now);
    const workspace = await insertWorkspace(trx, 'Campaigns', id, { now });
    const token = await insertSession(trx, id, new Date(now.getTime() + 3_600_000), { now });
    return { id, workspaceId: workspace.id, workspacePublicId: workspace.publicId, token, email };
  });
}

async function newWorld() {
  await clearAll();
  const person = await newPerson('owner@example.com');
  await inTransaction(db, (trx) => updatePlan(trx, person.workspaceId, 'scale', new Date()));
  access.forget('all');
  await inTransaction(db, (trx) => insertOperator(trx, person.id, new Date()));
  const call = caller(daemon, person.token);
  const { json } = await call('POST', '/domains', { hostname });
  await verifyDomain();
  return { ...person, call, domainId: json.id as string };
}

async function verifyDomain(): Promise<void> {
  const { id } = (await findDomainByHostname(db, hostname)) as { id: number };
  await inTransaction(db, (trx) => trustDomain(trx, id, operator, new Date()));
}

/** Examples contain many unique names. Rows that the process itself follows or locks stay. */
const followed = new Set(['first_visits', 'installation', 'leases', 'link_changes']);
const tables = (await db.introspection.getTables())
  .map(({ name }) => name)
  .filter((name) => !followed.has(name) && !/migrations|^safety_|^click_(?!(days|hours)$)/.test(name));
async function clearAll(): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`SET SESSION foreign_key_checks = 0`.execute(one);
    for (const name of tables) await sql`DELETE FROM ${sql.table(name)}`.execute(one);
    await sql`SET SESSION foreign_key_checks = 1`.execute(one);
  });
}

const bodyOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.example;
const operationAt = (method: string, at: string) => document.paths[at]?.[method.toLowerCase()];

/** Creates an object from the example of its `POST`. */
async function make(world: World, collection: string): Promise<string> {
  const operation = operationAt('POST', collection);
  if (!operation) throw new Error(`nothing is created at ${collection}: it needs a line in \`prepared\``);
  const { status, json, text } = await world.call('POST', collection, await filled(world, bodyOf(operation)));
  if (status !== 201) throw new Error(`POST ${collection}: ${status} ${text}`);
  return json.id;
}

/** Creates objects by their id prefix. A second link cannot have the first one's slug. */
const makers: Record<string, (world: World) => Promise<string>> = {
  lnk: async ({ call }) => (await call('POST', '/links', { url: 'https://example.com/', tags: ['spring'] })).json.id,
  dom: async ({ domainId }) => domainId,
  mem: addMember,
};

async function addMember({ workspaceId }: World): Promise<string> {
  const { id: userId } = await newPerson(`member${Math.random()}@example.com`);
  await inTransaction(db, (trx) => insertMember(trx, { workspaceId, userId, role: 'member' }, new Date()));
  const row = await db
    .selectFrom('members')
    .select('public_id as id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Returns an example with existing objects' ids. */
async function filled(world: World, example: unknown): Promise<unknown> {
  let text = JSON.stringify(example);
  if (text === undefined) return undefined;
  for (const id of new Set(text.match(/\b[a-z]{3}_[0-9A-Za-z]{20}\b/g))) {
    const real = await makers[id.slice(0, 3)]?.(world);
    if (real) text = text.replaceAll(id, real);
  }
  return JSON.parse(text);
}

/** Real values that replace the example's. */
type Prepared = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  call?: Call;
};

const tokenFor = (purpose: Purpose, subjectId: number) =>
  insertToken(db, purpose, subjectId, { expiresAt: new Date(Date.now() + 60_000), mailed: true });

/** The template exists already, so the PUT in the example repeats it. */
async function withExternalLink({ call }: World): Promise<undefined> {
  const at = '/links/external/{externalId}';
  const { parameters = [], ...put } = operationAt('PUT', at) as Operation;
  const example = String(parameters.find(({ name }) => name === 'externalId')?.example);
  await call('PUT', at.replace('{externalId}', encodeURIComponent(example)), bodyOf(put));
}

/** A passkey of the owner, and its signature. */
async function signedBy({ call }: World) {
  const authenticator = await withPasskey(daemon, call);
  const { options } = (await call('POST', '/auth/login/passkey/options')).json;
  return authenticator.sign(options);
}

const withTag = async (world: World) => void (await makers.lnk?.(world));

async function withSharedTag(world: World): Promise<undefined> {
  await withTag(world);
  await world.call('POST', '/tags/spring/share', {});
}

async function withShare(world: World) {
  const id = (await makers.lnk?.(world)) as string;
  const { json } = await world.call('POST', `/links/${id}/share`, {});
  return { params: { id, token: json.token as string } };
}

const ofShare = async (world: World) => ({ params: { token: (await withShare(world)).params.token } });

async function withReview(world: World) {
  const row = await db
    .selectFrom('links')
    .select('id')
    .where('public_id', '=', (await makers.lnk?.(world)) as string);
  const { id: linkId } = await row.executeTakeFirstOrThrow();
  const doubt = { linkId, workspaceId: world.workspaceId, source: 'visitor', fingerprint: Buffer.alloc(8) } as const;
  await insertReview(db, { ...doubt, reason: 'phishing', field: null, detail: null }, new Date());
  const { id } = await db.selectFrom('safety_reviews').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return { params: { id: String(id) } };
}

async function withBan(world: World) {
  const id = (await makers.lnk?.(world)) as string;
  await inTransaction(db, (trx) =>
    setBanned(trx, daemon.context.config, id, { operatorBan: { banned: true }, actor: operator, now: new Date() }),
  );
  return { params: { id } };
}

const ofLink = async (world: World) => ({ params: { id: (await makers.lnk?.(world)) as string } });
const ofWorkspace = async ({ workspacePublicId }: World) => ({ params: { id: workspacePublicId } });

/** The operations' needs beyond the rules. */
async function administerContacts(userId: number): Promise<void> {
  await giveContactsRole(db, userId, 'administrator');
}

/** Frees the examples' email address for sign-up. */
const freeEmail = () =>
  inTransaction(db, async (trx) => {
    const user = await trx.selectFrom('users').select('id').where('email', '=', 'you@example.com').executeTakeFirst();
    if (user) await deleteUser(trx, user.id);
    return undefined;
  });

const prepared: Record<string, (world: World) => Promise<Prepared | undefined>> = {
  signup: freeEmail,
  login: async () => void (await newPerson('you@example.com')),
  signUpToDashboard: freeEmail,
  beginDashboardSession: async () => void (await newPerson('you@example.com')),
  resetDashboardPassword: async ({ id }) => ({ body: { token: await tokenFor('password', id) } }),
  readInvitation: async ({ call }) => {
    const { json } = await call('POST', '/members/invite', { email: 'guest@example.com' });
    return { body: { inviteToken: tokenIn(json.inviteUrl) } };
  },
  verifyEmail: async ({ id }) => ({ body: { token: await tokenFor('verify', id) } }),
  resetPassword: async ({ id }) => ({ body: { token: await tokenFor('password', id) } }),
  confirmEmail: async ({ id }) => {
    const changeId = await inTransaction(db, (trx) => replaceAddressChange(trx, id, 'new@example.com', new Date()));
    return { body: { token: await tokenFor('address', changeId) } };
  },
  handOverToContacts: async ({ id }) => void (await administerContacts(id)),
  connectContacts: async ({ id }) => void (await administerContacts(id)),
  disconnectContacts: async ({ id, call }) => {
    await administerContacts(id);
    await call('POST', '/dashboard/contacts');
    return undefined;
  },
  endSession: async ({ id }) => {
    const end = new Date(Date.now() + 3_600_000);
    const token = await inTransaction(db, (trx) => insertSession(trx, id, end, { now: new Date() }));
    return { params: { id: sessionIdOf(hashSecret(token)) } };
  },
  beginDashboardSessionByPasskey: async (world) => ({ body: { response: await signedBy(world) } }),
  loginByPasskey: async (world) => ({ body: { response: await signedBy(world) } }),
  confirmTotp: async ({ call }) => {
    const { id, uri } = (await call('POST', '/auth/factors/totp')).json;
    return { body: { id, code: codeOf(uri) } };
  },
  confirmPasskey: async ({ call }) => {
    const { options } = (await call('POST', '/auth/factors/passkey')).json;
    return { body: { response: newAuthenticator(daemon).create(options) } };
  },
  renewRecoveryCodes: async (world) => void (await withTotp(world.call)),
  removeFactor: async (world) => ({ params: { id: (await withTotp(world.call)).id } }),
  putLink: withExternalLink,
  lookUpLink: withExternalLink,
  getLinkBan: withBan,
  appealLinkBan: withBan,
  decideSafetyReview: withReview,
  getSafetyLink: withBan,
  banLink: ofLink,
  unbanLink: withBan,
  suspendWorkspace: ofWorkspace,
  restoreWorkspace: ofWorkspace,
  unflagWorkspace: ofWorkspace,
  setWorkspacePlan: ofWorkspace,
  shareLink: withShare,
  getLinkShare: withShare,
  unshareLink: withShare,
  getTagStats: withTag,
  shareTag: withTag,
  getTagShare: withSharedTag,
  unshareTag: withSharedTag,
  getShared: ofShare,
  getSharedStats: ofShare,
  deleteUtmTemplate: async ({ call }) => void (await call('PUT', '/utm-templates/Newsletter', { utm: {} })),
  renameTag: withTag,
  deleteTag: withTag,
  connectDomain: async ({ call, domainId }) => void (await call('DELETE', `/domains/${domainId}`)),
  acceptInvite: async ({ call }) => {
    const guest = await newPerson('guest@example.com');
    const { json } = await call('POST', '/members/invite', { email: guest.email });
    const inviteToken = new URL(json.inviteUrl).searchParams.get('token');
    return { body: { inviteToken }, call: caller(daemon, guest.token) };
  },
  resendInvite: async ({ call }) => {
    const { json } = await call('POST', '/members/invite', { email: 'a@example.com' });
    return { params: { id: json.id } };
  },
  retryDelivery: async (world) => {
    const id = await make(world, '/webhooks');
    const deliveryId = (await world.call('POST', `/webhooks/${id}/test`)).json.id;
    await db.updateTable('webhook_deliveries').set({ status: 'dead' }).execute();
    return { params: { id, deliveryId } };
  },
  leaveWorkspace: async ({ workspaceId, workspacePublicId }) => {
    const { id: userId, token } = await newPerson('leaver@example.com');
    await inTransaction(db, (trx) => insertMember(trx, { workspaceId, userId, role: 'member' }, new Date()));
    return {
      call: (...[method, at]) => caller(daemon, token)(method, at, undefined, { 'x-workspace-id': workspacePublicId }),
    };
  },
};

/** Creates an object of a collection such as `/links`. */
async function makeIn(world: World, collection: string): Promise<string> {
  const kind = { '/links': 'lnk', '/domains': 'dom', '/members': 'mem' }[collection];
  return kind ? ((await makers[kind]?.(world)) as string) : make(world, collection);
}

/** Returns the path with its parameters filled in. */
async function pathFor(world: World, at: string, { parameters = [] }: Operation, given: Prepared): Promise<string> {
  const exampleOf = (place: 'path' | 'query') =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && parameter.example !== undefined)
        .map(({ name, example }) => [name, String(example)]),
    );
  const params: Record<string, string> = { ...exampleOf('path'), ...given.params };
  const [, collection] = /^(\/\w+)\/\{id\}/.exec(at) ?? [];
  if (collection && !params.id) params.id = await makeIn(world, collection);
  const path = at.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in params ? encodeURIComponent(params[name] as string) : whole,
  );
  const query = { ...((await filled(world, exampleOf('query'))) as Record<string, string>), ...given.query };
  return Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}

/** The response to a successful call, as in the example. */
const successOf = ({ responses }: Operation) =>
  Object.keys(responses).find((status) => status.startsWith('2')) as string;

const isJson = (type: string) => type === 'application/json';

t.test('every route has examples of its request and response', async (t) => {
  for (const { method, at, operation } of operations) {
    const { operationId, requestBody, responses, parameters = [] } = operation;
    if (operationId in undriven) continue;
    const help = `give it one beside its route, or a reason in \`undriven\``;
    if (requestBody) t.ok(bodyOf(operation) !== undefined, `${method} ${at} has no bodyExample: ${help}`);
    for (const [type, { example }] of Object.entries(responses[successOf(operation)]?.content ?? {}))
      if (isJson(type)) t.ok(example !== undefined, `${method} ${at} has no example of its answer: ${help}`);
    for (const { name, in: place, example } of parameters)
      if (place === 'path' && name !== 'id' && !(operationId in prepared))
        t.ok(example, `${method} ${at} has no example of {${name}}: ${help}`);
  }
  const ids = operations.map(({ operation }) => operation.operationId);
  for (const id of [...Object.keys(undriven), ...Object.keys(prepared)])
    t.ok(ids.includes(id), `there is a route ${id}`);
});

t.test('every example is a response that its route can return', async (t) => {
  for (const { method, at, operation } of operations) {
    const status = successOf(operation);
    for (const [type, { example, schema }] of Object.entries(operation.responses[status]?.content ?? {})) {
      if (!isJson(type) || example === undefined) continue;
      const checked = compileSchema(document, schema)(example);
      t.ok(checked.ok, `${method} ${at}: ${checked.ok ? '' : JSON.stringify(checked.issues)}`);
    }
  }
});

for (const { method, at, operation } of operations) {
  if (operation.operationId in undriven) continue;
  t.test(`${method} ${at} works as in its example`, async (t) => {
    const world = await newWorld();
    const given = (await prepared[operation.operationId]?.(world)) ?? {};
    const example = bodyOf(operation);
    const body = example === undefined ? undefined : { ...((await filled(world, example)) as object), ...given.body };
    const path = await pathFor(world, at, operation, given);
    const call = operation.security?.length === 0 ? caller(daemon, undefined) : (given.call ?? world.call);
    const answer = await call(method, path, body);
    const isDocumented = answer.status < 300 && String(answer.status) in operation.responses;
    t.ok(isDocumented, `${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${answer.text}`);
    matches(t, document, { method, at, answer });
  });
}
