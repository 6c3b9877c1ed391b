/** People made and changed by an operator at the command line. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { builtRoot } from '../../../shared/paths.ts';
import { openAdminBrowser } from '../../fixtures/admins.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, { LOGIN_TRIES_PER_MINUTE: '100' }, stores);
const signIn = async (email: string, password: string) => {
  const browser = openAdminBrowser(service);
  return { browser, status: (await browser.signIn(email, password)).status };
};

async function run(...args: string[]) {
  const env = { PATH: process.env.PATH, MYSQL_URL: stores.mysqlUrl, LOG_LEVEL: 'silent' };
  const cli = path.join(builtRoot, 'automations-api/cli.js');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'admin', ...args, '--json'], { env });
  t.match(stdout, /^[^\n]+\n$/);
  return JSON.parse(stdout);
}

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
