/** The messages of `npm start`. */
import type { Config } from '../config/config.ts';
import { dashboardUrl } from '../config/dashboard-url.ts';
import { demoAccount } from '../demo/read-only.ts';
import type { FirstRun } from './first-run.ts';

/** Returns the message after a start: URLs, a new login and commands to try. */
export function banner(config: Config, logs: string, first: FirstRun): string {
  const short = `${new URL(config.baseUrl).protocol}//${config.defaultShortDomain}`;
  const linksKey = first.keys?.linksKey ?? '$LINKS_KEY';
  const automationsKey = first.keys?.automationsKey ?? '$AUTOMATIONS_KEY';
  return `
Waypost is ready. Open it here:

  ${dashboardUrl(config.baseUrl)}
${madeNow(first) || visitOf(first) || newKeys}
Other URLs:

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

/** Returns the message after a demo's start: URLs, login and keys. */
export const demoBanner = (config: Config, { keys }: FirstRun) => `
The demo is ready. Open it here:

  ${dashboardUrl(config.baseUrl)}

Sign in to links and contacts:

  Email           ${demoAccount.email}
  Password        ${demoAccount.password}
${keys ? keysForPrograms(keys) : ''}
Other URLs:

  Contacts        ${contactsUrl(config)}
  Link API        ${config.baseUrl}
  Automation API  ${config.siteUrl}/wp-json/automations

The demo is read-only and offline. The next start creates it again.

Press Ctrl-C to stop.`;

const signups = {
  open: 'open to anyone who can reach the dashboard',
  invite: 'by invitation; SIGNUP=open lets anyone create an account',
  closed: 'closed; `waypost user create` creates accounts',
};

const contactsUrl = ({ siteUrl }: Config) => `${siteUrl}/wp-admin/`;

/** Returns the message with a new login and keys, which cannot be shown again; '' if none were created. */
export function madeNow({ login, keys }: FirstRun): string {
  if (!login) return '';
  return `
Sign in to links and contacts with this new login.${login.password === undefined ? '' : ' It is shown only once:'}

  Email           ${login.email}
  Password        ${login.password ?? 'the value of ADMIN_PASSWORD'}
${keys ? keysForPrograms(keys) : ''}`;
}

/** Returns the message with the first visitor's code; '' if an account exists. */
function visitOf({ visit }: FirstRun): string {
  if (!visit) return '';
  return `
There is no account yet. Create the first one at this URL with this code:

  ${visit.url}  ${visit.code}
`;
}

const keysForPrograms = ({ workspaceId, linksKey, automationsKey }: NonNullable<FirstRun['keys']>) => `
For programs, also shown only once:

  Workspace       ${workspaceId}
  Link API key    ${linksKey}
  Automation key  ${automationsKey}
`;

const newKeys = `
To create keys, or set a new password (in a checkout, with \`npx waypost\`):

  waypost links key create WORKSPACE_ID NAME
  waypost automations key create --permission full
  waypost user password EMAIL
`;

type Setting = { name: string; default: string; description: string };

export const help = (settings: Setting[]) => `Usage: waypost start [--logs] [--demo]

In a checkout: npm start [-- [--logs] [--demo]], or npm run dev.

Runs Waypost in the foreground until Ctrl-C or SIGTERM: migrations, all services, and a private MariaDB and
Redis unless MYSQL_URL and REDIS_URL are set. The exit code is 0 after a signal. If Waypost cannot start or
stops unexpectedly, it prints the reason, and the exit code is 1. Under npm, Waypost stops when npm ends.

  --logs    Show the services' logs: formatted in a terminal, otherwise as JSON, with only logs on stdout.
  --demo    Try Waypost with example data: a read-only and offline installation in LOCAL_DIR/demo. Each start
            creates it again. It ignores the settings file.
  --help    Show this help.

Each process writes its log as JSON lines to <process>.log in LOG_DIRECTORY (links, links-worker, automations;
pm2 for the process manager). At LOG_MEGABYTES a log is renamed to <process>.log.1. LOG_FILES files of each log
are kept. \`npx pm2 start ecosystem.config.js\` logs to stdout unless LOG_DIRECTORY is set.

\`npm run dev\` shows the logs. When a source changes, it rebuilds and then restarts the affected services. By
default it sets LINKS_INSTANCES and DRAIN_SECONDS to 1, and turns MIGRATE_ON_START on.

Settings come from the environment or .env:

${settings.map((setting) => `  ${setting.name}\n      ${setting.description} Default: ${setting.default || 'none'}.`).join('\n')}
`;
