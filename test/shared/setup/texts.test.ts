/** The files that `waypost setup` writes: settings, Caddy's configuration and systemd units. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { findProgram } from '../../../shared/local/debian.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { caddyfile, globalOf, withImport, withoutImport } from '../../../shared/setup/caddyfile.ts';
import { type Flags, readOptions } from '../../../shared/setup/options.ts';
import { desiredSettings } from '../../../shared/setup/settings.ts';
import { withValues } from '../../../shared/setup/settings-file.ts';
import { backupTimer, backupUnit, serviceUnit } from '../../../shared/setup/units.ts';
import { t } from '../../runner/tap.ts';

const names = ['BASE_URL', 'MYSQL_URL', 'OTHER', 'URL'];
const blank = fc.constantFrom('', ' ', '\t');
const value = fc.oneof(
  fc.webUrl(),
  fc.string({ maxLength: 12 }),
  fc.constantFrom("'a # b'", '"a', 'b"', '`c`', 'd # e'),
);
const assignment = fc
  .tuple(blank, fc.constantFrom('', 'export '), fc.constantFrom(...names), blank, value)
  .map(([before, word, name, after, text]) => `${before}${word}${name}${after}=${text.replace(/[\r\n]/g, '')}`);
const line = fc.oneof(assignment, fc.constantFrom('', '# BASE_URL=no', '  # mine', 'no setting'));
const file = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
const wanted = fc.dictionary(fc.constantFrom('BASE_URL', 'MYSQL_URL'), value);

t.test('requested settings are applied, and every other line and value stays unchanged', async (t) => {
  const others = (text: string) =>
    text.split('\n').filter((one) => !/^\s*(export\s+)?(BASE_URL|MYSQL_URL)\s*=/.test(one));
  let refused = 0;
  fc.assert(
    fc.property(file, wanted, (text, values) => {
      let changed: string;
      try {
        changed = withValues(text, values);
      } catch (error) {
        refused++;
        return /edit its line in the settings file$/.test((error as Error).message);
      }
      const kept = others(text).join('\n').trimEnd();
      return (
        others(changed).join('\n').trimEnd() === kept &&
        JSON.stringify({ ...parseEnv(changed) }, names) === JSON.stringify({ ...parseEnv(text), ...values }, names) &&
        withValues(changed, values) === changed
      );
    }),
    { numRuns: 2_000 },
  );
  t.ok(refused < 1_500, `${refused} were left to the operator`);
  t.equal(withValues('A=1\n# b\n', { A: '2', C: 'x # y' }), "A=2\n# b\nC='x # y'\n");
  t.throws(() => withValues('', { A: 'a\'"`#' }), /edit its line/);
});

const flags: Flags = { domain: 'go.example.com', email: 'me@example.com', systemd: false };
const ports = { links: 8080, automations: 8081, metrics: 9464 };

t.test(
  "an operator's own settings stay, secrets are created once, and a proxy replaces Waypost's own HTTPS",
  async (t) => {
    const first = desiredSettings('', readOptions({ ...flags, tls: 'waypost' }, {}));
    const own = parseEnv(first);
    t.match(own, { LINKS_PORT: '80', TLS_PORT: '443', AUTOMATIONS_HOST: '127.0.0.1', ACME_EMAIL: 'me@example.com' });
    t.equal(
      desiredSettings(first, readOptions({ systemd: false }, own as Record<string, string>)),
      first,
      'nothing said',
    );
    const text = `${first}METRICS_PORT=9000\nTRUSTED_PROXIES=10.0.0.0/8\n`;
    const second = desiredSettings(
      text,
      readOptions({ ...flags, domain: 'Bücher.example', tls: 'caddy' }, parseEnv(text) as Record<string, string>),
    );
    t.match(parseEnv(second), {
      ...{
        BASE_URL: 'https://xn--bcher-kva.example/api',
        SITE_URL: 'https://xn--bcher-kva.example',
        ACME_DIRECTORY: '',
      },
      ...{ LINKS_PORT: '', METRICS_PORT: '9000', TRUSTED_PROXIES: '10.0.0.0/8' },
      ...{ CERTIFICATE_SECRET: own.CERTIFICATE_SECRET, MYSQL_URL: own.MYSQL_URL },
    });
  },
);

t.test('a private authority is also trusted with Caddy, until its certificate is removed', (t) => {
  const given = {
    ...flags,
    tls: 'caddy',
    acmeDirectory: 'https://ca.example.com/dir',
    acmeCa: '/etc/hostname',
  } as const;
  const text = desiredSettings('', readOptions(given, {}));
  t.match(parseEnv(text).ACME_CA_FILE, /\/etc\/waypost\/acme-ca\.pem$/);
  const after = desiredSettings(text, readOptions(flags, parseEnv(text) as Record<string, string>));
  t.equal(parseEnv(after).ACME_CA_FILE, '');
  t.end();
});

for (const [given, said] of [
  [{ domain: 'https://go.example.com' }, /--domain https:\/\/go.example.com: it must be only a domain/],
  [{ domain: '192.0.2.7' }, /--domain 192.0.2.7: it must be only a domain/],
  [{ domain: 'a_b.example.com' }, /--domain a_b.example.com: it must be only a domain/],
  [{ domain: 'localhost' }, /it must be only a domain/],
  [{ domain: 'go.example.com\n}' }, /it must be only a domain/],
  [{ domain: '' }, /--domain is missing/],
  [{ email: 'me' }, /--email me: it must be an email address/],
  [{ email: '' }, /--email is missing/],
  [{ contactsDomain: 'crm.example.com:81' }, /--contacts-domain crm.example.com:81/],
  [{ contactsDomain: 'crm.example.com', tls: 'waypost' }, /--contacts-domain needs a proxy/],
  [{ passwordFile: '/nonexistent' }, /--password-file \/nonexistent: the file does not exist/],
  [{ mysqlUrl: 'postgres://a/b' }, /--mysql-url: the URL is invalid/],
  [{ redisUrl: '127.0.0.1:6379' }, /--redis-url: the URL is invalid/],
  [{ acmeDirectory: 'http://ca.example.com' }, /--acme-directory http:\/\/ca.example.com: it must be an https/],
  [{ acmeDirectory: 'https://ca.example.com/ }' }, /it must be an https/],
  [{ acmeCa: '/etc/hostname' }, /--acme-ca needs --acme-directory/],
] as [Partial<Flags>, RegExp][]) {
  t.test(`${JSON.stringify(given)} is refused with a sentence`, async (t) => {
    t.throws(() => readOptions({ ...flags, ...given }, {}), { name: 'ConfigError', message: said });
  });
}

t.test('Caddy gets the same configuration that the proxy tests use', async (t) => {
  const model = readFileSync(path.join(projectRoot, '.github/proxies/one-host/Caddyfile'), 'utf8');
  const [, ...sites] = caddyfile({ domain: 'go.example.com', ports }, 'ours').split('\n\n');
  t.equal(sites.join('\n\n'), model);
});

t.test("the line in the server's Caddyfile is added, and removed without a trace", async (t) => {
  const lines = fc.array(
    fc.constantFrom('# mine', '', '{', '\temail a@b.example', '}', 'site.example {', '\trespond ok', '}'),
  );
  fc.assert(
    fc.property(lines, (some) => {
      const text = some.map((one) => `${one}\n`).join('');
      const once = withImport(text);
      return withoutImport(once) === text && withImport(once) === once;
    }),
  );
  t.equal(withImport(':80 {\n}\n'), 'import waypost.caddy\n:80 {\n}\n', 'first, where it brings the global options');
  t.equal(withImport('# a\n{\n}'), '# a\n{\n}\nimport waypost.caddy\n', 'last, behind those of the server');
  t.equal(globalOf('{\n\ton_demand_tls {\n\t\task http://127.0.0.1:9464/domains/ask\n\t}\n}\n'), 'theirs');
  t.equal(globalOf('{\n\temail a@b.example\n}\n'), 'none');
  t.notMatch(caddyfile({ domain: 'go.example.com', ports }, 'none'), /on_demand/, 'no certificate for strangers');
});

const units = {
  'waypost.service': serviceUnit(false),
  'waypost-ports.service': serviceUnit(true),
  'waypost-backup.service': backupUnit,
  'waypost-backup.timer': backupTimer,
};

t.test('systemd accepts the units and rates their exposure below 3', async (t) => {
  for (const [name, text] of Object.entries(units)) {
    for (const one of text.split('\n')) t.match(one, /^$|^#|^\[[A-Z]\w+\]$|^[A-Z][A-Za-z]+=\S*/, name);
  }
  if (!(await findProgram('systemd-analyze'))) return;
  const dir = mkdtempSync(path.join(tmpdir(), 'waypost-units-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(units)) {
    const at = path.join(dir, name);
    // systemd checks that the program exists, which only an installation has.
    writeFileSync(at, text.replaceAll('/usr/bin/waypost', '/bin/true').replaceAll(/^(User|Group)=.*/gm, '$1=daemon'));
    execFileSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', at], { stdio: 'pipe' });
    if (name.endsWith('.timer')) continue;
    const said = execFileSync('systemd-analyze', ['security', '--offline=true', at], { encoding: 'utf8' });
    t.ok(Number(/exposure level for \S+: ([\d.]+)/.exec(said)?.[1]) < 3, said.trim().split('\n').at(-1) ?? '');
  }
});
