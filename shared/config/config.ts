/**
 * The one configuration object. Each setting is declared once, with its type, bounds, default and a sentence;
 * its environment name follows from its path (`plans.free.linksPerMonth` is `PLANS_FREE_LINKS_PER_MONTH`).
 * Nothing is read when this file is imported: entries call `readConfig` once and pass the object on.
 */

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { lastOf } from '../elements.ts';
import { ConfigError } from '../errors.ts';
import { settingsFile } from '../installation.ts';
import { socketAddress } from '../net/socket-peer.ts';
import { projectRoot } from '../paths.ts';
import { trimEndOf } from '../trim.ts';
import { addFormat, type Checked, compile } from '../validate.ts';
import { compatSystems } from './compat-systems.ts';
import { dashboardUrl } from './dashboard-url.ts';
import { escapes, isEscaped } from './escapes.ts';
import { isLocalUrl } from './local-url.ts';
import { isMysqlUrl, mysqlForm } from './mysql-url.ts';

/** The number of a plan that means `unlimited`. */
export const unlimited = 1_000_000_000;
/** The number of days that means `unlimited`: a hundred years. */
export const unlimitedDays = 36_500;

/** A text format, and its description for error messages. */
type Form = { form: string } & ({ pattern: string } | { format: string });

addFormat('web-address', (text) => /^https?:\/\//i.test(text) && URL.canParse(text));
addFormat('mysql-url', isMysqlUrl);
addFormat('smtp-url', (text) => /^smtps?:\/\/[^/]/i.test(text) && isEscaped(text) && URL.canParse(text));
const webAddress: Form = { format: 'web-address', form: 'a URL with http:// or https://' };

/** The form of an additional name for the contact API. It excludes names that WordPress and Waypost use. */
const namespaceForm = {
  pattern: '^(?!(wp|oembed|batch|waypost)$)(?!(wp|waypost|automations)-)[a-z][a-z0-9_-]{0,39}$',
  description:
    'a name of at most 40 lower-case letters, digits, `-` or `_`, starting with a letter, that WordPress and Waypost do not use',
};

const text = (value: string, description: string, form?: Form) => Type.String({ default: value, description, ...form });
const whole = (value: number, description: string, minimum = 0, maximum = 1_000_000_000) =>
  Type.Integer({ default: value, description, minimum, maximum });
const port = (value: number, description: string) => whole(value, description, 0, 65_535);
/** Declares a setting whose default is derived from others; `shown` describes that default. */
const derived = (shown: string, description: string, form?: Form) =>
  Type.String({ default: '', description, shown, ...form });
const list = (description: string) => Type.Array(Type.String(), { default: [], description });
/** Declares a secret setting: its environment name plus `_FILE` can name a file that contains it. */
const secret = <Kind extends TSchema>(setting: Kind): Kind => ({ ...setting, secret: true });
/** Declares a list of IP addresses, optionally with ports; an IPv6 address with a port is in brackets. */
const addresses = (description: string, withPort: boolean) => {
  const [v4, v6] = ['\\d{1,3}(\\.\\d{1,3}){3}', '[0-9a-fA-F]*:[0-9a-fA-F:.]*:[0-9a-fA-F:.]*'];
  const pattern = withPort ? `^(${v4}(:\\d{1,5})?|${v6}|\\[${v6}\\](:\\d{1,5})?)$` : `^(${v4}|${v6})$`;
  return Type.Array(Type.String({ pattern, description: 'an IP address' }), { default: [], description });
};
/** Declares a setting whose default is `small` if SMALL is set. */
const smaller = <Kind extends TSchema>(setting: Kind, small: number): Kind => ({ ...setting, small });
const yes = (value: boolean, description: string) => Type.Boolean({ default: value, description });

/** Declares a setting for a number in a plan, which can be `unlimited`. */
const limit = (value: number, description: string, minimum = 0, maximum = unlimited) =>
  Type.Integer({
    default: value,
    description,
    minimum,
    maximum,
    unlimited: true,
    ...(value === maximum ? { shown: 'unlimited' } : {}),
  });

/**
 * Declares the settings for the import limits of `shared/import/quota.ts`. `of`: the workspaces they apply to, such
 * as `on Free`.
 */
const imports = (of: string, [rows, megabytes, failures, atOnce]: [number, number, number, number]) =>
  Type.Object({
    rows: limit(rows, `Rows of an imported file ${of}.`, 1),
    megabytes: limit(
      megabytes,
      `Megabytes that imports ${of} can keep: files for a day, and failed rows for a month.`,
      1,
    ),
    failures: limit(failures, `Failed rows of an import ${of} whose reason is kept.`, 1),
    atOnce: limit(atOnce, `Imports ${of} that can wait and run at a time.`, 1),
  });

const plan = (
  name: string,
  [links, days, domains, members, clicks, requests]: [number, number, number, number, number, number],
  quota: [number, number, number, number],
) =>
  Type.Object({
    imports: imports(`on ${name}`, quota),
    linksPerMonth: limit(links, `New links that a workspace on ${name} can create per calendar month (UTC).`),
    retentionDays: limit(days, `Retention of click analytics on ${name}, in days.`, 1, unlimitedDays),
    domains: limit(domains, `Custom domains on ${name}.`),
    members: limit(members, `Members per workspace on ${name}.`, 1),
    clicksPerMonth: limit(clicks, `Tracked clicks per month on ${name}; shown, never enforced.`),
    requestsPerMinute: limit(requests, `API requests per minute and workspace on ${name}.`, 1),
  });

/** The plan numbers of a workspace without limits. Click retention is a separate setting. */
const noNumbers = {
  linksPerMonth: unlimited,
  domains: unlimited,
  members: unlimited,
  clicksPerMonth: unlimited,
  requestsPerMinute: unlimited,
  imports: { rows: unlimited, megabytes: unlimited, failures: unlimited, atOnce: unlimited },
};

const prices = (name: string) =>
  Type.Object({
    month: text('', `Stripe's id of the monthly price of ${name}; without it the price is not offered.`),
    year: text('', `Stripe's id of the yearly price of ${name}; without it the price is not offered.`),
  });

const Settings = Type.Object({
  host: text('127.0.0.1', 'IP address that both listeners bind to.'),
  automationsHost: derived('$HOST', 'IP address that the listener of contact automation binds to.'),
  linksPort: port(8080, 'Port of redirects and the link API.'),
  linksSocket: text(
    '',
    'Folder of UNIX sockets for a proxy on this machine: `links-0.sock`, `links-1.sock` and so on, one for each redirect process. Anyone who can open them is trusted like the proxies in `TRUSTED_PROXIES`.',
    { pattern: '^/[!-~]{1,80}$', form: 'the path of an existing folder, at most 81 characters' },
  ),
  automationsPort: port(8081, 'Port of the contact automation API.'),
  small: yes(
    false,
    'Use as little memory as possible: one redirect process, background work and contact automation in one process, smaller pools and caches. `npm run dev` ignores it.',
  ),
  linksInstances: smaller(
    Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 1024,
      description:
        'Redirect processes that share the port. With only one, requests are refused while pm2 restarts it; `waypost reload` refuses none.',
      shown: 'the number of cores, at least 2',
    }),
    1,
  ),
  workers: whole(1, 'Background processes, which store clicks and do all other background work.', 1, 64),
  baseUrl: derived(
    'http://localhost:$LINKS_PORT/api',
    'Public URL of the link API; short URLs use its scheme.',
    webAddress,
  ),
  defaultShortDomain: derived(
    'localhost:$LINKS_PORT',
    'Default domain of links, with its port if it is not the usual one.',
    {
      pattern: '^([^\\s/:?#@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?$',
      form: 'a host such as go.example.com, without https://',
    },
  ),
  rootUrl: derived('the dashboard', 'Root URL of the default short domain: a URL, or a path of this service.', {
    pattern: '^(https?://|/(?!/))[!-~]+$',
    form: 'a URL with http:// or https://, or a path',
  }),
  siteUrl: derived('http://localhost:$AUTOMATIONS_PORT', 'Public URL of contact automation.', webAddress),
  mysqlUrl: secret(
    derived(
      'the private MariaDB in LOCAL_DIR',
      'MySQL, as `mysql://user:password@host:port/database`. Several hosts, with commas between them, are tried in order: the first that accepts writes is used. `?ssl-ca=FILE` at the end turns TLS on: the server must have a certificate from that authority for its host name.',
      { format: 'mysql-url', form: mysqlForm },
    ),
  ),
  peopleDatabase: derived(
    'the database in MYSQL_URL',
    'Database of the link service and of all users, on the server of MYSQL_URL, for a server shared with WordPress. Its tables have no prefix, so they need a separate database.',
    { pattern: '^[A-Za-z0-9_$-]{1,64}$', form: 'at most 64 letters, digits, `_`, `$` or `-`' },
  ),
  peopleUrl: secret(
    derived(
      'PEOPLE_DATABASE on the server of MYSQL_URL',
      "URL of the users' database for contact automation, in the form of MYSQL_URL, if the link service has another server.",
      { format: 'mysql-url', form: mysqlForm },
    ),
  ),
  mysqlReadUrl: secret(
    derived(
      'the server of MYSQL_URL',
      'A replica for analytics, lists and exports of links, in the form of MYSQL_URL.',
      {
        format: 'mysql-url',
        form: mysqlForm,
      },
    ),
  ),
  mysqlReadLagSeconds: whole(
    5,
    'Maximum lag of MYSQL_READ_URL. If its data is older, or the workspace wrote within this time, Waypost reads from MYSQL_URL.',
    1,
    3_600,
  ),
  redisUrl: secret(
    derived(
      'the private Redis in LOCAL_DIR',
      'Redis, as `redis://user:password@host:port/db` or `unix:///path`; `rediss://` for TLS. With Sentinels: `redis+sentinel://user:password@host:26379,host:26379/primary/db`, with `?sentinel-user=…&sentinel-password=…` if they require it. With a Redis Cluster: `redis+cluster://user:password@host:6379,host:6379`. `rediss+…` uses TLS with all servers; `?ssl-ca=FILE` trusts only that authority.',
    ),
  ),
  redisPrefix: text(
    'waypost',
    'Prefix of all Redis keys and channels, so that several installations can share one Redis.',
  ),
  mysqlPoolSize: smaller(whole(16, 'MySQL connections per service and process; `links` opens two more.', 1, 1000), 6),
  mysqlQuerySeconds: whole(10, 'Time limit for a statement of a request; after that the answer is 503.', 1, 3_600),
  mysqlBatchSeconds: whole(
    60,
    'Time limit for a statement of background work, an export or the load of all links.',
    1,
    86_400,
  ),
  mysqlLockSeconds: whole(3, 'How long a request waits for a row that another session has locked.', 1, 60),
  tablePrefix: text('wp_', 'Table prefix of contact automation, as in WordPress.', {
    pattern: '^[A-Za-z0-9_]{0,20}$',
    form: 'at most 20 letters, digits or `_`',
  }),
  apiNamespaces: Type.Array(Type.String(namespaceForm), {
    default: ['automations'],
    description:
      "Names of contact automation's API below `/wp-json/`, separated by commas, such as `funnelkit-automations,autonami`, for clients of another system. `automations` always works.",
    maxItems: 10,
  }),
  pluginPackages: list('Installed npm packages to load as plugins of contact automation, separated by commas.'),
  pluginsDir: text('', 'Folder with additional plugins of contact automation, each in its own folder.'),
  localDir: text('.local', 'Directory for everything that Waypost writes on this machine.'),
  logLevel: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Minimum severity of log lines.',
  }),
  logDirectory: derived(
    'stdout; `npm start` sets LOCAL_DIR/logs',
    'Directory for the log files, `<process>.log`, with one JSON object per line.',
  ),
  logMegabytes: whole(10, 'Size at which `npm start` rotates a log file.', 1, 10_000),
  logFiles: whole(5, 'Files that `npm start` keeps of each log, including the current one.', 2, 100),
  demo: yes(
    false,
    "Answer every write with 403, send no emails or webhooks, and show the demo's account on the sign-in pages. `waypost start --demo` sets it.",
  ),
  migrateOnStart: yes(false, 'Apply pending migrations at start instead of refusing to start.'),
  adminEmail: text(
    'admin@example.com',
    'Email of the first account, which has no limits and is an administrator of both services.',
    {
      pattern: '^[^\\s@]+@[^\\s@]+$',
      form: 'an email address',
    },
  ),
  adminPassword: secret(
    derived(
      'a random password that `npm start` prints; otherwise the first visitor chooses it',
      'Password of the first account, which is created at the first start; not read later.',
      { pattern: '^.{10,200}$', form: '10 to 200 characters' },
    ),
  ),
  signup: Type.Enum(['open', 'invite', 'closed'], {
    default: '',
    shown: '`open` if BASE_URL is on localhost, otherwise `invite`',
    description:
      'Who can create an account: anyone (`open`), users with an invitation or a code (`invite`), or only the operator with `waypost user create` (`closed`).',
  }),
  signupEmailDomains: list(
    'Email domains that can sign up, with or without an invitation, separated by commas; empty allows all. These accounts have no access until their email is verified.',
  ),
  signupInviteCodes: secret(
    list('Codes for signing up without an invitation, separated by commas; if empty, none is needed.'),
  ),
  signupsPerMinute: whole(60, 'New accounts, and attempts with emailed tokens, per minute and IP address.', 1),
  loginTriesPerMinute: whole(
    5,
    'Password attempts per minute for one email from one IP address. All unknown emails together have ten times that number.',
    1,
  ),
  accountMailsPerHour: whole(
    5,
    'Emails per hour to one email address to reset a password, as many to verify it, and as many requested reports.',
    1,
  ),
  inviteMailsPerHour: whole(100, 'Invitations a workspace can email per hour.', 1),
  inviteMailsToOnePerDay: whole(10, 'Invitations to one email address per day, by all workspaces together.', 1),
  inviteResendsPerDay: whole(5, 'Times an invitation can be resent per day.', 1),
  unverifiedInvitesPerDay: whole(5, 'Invitations per day by a user whose own email is not verified.'),
  passwordSignIn: yes(
    true,
    'Allow sign-up and sign-in with a password. If off, users sign in only at OIDC_ISSUER; existing accounts and keys stay.',
  ),
  requireSecondFactor: yes(
    false,
    'Require a second factor after signing in with a password. Signing in at the provider needs none, and neither do API keys.',
  ),
  oidc: Type.Object({
    issuer: text('', 'URL of an OpenID Connect provider where users can sign in; empty turns this off.', {
      pattern: '^https?://[!-~]{1,240}$',
      form: webAddress.form,
    }),
    clientId: text('', 'Client id of Waypost at the provider.'),
    clientSecret: secret(text('', 'Client secret of Waypost at the provider.')),
    name: text('Single sign-on', 'Label of the button that opens the provider.'),
    scopes: text('openid email profile', 'Scopes requested from the provider, separated by spaces.'),
    roleClaim: text(
      '',
      'Claim, such as `groups` or `realm_access.roles`, with the roles of users in OIDC_WORKSPACE and, by OIDC_CONTACTS_ROLES, in contacts. Roles are set at each sign-in.',
    ),
    roles: Type.Array(Type.String({ pattern: '^.+=(admin|member|viewer)$', description: '`value=role`' }), {
      default: [],
      description:
        'Roles by value of that claim, such as `staff=member,leads=admin`, separated by commas; the highest one applies.',
      shown: 'the values `admin`, `member` and `viewer`',
    }),
    workspace: text(
      '',
      'Workspace, `ws_…`, whose members and roles follow OIDC_ROLE_CLAIM; users without a role leave it.',
    ),
    contactsRoles: Type.Array(
      Type.String({ pattern: '^.+=(administrator|editor|viewer)$', description: '`value=role`' }),
      {
        default: [],
        description:
          'Roles in contacts by value of that claim, such as `staff=editor,leads=administrator`, separated by commas; the highest one applies, and users without one lose theirs. If empty, administrators assign the roles.',
      },
    ),
  }),
  sessionDays: whole(30, 'Days without use after which a session ends.', 1, 3_650),
  inviteDays: whole(14, 'Days until an invitation expires.', 1, 365),
  workspacesPerUser: whole(50, 'Workspaces that one user can own.', 1),
  keysPerWorkspace: whole(100, 'API keys per workspace.', 1),
  webhooksPerWorkspace: whole(10, 'Webhooks per workspace.', 1, 100),
  shareRequestsPerMinute: whole(120, 'Requests for share pages per minute and IP address.', 1),
  slugQuarantineDays: whole(
    90,
    'Days before another workspace can use a freed slug of the default short domain; 0 turns this off.',
    0,
    36_500,
  ),
  timelineDays: whole(
    1_095,
    "Days that entries stay on a contact's timeline; 0 keeps them as long as the contact.",
    0,
    36_500,
  ),
  eventDays: whole(
    1_095,
    "Days after which contacts' custom events are deleted; 0 keeps them as long as the contact.",
    0,
    36_500,
  ),
  formDays: whole(30, 'Days that unconfirmed submissions of forms are kept.', 8, 3_650),
  formPostsPerAddress: whole(10, 'Submissions of forms per hour and IP address.', 1),
  auditDays: whole(400, 'Days that entries stay in the audit logs of both services.', 1),
  smtpUrl: secret(
    derived('none: emails are written to LOCAL_DIR/mail', 'Mail server, as `smtp://user:password@host:port`.', {
      format: 'smtp-url',
      form: `\`smtp://user:password@host:port\` or \`smtps://…\`, ${escapes}`,
    }),
  ),
  mailFrom: text('Waypost <waypost@localhost>', 'Sender of emails.'),
  defaultPlan: Type.Enum(['free', 'pro', 'team', 'scale', 'unlimited'], {
    default: 'free',
    description: 'Plan of workspaces that users create. Workspaces that the operator creates have no limits.',
  }),
  selfServicePlans: yes(
    false,
    'Without a payment service, let admins choose their plan; if off, the operator sets it with `waypost links plan`.',
  ),
  downgradeKeepDays: whole(30, "Days after a downgrade until clicks beyond the new plan's retention are deleted."),
  billingGraceDays: whole(14, 'Days that a workspace keeps its plan after a failed payment.', 0, 365),
  billingReturnUrl: derived('a page of this service', 'URL to which the payment service returns users.', webAddress),
  stripe: Type.Object({
    secretKey: secret(text('', 'Secret API key of Stripe; without it there are no payments.')),
    webhookSecret: secret(
      text('', "Signing secret of the Stripe webhook endpoint, `whsec_…`; required with Stripe's key."),
    ),
    apiBase: text('https://api.stripe.com', "URL of Stripe's API.", webAddress),
    price: Type.Object({ pro: prices('Pro'), team: prices('Team'), scale: prices('Scale') }),
  }),
  syncEveryMs: whole(
    200,
    'Time between two reads of the change feed, unless Redis reports that nothing is new.',
    10,
    60_000,
  ),
  feedGapSeconds: whole(60, 'Time after which a missing change id counts as rolled back.', 5, 3600),
  feedKeepHours: whole(
    168,
    'Hours that changes stay in the feed; a process that is further behind reloads everything.',
    1,
  ),
  snapshotMinutes: whole(
    10,
    'Minutes between snapshots of the slug map on disk, in addition to those after it has grown; 0 writes one only after the first load and at the end.',
  ),
  verifyMinutes: whole(
    60,
    'Minutes between comparisons of the slug map with MySQL; 0 compares only after a full load.',
  ),
  trustedProxies: list('CIDRs of proxies whose `X-Forwarded-For` and country header are trusted, separated by commas.'),
  countryHeader: text('', "Header with the visitor's country, set by a trusted proxy, such as `cf-ipcountry`."),
  corsOrigins: list(
    'Origins, such as `https://app.example.com`, whose pages can call the link API with a token; `*` allows all, empty none.',
  ),
  compat: Type.Array(Type.Enum([...compatSystems]), {
    default: [],
    description:
      'Systems whose API the link service also answers, so that their programs keep working: `yourls`, `shlink`, `kutt`, `bitly`, separated by commas.',
  }),
  hstsSeconds: whole(
    15_552_000,
    'Seconds for which browsers use HTTPS only (HSTS), if TLS is served or the public URL is `https:`; 0 turns this off.',
  ),
  geoDatabase: derived('the database in the release', 'Country database in mmdb format, reloaded when it changes.'),
  metricsPort: port(0, 'Port of the Prometheus metrics of all processes; 0 turns them off.'),
  metricsHost: text(
    '127.0.0.1',
    'IP address that METRICS_PORT binds to. If it is not a loopback address, other machines or containers can read the metrics and query domains.',
  ),
  metricsNames: list(
    "Host names that METRICS_PORT answers to, separated by commas. IP addresses, names without a dot and the machine's own name need no entry.",
  ),
  addressRequestsPerMinute: whole(
    20_000,
    'API requests per minute from one IP address to one process, counted before authentication.',
    1,
  ),
  dashboardRequestsPerMinute: whole(
    300,
    'Dashboard requests per minute and user; they do not count as API requests of the workspace.',
    1,
  ),
  spoolMegabytes: whole(
    2_048,
    'Disk space per redirect process for clicks that cannot be stored yet, about 5,000 clicks per MB.',
    8,
  ),
  visitorMegabytes: smaller(
    whole(
      1_024,
      "Memory per background process for today's visitors, about 50,000 unique clicks per MB; beyond that, visitors can count twice.",
      8,
    ),
    64,
  ),
  contactsIndexMegabytes: smaller(
    whole(
      1024,
      'Memory of contact automation for its index, about 5,000 contacts per MB. With more contacts, or 0, SQL scans all contacts for each list and count.',
    ),
    64,
  ),
  webhookRetrySeconds: text(
    '5,300,1800,7200,18000,36000,50400,72000,86400',
    'Seconds before each retry of a webhook delivery; after the last one, the delivery has failed.',
    { pattern: '^\\d{1,6}(,\\d{1,6}){0,49}$', form: 'at most 50 numbers of seconds, separated by commas' },
  ),
  contactImports: imports('of contacts', [5_000_000, 5_000, 100_000, 20]),
  contactClicks: Type.Object({
    waitSeconds: whole(
      10,
      'Time that a stored click of a contact waits for other clicks of its burst; must be longer than a burst.',
      0,
      3_600,
    ),
    burstLinks: whole(
      3,
      "Number of different links that make a contact's clicks a burst; these clicks do not count.",
      2,
      1_000,
    ),
    burstSeconds: whole(5, 'Maximum duration of a burst of clicks.', 1, 3_600),
  }),
  clicksExport: Type.Object({
    url: secret(
      text(
        '',
        'URL that every stored click is sent to as newline-delimited JSON, for a warehouse; empty turns this off. `{batch}` in it becomes the id of the batch.',
        webAddress,
      ),
    ),
    header: secret(
      text('', 'Additional header of these requests, such as `Authorization: Bearer …`.', {
        pattern: '^[A-Za-z0-9-]+: ?[!-~ ]+$',
        form: 'a name, a colon and a value',
      }),
    ),
    days: whole(
      7,
      'Days that clicks wait while CLICKS_EXPORT_URL does not accept them; older clicks are dropped.',
      1,
      365,
    ),
  }),
  drainSeconds: whole(12, 'Time that a stopping process waits for open connections.', 0, 600),
  allowPrivateDestinations: yes(
    false,
    'Allow links to private IP addresses, and webhooks to private IP addresses and any port, for local use.',
  ),
  webhookPorts: Type.Array(Type.String({ pattern: '^\\d{1,5}$', description: 'a port' }), {
    default: [],
    description: 'Ports that webhooks can be sent to in addition to 80, 443, 8080 and 8443, separated by commas.',
  }),
  releasesUrl: text(
    '',
    'Location of release archives for `waypost upgrade VERSION`: an `https://` URL or the path of a folder.',
  ),
  releasesKey: text(
    '',
    "minisign's public key of releases. If set, `waypost upgrade` accepts only archives signed with it, in `ARCHIVE.minisig`.",
  ),
  safety: Type.Object({
    lists: list('Threat lists, as files or URLs: URLhaus, PhishTank, or one host or URL per line.'),
    listMinutes: whole(30, 'Minutes between checks for new threat lists.', 1),
    listMegabytes: whole(256, 'Maximum size of a threat list, unpacked.', 1, 4_096),
    brands: list('Additional brand names whose look-alikes in international hostnames are refused.'),
    resolvers: list("DNS servers for scans, as `address` or `address:port`; default: the machine's."),
    scansAtOnce: smaller(whole(10, 'Destinations that one worker checks at the same time.', 1, 1_000), 2),
    flagAfterBans: whole(3, 'Automatic bans in 30 days after which suspected threats also ban links.', 1),
    reportsPerHour: whole(10, 'Reports of unsafe links per hour and IP address.', 1),
  }),
  webRisk: Type.Object({
    apiKey: secret(text('', 'API key of Google Web Risk; without it, Web Risk is not used.')),
    apiBase: text('https://webrisk.googleapis.com', "URL of Web Risk's API."),
  }),
  spamhaus: Type.Object({
    zone: secret(
      text('', 'DNS zone of the Spamhaus DBL, such as `<key>.dbl.dq.spamhaus.net`; without it, Spamhaus is not used.'),
    ),
  }),
  dnsResolvers: addresses(
    "DNS servers for checks of custom domains, as `address` or `address:port`; default: the machine's.",
    true,
  ),
  domainAddresses: addresses(
    "IP addresses that an apex domain can point to; default: the default short domain's.",
    false,
  ),
  domainVerifySeconds: whole(5, 'Minimum time between two requested checks of a domain.', 0, 3_600),
  certificateCheckPort: port(443, "Port on which a custom domain's certificate is checked."),
  acmeDirectory: text(
    '',
    'URL of the ACME directory that issues certificates; without it, a proxy handles TLS.',
    webAddress,
  ),
  acmeEmail: text('', 'Email of the ACME account, for notices from the certificate authority.'),
  acmeCaFile: text(
    '',
    'PEM file of a private certificate authority. Waypost trusts its directory and its certificates.',
  ),
  tlsPort: whole(8443, 'Port of HTTPS if ACME_DIRECTORY is set.', 1, 65_535),
  certificateSecret: secret(
    derived(
      'a key created in LOCAL_DIR',
      "Key that encrypts certificates' private keys and webhook secrets in MySQL and hashes IP and email addresses: 16 or more characters, " +
        'the same on every machine.',
      { pattern: '^.{16,}$', form: '16 or more characters' },
    ),
  ),
  plans: Type.Object({
    free: plan('Free', [25, 30, 3, 1, 1_000, 60], [10_000, 20, 1_000, 2]),
    pro: plan('Pro', [1_000, 365, 10, 3, 50_000, 600], [100_000, 100, 10_000, 5]),
    team: plan('Team', [10_000, 1_095, 100, 10, 250_000, 3_000], [500_000, 500, 50_000, 10]),
    scale: plan('Scale', [50_000, 1_825, 250, 20, 1_000_000, 10_000], [2_000_000, 2_000, 100_000, 20]),
    unlimited: Type.Object({
      retentionDays: limit(
        unlimitedDays,
        'Retention of click analytics for workspaces without limits, in days.',
        1,
        unlimitedDays,
      ),
    }),
  }),
});

type Given = Static<typeof Settings>;
export type OfferedPlan = Exclude<keyof Given['plans'], 'unlimited'>;
/** The plan of a workspace: an offered one, or no limits. */
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
  small?: number;
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
 * Lists every setting as `{ name, default, description }`, in order, for the table in the manual. `names` includes the
 * `_FILE` name if there is one.
 */
export const describeSettings = () =>
  settings.map(({ name, schema }) => ({
    name,
    names: schema.secret ? [name, fileName(name)] : [name],
    default: `${schema.shown ?? String(schema.default ?? '')}${schema.small === undefined ? '' : `; ${schema.small} with SMALL`}`,
    description: `${schema.description ?? ''}${schema.secret ? ` Or \`${fileName(name)}\`, a file that contains it.` : ''}`,
  }));

/** Lists every setting with its value in a configuration. */
export const settingValues = (config: Config) =>
  settings.map(({ name, path, schema }) => ({
    name,
    isSecret: schema.secret === true,
    value: path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], config),
  }));

const fileName = (name: string) => `${name}_FILE`;

/** Returns the environment for a program that uses the stores at these URLs. */
export const envWithStores = (env: NodeJS.ProcessEnv, stores: { mysqlUrl: string; redisUrl?: string }) => ({
  ...env,
  ...withSecret('MYSQL_URL', stores.mysqlUrl),
  ...(stores.redisUrl === undefined ? {} : withSecret('REDIS_URL', stores.redisUrl)),
});

const withSecret = (name: string, value: string) => ({ [name]: value, [fileName(name)]: '' });

/**
 * Reads the configuration from an environment. Unset or empty variables get their defaults. @throws ConfigError naming
 * all invalid variables, one per line
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const raw: Record<string, unknown> = {};
  const wrong = new Set<string>();
  const isSmall = parse(env.SMALL?.trim() ?? '', { type: 'boolean' }) === true;
  for (const { name, path: at, schema, check } of settings) {
    const { given, fault } = schema.secret ? readSecret(env, name) : { given: env[name]?.trim() };
    if (fault) wrong.add(fault);
    const usual = isSmall ? (schema.small ?? schema.default) : schema.default;
    const value = given ? parse(given, schema) : structuredClone(usual);
    // Each value is checked separately: compiling all checks into one takes longer than the rest of a start.
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
  config.baseUrl = trimEndOf(config.baseUrl || `http://localhost:${config.linksPort}/api`, '/');
  config.automationsHost ||= config.host;
  config.signup ||= isLocalUrl(config.baseUrl) ? 'open' : 'invite';
  config.defaultShortDomain ||= `localhost:${config.linksPort}`;
  config.rootUrl ||= rootOf(config);
  if (config.linksSocket !== '') config.trustedProxies.push(socketAddress);
  config.apiNamespaces = [...new Set(['automations', ...config.apiNamespaces])];
  config.siteUrl = trimEndOf(config.siteUrl || `http://localhost:${config.automationsPort}`, '/');
  return config;
}

/** Reads a secret from its variable or its file, without the line break that editors add to a file. */
export function readSecret(env: NodeJS.ProcessEnv, name: string): { given?: string | undefined; fault?: string } {
  const given = env[name]?.trim();
  const file = env[fileName(name)]?.trim();
  if (!file) return { given };
  if (given) return { fault: `${name}: cannot be set together with ${fileName(name)}` };
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

/** Lists conflicts between settings that are valid separately. */
function faultsBetween({ oidc, passwordSignIn, small, workers }: Config): string[] {
  const known = oidc.issuer !== '';
  const rules: [boolean, string][] = [
    [
      known && (oidc.clientId === '' || oidc.clientSecret === ''),
      'OIDC_ISSUER: needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    ],
    [
      (oidc.roleClaim === '') !== (oidc.workspace === '' && oidc.contactsRoles.length === 0),
      'OIDC_ROLE_CLAIM: needs OIDC_WORKSPACE, OIDC_CONTACTS_ROLES or both',
    ],
    [small && workers > 1, 'WORKERS: can only be 1 with SMALL'],
    [!passwordSignIn && !known, 'PASSWORD_SIGN_IN: without passwords nobody can sign in unless OIDC_ISSUER is set'],
  ];
  return rules.flatMap(([isFault, fault]) => (isFault ? [fault] : []));
}

/** Returns the URL of the dashboard; only its path if it is on the short domain itself. */
function rootOf({ baseUrl, defaultShortDomain }: Pick<Config, 'baseUrl' | 'defaultShortDomain'>): string {
  const { host, pathname, href } = new URL(dashboardUrl(baseUrl));
  return host === defaultShortDomain ? pathname : href;
}

/** Adds the variables of the settings file, if there is one, without replacing those already set. */
export function loadDotEnv(): void {
  Object.assign(process.env, withDotEnv(process.env));
}

/** Returns an environment plus the current settings file; variables of the environment override the file. */
export function withDotEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = settingsFile();
  if (!existsSync(file)) return env;
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...env };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw new Error(`you cannot read ${file}: run this command as root, with sudo`, { cause: error });
  }
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
  place[lastOf(at)] = value;
}
