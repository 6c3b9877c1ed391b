/** People made and changed by an operator at the command line. */

import { findContactsRole } from '../../../shared/sign-in/people.ts';
import { signUp, userIdOf } from '../../fixtures/accounts.ts';
import { openAdminBrowser } from '../../fixtures/admins.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { commandLine } from '../../fixtures/command-line.ts';
import { startDaemon } from '../../fixtures/daemon.ts';
import { createStores, type Stores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, { LOGIN_TRIES_PER_MINUTE: '100' }, stores);
const signIn = async (email: string, password: string) => {
  const browser = openAdminBrowser(service);
  return { browser, status: (await browser.signIn(email, password)).status };
};

const run = (...args: string[]) => runOn(stores, ...args);

const runOn = ({ mysqlUrl }: Pick<Stores, 'mysqlUrl'>, ...args: string[]) =>
  commandLine('automations-api/cli.js', { MYSQL_URL: mysqlUrl, LOG_LEVEL: 'silent' }).json('admin', ...args);

t.test('the first is made once, and signs in with the password that is printed', async (t) => {
  const made = await run('create', 'ada@example.com', '--unless-any');
  t.match(made, { id: Number, email: 'ada@example.com', role: 'administrator', password: /^\S{16}$/ });
  t.equal((await signIn('ada@example.com', made.password)).status, 200);
  t.equal(await run('create', 'other@example.com', '--unless-any'), null);
  await t.rejects(run('create', 'ADA@example.com'), /there is a user ADA@example.com already/);
});

t.test('an account is made with a role, given another, and a new password ends its sessions', async (t) => {
  t.match(await run('create', 'ed@example.com', '--role', 'editor', '--password', 'ten characters'), {
    role: 'editor',
  });
  const { browser, status } = await signIn('ed@example.com', 'ten characters');
  t.equal(status, 200);
  t.match(await run('role', 'ed@example.com', 'viewer'), { role: 'viewer' });
  t.match(await run('list'), [
    { email: 'ada@example.com', role: 'administrator', invited: false },
    { email: 'ed@example.com', role: 'viewer', wordpress: false },
  ]);
  const { password } = await run('password', 'ed@example.com');
  // Services believe a session for a second after it was ended elsewhere.
  await until(async () => (await browser.get('/sessions')).status === 401);
  t.equal((await signIn('ed@example.com', 'ten characters')).status, 401);
  t.equal((await signIn('ed@example.com', password)).status, 200);
});

t.test('what cannot be is refused in words', async (t) => {
  for (const [args, words] of [
    [['create', 'nonsense'], /it is no email address/],
    [['create', 'x@example.com', '--role', 'owner'], /it is one of administrator, editor, viewer/],
    [['create', 'x@example.com', '--password', 'short'], /10 to 200 characters/],
    [
      ['create', 'x@example.com', '--password', 'Basketball'],
      /the password is one of the most common ones; choose another/,
    ],
    [['password', 'ada@example.com', '--password', 'Basketball'], /one of the most common ones/],
    [['role', 'nobody@example.com', 'viewer'], /there is no account of nobody@example.com here/],
    [['role', 'ada@example.com', 'viewer'], /last administrator/],
  ] as const) {
    await t.rejects(run(...args), words);
  }
});

t.test('people of the link service are let in, with no password here', async (t) => {
  const both = await createStores(t);
  const daemon = await startDaemon(t, { stores: both });
  await startAutomations(t, {}, both);
  const links = daemon.context.db;
  const verify = (email: string) =>
    links.updateTable('users').set({ email_verified_at: new Date() }).where('email', '=', email).execute();
  const [ada, bob, eve] = [await signUp(daemon), await signUp(daemon), await signUp(daemon)];
  for (const { email } of [ada, bob]) await verify(email);
  const roleOf = async (person: typeof ada) => findContactsRole(links, await userIdOf(links, person));

  const made = await runOn(both, 'create', ada.email.toUpperCase(), '--unless-any');
  t.match(made, { email: ada.email, role: 'administrator', joined: true });
  t.notOk('password' in made);
  t.equal(await roleOf(ada), 'administrator');
  t.equal(await runOn(both, 'create', bob.email, '--unless-any'), null, 'somebody has an account');
  await t.rejects(runOn(both, 'create', ada.email), /there is a user .* already/);
  t.match(await runOn(both, 'create', bob.email, '--role', 'viewer'), { role: 'viewer', joined: true });

  t.match(await runOn(both, 'role', bob.email, 'editor'), { email: bob.email, role: 'editor' });
  t.equal(await roleOf(bob), 'editor');
  await t.rejects(runOn(both, 'role', ada.email, 'viewer'), /last administrator/);
  t.equal(await roleOf(ada), 'administrator');
  await t.rejects(runOn(both, 'password', bob.email), new RegExp(`waypost links user password ${bob.email}`));

  const own = await runOn(both, 'create', eve.email, '--role', 'editor');
  t.match(
    own,
    { role: 'editor', password: String, joined: undefined },
    'an address that is not verified proves nothing',
  );
  t.match(await runOn(both, 'join'), [{ email: eve.email, outcome: /^stays/ }]);
  await verify(eve.email);
  t.match(await runOn(both, 'join', '--dry-run'), [{ email: eve.email, outcome: 'would be joined' }]);
  t.equal(await roleOf(eve), undefined);
  t.match(await runOn(both, 'join'), [{ id: own.id, outcome: 'joined' }]);
  t.equal(await roleOf(eve), 'editor');
  t.same(
    (await runOn(both, 'list')).map(({ email, role, joined }: Record<string, unknown>) => [email, role, joined]),
    [
      [ada.email, 'administrator', true],
      [bob.email, 'editor', true],
      [eve.email, 'editor', true],
    ],
  );
});
