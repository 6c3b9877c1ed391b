/** An Idempotency-Key belongs to its credential: nobody gets another caller's answer. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { idempotencyKeys } from '../../../daemon/api/idempotency.ts';
import type { Role } from '../../../daemon/core/tables.ts';
import { insertApiKey } from '../../../daemon/keys/queries.ts';
import { beginAttempt } from '../../../shared/idempotency/attempts.ts';
import { makeMember, password, signUp } from '../../fixtures/accounts.ts';
import { type Answered, addWorkspace, type Call, caller, startDaemon } from '../../fixtures/daemon.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_TEAM_REQUESTS_PER_MINUTE: '100000' } });
const { db } = daemon.context;
const workspace = await addWorkspace(db, 'team');
const url = 'https://example.com/';
const replayed = ({ headers }: Answered) => headers.get('idempotency-replayed') === 'true';

/** A signed-in member of the workspace. */
async function member(role: Role) {
  const person = await signUp(daemon);
  const userId = await makeMember(db, person, workspace.id, role);
  const inWorkspace =
    (token: string): Call =>
    (method, at, body, headers) =>
      caller(daemon, token)(method, at, body, { 'x-workspace-id': workspace.publicId, ...headers });
  const again = await caller(daemon, undefined)('POST', '/auth/login', { email: person.email, password });
  return { userId, call: inWorkspace(person.token), elsewhere: inWorkspace(again.json.token) };
}

t.test(
  'the same Idempotency-Key and body sent with two credentials count as two requests, even with many at once',
  async (t) => {
    const admin = await member('admin');
    const helper = await member('member');
    const { key } = await insertApiKey(
      db,
      { workspaceId: workspace.id, createdBy: helper.userId, role: 'member', name: 'helper' },
      new Date(),
    );
    const callers = [caller(daemon, workspace.key), admin.call, admin.elsewhere, helper.call, caller(daemon, key)];
    const headers = { 'idempotency-key': 'the same for all' };
    const ask = (call: Call) => call('POST', '/keys', { name: 'wanted' }, headers);
    const rounds = await Promise.all([...callers, ...callers, ...callers].map(ask));
    for (const answer of rounds) t.ok([201, 409].includes(answer.status), answer.text);
    const settled = await Promise.all(callers.map(ask));
    t.ok(
      settled.every((answer) => answer.status === 201 && replayed(answer)),
      'each gets the first answer',
    );
    t.equal(new Set(settled.map(({ json }) => json.key)).size, callers.length, 'each got a key of their own');
    for (const [n, { json }] of settled.entries()) {
      for (const earlier of rounds.filter((answer, at) => at % callers.length === n && answer.status === 201))
        t.equal(earlier.json.key, json.key, 'and always the same');
    }
    const { keys } = (await caller(daemon, workspace.key)('GET', '/keys')).json;
    t.equal(keys.filter(({ name }: { name: string }) => name === 'wanted').length, callers.length);
    const me = await caller(daemon, settled[3]?.json.key)('GET', '/auth/me');
    t.equal(me.json.role, 'member', 'a member who repeats an admin’s request gets a member’s key');
  },
);

t.test('another body with the same Idempotency-Key is refused, but another caller can use the same key', async (t) => {
  const [one, other] = [caller(daemon, workspace.key), (await member('member')).call];
  const headers = { 'idempotency-key': 'bodies' };
  t.equal((await one('POST', '/links', { url }, headers)).status, 201);
  t.equal((await one('POST', '/links', { url: `${url}x` }, headers)).status, 422);
  t.equal((await other('POST', '/links', { url: `${url}x` }, headers)).status, 201);
});

t.test('the stored answer cannot be decrypted with the Idempotency-Key alone', async (t) => {
  const key = 'guessed';
  await caller(daemon, workspace.key)('POST', '/keys', { name: 'sealed' }, { 'idempotency-key': key });
  const rows = await db.selectFrom('idempotency_keys').selectAll().execute();
  const hash = createHash('sha256').update(key).digest();
  t.ok(
    rows.every(({ key_hash }) => !key_hash.equals(hash)),
    'the hash does not reveal the key',
  );
});

t.test('a stored answer is repeated only after a later commit has confirmed it', async (t) => {
  const ask = () => caller(daemon, workspace.key)('POST', '/links', { url }, { 'idempotency-key': 'confirmed' });
  const claims = async () =>
    (await db.selectFrom('idempotency_keys').select('claim').execute()).map(({ claim }) => claim.toString('hex'));
  const made = await ask();
  const before = await claims();
  t.ok(replayed(await ask()));
  const after = await claims();
  t.equal(after.length, before.length);
  t.equal(after.filter((claim) => !before.includes(claim)).length, 1, 'its row was changed');
  t.equal((await ask()).text, made.text);
});

t.test(
  'a key whose request fails because the database is unavailable is free as soon as the database is back',
  async (t) => {
    const faults = { refuse: Error, inFlight: Error };
    const claimant = { workspaceId: workspace.id, credential: workspace.key };
    const keyed = { key: 'interrupted', content: ['POST /links'] };
    const begin = () => beginAttempt(idempotencyKeys(db), faults, claimant, { keyed, now: new Date() });
    const first = await begin();
    await sql`RENAME TABLE idempotency_keys TO unavailable_keys`.execute(db);
    if ('end' in first) await first.end();
    await t.rejects(begin(), /idempotency_keys/);
    await sql`RENAME TABLE unavailable_keys TO idempotency_keys`.execute(db);
    t.match(await until(() => begin().catch(() => undefined)), { end: Function });
  },
);
