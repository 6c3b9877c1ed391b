/**
 * The settings that setup writes. Command-line options take precedence; defaults fill in what the operator has not
 * set.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { installation } from '../installation.ts';
import { readOwn } from '../owned-files.ts';
import { acmeCa, type SetupOptions } from './options.ts';
import { type Values, withValues } from './settings-file.ts';

/** The file in which `waypost setup --remove` keeps the settings, because their secret decrypts parts of the data. */
export const keptSettings = path.join(installation.data, 'waypost.env');
/** The file in which `--remove` keeps the passphrase, which decrypts the keys in backups. */
export const keptPassphrase = path.join(installation.data, 'backup-passphrase');

/** Returns the text of the current settings. After a removal, these are the settings kept in the data folder. */
export function readSettings(): string {
  if (existsSync(installation.settings)) return readFileSync(installation.settings, 'utf8');
  return readOwn(keptSettings)?.toString() ?? '';
}

const socketOfMysql = '/run/mysqld/mysqld.sock';
const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory';
const random = () => randomBytes(24).toString('base64url');

/** Returns the intended text of the settings file. */
export function desiredSettings(text: string, options: SetupOptions): string {
  const previous = parseEnv(text) as Values;
  const filled = Object.entries(defaults(options)).filter(([name]) => !previous[name] && !previous[`${name}_FILE`]);
  return withValues(text || head, { ...Object.fromEntries(filled), ...settingsOf(options, previous) });
}

const head = `# Settings of Waypost. \`waypost setup\` writes the lines below and keeps all others. After a change, run:
# systemctl restart waypost
`;

const defaults = ({ domain }: SetupOptions): Values => ({
  LOCAL_DIR: installation.data,
  MYSQL_URL: `mysql://waypost:${random()}@localhost/waypost?socketPath=${encodeURIComponent(socketOfMysql)}`,
  REDIS_URL: 'redis://127.0.0.1:6379/0',
  CERTIFICATE_SECRET: random(),
  MAIL_FROM: `Waypost <no-reply@${domain}>`,
  METRICS_PORT: '9464',
});

function settingsOf({ domain, contactsDomain, email, tls, acme, given }: SetupOptions, previous: Values): Values {
  // `--remove` deletes the authority's certificate, and the next setup can omit the option.
  const isGone = !acme?.caFile && previous.ACME_CA_FILE === acmeCa;
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
      // Contact automation has no HTTPS of its own, so it is reachable only from this machine or over SSH.
      AUTOMATIONS_HOST: '127.0.0.1',
      ...(previous.SITE_URL ? { SITE_URL: '' } : {}),
      LINKS_PORT: '80',
      TLS_PORT: '443',
      ACME_DIRECTORY: acme?.directory ?? letsEncrypt,
      ACME_EMAIL: email,
    };
  }
  return {
    ...base,
    SITE_URL: `https://${contactsDomain}`,
    TRUSTED_PROXIES: previous.TRUSTED_PROXIES || '127.0.0.1',
    // Resets settings for Waypost's own HTTPS, if a proxy replaces it.
    ...(previous.ACME_DIRECTORY
      ? { HOST: '', AUTOMATIONS_HOST: '', LINKS_PORT: '', TLS_PORT: '', ACME_DIRECTORY: '' }
      : {}),
  };
}

const secrets = /URL$|SECRET$|PASSWORD$|KEY$/;

/** Lists the settings that differ, without the values of secrets. Returns `undefined` if there are none. */
export function differencesOf(text: string, desired: string): string | undefined {
  const [before, after] = [parseEnv(text), parseEnv(desired)];
  const names = Object.keys(after).filter((name) => after[name] !== before[name]);
  const words = names.map((name) => {
    if (before[name] === undefined) return name;
    return secrets.test(name) && !/^(BASE|SITE)_URL$/.test(name)
      ? `${name} (changed)`
      : `${name} (was ${before[name] || 'empty'})`;
  });
  return words.length === 0 ? undefined : words.join(', ');
}
