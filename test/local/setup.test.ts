/** `waypost setup` in a private root without systemd: its files, its changes on a second run, and its undo. */
import { existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { replaySchema } from '../fixtures/schema.ts';
import { makeSetupRoot, serviceUser, theirCaddyfile } from '../fixtures/setup-root.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

const stepsOf = (stdout: string) => (JSON.parse(stdout).changes as { step: string }[]).map(({ step }) => step);
const wish = ['--domain', 'go.example.com', '--email', 'me@example.com'];
const settingsFile = 'etc/waypost/waypost.env';

t.test('setup works, changes nothing when repeated, and its undo keeps only the data', async (t) => {
  const { mysqlUrl, redisUrl, redisPrefix } = await createStores(t);
  for (const schema of ['people', 'links', 'automations'] as const) await replaySchema(mysqlUrl, schema);
  const mine = `# mine\nREDIS_PREFIX=${redisPrefix}\nLINKS_INSTANCES = 3 # few cores\n`;
  const { at, read, setup } = await makeSetupRoot(t, mine);
  const stores = ['--mysql-url', mysqlUrl, '--redis-url', redisUrl];

  const refused = new URL(mysqlUrl);
  refused.username = 'nobody-of-that-name';
  const failed = await setup(...wish, '--mysql-url', refused.href, '--redis-url', redisUrl, '--json');
  t.match(failed.stderr, /^setup: database: MYSQL_URL does not work \(.+\): correct it/);

  const first = await setup(...wish, ...stores, '--json');
  t.same(
    stepsOf(first.stdout),
    ['settings', 'account', 'caddy', 'units', 'kernel'],
    'continues where the first stopped',
  );
  t.match(read('etc/sysctl.d/60-waypost.conf'), /^net\.ipv4\.tcp_migrate_req=1$/m);
  const { warnings } = JSON.parse(first.stdout) as { warnings: string[] };
  t.match(warnings.at(-1), /^the kernel refuses net\.ipv4\.tcp_migrate_req here \(.+\); Waypost works without it$/);
  const { login, address } = JSON.parse(first.stdout);
  t.equal(address, 'https://go.example.com/dashboard');
  t.match(login, { email: 'me@example.com', password: /^.{16}$/, keys: { linksKey: /^fks_/ } });
  const settings = read(settingsFile);
  t.ok(settings.startsWith(mine), 'every line of the operator stays');
  t.equal(statSync(at(settingsFile)).mode & 0o777, 0o640);
  t.equal(read('etc/caddy/Caddyfile'), `import waypost.caddy\n${theirCaddyfile}`);
  const passphrase = read('etc/waypost/backup-passphrase');
  t.match(passphrase, /^.{32}\n$/);
  t.match(read('etc/systemd/system/waypost.service'), /^ExecStart=\/usr\/bin\/waypost start --logs$/m);

  const again = await setup('--json');
  t.same(JSON.parse(again.stdout).changes, [], `nothing said, nothing changed ${again.stderr}`);
  const planned = await setup('--domain', 'l.example.com', '--dry-run');
  t.match(planned.stdout, /^ {2}settings .*SITE_URL/m, planned.stderr);
  t.equal(read(settingsFile), settings, 'a plan changes nothing');
  const unasked = await setup('--domain', 'l.example.com');
  t.match(
    unasked.stderr,
    /^setup: cannot ask for confirmation without a terminal, so nothing was changed: pass --yes$/m,
  );
  t.equal(read(settingsFile), settings, 'without a terminal nothing is changed without confirmation');
  const moved = await setup('--domain', 'l.example.com', '--json');
  t.same(stepsOf(moved.stdout), ['settings', 'caddy']);
  t.match(JSON.parse(moved.stdout).changes[0].change, /SITE_URL \(was https:\/\/go.example.com\)/);

  await writeFile(at('etc/passwd'), '');
  t.match(
    (await setup('--remove')).stderr,
    /cannot ask for confirmation without a terminal, so nothing was changed: pass --yes/,
  );
  const removed = await setup('--remove', '--yes', '--json');
  t.same(stepsOf(removed.stdout), ['units', 'caddy', 'kernel', 'settings'], removed.stderr);
  t.equal(read('etc/caddy/Caddyfile'), theirCaddyfile);
  const files = ['etc/caddy/waypost.caddy', 'etc/systemd/system/waypost.service', 'etc/sysctl.d/60-waypost.conf'];
  for (const gone of ['etc/waypost', ...files]) {
    t.notOk(existsSync(at(gone)), gone);
  }
  t.equal(statSync(at('var/lib/waypost/waypost.env')).mode & 0o777, 0o600, "the data's encryption keys are kept");

  t.match((await setup('--remove', '--yes')).stdout, /^Nothing to remove/);

  await writeFile(at('etc/passwd'), serviceUser);
  await writeFile(at('proc/sys/net/ipv4/tcp_migrate_req'), '0');
  const back = await setup('--json');
  t.same(stepsOf(back.stdout), ['settings', 'passphrase', 'caddy', 'units', 'kernel'], back.stderr);
  t.equal(read('proc/sys/net/ipv4/tcp_migrate_req'), '1', 'taken by a kernel that knows it');
  t.equal(read('etc/waypost/backup-passphrase'), passphrase, 'and the passphrase of its backups');
  t.match(read(settingsFile), /DEFAULT_SHORT_DOMAIN=l.example.com/, 'the settings stay with the data');
});

t.test('if Caddy refuses its files, the old files are restored and the reason is shown', async (t) => {
  const { mysqlUrl, redisUrl, redisPrefix } = await createStores(t);
  for (const schema of ['people', 'links', 'automations'] as const) await replaySchema(mysqlUrl, schema);
  const { at, read, setup } = await makeSetupRoot(t, `REDIS_PREFIX=${redisPrefix}\n`);
  await mkdir(at('var/lib/waypost'), { recursive: true });
  await writeFile(at('var/lib/waypost/first-run-done'), '');
  const taken = 'go.example.com {\n\trespond ok\n}\n';
  await writeFile(at('etc/caddy/Caddyfile'), taken);
  const { stderr } = await setup(...wish, '--mysql-url', mysqlUrl, '--redis-url', redisUrl, '--json');
  t.match(stderr, /^setup: caddy: Caddy refuses .*ambiguous site definition/);
  t.equal(read('etc/caddy/Caddyfile'), taken);
  t.notOk(existsSync(at('etc/caddy/waypost.caddy')));
});
