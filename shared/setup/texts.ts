/** The messages of setup to the operator at the end. */
import { dashboardUrl } from '../config/dashboard-url.ts';
import { installation } from '../installation.ts';
import type { Made } from './account.ts';
import type { Work } from './context.ts';
import type { Change } from './plan.ts';

export function endOf({ wish, config }: Work, changes: Change[], login: Made | undefined): string {
  if (changes.length === 0) return 'Everything is as it should be; nothing was changed.\n';
  const { domain, systemd, tls, email } = wish;
  const [links, contacts] = [config.linksPort, config.automationsPort].map((port) => `127.0.0.1:${port}`);
  const parts = [
    login
      ? madeNow(login, config.baseUrl)
      : changes.some(({ step }) => step === 'account') &&
        `There is an account already. A new password: waypost user password ${email}`,
    changes.some(({ step }) => step === 'passphrase') &&
      `Backups encrypt keys and settings with the passphrase in ${installation.backupPassphrase}. Keep a copy of it elsewhere.`,
    tls === 'none' && `Let your proxy send ${domain} to ${links}, and its /wp-admin and /wp-json to ${contacts}.`,
    tls === 'waypost' && `Contacts are for this machine alone: http://localhost:${config.automationsPort}/wp-admin/`,
    !config.smtpUrl && 'Mails are written to files until there is a mail server: waypost setup --smtp-url smtp://…',
    !systemd && 'Nothing was started. Start it with:\n\n  waypost start',
  ].filter((part) => typeof part === 'string');
  const head = `Waypost is ${systemd ? 'ready' : 'set up'}. Open it here:\n\n  ${dashboardUrl(config.baseUrl)}`;
  return `\n${[head, ...parts].join('\n\n')}\n`;
}

export const madeNow = ({ email, password, keys }: Made, baseUrl: string) =>
  `Sign in at ${dashboardUrl(baseUrl)} with the login that was made for you. It is shown only this once:

  Email           ${email}
  Password        ${password}${keys ? `\n  Link API key    ${keys.linksKey}\n  Automation key  ${keys.automationsKey}` : ''}`;
