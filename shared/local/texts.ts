/** Messages of `npm start` to its operator. */
import type { Config } from '../config/config.ts';
import { dashboardUrl } from '../config/dashboard-url.ts';
import { demoAccount } from '../demo/read-only.ts';
import type { FirstRun } from './first-run.ts';

/** The first steps, the first login, the other URLs and three commands to try. */
export function banner(config: Config, logs: string, first: FirstRun): string {
  const short = `${new URL(config.baseUrl).protocol}//${config.defaultShortDomain}`;
  const linksKey = first.keys?.linksKey ?? '$LINKS_KEY';
  const automationsKey = first.keys?.automationsKey ?? '$AUTOMATIONS_KEY';
  return `
Waypost is ready. Open it here:

  ${dashboardUrl(config.baseUrl)}
${madeNow(first) || visitOf(first) || newKeys}
The other addresses:

  Contacts        ${contactsUrl(config)}
  Short links     ${short}/
  Link API        ${config.baseUrl}
  Automation API  ${config.siteUrl}/wp-json/automations
  Logs            ${logs}

Sign-up is ${signups[config.signup]}.

Try them:

  curl ${config.baseUrl}/links -H 'Authorization: Bearer ${linksKey}' \\
       -H 'Content-Type: application/json' -d '{"url":"https://example.com/","slug":"hello"}'
  curl -i ${short}/hello
  curl '${config.siteUrl}/wp-json/automations/tag/add?api_key=${automationsKey}' \\
       -H 'Content-Type: application/json' -d '{"tags":["customer"]}'

Press Ctrl-C to stop.`;
}

/** The addresses, the login and the keys of a demo. */
export const demoBanner = (config: Config, { keys }: FirstRun) => `
The demo is ready. Open it here:

  ${dashboardUrl(config.baseUrl)}

Sign in for links and contacts:

  Email           ${demoAccount.email}
  Password        ${demoAccount.password}
${keys ? keysForPrograms(keys) : ''}
The other addresses:

  Contacts        ${contactsUrl(config)}
  Link API        ${config.baseUrl}
  Automation API  ${config.siteUrl}/wp-json/automations

Nothing can be changed in it, nothing leaves it, and the next start makes it again.

Press Ctrl-C to stop.`;

const signups = {
  open: 'open to anyone who can reach the dashboard',
  invite: 'by invitation; SIGNUP=open lets anyone make an account',
  closed: 'closed; `waypost user create` makes accounts',
};

const contactsUrl = ({ siteUrl }: Config) => `${siteUrl}/wp-admin/`;

/** The login and the keys, which cannot be shown again; empty if none were created. */
export function madeNow({ login, keys }: FirstRun): string {
  if (!login) return '';
  return `
Sign in with the login that was made for you, for links and contacts.${login.password === undefined ? '' : ' It is shown only this once:'}

  Email           ${login.email}
  Password        ${login.password ?? 'the one in ADMIN_PASSWORD'}
${keys ? keysForPrograms(keys) : ''}`;
}

/** Empty if an account exists. */
function visitOf({ visit }: FirstRun): string {
  if (!visit) return '';
  return `
Nobody has an account there yet. Make the first with the code beside the address:

  ${visit.code}  ${visit.url}
`;
}

const keysForPrograms = ({ workspaceId, linksKey, automationsKey }: NonNullable<FirstRun['keys']>) => `
For programs, shown once as well:

  Workspace       ${workspaceId}
  Link API key    ${linksKey}
  Automation key  ${automationsKey}
`;

const newKeys = `
New keys, or a new password:

  waypost links key create WORKSPACE_ID NAME
  waypost automations key create --permission full
  waypost user password EMAIL
`;

type Setting = { name: string; default: string; description: string };

export const help = (settings: Setting[]) => `Usage: npm start [-- [--logs] [--demo]]
       npm run dev

Runs Waypost in the foreground until Ctrl-C or SIGTERM: MariaDB and Redis of its own unless MYSQL_URL and
REDIS_URL are set, migrations, and every service. It ends with 0 after a signal, and with 1 and a reason
when it cannot start or go on. It also ends when the npm that runs it does.

  --logs    Show the services' logs as they come: readable in a terminal; elsewhere JSON, alone on stdout.
  --demo    Try Waypost on example data: an installation of its own in LOCAL_DIR/demo, which nothing can be changed in
            and nothing leaves. Each start makes it again. It ignores the settings file.
  --help    Show this.

Every process writes its log as JSON, one object a line, to <process>.log in LOG_DIRECTORY (links, links-worker,
automations; pm2 for the process manager). One that reaches LOG_MEGABYTES is renamed to <process>.log.1, and
LOG_FILES of each are kept. \`npx pm2 start ecosystem.config.js\` logs to stdout unless LOG_DIRECTORY is set.

\`npm run dev\` shows the logs, builds when a source changes, and restarts the services concerned once the build
succeeds. Unless they are set, LINKS_INSTANCES and DRAIN_SECONDS are 1 and MIGRATE_ON_START is on.

Settings come from the environment or .env:

${settings.map((setting) => `  ${setting.name}\n      ${setting.description} Default: ${setting.default || 'none'}.`).join('\n')}
`;
