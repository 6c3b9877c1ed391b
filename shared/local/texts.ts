/** What `npm start` tells its operator. */
import type { Config } from '../config.ts';
import type { FirstRun } from './first-run.ts';

/** The addresses, the first login, and three commands to try. */
export function banner(config: Config, first: FirstRun | undefined): string {
  const short = `${new URL(config.baseUrl).protocol}//${config.defaultShortDomain}`;
  const linksKey = first?.linksKey ?? '$LINKS_KEY';
  const automationsKey = first?.automationsKey ?? '$AUTOMATIONS_KEY';
  return `
Waypost is ready.

  Short links     ${short}/
  Link API        ${config.baseUrl}
  Automation API  ${config.siteUrl}/wp-json/automations
${first ? login(first) : newKeys}
Try it:

  curl ${config.baseUrl}/links -H 'Authorization: Bearer ${linksKey}' \\
       -H 'Content-Type: application/json' -d '{"url":"https://example.com/","slug":"hello"}'
  curl -i ${short}/hello
  curl '${config.siteUrl}/wp-json/automations/tag/add?api_key=${automationsKey}' \\
       -H 'Content-Type: application/json' -d '{"tags":["customer"]}'

Press Ctrl-C to stop.`;
}

const login = ({ email, password, workspaceId, linksKey, automationsKey }: FirstRun) => `
Made for you now, and shown only this once:

  Admin           ${email}
  Password        ${password}
  Workspace       ${workspaceId}
  Link API key    ${linksKey}
  Automation key  ${automationsKey}
`;

const newKeys = `
New keys:

  npm run links -- key create WORKSPACE_ID NAME
  npm run automations -- key create --permission full
`;

type Setting = { name: string; default: string; description: string };

export const help = (settings: Setting[]) => `Usage: npm start

Runs Waypost in the foreground until Ctrl-C: MariaDB and Redis of its own unless MYSQL_URL and
REDIS_URL are set, migrations, and every service. Settings come from the environment or .env:

${settings.map((setting) => `  ${setting.name}\n      ${setting.description} Default: ${setting.default || 'none'}.`).join('\n')}
`;
