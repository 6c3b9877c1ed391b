/** The settings that setup writes. Command-line options win; the rest is filled in where the operator set nothing. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { installation } from '../installation.ts';
import { readOwn } from '../owned-files.ts';
import { acmeCa, type Wish } from './options.ts';
import { type Values, withValues } from './settings-file.ts';

/** Where `waypost setup --remove` keeps the settings, because the data is of little use without their secret. */
export const keptSettings = path.join(installation.data, 'waypost.env');
/** Where it keeps the passphrase, without which the keys in backups cannot be read. */
export const keptPassphrase = path.join(installation.data, 'backup-passphrase');

/** The current settings; those of a removed installation come back with its data. */
export function readSettings(): string {
  if (existsSync(installation.settings)) return readFileSync(installation.settings, 'utf8');
  return readOwn(keptSettings)?.toString() ?? '';
}

const socketOfMysql = '/run/mysqld/mysqld.sock';
const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory';
const random = () => randomBytes(24).toString('base64url');

/** The intended text of the file. */
export function wishedSettings(text: string, wish: Wish): string {
  const former = parseEnv(text) as Values;
  const filled = Object.entries(defaults(wish)).filter(([name]) => !former[name] && !former[`${name}_FILE`]);
  return withValues(text || head, { ...Object.fromEntries(filled), ...said(wish, former) });
}

const head = `# Settings of Waypost. \`waypost setup\` writes the lines below and keeps every other one; after a change:
# systemctl restart waypost
`;

const defaults = ({ domain }: Wish): Values => ({
  LOCAL_DIR: installation.data,
  MYSQL_URL: `mysql://waypost:${random()}@localhost/waypost?socketPath=${encodeURIComponent(socketOfMysql)}`,
  REDIS_URL: 'redis://127.0.0.1:6379/0',
  CERTIFICATE_SECRET: random(),
  MAIL_FROM: `Waypost <no-reply@${domain}>`,
  METRICS_PORT: '9464',
});

function said({ domain, contactsDomain, email, tls, acme, given }: Wish, former: Values): Values {
  // The file is deleted with --remove and the option may be missing next time.
  const isGone = !acme?.caFile && former.ACME_CA_FILE === acmeCa;
  const authority: Values = acme?.caFile ? { ACME_CA_FILE: acmeCa } : isGone ? { ACME_CA_FILE: '' } : {};
  const base = {
    BASE_URL: `https://${domain}/api`,
    DEFAULT_SHORT_DOMAIN: domain,
    ADMIN_EMAIL: email,
    ...authority,
    ...given,
  };
  if (tls === 'waypost') {
    return {
      ...base,
      HOST: '0.0.0.0',
      // Contacts have no HTTPS of their own: they are reachable only from this machine, or through SSH.
      AUTOMATIONS_HOST: '127.0.0.1',
      ...(former.SITE_URL ? { SITE_URL: '' } : {}),
      LINKS_PORT: '80',
      TLS_PORT: '443',
      ACME_DIRECTORY: acme?.directory ?? letsEncrypt,
      ACME_EMAIL: email,
    };
  }
  return {
    ...base,
    SITE_URL: `https://${contactsDomain}`,
    TRUSTED_PROXIES: former.TRUSTED_PROXIES || '127.0.0.1',
    // Settings of Waypost's own HTTPS before a proxy took over.
    ...(former.ACME_DIRECTORY
      ? { HOST: '', AUTOMATIONS_HOST: '', LINKS_PORT: '', TLS_PORT: '', ACME_DIRECTORY: '' }
      : {}),
  };
}

const secrets = /URL$|SECRET$|PASSWORD$|KEY$/;

/** The settings in `wished` that `text` lacks, in words, without secrets. */
export function differencesOf(text: string, wished: string): string | undefined {
  const [before, after] = [parseEnv(text), parseEnv(wished)];
  const names = Object.keys(after).filter((name) => after[name] !== before[name]);
  const words = names.map((name) => {
    if (before[name] === undefined) return name;
    return secrets.test(name) && !/^(BASE|SITE)_URL$/.test(name)
      ? `${name} (changed)`
      : `${name} (was ${before[name] || 'empty'})`;
  });
  return words.length === 0 ? undefined : words.join(', ');
}
