/** The operator's command line, run as a program: one line of JSON, a sentence for an error, and its effect on the service. */

import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import type { Tables } from '../../daemon/core/tables.ts';
import { findAuthByKey } from '../../daemon/identity/auth-queries.ts';
import { inTransaction, openDb } from '../../shared/db/db.ts';
import { registerSite } from '../../shared/people/contact-roles.ts';
import { hashSecret } from '../../shared/secrets/secrets.ts';
import { commandLine } from '../fixtures/command-line.ts';
import { putLink } from '../fixtures/redirects.ts';
import { migrateLinks } from '../fixtures/schema.ts';
import { createStores, envOf, type Stores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

/** `waypost user …` and `waypost links …`. */
function cli(stores: Stores, more: Record<string, string> = {}) {
  const [links, user] = ['daemon/cli.js', 'daemon/user-cli.js'].map((entry) =>
    commandLine(entry, { ...envOf(stores), ...more }),
  ) as [CommandLine, CommandLine];
  return {
    run: (...[name = '', ...rest]: string[]) => (name === 'user' ? user.run(...rest) : links.run(name, ...rest)),
    json: (...[name = '', ...rest]: string[]) => (name === 'user' ? user.json(...rest) : links.json(name, ...rest)),
  };
}
type CommandLine = ReturnType<typeof commandLine>;

t.test('the commands create a user, a workspace and a key, suspend the workspace and ban a link', async (t) => {
  const stores = await createStores(t);
  await migrateLinks(stores.mysqlUrl);
  const db = openDb<Tables>(stores.mysqlUrl, { poolSize: 2 });
  t.teardown(() => db.destroy());
  const { run, json } = cli(stores);

  const { user, password, workspace } = await json('user', 'create', 'Ada@Example.com', '--workspace', 'Engines');
  t.match(user, { email: 'ada@example.com', id: /^usr_/ });
  t.match(workspace, { name: 'Engines', plan: 'unlimited', id: /^ws_/ });
  t.match(password, /^.{10,}$/);
  t.equal(await json('user', 'create', 'other@example.com', '--unless-any'), null);
  t.notOk(
    (await json('user', 'create', 'b@example.com', '--password', 'correct horse')).password,
    'a given one is not shown',
  );
  const customer = await json('user', 'create', 'customer@example.com', '--plan', 'pro');
  t.equal(customer.workspace.plan, 'pro');

  const made = await json('key', 'create', workspace.id, 'deploy');
  t.match(made, { key: /^fks_[0-9A-Za-z]{38}$/, name: 'deploy', workspaceId: workspace.id, id: /^key_/ });
  t.match(await findAuthByKey(db, hashSecret(made.key), Date.now()), {
    auth: { role: 'admin', plan: 'unlimited', suspension: undefined },
  });
  const [permission, end] = ['--permission', '--expires-at'];
  const weak = await json('key', 'create', workspace.id, 'reads', permission, 'read', end, '2031-01-01T00:00:00Z');
  t.match(await findAuthByKey(db, hashSecret(weak.key), Date.now()), { auth: { role: 'viewer', endsAt: Number } });
  t.equal((await run('key', 'create', workspace.id, 'k', permission, 'all')).code, 1);
  t.equal((await run('key', 'create', workspace.id, 'k', end, '2020-01-01T00:00:00Z')).code, 1);
  for (const plan of ['free', 'unlimited', 'team'])
    t.same(await json('plan', workspace.id, plan), { id: workspace.id, plan });
  t.same(await json('suspend', workspace.id), { id: workspace.id, suspended: true });
  t.match(await findAuthByKey(db, hashSecret(made.key), Date.now()), {
    auth: { plan: 'team', suspension: { since: Date, reason: null } },
  });
  t.same(await json('unsuspend', workspace.id), { id: workspace.id, suspended: false });

  const address = 'ada@example.com';
  t.same(await json('operator', 'add', 'Ada@Example.com'), { id: user.id, email: address, operator: true });
  t.match(await json('operator', 'list'), { operators: [{ id: user.id, email: address, createdAt: String }] });
  await json('operator', 'add', address);
  t.same(await json('operator', 'remove', address), { id: user.id, email: address, operator: false });
  t.same(await json('operator', 'list'), { operators: [] });
  t.match(await run('operator', 'add', 'nobody@example.com'), { code: 1, err: /there is no user nobody@example.com/ });
  const { user: neighbour } = await json('user', 'create', 'Nobody@exámple.com');
  t.match(neighbour, { email: 'nobody@xn--exmple-qta.com', name: 'nobody' });
  t.match(
    await run('operator', 'add', 'nobody@example.com'),
    { code: 1, err: /there is no user/ },
    'nor one by accents',
  );
  for (const spelled of ['nobody@EXÁMPLE.com', 'nobody@xn--exmple-qta.com'])
    t.match(await json('user', 'verify', spelled), { id: neighbour.id, email: neighbour.email });
  t.same(await json('user', 'remove-factors', address), { id: user.id, email: address, removed: [] });

  const { id: workspaceId } = await db
    .selectFrom('workspaces')
    .select('id')
    .where('public_id', '=', workspace.id)
    .executeTakeFirstOrThrow();
  await putLink(db, { slug: 'bad', workspace_id: workspaceId, public_id: 'lnk_bad' });
  const changes = async () => (await db.selectFrom('link_changes').select('id').execute()).length;
  const before = await changes();
  t.same(await json('ban', 'lnk_bad'), { id: 'lnk_bad', banned: true });
  t.equal((await db.selectFrom('links').select('banned').executeTakeFirstOrThrow()).banned, true);
  const acts = await db
    .selectFrom('operator_actions')
    .select(['action', 'object_id', 'user_id'])
    .orderBy('id')
    .execute();
  t.strictSame(
    acts.map(({ action, object_id, user_id }) => [action, object_id, user_id]),
    [
      ...['free', 'unlimited', 'team'].map(() => ['workspace.plan', workspace.id, null]),
      ['workspace.suspend', workspace.id, null],
      ['workspace.unsuspend', workspace.id, null],
      ['operator.add', user.id, null],
      ['operator.remove', user.id, null],
      ['link.ban', 'lnk_bad', null],
    ],
    "changes are in the operators' log",
  );
  t.equal(await changes(), before + 1, 'the feed says so');
  t.same(await json('unban', 'lnk_bad'), { id: 'lnk_bad', banned: false });
  t.match((await run('plan', workspace.id, 'pro')).out, /plan: pro/);
});

t.test('the commands list users, give them roles in contacts, and delete them', async (t) => {
  const stores = await createStores(t);
  await migrateLinks(stores.mysqlUrl);
  const db = openDb<Tables>(stores.mysqlUrl, { poolSize: 2 });
  t.teardown(() => db.destroy());
  const { run, json } = cli(stores);
  const [boss, bob, cleo] = ['boss@example.com', 'bob@example.com', 'cleo@example.com'];
  const { user: first, workspace } = await json('user', 'create', boss, '--unless-any');
  t.match(await run('user', 'role', boss, 'viewer'), { code: 1, err: /contact automation has not run/ });
  const register = (name: string, url: string) =>
    inTransaction(db, (trx) => registerSite(trx, { name, url }, new Date()));
  await register('one', 'https://c.example');
  t.match(await run('user', 'create', bob, '--contacts', 'editor'), { code: 0 });
  await json('user', 'create', cleo);
  await db.updateTable('users').set({ email_verified_at: null }).where('email', '=', cleo).execute();
  t.match(await run('user', 'role', cleo, 'viewer'), { code: 1, err: /not verified/ });
  t.match(await run('user', 'role', boss, 'none'), { code: 1, err: /last administrator/ });
  t.match(await run('user', 'delete', boss), { code: 1, err: /last administrator/ });
  t.match(await run('user', 'role', bob, 'boss'), { code: 1, err: /administrator, editor, viewer, none/ });
  t.match(await json('user', 'role', bob, 'administrator', '--site', 'https://c.example'), {
    contacts: 'administrator',
  });
  t.match(await run('user', 'role', bob, 'viewer', '--site', 'https://d.example'), { code: 1 });
  t.match(await json('user', 'role', boss, 'none'), { id: first.id, contacts: 'none' });
  t.match((await json('user', 'list')).users, [
    { id: first.id, email: boss, emailVerified: true, operator: true, contacts: {} },
    { email: bob, operator: false, contacts: { 'https://c.example': 'administrator' } },
    { email: cleo, emailVerified: false },
  ]);
  const entries = await db
    .selectFrom('audit_entries')
    .select(['object_id', 'actor', 'details'])
    .where('action', '=', 'user.contacts-role')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  t.match(entries, [
    { object_id: first.id, actor: 'operator', details: /"to":\s*null/ },
    { actor: 'operator', details: /"to":\s*"administrator"/ },
  ]);
  await register('two', 'https://d.example');
  t.same((await json('user', 'list-sites')).sites, [
    { url: 'https://c.example', users: 1 },
    { url: 'https://d.example', users: 1 },
  ]);
  const remove = ['user', 'remove-site', 'https://c.example'];
  await t.rejects(
    register('two', 'https://c.example'),
    /another site .* `waypost user remove-site https:\/\/c.example`/,
  );
  t.match(await run(...remove), { code: 1, err: /users with a role at https:\/\/c\.example: 1; `--force`/ });
  await json('clicks', 'connect', workspace.id);
  const [{ id: connection_id }] = (await json('clicks', 'list')).sites;
  await db.updateTable('sites').set({ connection_id }).where('name', '=', 'one').execute();
  const disconnect = new RegExp(`waypost links clicks disconnect ${workspace.id}`);
  t.match(await run(...remove, '--force'), { code: 1, err: disconnect });
  await json('clicks', 'disconnect', workspace.id);
  t.match((await json('user', 'list-sites')).sites, [{ users: 1 }, { users: 1 }], 'nothing was removed yet');
  t.same(await json(...remove, '--force'), { url: 'https://c.example' });
  t.match(await run(...remove), { code: 1, err: /there is no site/ });
  t.same((await json('user', 'list')).users[1].contacts, {});
  const removals = db.selectFrom('audit_entries').select(['action', 'object_id', 'actor', 'details']);
  t.match(await removals.orderBy('id', 'desc').limit(2).execute(), [
    { action: 'site.remove', object_id: 'one', actor: 'operator' },
    { action: 'user.contacts-role', actor: 'operator', details: /"from":\s*"administrator",\s*"to":\s*null/ },
  ]);
  t.same((await json('user', 'list-sites')).sites, [{ url: 'https://d.example', users: 1 }]);
  await register('two', 'https://c.example');
  t.same((await json('user', 'list-sites')).sites, [{ url: 'https://c.example', users: 1 }], 'it moved');
  t.match(await json('user', 'delete', cleo), { email: cleo, workspaces: [/^ws_/] });
  t.match(await run('user', 'delete', cleo), { code: 1, err: /there is no user/ });
  t.equal((await json('user', 'list')).users.length, 2);
});

t.test(
  'the commands connect a workspace to a site, rotate the key, show the connection and disconnect it',
  async (t) => {
    const stores = await createStores(t);
    await migrateLinks(stores.mysqlUrl);
    const { run, json } = cli(stores);
    const { workspace } = await json('user', 'create', 'ada@example.com', '--workspace', 'Engines');
    const key = /^wps_\d+_[\w-]{43}$/;
    const connected = await json('clicks', 'connect', workspace.id);
    t.match(connected, { workspaceId: workspace.id, key });
    t.match(await run('clicks', 'connect', workspace.id), { code: 1, err: /is already connected/ });
    const rotated = await json('clicks', 'rotate', workspace.id);
    t.match(rotated, { workspaceId: workspace.id, key, takesPreviousKey: true });
    t.not(rotated.key, connected.key);
    const listed = { workspaceId: workspace.id, name: 'Engines', takesPreviousKey: true };
    t.match(await json('clicks', 'list'), { sites: [listed] });
    t.match(await json('clicks', 'rotate', workspace.id, '--revoke-current'), { takesPreviousKey: false });
    t.match(await json('clicks', 'list'), { sites: [{ ...listed, takesPreviousKey: false }] });
    t.same(await json('clicks', 'disconnect', workspace.id), { workspaceId: workspace.id, disconnected: true });
    t.same(await json('clicks', 'list'), { sites: [] });
    t.same(await json('site', 'list'), { sites: [] }, 'the old name works');
    t.match(await run('clicks', 'rotate', workspace.id), { code: 1, err: /is not connected to a site/ });
  },
);

t.test('an error prints a sentence on stderr and exits with code 1', async (t) => {
  const stores = await createStores(t);
  const { run } = cli(stores);
  t.match(await run('user', 'create', 'a@example.com'), { code: 1, err: /waypost migrate/ });
  await migrateLinks(stores.mysqlUrl);
  await run('user', 'create', 'a@example.com');
  const cases: [args: string[], said: RegExp][] = [
    [['user', 'create', 'a@example.com'], /the user a@example\.com already exists/],
    [['user', 'create', 'no address'], /must be an email address/],
    [['user', 'create', 'c@example.com', '--password', 'short'], /10 to 200 characters/],
    [['user', 'create', 'c@example.com', '--password', 'Basketball'], /the password is too common/],
    [['user', 'password', 'a@example.com', '--password', 'Basketball'], /the password is too common/],
    [['key', 'create', 'ws_none', 'x'], /there is no workspace ws_none/],
    [['plan', 'ws_none', 'gold'], /free, pro, team, scale/],
    [['ban', 'lnk_none'], /there is no link lnk_none/],
    [['nonsense'], /unknown command/],
  ];
  for (const [args, said] of cases) {
    const { code, out, err } = await run(...args);
    t.equal(code, 1, args.join(' '));
    t.match(err, said);
    t.equal(out, '');
    t.notMatch(err, /\n\s+at /);
  }
  t.match((await run('--help')).out, /unsuspend/);
});

t.test('an import ends with a summary of its rows and the command that undoes it', async (t) => {
  const stores = await createStores(t);
  await migrateLinks(stores.mysqlUrl);
  const folder = t.testdir();
  const { run, json } = cli(stores, { LOCAL_DIR: folder });
  const { workspace } = await json('user', 'create', 'ada@example.com', '--workspace', 'Engines');
  const file = path.join(folder, 'links.csv');
  const errorsFile = path.join(folder, 'links.errors.csv');
  const begin = (rows: string, ...more: string[]) => {
    writeFileSync(file, `url,slug,domain,password\n${rows}`);
    return run('import', file, '--workspace', workspace.id, '--format', 'csv', ...more);
  };
  const isThere = (text: string) => readFileSync(errorsFile, 'utf8').includes(text);

  const rows = 'https://example.com/a,a,,\nhttps://example.com/b,b,Bit.ly,\nhttps://example.com/c,c,bit.ly,\n';
  const dry = await begin(rows, '--dry-run');
  t.match(dry, { code: 3, out: /^would be created: 1\nwould be changed: 0\nwould be skipped: 0\nwould fail: 2\n/ });
  t.match(
    dry.out,
    /2 rows: bit\.ly is not a domain [^\n]* add --domains '\{"bit\.ly":""\}'\. \(row 2: .*example\.com\/b/,
  );
  t.notMatch(dry.out, /to undo it/);
  const some = await begin(rows, '--json');
  const first = JSON.parse(some.out);
  t.match([some.code, first], [3, { created: 1, failed: 2, errorsFile, dryRun: false, id: /^imp_/, notes: [] }]);
  t.ok(isThere('https://example.com/c'));
  t.match(await begin('https://example.com/a,a,nowhere.example,\n'), { code: 1, out: /^created: 0\n/ });
  const bad = 'https://example.com/z,z,nowhere.example,\n'.repeat(9);
  t.match(await begin(`https://example.com/a,a,,\n${bad}`), { code: 1, out: /^created: 0\n.*failed: 9\n/s });

  const taken = await begin('https://example.com/a,a,,\nhttps://example.com/other,a,,\n');
  t.match(taken, {
    code: 0,
    out: /skipped: 2\n {2}1 row: The link already exists.* {2}1 row: [^\n]*another destination/s,
  });
  t.match([isThere('/other'), isThere('example.com/a,a')], [true, false]);
  t.match(await begin('https://example.com/a,a,,\n'), { code: 0, out: /skipped: 1\n/ });
  t.notOk(existsSync(errorsFile), "an earlier run's is deleted");

  const db = openDb<Tables>(stores.mysqlUrl, { poolSize: 2 });
  t.teardown(() => db.destroy());
  await sql`CREATE TRIGGER suspend AFTER UPDATE ON imports FOR EACH ROW
    UPDATE workspaces SET suspended_at = NOW(3) WHERE NEW.position > 100`.execute(db);
  const many = Array.from({ length: 300 }, (_, n) => `https://example.com/m,m${n},${n === 7 ? 'no.example' : ''},\n`);
  const half = await begin(many.join(''));
  t.match(
    [half.code, half.out],
    [3, /^the import ended early: The workspace is suspended\.\ncreated: 199\n.*to undo it/s],
  );
  t.ok(isThere('no.example'));
  const none = await begin(many.join(''), '--json');
  t.match([none.code, JSON.parse(none.out)], [1, { error: /suspended/, created: 0, id: /^imp_/, undo: null }]);
  await sql`DROP TRIGGER suspend`.execute(db);
  await sql`UPDATE workspaces SET suspended_at = NULL`.execute(db);

  const undone = await run('import', 'undo', first.id);
  t.match(undone, { code: 0, out: /deleted: 1\nrestored: 0\nkept: 0\nTags that the import created stay\./ });
  t.match(await run('import', 'undo', first.id), { code: 1, err: /nothing to undo/ });
  t.match(await run('import', 'undo', 'imp_none'), { code: 1, err: /no import imp_none/ });
  t.match(await run('import', file), { code: 1, err: /--workspace/ });
  t.match((await run('import', '--help')).out, /auto, bitly/);
});

t.test(
  "an import reads the other system's key from the environment or standard input, not from an argument",
  async (t) => {
    const stores = await createStores(t);
    await migrateLinks(stores.mysqlUrl);
    const env = envOf(stores);
    const keys: unknown[] = [];
    const system = createServer(({ headers }, response) => {
      keys.push(headers['x-api-key']);
      response.end(JSON.stringify({ data: [], total: 0, limit: 50, skip: 0 }));
    });
    t.teardown(() => system.close());
    await once(system.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(system.address() as AddressInfo).port}`;
    const file = path.join(t.testdir(), 'links.jsonl');
    const args = ['import', file, '--workspace', 'ws_none', '--from', 'kutt', '--url', url];
    const none = { code: 1, err: /there is no workspace ws_none/ };
    const run = (more: NodeJS.ProcessEnv, input?: string) =>
      commandLine('daemon/cli.js', { ...env, ...more }, { input }).run(...args);
    t.match(await run({ WAYPOST_IMPORT_KEY: 'of the environment' }), none);
    t.match(await run({}, 'of standard input\n'), none);
    t.same(keys, ['of the environment', 'of standard input']);
    t.match(await run({}), { code: 1, err: /Give the key of kutt in WAYPOST_IMPORT_KEY or on standard input/ });
  },
);
