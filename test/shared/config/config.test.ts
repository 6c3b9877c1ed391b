/**
 * The settings: they are read once and their errors reported together, and the manual and `.env.example` match the
 * code.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Config,
  describeSettings,
  envWithStores,
  readConfig,
  unlimited,
  unlimitedDays,
} from '../../../shared/config/config.ts';
import { ConfigError } from '../../../shared/errors.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { checkRedisUrl } from '../../../shared/redis/redis-url.ts';
import { settingsPage, withSettings } from '../../fixtures/settings-table.ts';
import { t } from '../../runner/tap.ts';

const read = (name: string) => readFileSync(path.join(projectRoot, name), 'utf8');

t.test('a default can depend on other settings', async (t) => {
  const config = readConfig({ LINKS_PORT: '9000' });
  t.equal(config.baseUrl, 'http://localhost:9000/api');
  t.equal(config.defaultShortDomain, 'localhost:9000');
  t.equal(config.plans.team.retentionDays, 1_095);
  t.ok(path.isAbsolute(config.localDir));
});

t.test('every default is a valid value', async (t) => {
  const isValue = /^[^\s`$]+$/;
  const given = describeSettings().filter(({ default: shown }) => isValue.test(shown));
  t.ok(given.length > 50);
  for (const { name, default: value } of given) t.doesNotThrow(() => readConfig({ [name]: value }), name);
});

t.test('every kind of value is parsed', async (t) => {
  const config = readConfig({
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    MIGRATE_ON_START: 'yes',
    PLANS_FREE_LINKS_PER_MONTH: '7',
    BASE_URL: 'https://go.example/api/',
    HOST: '',
  });
  t.same(config.trustedProxies, ['10.0.0.0/8', '::1']);
  t.equal(config.migrateOnStart, true);
  t.equal(config.plans.free.linksPerMonth, 7);
  t.equal(config.baseUrl, 'https://go.example/api');
  t.equal(config.host, '127.0.0.1');
});

t.test("an invalid server URL is reported with its setting's name, but without its password", async (t) => {
  for (const [name, url] of [
    ['MYSQL_URL', 'mysql://me:se%cret@db/waypost'],
    ['MYSQL_URL', 'mysql://me:se#cret@db/waypost'],
    ['MYSQL_URL', 'me:secret@db/waypost'],
    ['MYSQL_URL', 'mysql://me:secret@db'],
    ['MYSQL_READ_URL', 'mysql://me:se%cret@db/waypost'],
    ['SMTP_URL', 'smtp://me:se%cret@mail'],
    ['SMTP_URL', 'smtp://me:se#cret@mail'],
    ['SMTP_URL', 'mail.example.com:587'],
    ['REDIS_URL', 'redis://me:se%cret@db/0'],
    ['REDIS_URL', 'redis://me:se#cret@db/0'],
    ['REDIS_URL', 'redis://me:secret@db/waypost'],
    ['REDIS_URL', 'db:6379'],
  ] as const) {
    const read = () => checkRedisUrl(readConfig({ [name]: url }).redisUrl || 'redis://db');
    const error = t.throws(read, { name: 'ConfigError', message: new RegExp(`\\b${name}\\b`) }, url);
    t.notMatch((error as unknown as Error).message, 'cret', url);
  }
});

t.test('any plan limit can be `unlimited`, and other limits cannot', async (t) => {
  const numbers = [
    'LINKS_PER_MONTH',
    'DOMAINS',
    'MEMBERS',
    'CLICKS_PER_MONTH',
    'REQUESTS_PER_MINUTE',
    'RETENTION_DAYS',
    ...['IMPORTS_ROWS', 'IMPORTS_MEGABYTES', 'IMPORTS_FAILURES', 'IMPORTS_AT_ONCE'],
  ];
  const config = readConfig(Object.fromEntries(numbers.map((name) => [`PLANS_FREE_${name}`, 'Unlimited'])));
  t.same(config.plans.free, {
    ...{ linksPerMonth: unlimited, domains: unlimited, members: unlimited, clicksPerMonth: unlimited },
    ...{ requestsPerMinute: unlimited, retentionDays: unlimitedDays },
    imports: { rows: unlimited, megabytes: unlimited, failures: unlimited, atOnce: unlimited },
  });
  t.equal(config.plans.pro.domains, 10);
  t.throws(() => readConfig({ SESSION_DAYS: 'unlimited' }), /SESSION_DAYS/);
});

t.test('sign-up is open only on localhost, unless SIGNUP is set', async (t) => {
  const cases: [baseUrl: string, signup: string][] = [
    ['http://localhost:8080/api', 'open'],
    ['http://links.localhost/api', 'open'],
    ['http://LOCALHOST./api', 'open'],
    ['http://127.0.0.1:8080/api', 'open'],
    ['http://127.1/api', 'open'],
    ['http://127.255.0.9/api', 'open'],
    ['http://[::1]:8080/api', 'open'],
    ['https://go.example.com/api', 'invite'],
    ['http://192.168.0.10:8080/api', 'invite'],
    ['http://0.0.0.0:8080/api', 'invite'],
    ['http://[::]:8080/api', 'invite'],
    ['http://127.0.0.1.example.com/api', 'invite'],
    ['http://127.example.com/api', 'invite'],
    ['http://notlocalhost/api', 'invite'],
    ['http://localhost.example.com/api', 'invite'],
    ['http://localhost@go.example.com/api', 'invite'],
  ];
  for (const [BASE_URL, signup] of cases) {
    t.equal(readConfig({ BASE_URL }).signup, signup, BASE_URL);
    t.equal(readConfig({ BASE_URL, SIGNUP: 'closed' }).signup, 'closed');
  }
  t.equal(readConfig({}).signup, 'open');
  t.throws(() => readConfig({ SIGNUP: 'none' }), /SIGNUP: must be/);
});

t.test('every secret can be read from a file, without the final line break, but cannot be set twice', async (t) => {
  const folder = t.testdir({
    secret: 'mysql://a:secret of 20 chars@db/x\n',
    windows: 'mysql://a:secret of 20 chars@db/x\r\n',
    address: 'https://user:secret@warehouse.example/?query=INSERT INTO clicks\n',
    header: 'X-Secret: of a warehouse\n',
    mail: 'smtp://user:a secret@mail.example:587\n',
    spaced: ' a secret, with spaces \n',
    empty: '\n',
  });
  const secrets: [name: string, valueIn: (config: Config) => unknown][] = [
    ['MYSQL_URL', ({ mysqlUrl }) => mysqlUrl],
    ['MYSQL_READ_URL', ({ mysqlReadUrl }) => mysqlReadUrl],
    ['PEOPLE_URL', ({ peopleUrl }) => peopleUrl],
    ['REDIS_URL', ({ redisUrl }) => redisUrl],
    ['ADMIN_PASSWORD', ({ adminPassword }) => adminPassword],
    ['SIGNUP_INVITE_CODES', ({ signupInviteCodes }) => signupInviteCodes.join()],
    ['OIDC_CLIENT_SECRET', ({ oidc }) => oidc.clientSecret],
    ['STRIPE_SECRET_KEY', ({ stripe }) => stripe.secretKey],
    ['STRIPE_WEBHOOK_SECRET', ({ stripe }) => stripe.webhookSecret],
    ['WEB_RISK_API_KEY', ({ webRisk }) => webRisk.apiKey],
    ['SPAMHAUS_ZONE', ({ spamhaus }) => spamhaus.zone],
    ['CERTIFICATE_SECRET', ({ certificateSecret }) => certificateSecret],
  ];
  /** Secrets with a required format. */
  const formed: [name: string, file: string, valueIn: (config: Config) => unknown, value: string][] = [
    [
      'CLICKS_EXPORT_URL',
      'address',
      ({ clicksExport }) => clicksExport.url,
      'https://user:secret@warehouse.example/?query=INSERT INTO clicks',
    ],
    ['SMTP_URL', 'mail', ({ smtpUrl }) => smtpUrl, 'smtp://user:a secret@mail.example:587'],
    ['CLICKS_EXPORT_HEADER', 'header', ({ clicksExport }) => clicksExport.header, 'X-Secret: of a warehouse'],
  ];
  const all = [...secrets, ...formed].map(([name]) => name);
  const at = (file: string) => path.join(folder, file);
  for (const [name, file, valueIn, value] of formed)
    t.equal(valueIn(readConfig({ [`${name}_FILE`]: at(file) })), value, name);
  const said = describeSettings().filter(({ description }) => description.includes('_FILE`'));
  t.same(new Set(said.map(({ name }) => name)), new Set(all), 'the table lists them');
  const sensitive = /(SECRET|PASSWORD|API_KEY|_KEY|TOKEN|MYSQL_URL|REDIS_URL|SMTP_URL)$/;
  const isPublic = (name: string) => name === 'RELEASES_KEY';
  for (const { name } of describeSettings())
    if (sensitive.test(name) && !isPublic(name)) t.ok(all.includes(name), name);
  for (const [name, valueIn] of secrets) {
    for (const file of ['secret', 'windows'])
      t.equal(
        valueIn(readConfig({ [`${name}_FILE`]: at(file) })),
        'mysql://a:secret of 20 chars@db/x',
        `${name} ${file}`,
      );
    const both = { [name]: 'mysql://a:secret of 20 chars@db/x', [`${name}_FILE`]: at('secret') };
    t.throws(() => readConfig(both), { message: new RegExp(`  ${name}: cannot be set together with ${name}_FILE`) });
    for (const [file, words] of [
      ['missing', 'cannot be read \\(ENOENT\\)'],
      ['empty', 'is empty'],
    ] as const)
      t.throws(() => readConfig({ [`${name}_FILE`]: at(file) }), {
        message: new RegExp(`  ${name}_FILE: .*/${file} ${words}`),
      });
  }
  t.equal(readConfig({ ADMIN_PASSWORD_FILE: at('spaced') }).adminPassword, ' a secret, with spaces ');
  t.throws(() => readConfig({ ADMIN_PASSWORD: 'short' }), /ADMIN_PASSWORD: must be 10 to 200 characters/);
  const env = envWithStores({ MYSQL_URL_FILE: at('secret') }, { mysqlUrl: 'mysql://here/x', redisUrl: 'redis://here' });
  t.match(readConfig(env), { mysqlUrl: 'mysql://here/x', redisUrl: 'redis://here' }, 'a program of ours gets another');
});

t.test('all errors are reported together', async (t) => {
  const faulty = {
    LINKS_PORT: '70000',
    SYNC_EVERY_MS: '1.5',
    MIGRATE_ON_START: 'maybe',
    TABLE_PREFIX: 'wp-',
    LOG_LEVEL: 'x',
  };
  try {
    readConfig(faulty);
    t.fail('it was accepted');
  } catch (error) {
    t.ok(error instanceof ConfigError);
    for (const name of Object.keys(faulty)) t.match((error as Error).message, `  ${name}: `);
  }
});

t.test('an error names the valid values', async (t) => {
  const address = 'must be a URL with http:// or https://';
  const faults = {
    BASE_URL: ['go.example.com/api', address],
    SITE_URL: ['ftp://crm.example.com', address],
    STRIPE_API_BASE: ['https://', address],
    OIDC_ISSUER: ['accounts.example.com', address],
    DEFAULT_SHORT_DOMAIN: ['https://go.example.com', 'must be a host such as go.example.com, without https://'],
    TABLE_PREFIX: ['wp-', 'must be at most 20 letters, digits or `_`'],
    DNS_RESOLVERS: ['proxy.example', 'must be an IP address'],
    OIDC_ROLES: ['a,b', 'must be `value=role`'],
    OIDC_CONTACTS_ROLES: ['a=admin', 'must be `value=role`'],
    LINKS_PORT: ['70000', 'must be <= 65535'],
  };
  for (const [name, [given, words]] of Object.entries(faults)) {
    t.throws(() => readConfig({ [name]: given }), {
      message: `the configuration has 1 fault(s):\n  ${name}: ${words}`,
    });
  }
  for (const host of ['go.example.com:8443', 'localhost', 'bücher.example', '[::1]:8080']) {
    t.equal(readConfig({ DEFAULT_SHORT_DOMAIN: host }).defaultShortDomain, host);
  }
});

t.test('the manual lists exactly the existing settings', async (t) => {
  const page = readFileSync(settingsPage, 'utf8');
  t.equal(page, withSettings(page), 'run `npm run docs`, which writes the table again');
});

t.test('.env.example names only existing settings', async (t) => {
  const known = new Set(describeSettings().map(({ name }) => name));
  const named = [...read('.env.example').matchAll(/^#?\s*([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name as string);
  t.ok(named.length > 5);
  t.same(
    named.filter((name) => !known.has(name)),
    [],
  );
});
