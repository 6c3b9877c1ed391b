/** The first account is created once, with the code in the log or by settings at the start. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertAccountWithWorkspace, prepareFirstVisit } from '../../../daemon/accounts/first-account.ts';
import type { Tools } from '../../../daemon/commands/core/tools.ts';
import { createUser } from '../../../daemon/commands/work/users.ts';
import type { Trx } from '../../../daemon/core/tables.ts';
import { deleteAccount } from '../../../daemon/ownership/delete-account.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { registerSite } from '../../../shared/people/contact-roles.ts';
import { findSite } from '../../../shared/people/site-queries.ts';
import { newEmail, password, putSite, signUp } from '../../fixtures/accounts.ts';
import { openBrowser } from '../../fixtures/cookie-browser.ts';
import { type Answered, caller, type Daemon, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const env = {
  CERTIFICATE_SECRET: 'the same on both machines',
  BASE_URL: 'https://go.example.com/api',
  TRUSTED_PROXIES: '127.0.0.1',
};
const one = await startDaemon(t, { env });
const other = await startDaemon(t, { env, stores: one.stores });
const { db } = one.context;

/** Each request comes from a new network unless one is given. */
let networks = 0;
function visit(daemon: Daemon, code: string, more: Record<string, string> = {}, address = `198.51.${++networks}.1`) {
  const body = { email: newEmail(), password, name: 'Ada', code, ...more };
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address };
  return caller(daemon, undefined)('POST', '/dashboard/first-visit', body, headers);
}

const outcome = ({ status, json }: Answered) => [status, json.error?.code, json.error?.details?.field];
const tally = (answers: Answered[]) => answers.map(({ status }) => status).sort();
const isOpen = async (daemon: Daemon) => (await openBrowser(daemon).call('GET', '/dashboard/settings')).json.firstVisit;
const countUsers = async () => (await db.selectFrom('users').select('id').execute()).length;

/** Starts a process. Returns its log. */
async function startSays(daemon: Daemon, settings: Partial<Daemon['context']['config']> = {}): Promise<string[]> {
  const lines: string[] = [];
  const log = daemon.context.log.child({});
  log.level = 'warn';
  const { context } = daemon;
  const warn = (line: unknown) => lines.push(String(line));
  await prepareFirstVisit({
    ...context,
    config: { ...context.config, ...settings },
    log: Object.assign(log, { warn }),
  });
  return lines;
}

async function forgetEverybody(): Promise<void> {
  for (const { id } of await db.selectFrom('users').select('id').execute())
    await deleteAccount(one.context, async () => {}, { id, actor: { type: 'session', userId: id } }, new Date());
  await db.deleteFrom('sites').execute();
  t.equal(await countUsers(), 0);
}

t.test('both processes log the same code, and no other code creates an account', async (t) => {
  const [said, ...more] = await startSays(one);
  t.match(
    said,
    /^there is no account yet: create the first one at https:\/\/go\.example\.com\/dashboard with the code (\w{4}-\w{4}-\w{4})$/,
  );
  t.same([await startSays(other), more], [[said], []]);
  const code = said?.slice(-14) as string;
  t.equal(await isOpen(one), true);
  const wrong = code.startsWith('2') ? `3${code.slice(1)}` : `2${code.slice(1)}`;
  for (const given of [wrong, code.slice(1), `${code}2`, '-', 'made 0', '0'])
    t.strictSame(outcome(await visit(one, given)), [422, 'validation_failed', 'code'], given);
  t.strictSame(outcome(await visit(one, '')), [422, 'validation_failed', 'code'], 'none');
  t.strictSame(outcome(await visit(one, code, { password: 'password123' })).slice(0, 2), [422, 'validation_failed']);
  const foreign = await caller(one, undefined)(
    'POST',
    '/dashboard/first-visit',
    { email: newEmail(), password, name: 'A', code },
    { 'sec-fetch-site': 'cross-site' },
  );
  t.strictSame(outcome(foreign).slice(0, 2), [403, 'forbidden']);
  t.strictSame(
    outcome(
      await caller(one, undefined)('POST', '/auth/signup', {
        email: newEmail(),
        password,
        name: 'A',
        inviteCode: code,
      }),
    ),
    [422, 'validation_failed', 'inviteToken'],
    'nor a sign-up',
  );
  await db.deleteFrom('sites').execute();
  t.equal(await countUsers(), 0);
});

t.test('attempts with the code are limited per network and in total', async (t) => {
  const code = one.context.firstVisits.codeOf(0);
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push(await visit(n % 2 ? one : other, 'WRONG', {}, '203.0.113.9'));
  t.same(tally(answers), [422, 422, 422, 422, 422, 429]);
  t.equal((await visit(one, code, {}, '203.0.113.9')).status, 429, 'with the right code, too');
  await db.deleteFrom('sites').execute();
  t.equal(await countUsers(), 0);
});

t.test('only one of many concurrent requests creates an operator, whose workspace has no limits', async (t) => {
  const code = one.context.firstVisits.codeOf(0);
  const spelled = [code, code.toLowerCase(), code.replaceAll('-', ''), ` ${code} `];
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => visit(n % 2 ? one : other, spelled[n % 4] as string)),
  );
  t.same(tally(answers), [200, ...Array(7).fill(409)]);
  t.equal(await countUsers(), 1);
  const won = answers.find(({ status }) => status === 200);
  t.match(won?.json, {
    user: { name: 'Ada', emailVerified: true },
    workspaces: [{ plan: 'scale', unlimited: true }],
    operator: true,
  });
  t.match(won?.headers.get('set-cookie'), /^__Secure-waypost=/);
  t.same(await Promise.all([isOpen(one), isOpen(other)]), [false, false]);
  t.strictSame(outcome(await visit(one, code)), [409, 'conflict', undefined]);
  t.same(await startSays(one), [], 'no log has a code any more');
  const { json } = await caller(one, undefined)('POST', '/auth/login', { email: won?.json.user.email, password });
  t.equal((await caller(one, json.token)('GET', '/workspace')).json.unlimited, true);
});

t.test('a used code stays invalid even if all users are deleted', async (t) => {
  await forgetEverybody();
  t.equal(await isOpen(other), true);
  const used = one.context.firstVisits.codeOf(0);
  t.strictSame(outcome(await visit(one, used)), [422, 'validation_failed', 'code']);
  const [said] = await startSays(one);
  t.equal((await visit(other, said?.slice(-14) as string)).status, 200);
});

t.test('ADMIN_EMAIL and ADMIN_PASSWORD create one account at the start, whichever process is first', async (t) => {
  const settings = { adminEmail: 'Boss@Example.com', adminPassword: password };
  t.same(await startSays(one, settings), [], 'there is a user');
  t.equal(await countUsers(), 1);
  await forgetEverybody();
  await t.rejects(startSays(one, { ...settings, adminPassword: 'password123' }), /ADMIN_PASSWORD/);
  await t.rejects(startSays(one, { ...settings, adminEmail: 'boss@' }), /ADMIN_EMAIL/);
  const before = one.context.firstVisits;
  const [race] = await Promise.all([
    visit(one, before.codeOf(2)),
    ...[one, other, one, other].map((daemon) => startSays(daemon, settings)),
  ]);
  t.equal(await countUsers(), 1, 'a concurrent visitor is either the first user or none');
  if (race?.status === 200) await forgetEverybody();
  await startSays(one, settings);
  const signedIn = await caller(one, undefined)('POST', '/auth/login', { email: 'boss@example.com', password });
  t.match([signedIn.status, signedIn.json.workspace], [200, { name: 'Waypost', plan: 'scale', unlimited: true }]);
  t.match((await caller(one, signedIn.json.token)('GET', '/auth/me')).json, { operator: true, isOwner: true });
});

t.test('the first account administers contacts as well, whichever service starts first', async (t) => {
  const { config } = one.context;
  const flags = { unlessAny: true, plan: 'unlimited', json: true } as const;
  const tools = { db, config, log: one.context.log, announceChanges: async () => {} } as unknown as Tools;
  const ways: Record<string, () => Promise<unknown>> = {
    code: async () => visit(one, (await startSays(one))[0]?.slice(-14) as string),
    settings: () => startSays(one, { adminEmail: 'boss@example.com', adminPassword: password }),
    command: () => createUser(tools, newEmail(), flags),
  };
  for (const [way, make] of Object.entries(ways)) {
    for (const contactsFirst of [true, false]) {
      await forgetEverybody();
      if (contactsFirst) await putSite(db);
      await make();
      if (!contactsFirst) await putSite(db);
      const roles = await db.selectFrom('contact_roles').select('role').execute();
      t.same(roles, [{ role: 'administrator' }], `by ${way}`);
      const site = await findSite(db);
      t.equal(typeof site?.offeredKey === 'string', contactsFirst, `a key of the workspace is offered, by ${way}`);
      const bound = await db
        .selectFrom('contact_sites as s')
        .innerJoin('members as m', 'm.workspace_id', 's.workspace_id')
        .innerJoin('audit_entries as a', 'a.workspace_id', 's.workspace_id')
        .select(['m.is_owner', 'a.actor'])
        .where('a.action', '=', 'contact-site.connect')
        .execute();
      const actor = way === 'code' ? 'session' : 'operator';
      t.match(bound, contactsFirst ? [{ is_owner: true, actor }] : [], `bound by ${way}`);
      t.equal(bound.length, contactsFirst ? 1 : 0);
    }
  }
  t.equal(await createUser(tools, newEmail(), flags), null);
  await createUser(tools, newEmail(), { ...flags, unlessAny: false });
  t.equal((await db.selectFrom('contact_roles').select('role').execute()).length, 1, 'a later one does not');
});

t.test('the first account administers a contacts site that registers at the same time', async (t) => {
  const { config } = one.context;
  const now = new Date();
  const account = { email: 'boss@example.com', name: 'Boss', passwordHash: null };
  const made = { workspaceName: 'Waypost', plan: 'unlimited', isFirst: true } as const;
  const steps: ((trx: Trx) => Promise<unknown>)[] = [
    (trx) => registerSite(trx, { name: 'site', url: 'https://contacts.example.com' }, now),
    (trx) => insertAccountWithWorkspace(trx, config, account, { ...made, now }),
  ];
  for (const [first, second] of [steps, steps.toReversed()] as [(typeof steps)[0], (typeof steps)[0]][]) {
    await forgetEverybody();
    const events = new EventEmitter();
    const done = once(events, 'done');
    const earlier = inTransaction(db, async (trx) => {
      await first(trx);
      const asked = once(events, 'asked');
      events.emit('done');
      await asked;
    });
    await done;
    const later = inTransaction(db, second);
    // Without a common lock, the transaction would commit here without seeing the other one.
    await Promise.race([later, sleep(300)]);
    events.emit('asked');
    await Promise.all([earlier, later]);
    t.same(await db.selectFrom('contact_roles').select('role').execute(), [{ role: 'administrator' }]);
  }
});

t.test('the code stops working once any account is created', async (t) => {
  await forgetEverybody();
  const open = await startDaemon(t, { env: { ...env, SIGNUP: 'open' }, stores: one.stores });
  t.equal(await isOpen(open), true);
  await signUp(open);
  t.equal(await isOpen(one), false);
});
