/**
 * All access to an account ends with the first proof that its owner reads the email, and with the account. Each kind of access is
 * added, and each proof is tried. A new table with users' rows fails until it is listed here.
 */
import { sql } from 'kysely';
import { setPassword, verifyUser as verifyByOperator } from '../../../daemon/commands/work/users.ts';
import { findAccount } from '../../../daemon/oidc/find-account.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { replaceAddressChange } from '../../../shared/people/address-queries.ts';
import { findUserIdByIdentity, insertIdentity } from '../../../shared/people/identity-queries.ts';
import { insertSession } from '../../../shared/people/session-queries.ts';
import { insertToken, type Purpose } from '../../../shared/people/token-queries.ts';
import { inviteTokenOf, newEmail, password, signUp, userIdOf, verifyUser } from '../../fixtures/accounts.ts';
import { addWorkspace, type Call, caller, startDaemon } from '../../fixtures/daemon.ts';
import { withPasskey, withTotp } from '../../fixtures/factors.ts';
import { t } from '../../runner/tap.ts';

const env = {
  SIGNUPS_PER_MINUTE: '100000',
  LOGIN_TRIES_PER_MINUTE: '100000',
  PLANS_SCALE_REQUESTS_PER_MINUTE: '100000',
};
const daemon = await startDaemon(t, { env });
const { context } = daemon;
const { db } = context;
const anyone = caller(daemon, undefined);
const soon = () => new Date(Date.now() + 60_000);
const tokenOf = (purpose: Purpose, subject: number) =>
  insertToken(db, purpose, subject, { expiresAt: soon(), mailed: true });

const team = await addWorkspace(db, 'scale');
const admin = caller(daemon, team.key);

type Person = Awaited<ReturnType<typeof newPerson>>;

/** An account with an unverified email address. */
async function newPerson() {
  const person = await signUp(daemon, { email: newEmail() });
  return { ...person, userId: await userIdOf(db, person) };
}

const worksOf = (answer: Promise<{ status: number }>) => answer.then(({ status }) => status === 200);
const isThere = (rows: { execute(): Promise<unknown[]> }) => async () => (await rows.execute()).length > 0;

/** Adds access of one kind. The returned function checks whether it still works. */
type Kind = (person: Person) => Promise<() => Promise<boolean>>;

const added: Record<string, Kind> = {
  'an API key': async ({ call }) => {
    const { json } = await call('POST', '/keys', { name: 'back door', permission: 'admin' });
    return () => worksOf(caller(daemon, json.key)('GET', '/tags'));
  },
  'a key created with a key': async ({ call }) => {
    const first = (await call('POST', '/keys', { name: 'first', permission: 'admin' })).json.key;
    const { json } = await caller(daemon, first)('POST', '/keys', { name: 'second' });
    return () => worksOf(caller(daemon, json.key)('GET', '/tags'));
  },
  'a webhook': async ({ call, userId }) => {
    await call('POST', '/webhooks', { url: 'https://hooks.example.com/' });
    return isThere(db.selectFrom('webhooks').select('id').where('created_by', '=', userId).where('active', '=', true));
  },
  'a name at a provider': async ({ userId }) => {
    const identity = { issuer: 'https://other.example.com', subject: `subject-${userId}` };
    await inTransaction(db, (trx) => insertIdentity(trx, userId, identity, new Date()));
    return async () => (await findUserIdByIdentity(db, identity)) !== undefined;
  },
  'a passkey': async ({ call }) => {
    const passkey = await withPasskey(daemon, call);
    return async () => {
      const { options } = (await anyone('POST', '/auth/login/passkey/options')).json;
      return worksOf(anyone('POST', '/auth/login/passkey', { response: passkey.sign(options) }));
    };
  },
  'an authenticator app': async ({ call, userId }) => {
    await withTotp(call);
    return isThere(
      db.selectFrom('user_factors').select('id').where('owner_id', '=', userId).where('type', '=', 'totp'),
    );
  },
  'an app that is being set up': async ({ call }) => {
    const { id } = (await call('POST', '/auth/factors/totp')).json;
    return isThere(db.selectFrom('user_factors').select('id').where('public_id', '=', id));
  },
  'recovery codes': async ({ userId }) =>
    isThere(db.selectFrom('user_recovery_codes').select('hash').where('owner_id', '=', userId)),
};

const tokensOf = (purpose: Purpose, subject: number) =>
  db.selectFrom('tokens').select('hash').where('subject_id', '=', subject).where('purpose', '=', purpose);

const opened: Record<string, Kind> = {
  'a session': async ({ userId }) => {
    const token = await inTransaction(db, (trx) => insertSession(trx, userId, soon(), { now: new Date() }));
    return () => worksOf(caller(daemon, token)('GET', '/auth/me'));
  },
  'a link to set a password': async ({ userId }) => {
    await tokenOf('password', userId);
    return isThere(tokensOf('password', userId));
  },
  'a pending email change': async ({ userId }) => {
    const id = await inTransaction(db, (trx) => replaceAddressChange(trx, userId, newEmail(), new Date()));
    return isThere(db.selectFrom('address_changes').select('id').where('id', '=', id));
  },
};

/** Adds all kinds. The returned function lists the ones that still work. */
async function addAll(person: Person, kinds: Record<string, Kind>): Promise<() => Promise<string[]>> {
  const probes: [string, () => Promise<boolean>][] = [];
  for (const [name, add] of Object.entries(kinds)) probes.push([name, await add(person)]);
  return async () => {
    context.access.forget('all');
    const left: string[] = [];
    for (const [name, works] of probes) if (await works()) left.push(name);
    return left;
  };
}

const setByEmail = async ({ userId }: Person) => {
  const body = { token: await tokenOf('password', userId), password: 'the password of the owner' };
  return (await anyone('POST', '/auth/password/reset', body)).status;
};
const openLink = async (by: Call, { userId }: Person) =>
  (await by('POST', '/auth/verify', { token: await tokenOf('verify', userId) })).status;
const confirmEmail = async (by: Call, { userId }: Person) => {
  const changeId = await inTransaction(db, (trx) => replaceAddressChange(trx, userId, newEmail(), new Date()));
  return (await by('POST', '/auth/email/confirm', { token: await tokenOf('address', changeId) })).status;
};
const acceptInvitation = async ({ call, email }: Person) => {
  const { id } = (await admin('POST', '/members/invite', { email })).json;
  return (await call('POST', '/members/accept', { inviteToken: await inviteTokenOf(db, id, true) })).status;
};
const comeFromProvider = async ({ email, userId }: Person) => {
  const identity = { issuer: 'https://id.example.com', subject: `owner-${userId}` };
  const owner = { identity, email: { address: email }, name: 'Owner', role: undefined, contactsRole: undefined };
  const { id } = await findAccount(context, owner, {}, { from: '203.0.113.0', now: new Date() });
  return id === userId && (await findUserIdByIdentity(db, identity)) === userId ? 200 : 500;
};

let announced = 0;
const tools = {
  db,
  config: context.config,
  redisUrl: daemon.stores.redisUrl,
  async announceChanges() {
    announced++;
  },
};
const vouch = async ({ email }: Person) => {
  const before = announced;
  t.match(await verifyByOperator(tools, email), { emailVerified: true, needsPassword: true });
  return announced === before + 1 ? 200 : 500;
};

/**
 * `password` is the account's password afterwards. `old` is only for a proof within a session whose user knows it; that session
 * continues.
 */
const proofs: Record<string, { prove: (person: Person) => Promise<number>; password: 'old' | 'new' | 'none' }> = {
  'a password set by email': { prove: setByEmail, password: 'new' },
  'an emailed link that the signed-in user opens': {
    prove: (person) => openLink(person.call, person),
    password: 'old',
  },
  'a new email that the signed-in user confirms': {
    prove: (person) => confirmEmail(person.call, person),
    password: 'old',
  },
  'an emailed invitation': { prove: acceptInvitation, password: 'old' },
  'a provider that has verified the email': { prove: comeFromProvider, password: 'none' },
  'the operator’s command': { prove: vouch, password: 'none' },
};

for (const [what, { prove, password: expected }] of Object.entries(proofs)) {
  t.test(`${what} is the first proof of the email address, and ends all earlier access`, async (t) => {
    const person = await newPerson();
    const kinds = { ...added, ...opened };
    const left = await addAll(person, kinds);
    t.same(await left(), Object.keys(kinds));
    t.equal(await prove(person), 200);
    t.same(await left(), []);
    t.equal(await worksOf(person.call('GET', '/auth/me')), expected === 'old', 'the session that proves it');
    const { email, password_hash, email_verified_at } = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    t.ok(email_verified_at);
    t.equal(password_hash === null, expected === 'none');
    const signsIn = await worksOf(anyone('POST', '/auth/login', { email, password }));
    t.equal(signsIn, expected === 'old', 'the password from before');
    const revoked = db.selectFrom('audit_entries').select('id').where('action', '=', 'key.revoke');
    t.equal((await revoked.where('user_id', '=', person.userId).execute()).length, 3);
  });
}

t.test('a session started with a factor counts as a password session once the factors are removed', async (t) => {
  const person = await newPerson();
  await withTotp(person.call);
  const begunBy = async () =>
    (await db.selectFrom('sessions').select('begun_by as by').where('user_id', '=', person.userId).execute()).map(
      ({ by }) => by,
    );
  t.same(await begunBy(), ['factor']);
  await openLink(person.call, person);
  t.same(await begunBy(), ['password']);
});

t.test('an emailed link verifies nothing without a session for its account', async (t) => {
  const [person, other] = [await newPerson(), await newPerson()];
  for (const open of [openLink, confirmEmail]) {
    t.equal(await open(anyone, person), 401, "the account's creator would keep its password");
    t.equal(await open(admin, person), 403);
    t.equal(await open(other.call, person), 409);
  }
  t.match((await person.call('GET', '/auth/me')).json.user, { email: person.email });
  const users = db.selectFrom('users').select('email_verified_at as at').where('id', '=', person.userId);
  t.same(await users.execute(), [{ at: null }]);
});

const changes: Record<string, (person: Person) => Promise<unknown>> = {
  'a password set by email': setByEmail,
  'a password set on the command line': ({ email }) =>
    setPassword(tools, email, { password: 'another password', plan: 'free' }),
  'a new password': ({ call }) =>
    call('PATCH', '/auth/me', { password: 'another password', currentPassword: password }),
};
for (const [what, change] of Object.entries(changes)) {
  t.test(
    `${what} of a verified account ends access gained with an earlier password, and keeps everything its owner added`,
    async (t) => {
      const person = await newPerson();
      await verifyUser(db, person.userId);
      const [stays, ends] = [await addAll(person, added), await addAll(person, opened)];
      await change(person);
      t.same(await stays(), Object.keys(added));
      t.same(await ends(), []);
    },
  );
}

t.test('deleting an account ends all access', async (t) => {
  const person = await newPerson();
  const left = await addAll(person, { ...added, ...opened });
  t.equal((await person.call('DELETE', '/auth/me', { currentPassword: password })).status, 200);
  t.same(await left(), []);
});

/** Tables with one user's rows, and their fate at the first proof of the email. */
const tables: Record<string, string> = {
  address_changes: 'ends',
  api_keys: 'ends',
  sessions: 'ends',
  user_factors: 'ends',
  user_identities: 'ends',
  user_networks: 'ends',
  user_recovery_codes: 'ends',
  webhooks: 'ends',
  audit_entries: 'a record of actions',
  billing_page_links: 'a page of the payment service, for a workspace',
  contact_roles: 'an administrator gave it to the email',
  invites: 'gives access to others',
  links: 'belong to the workspace, and only name their creator',
  mails: 'goes to an email, never to the account',
  members: 'an admin gave it to the email',
  operator_actions: 'a record of actions',
  operators: 'the command line gave it to the email',
};

t.test('this test file covers every table that has rows about users', async (t) => {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT TABLE_NAME AS name FROM information_schema.COLUMNS
    WHERE TABLE_SCHEMA = DATABASE()
      AND COLUMN_NAME IN ('user_id', 'owner_id', 'created_by', 'invited_by', 'sender_id')`.execute(db);
  const found = rows.map(({ name }) => name).filter((name) => !name.startsWith('wp_'));
  t.same(found.sort(), Object.keys(tables).sort());
});
