/** The first start, interrupted: the next one completes it and shows a working login, until one has shown it. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Db, Tables } from '../../daemon/core/tables.ts';
import { findAuthByKey } from '../../daemon/identity/auth-queries.ts';
import { readConfig } from '../../shared/config/config.ts';
import { openDb } from '../../shared/db/db.ts';
import { type FirstRun, firstRun, runCommand } from '../../shared/local/first-run.ts';
import { findUserByEmail } from '../../shared/people/user-queries.ts';
import { verifyPassword } from '../../shared/secrets/passwords.ts';
import { hashSecret } from '../../shared/secrets/secrets.ts';
import { replaySchema } from '../fixtures/schema.ts';
import { createStores, envOf } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

const countKeys = async (db: Db) =>
  Number(
    (
      await db
        .selectFrom('api_keys')
        .select(({ fn }) => fn.countAll().as('keys'))
        .executeTakeFirstOrThrow()
    ).keys,
  );

async function prepare(t: Parameters<typeof createStores>[0] & { testdir: () => string }) {
  const stores = await createStores(t);
  for (const schema of ['people', 'links', 'automations'] as const) await replaySchema(stores.mysqlUrl, schema);
  const db = openDb<Tables>(stores.mysqlUrl, { poolSize: 2 });
  t.teardown(() => db.destroy());
  const localDir = t.testdir();
  const env = { ...process.env, ...envOf(stores), LOCAL_DIR: localDir, LOG_LEVEL: 'silent' };
  return { db, localDir, env };
}

t.test('a first start that is killed after any of its commands is completed by the next start', async (t) => {
  const { db, localDir, env } = await prepare(t);
  const interrupted = new Set<string>();
  /** Runs each command, and drops its first answer. */
  const losing: typeof runCommand = async (script, args, ...rest) => {
    const answer = await runCommand(script, args, ...rest);
    const command = `${script} ${args.slice(0, 2).join(' ')}`;
    if (interrupted.has(command)) return answer;
    interrupted.add(command);
    throw new Error('interrupted');
  };
  const attempt = () => firstRun(readConfig(env), true, env, losing).catch((error: Error) => error.message);
  let outcome: FirstRun | string = '';
  let attempts = 0;
  for (; typeof outcome === 'string' && attempts < 20; attempts++) {
    outcome = await attempt();
    if (typeof outcome === 'string') t.equal(outcome, 'interrupted');
  }
  t.match(
    [...interrupted],
    [
      /user-cli.* create/,
      /daemon.* key create/,
      /key list/,
      /automations.* key create/,
      /key revoke/,
      /clicks connect/,
      /clicks rotate/,
      /clicks connect/,
    ],
  );
  const { login, keys, shown } = outcome as FirstRun;
  const user = await findUserByEmail(db, login?.email ?? '');
  t.ok(await verifyPassword(user?.passwordHash ?? '', login?.password ?? ''), 'the password that is shown signs in');
  t.match(await findAuthByKey(db, hashSecret(keys?.linksKey ?? ''), Date.now()), { auth: { role: 'admin' } });
  t.match(await runCommand('automations-api/cli.js', ['clicks', 'show'], env), { workspaceId: keys?.workspaceId });
  t.equal(await countKeys(db), 1, 'a key that was lost is revoked');
  const listed = (await runCommand('automations-api/cli.js', ['key', 'list'], env)) as { active: boolean }[];
  t.match([listed.length, listed.filter(({ active }) => active)], [2, [{ description: 'first' }]]);
  t.same(await db.selectFrom('users').select('email').execute(), [{ email: 'admin@example.com' }], 'one user');
  t.equal(statSync(path.join(localDir, 'first-run-begun')).mode & 0o777, 0o600, 'nobody else can read the journal');

  const again = await firstRun(readConfig(env), false, env);
  t.same([again.login, again.keys], [login, keys], 'it is shown again until it was shown');
  await shown();
  t.notOk(existsSync(path.join(localDir, 'first-run-begun')), 'the password is deleted');
  t.equal((await firstRun(readConfig(env), false, env)).login, undefined);
});

/** Ends before a command that creates something. */
const failing: typeof runCommand = async (script, args, ...rest) => {
  if (args.slice(0, 2).includes('create')) throw new Error('interrupted');
  return runCommand(script, args, ...rest);
};

t.test('an installation with a user shows no login, after any interruption and with any password set', async (t) => {
  const { db, localDir, env } = await prepare(t);
  const config = readConfig({ ...env, ADMIN_PASSWORD: 'correct horse battery' });
  const asSet = { ...env, NEW_PASSWORD: config.adminPassword };
  await runCommand('daemon/user-cli.js', ['create', config.adminEmail, '--unless-any'], asSet);
  const start = (run = runCommand) => firstRun(config, true, env, run);
  await t.rejects(start(failing), /interrupted/);
  const resumed = await start();
  t.same([resumed.login, resumed.keys], [undefined, undefined]);

  t.ok(existsSync(path.join(localDir, 'first-run-done')));
  const migrated = await start(failing);
  t.same(migrated.login, undefined, 'a start that migrates creates nothing');
  t.notOk(existsSync(path.join(localDir, 'first-run-begun')));
  const later = await start();
  t.same([later.login, later.keys], [undefined, undefined]);
  t.equal(await countKeys(db), 0);
  t.same(await runCommand('automations-api/cli.js', ['key', 'list'], env), []);
});

t.test('if a new database replaces the old one, a first account is created in the new database', async (t) => {
  const { localDir, env } = await prepare(t);
  writeFileSync(path.join(localDir, 'first-run-done'), '');
  t.equal((await firstRun(readConfig(env), false, env)).login, undefined, 'an old database gets no query');
  const { login, shown } = await firstRun(readConfig(env), true, env);
  t.match(login, { email: 'admin@example.com' });
  await shown();
  t.ok(existsSync(path.join(localDir, 'first-run-done')));
});
