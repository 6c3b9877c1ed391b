/**
 * The one configuration object. Each setting is declared once, with its type, bounds, default and a sentence;
 * its environment name follows from its path (`plans.free.linksPerMonth` is `PLANS_FREE_LINKS_PER_MONTH`).
 * Nothing is read when this file is imported: entries call `readConfig` once and pass the object on.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { ConfigError } from '../errors.ts';
import { settingsFile } from '../installation.ts';
import { projectRoot } from '../paths.ts';
import { addFormat, type Checked, compile } from '../validate.ts';
import { dashboardUrl } from './dashboard-url.ts';
import { isLocalUrl } from './local-url.ts';

/** The largest a plan's number can be, which is as good as none: what `unlimited` is read as. */
export const unlimited = 1_000_000_000;
/** The same of days: a hundred years. */
export const unlimitedDays = 36_500;

/** What a text must be, and that in words, for whoever gave another. */
type Form = { form: string } & ({ pattern: string } | { format: string });

addFormat('web-address', (text) => /^https?:\/\//i.test(text) && URL.canParse(text));
const webAddress: Form = { format: 'web-address', form: 'an address with http:// or https:// before it' };

const text = (value: string, description: string, form?: Form) => Type.String({ default: value, description, ...form });
const whole = (value: number, description: string, minimum = 0, maximum = 1_000_000_000) =>
  Type.Integer({ default: value, description, minimum, maximum });
const port = (value: number, description: string) => whole(value, description, 0, 65_535);
/** A setting whose default follows from others; `shown` is that default in words. */
const derived = (shown: string, description: string, form?: Form) =>
  Type.String({ default: '', description, shown, ...form });
const list = (description: string) => Type.Array(Type.String(), { default: [], description });
/** A setting that nobody may read: its environment name with `_FILE` can name a file that holds it. */
const secret = <Kind extends TSchema>(setting: Kind): Kind => ({ ...setting, secret: true });
/** IP addresses, an IPv6 one with a port in brackets. */
const addresses = (description: string, withPort: boolean) => {
  const [v4, v6] = ['\\d{1,3}(\\.\\d{1,3}){3}', '[0-9a-fA-F]*:[0-9a-fA-F:.]*:[0-9a-fA-F:.]*'];
  const pattern = withPort ? `^(${v4}(:\\d{1,5})?|${v6}|\\[${v6}\\](:\\d{1,5})?)$` : `^(${v4}|${v6})$`;
  return Type.Array(Type.String({ pattern, description: 'an IP address' }), { default: [], description });
};
const yes = (value: boolean, description: string) => Type.Boolean({ default: value, description });

/** A number of a plan, or `unlimited`. */
const limit = (value: number, description: string, minimum = 0, maximum = unlimited) =>
  Type.Integer({
    default: value,
    description,
    minimum,
    maximum,
    unlimited: true,
    ...(value === maximum ? { shown: 'unlimited' } : {}),
  });

const plan = (
  name: string,
  [links, days, domains, members, clicks, requests]: [number, number, number, number, number, number],
) =>
  Type.Object({
    linksPerMonth: limit(links, `New links a workspace on ${name} may create in a calendar month (UTC).`),
    retentionDays: limit(days, `Days of click analytics ${name} can look back.`, 1, unlimitedDays),
    domains: limit(domains, `Custom domains on ${name}.`),
    members: limit(members, `Members of a workspace on ${name}.`, 1),
    clicksPerMonth: limit(clicks, `Tracked clicks a month on ${name}; shown, never enforced.`),
    requestsPerMinute: limit(requests, `API requests a minute of a workspace on ${name}.`, 1),
  });

/** The numbers of a workspace without limits, but for how long its clicks are kept: that is a setting. */
const noNumbers = {
  linksPerMonth: unlimited,
  domains: unlimited,
  members: unlimited,
  clicksPerMonth: unlimited,
  requestsPerMinute: unlimited,
};

const prices = (name: string) =>
  Type.Object({
    month: text('', `Stripe's id of the monthly price of ${name}; without one it is not offered.`),
    year: text('', `Stripe's id of the yearly price of ${name}; without one it is not offered.`),
  });

const Settings = Type.Object({
  host: text('127.0.0.1', 'Address both listeners bind.'),
  automationsHost: derived('$HOST', 'Address the listener of contact automation binds.'),
  linksPort: port(8080, 'Port of redirects and the link API.'),
  automationsPort: port(8081, 'Port of the contact automation API.'),
  linksInstances: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 1024,
    description: 'Redirect processes sharing the port; with one, a reload refuses requests until it has started again.',
    shown: 'the number of cores, at least 2',
  }),
  workers: whole(1, 'Background processes; they share the storing of clicks and all other work.', 1, 64),
  baseUrl: derived(
    'http://localhost:$LINKS_PORT/api',
    'Public address of the link API; short URLs take its scheme.',
    webAddress,
  ),
  defaultShortDomain: derived('localhost:$LINKS_PORT', 'Domain of links that name none; a port in it is kept.', {
    pattern: '^([^\\s/:?#@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?$',
    form: 'a host such as go.example.com, without https:// before it',
  }),
  rootUrl: derived(
    'the dashboard',
    'Where the root of the default short domain leads: an address, or a path of this service.',
    { pattern: '^(https?://|/(?!/))[!-~]+$', form: 'an address with http:// or https:// before it, or a path' },
  ),
  siteUrl: derived('http://localhost:$AUTOMATIONS_PORT', 'Public address of the automation site.', webAddress),
  mysqlUrl: secret(
    derived('the private MariaDB under LOCAL_DIR', 'MySQL, as `mysql://user:password@host:port/database`.'),
  ),
  linksDatabase: derived(
    'the one MYSQL_URL names',
    "Database on MYSQL_URL's server with the link service's tables, for one shared with WordPress. It is a database of its own and no prefix, so that no query changes.",
    { pattern: '^[A-Za-z0-9_$-]{1,64}$', form: 'at most 64 letters, digits, `_`, `$` or `-`' },
  ),
  redisUrl: secret(derived('the private Redis under LOCAL_DIR', 'Redis, as `redis://host:port/db` or `unix:///path`.')),
  redisPrefix: text(
    'waypost',
    'Prefix of every Redis key and channel, so that one Redis can serve several installations.',
  ),
  mysqlPoolSize: whole(16, 'MySQL connections of each process; `links` opens two more.', 1, 1000),
  mysqlQuerySeconds: whole(10, 'Longest time of a statement of a request; then it is answered with 503.', 1, 3_600),
  mysqlBatchSeconds: whole(
    60,
    'Longest time of a statement of background work, of an export and of the load of all links.',
    1,
    86_400,
  ),
  mysqlLockSeconds: whole(3, 'Longest wait of a request for a row that another session holds.', 1, 60),
  tablePrefix: text('wp_', 'WordPress table prefix of the automation tables.', {
    pattern: '^[A-Za-z0-9_]{0,20}$',
    form: 'at most 20 letters, digits or `_`',
  }),
  pluginPackages: list('Installed npm packages that are plugins of contact automation, separated by commas.'),
  pluginsDir: text('', 'A folder of plugins of contact automation, one folder each, besides those that come along.'),
  localDir: text('.local', 'Directory of everything this installation writes on this machine.'),
  logLevel: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Least severe log line written.',
  }),
  logDirectory: derived(
    'stdout; `npm start` sets LOCAL_DIR/logs',
    'Directory in which every process writes `<process>.log`, one JSON object a line.',
  ),
  logMegabytes: whole(10, 'Size at which `npm start` puts a log file aside and a new one begins.', 1, 10_000),
  logFiles: whole(5, 'Files that `npm start` keeps of each log, the one being written among them.', 2, 100),
  migrateOnStart: yes(false, 'Apply pending migrations at start instead of refusing to start.'),
  adminEmail: text(
    'admin@example.com',
    'Email of the first account, which has no limits and administers both services.',
    {
      pattern: '^[^\\s@]+@[^\\s@]+$',
      form: 'an email address',
    },
  ),
  adminPassword: secret(
    derived(
      'a random one that `npm start` prints, or the first visitor chooses theirs',
      'Password of the first account, which is made at the start while there is none; read at no other time.',
      { pattern: '^.{10,200}$', form: '10 to 200 characters' },
    ),
  ),
  signup: Type.Enum(['open', 'invite', 'closed'], {
    default: '',
    shown: '`open` where BASE_URL is on localhost, else `invite`',
    description:
      'Who can make an account: anyone (`open`), people who are invited or have a code (`invite`), or nobody (`closed`), so that accounts are made with `waypost links user create`.',
  }),
  signupEmailDomains: list(
    'Domains, separated by commas, at which an email must be to sign up, invited or not; such an account may do nothing until its email is verified. Empty takes any.',
  ),
  signupInviteCodes: secret(list('Codes of which one is needed to sign up without an invitation; empty lets anyone.')),
  signupsPerMinute: whole(60, 'New accounts, and tries at mailed tokens, a minute from one address.', 1),
  loginTriesPerMinute: whole(
    5,
    'Password tries a minute from one address for one email. Strangers together have ten times as many.',
    1,
  ),
  accountMailsPerHour: whole(5, 'Mails an hour to one email for a new password, and as many to verify it.', 1),
  inviteMailsPerHour: whole(100, 'Invitations an hour a workspace may mail.', 1),
  inviteMailsToOnePerDay: whole(10, 'Invitations a day mailed to one email, whatever the workspaces.', 1),
  inviteResendsPerDay: whole(5, 'Times a day an invitation may be mailed again.', 1),
  unverifiedInvitesPerDay: whole(5, 'Emails a day that a user whose own is not verified may invite.'),
  passwordSignIn: yes(
    true,
    'Let people sign up and in with a password; without, OIDC_ISSUER is the only way in. Accounts and keys made before go on.',
  ),
  requireSecondFactor: yes(
    false,
    'Let whoever signs in with a password alone do nothing but set up a second factor. A sign-in at the provider counts as it is; API keys are not concerned.',
  ),
  oidc: Type.Object({
    issuer: text('', 'Address of a provider of OpenID Connect at which people may sign in; without one nobody can.', {
      pattern: '^https?://[!-~]{1,240}$',
      form: webAddress.form,
    }),
    clientId: text('', 'What the provider calls this service.'),
    clientSecret: secret(text('', 'Secret of this service at the provider.')),
    name: text('Single sign-on', 'What the button to sign in at the provider says.'),
    scopes: text('openid email profile', 'What the provider is asked for, separated by spaces.'),
    roleClaim: text(
      '',
      'Claim, such as `groups` or `realm_access.roles`, that says which roles people have in OIDC_WORKSPACE and, by OIDC_CONTACTS_ROLES, in contacts; they are set at each sign-in.',
    ),
    roles: Type.Array(Type.String({ pattern: '^.+=(admin|member|viewer)$', description: '`value=role`' }), {
      default: [],
      description:
        'Roles by values of that claim, such as `staff=member,leads=admin`, separated by commas; the highest counts.',
      shown: 'the values `admin`, `member` and `viewer`',
    }),
    workspace: text(
      '',
      'Workspace, `ws_…`, in which OIDC_ROLE_CLAIM gives people their role; those without one leave it.',
    ),
    contactsRoles: Type.Array(
      Type.String({ pattern: '^.+=(administrator|editor|viewer)$', description: '`value=role`' }),
      {
        default: [],
        description:
          'Roles in contacts by values of that claim, such as `staff=editor,leads=administrator`, separated by commas; the highest counts, and those without one lose theirs. Empty: administrators give the roles.',
      },
    ),
  }),
  sessionDays: whole(30, 'Days after its last use that a session ends.', 1, 3_650),
  inviteDays: whole(14, 'Days an invitation holds.', 1, 365),
  workspacesPerUser: whole(50, 'Workspaces one user may own.', 1),
  keysPerWorkspace: whole(100, 'API keys of a workspace.', 1),
  webhooksPerWorkspace: whole(10, 'Webhooks of a workspace.', 1, 100),
  shareRequestsPerMinute: whole(120, 'Requests a minute from one address for shared statistics.', 1),
  slugQuarantineDays: whole(
    90,
    "Days for which a slug that is freed on the default short domain is no other workspace's; 0 is off.",
    0,
    36_500,
  ),
  timelineDays: whole(
    1_095,
    'Days an entry stays on the timeline of a contact; 0 is for as long as the contact.',
    0,
    36_500,
  ),
  auditDays: whole(400, 'Days an entry stays in the audit log of either service.', 1),
  smtpUrl: secret(
    derived('none: mails are written to LOCAL_DIR/mail', 'Mail server, as `smtp://user:password@host:port`.'),
  ),
  mailFrom: text('Waypost <waypost@localhost>', 'Sender of mails.'),
  defaultPlan: Type.Enum(['free', 'pro', 'team', 'scale', 'unlimited'], {
    default: 'free',
    description: 'Plan of a workspace that people sign up for or make; those that an operator makes have no limits.',
  }),
  selfServicePlans: yes(
    false,
    'Without a payment service, let any admin switch to any plan; otherwise `waypost links plan` gives plans.',
  ),
  downgradeKeepDays: whole(
    30,
    'Days after a downgrade in which clicks that only the former plan looks back on are kept.',
  ),
  billingGraceDays: whole(14, 'Days a workspace keeps its plan after a payment failed.', 0, 365),
  billingReturnUrl: derived('a page of this service', 'Where the payment service sends people back to.', webAddress),
  stripe: Type.Object({
    secretKey: secret(text('', 'Secret API key of Stripe; without one no payment is taken.')),
    webhookSecret: secret(
      text('', "Signing secret of the Stripe webhook endpoint, `whsec_…`; needed with Stripe's key."),
    ),
    apiBase: text('https://api.stripe.com', 'Where the API of Stripe is.', webAddress),
    price: Type.Object({ pro: prices('Pro'), team: prices('Team'), scale: prices('Scale') }),
  }),
  syncEveryMs: whole(200, 'Longest wait between two reads of the change feed.', 10, 60_000),
  feedGapSeconds: whole(60, 'How long a missing change id is looked for before it counts as rolled back.', 5, 3600),
  feedKeepHours: whole(168, 'Hours a change stays in the feed; a process behind by more reloads everything.', 1),
  snapshotMinutes: whole(
    10,
    'Minutes between two snapshots of the slug map on disk, besides those when it has grown; 0 writes one only after the first load and at the end.',
  ),
  verifyMinutes: whole(
    60,
    'Minutes between two comparisons of the slug map with MySQL; 0 compares only after everything was loaded anew.',
  ),
  trustedProxies: list('CIDRs whose `X-Forwarded-For` and country header are believed, separated by commas.'),
  countryHeader: text('', "Header in which a trusted proxy names the visitor's country, such as `cf-ipcountry`."),
  corsOrigins: list(
    'Origins, such as `https://app.example.com`, whose pages may call the link API with a token; `*` is any, empty none.',
  ),
  hstsSeconds: whole(
    15_552_000,
    'Seconds for which browsers are told to come by HTTPS only, where TLS is served or the public address is `https:`; 0 is off.',
  ),
  geoDatabase: derived(
    'a table that is part of the product and ages with it',
    'Country database in mmdb format, read again when it changes.',
  ),
  metricsPort: port(0, 'Port of Prometheus metrics of all processes; 0 is off.'),
  metricsHost: text(
    '127.0.0.1',
    'Address METRICS_PORT binds: with another, other machines or containers can read the metrics and ask about domains.',
  ),
  addressRequestsPerMinute: whole(
    20_000,
    'API requests a minute one address may send to one process, before it is known who sends them.',
    1,
  ),
  dashboardRequestsPerMinute: whole(
    300,
    "Requests a minute of a user of the dashboard; they are not counted as the workspace's API requests.",
    1,
  ),
  spoolMegabytes: whole(
    2_048,
    'Bound of the clicks each redirect process keeps on disk while they cannot be stored, about 5,000 a MB.',
    8,
  ),
  visitorMegabytes: whole(
    1_024,
    'Memory of a background process for who has clicked its links today, about 50,000 unique clicks a MB; those beyond may be counted again.',
    8,
  ),
  contactsIndexMegabytes: whole(
    1024,
    'Memory of contact automation for its index of contacts, about 5,000 contacts a MB; with more of them, or 0, SQL looks through all contacts for each list and count.',
  ),
  webhookRetrySeconds: text(
    '5,300,1800,7200,18000,36000,50400,72000,86400',
    'Waits before each further try of a webhook; after the last it is in the dead letter list.',
    { pattern: '^\\d{1,6}(,\\d{1,6}){0,49}$', form: 'at most 50 numbers of seconds, separated by commas' },
  ),
  contactClicks: Type.Object({
    waitSeconds: whole(
      10,
      'How long a click of a contact waits, after it was stored, for others of its burst; longer than a burst.',
      0,
      3_600,
    ),
    burstLinks: whole(3, 'Different links of one contact within a burst; their clicks are not believed.', 2, 1_000),
    burstSeconds: whole(5, 'Longest time of a burst of clicks of one contact.', 1, 3_600),
  }),
  drainSeconds: whole(12, 'Longest wait for open connections when a process stops.', 0, 600),
  allowPrivateDestinations: yes(false, 'Let links and webhooks lead to private addresses, for local use.'),
  releasesUrl: text(
    '',
    'Where `waypost upgrade VERSION` finds archives of releases: the address of a folder, or the path of one.',
  ),
  safety: Type.Object({
    lists: list('Threat lists, files or URLs: of URLhaus, of PhishTank, or of hosts or URLs by the line.'),
    listMinutes: whole(30, 'Minutes between two looks at the threat lists.', 1),
    listMegabytes: whole(256, 'Size, unpacked, up to which a threat list is read.', 1, 4_096),
    brands: list('Names, besides the built-in ones, of which look-alikes in international hosts are refused.'),
    resolvers: list('DNS servers that scans ask, as `address` or `address:port`; none means those of the machine.'),
    scansAtOnce: whole(10, 'Destinations that one worker follows at once.', 1, 1_000),
    flagAfterBans: whole(3, 'Automatic bans in 30 days from which on doubtful findings ban links too.', 1),
    reportsPerHour: whole(10, 'Reports of unsafe links an hour from one address.', 1),
  }),
  webRisk: Type.Object({
    apiKey: secret(text('', 'API key of Google Web Risk; without one it is not asked.')),
    apiBase: text('https://webrisk.googleapis.com', 'Where the API of Web Risk is.'),
  }),
  spamhaus: Type.Object({
    zone: secret(
      text('', 'DNS zone of the Spamhaus DBL, such as `<key>.dbl.dq.spamhaus.net`; without one it is not asked.'),
    ),
  }),
  dnsResolvers: addresses('DNS servers that custom domains are looked up at, as `address` or `address:port`.', true),
  domainAddresses: addresses(
    'Addresses an apex domain may point at; none means those of the default short domain.',
    false,
  ),
  domainVerifySeconds: whole(5, 'Shortest time between two checks of one domain that are asked for.', 0, 3_600),
  certificateCheckPort: port(443, "Port at which a custom domain's certificate is looked at."),
  acmeDirectory: text(
    '',
    'Address of the ACME directory that certificates are obtained from; without one, a proxy does TLS.',
    webAddress,
  ),
  acmeEmail: text('', 'Email of the ACME account, for notices of the certificate authority.'),
  acmeCaFile: text('', "PEM file of a private certificate authority, to trust its directory's own certificate."),
  tlsPort: whole(8443, 'Port of HTTPS, when ACME_DIRECTORY is set.', 1, 65_535),
  certificateSecret: secret(
    derived(
      'a key made in LOCAL_DIR',
      "Encrypts certificates' private keys and webhooks' secrets in MySQL, and hashes addresses: 16 or more characters, " +
        'the same on every machine.',
      { pattern: '^.{16,}$', form: '16 or more characters' },
    ),
  ),
  plans: Type.Object({
    free: plan('Free', [25, 30, 3, 1, 1_000, 60]),
    pro: plan('Pro', [1_000, 365, 10, 3, 50_000, 600]),
    team: plan('Team', [10_000, 1_095, 100, 10, 250_000, 3_000]),
    scale: plan('Scale', [50_000, 1_825, 250, 20, 1_000_000, 10_000]),
    unlimited: Type.Object({
      retentionDays: limit(
        unlimitedDays,
        'Days of click analytics a workspace without limits can look back.',
        1,
        unlimitedDays,
      ),
    }),
  }),
});

type Given = Static<typeof Settings>;
export type OfferedPlan = Exclude<keyof Given['plans'], 'unlimited'>;
/** The plan of a workspace: one that is offered, or no limits at all. */
export type PlanName = OfferedPlan | 'unlimited';
export type Config = Omit<Given, 'plans'> & { plans: Record<PlanName, Given['plans'][OfferedPlan]> };

type Shown = TSchema & {
  type?: string;
  default?: unknown;
  description?: string;
  shown?: string;
  secret?: boolean;
  form?: string;
  maximum?: number;
  unlimited?: boolean;
};
type Setting = { name: string; path: string[]; schema: Shown; check: (value: unknown) => Checked<unknown> };

const listSettings = (schema: TObject, at: string[] = []): Setting[] =>
  Object.entries(schema.properties).flatMap(([key, value]) =>
    'properties' in value
      ? listSettings(value as TObject, [...at, key])
      : [{ name: envName([...at, key]), path: [...at, key], schema: value as Shown, check: compile(value) }],
  );

const envName = (at: string[]) => at.map((key) => key.replace(/[A-Z]/g, '_$&').toUpperCase()).join('_');

const settings = listSettings(Settings);

/**
 * Every setting as `{ name, default, description }`, in order: what the table in shared/README.md is made from. `names` has the one of
 * its file, too, where it can be in one.
 */
export const describeSettings = () =>
  settings.map(({ name, schema }) => ({
    name,
    names: schema.secret ? [name, fileName(name)] : [name],
    default: schema.shown ?? String(schema.default ?? ''),
    description: `${schema.description ?? ''}${schema.secret ? ` Or \`${fileName(name)}\`, a file that holds it.` : ''}`,
  }));

const fileName = (name: string) => `${name}_FILE`;

/** The environment of a program that is to use the stores at these addresses, wherever the settings have them. */
export const envWithStores = (env: NodeJS.ProcessEnv, stores: { mysqlUrl: string; redisUrl?: string }) => ({
  ...env,
  ...withSecret('MYSQL_URL', stores.mysqlUrl),
  ...(stores.redisUrl === undefined ? {} : withSecret('REDIS_URL', stores.redisUrl)),
});

const withSecret = (name: string, value: string) => ({ [name]: value, [fileName(name)]: '' });

/**
 * Reads the configuration from an environment. An unset or empty variable means the default.
 * @throws ConfigError naming every variable at fault, one a line.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const raw: Record<string, unknown> = {};
  const wrong = new Set<string>();
  for (const { name, path: at, schema, check } of settings) {
    const { given, fault } = schema.secret ? readSecret(env, name) : { given: env[name]?.trim() };
    if (fault) wrong.add(fault);
    const value = given ? parse(given, schema) : structuredClone(schema.default);
    // Each by itself, and none that is not given: compiling all into one check takes longer than the rest of a start.
    const checked = given ? check(value) : undefined;
    if (checked?.ok === false) for (const { message } of checked.issues) wrong.add(`${name}: ${message}`);
    assign(raw, at, value);
  }
  if (wrong.size > 0) throw faulty([...wrong]);
  const config = raw as Config;
  Object.assign(config.plans.unlimited, noNumbers);
  const faults = faultsBetween(config);
  if (faults.length > 0) throw faulty(faults);
  config.localDir = path.resolve(projectRoot, config.localDir);
  config.logDirectory &&= path.resolve(projectRoot, config.logDirectory);
  config.baseUrl = (config.baseUrl || `http://localhost:${config.linksPort}/api`).replace(/\/+$/, '');
  config.automationsHost ||= config.host;
  config.signup ||= isLocalUrl(config.baseUrl) ? 'open' : 'invite';
  config.defaultShortDomain ||= `localhost:${config.linksPort}`;
  config.rootUrl ||= rootOf(config);
  config.siteUrl = (config.siteUrl || `http://localhost:${config.automationsPort}`).replace(/\/+$/, '');
  return config;
}

/** A file that holds a secret ends with a line break, as editors leave it; nothing else of it is taken off. */
function readSecret(env: NodeJS.ProcessEnv, name: string): { given?: string | undefined; fault?: string } {
  const given = env[name]?.trim();
  const file = env[fileName(name)]?.trim();
  if (!file) return { given };
  if (given) return { fault: `${name}: is set, and so is ${fileName(name)}: only one of them can be` };
  try {
    const held = readFileSync(path.resolve(projectRoot, file), 'utf8').replace(/\r?\n$/, '');
    return held === '' ? { fault: `${fileName(name)}: ${file} is empty` } : { given: held };
  } catch (error) {
    return {
      fault: `${fileName(name)}: ${file} cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`,
    };
  }
}

const faulty = (faults: string[]) =>
  new ConfigError(
    `the configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  );

/** What is right by itself and not together. */
function faultsBetween({ oidc, passwordSignIn }: Config): string[] {
  const known = oidc.issuer !== '';
  const rules: [boolean, string][] = [
    [
      known && (oidc.clientId === '' || oidc.clientSecret === ''),
      'OIDC_ISSUER: needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    ],
    [
      (oidc.roleClaim === '') !== (oidc.workspace === '' && oidc.contactsRoles.length === 0),
      'OIDC_ROLE_CLAIM: goes together with OIDC_WORKSPACE, OIDC_CONTACTS_ROLES or both',
    ],
    [!passwordSignIn && !known, 'PASSWORD_SIGN_IN: without passwords nobody can sign in unless OIDC_ISSUER is set'],
  ];
  return rules.flatMap(([isFault, fault]) => (isFault ? [fault] : []));
}

/** To the dashboard; by its path alone where it is at the short domain itself. */
function rootOf({ baseUrl, defaultShortDomain }: Pick<Config, 'baseUrl' | 'defaultShortDomain'>): string {
  const { host, pathname, href } = new URL(dashboardUrl(baseUrl));
  return host === defaultShortDomain ? pathname : href;
}

/** Puts the variables of the file with the settings, if there is one, behind those already set. */
export function loadDotEnv(): void {
  Object.assign(process.env, withDotEnv(process.env));
}

/** An environment with those of the file, as it is now, behind its own. */
export function withDotEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = settingsFile();
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : env;
}

function parse(given: string, schema: Shown): unknown {
  if (schema.unlimited && /^unlimited$/i.test(given)) return schema.maximum;
  if (schema.type === 'integer') return /^-?\d+$/.test(given) ? Number(given) : given;
  if (schema.type === 'array') {
    return given
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  }
  if (schema.type === 'boolean') {
    if (/^(1|true|yes|on)$/i.test(given)) return true;
    if (/^(0|false|no|off)$/i.test(given)) return false;
  }
  return given;
}

function assign(into: Record<string, unknown>, at: string[], value: unknown): void {
  let place = into;
  for (const key of at.slice(0, -1)) place = (place[key] ??= {}) as Record<string, unknown>;
  place[at.at(-1) as string] = value;
}
