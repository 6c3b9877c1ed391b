/** The messages that setup shows at its end. */
import { dashboardUrl } from '../config/dashboard-url.ts';
import { installation } from '../installation.ts';
import type { Made } from './account.ts';
import type { Work } from './context.ts';
import type { Change } from './plan.ts';

export function endOf({ options, config }: Work, changes: Change[], login: Made | undefined): string {
  if (changes.length === 0) return 'Everything is up to date; nothing was changed.\n';
  const { domain, contactsDomain, systemd, tls, email } = options;
  const [links, contacts] = [config.linksPort, config.automationsPort].map((port) => `127.0.0.1:${port}`);
  const toContacts = contactsDomain === domain ? 'its /wp-admin, /wp-json, /hooks and /forms' : contactsDomain;
  const parts = [
    login
      ? madeNow(login, config.baseUrl)
      : changes.some(({ step }) => step === 'account') &&
        `An account already exists. To set a new password: waypost user password ${email}`,
    changes.some(({ step }) => step === 'passphrase') &&
      `Backups encrypt keys and settings with the passphrase in ${installation.backupPassphrase}. Keep a copy of it elsewhere.`,
    tls === 'none' && `Configure your proxy to send ${domain} to ${links}, and ${toContacts} to ${contacts}.`,
    tls === 'waypost' &&
      `Contacts are reachable only from this machine: http://localhost:${config.automationsPort}/wp-admin/`,
    !config.smtpUrl && 'Emails are written to files until you set a mail server: waypost setup --smtp-url smtp://…',
    !systemd && 'Nothing was started. Start Waypost with:\n\n  waypost start',
  ].filter((part) => typeof part === 'string');
  const head = `Waypost is ${systemd ? 'ready' : 'set up'}. Open it here:\n\n  ${dashboardUrl(config.baseUrl)}`;
  return `\n${[head, ...parts].join('\n\n')}\n`;
}

export const madeNow = ({ email, password, keys }: Made, baseUrl: string) =>
  `Sign in at ${dashboardUrl(baseUrl)} with this new login. It is shown only once:

  Email           ${email}
  Password        ${password}${keys ? `\n  Workspace       ${keys.workspaceId}\n  Link API key    ${keys.linksKey}\n  Automation key  ${keys.automationsKey}` : ''}`;
