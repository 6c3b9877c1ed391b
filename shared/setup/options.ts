/** The options of `waypost setup`. An omitted option keeps its value from an earlier setup. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isMysqlUrl } from '../config/mysql-url.ts';
import { ConfigError } from '../errors.ts';
import { installation } from '../installation.ts';
import { asciiDomain, parseAddress } from '../mail/email-address.ts';
import { isRedisUrl } from '../redis/redis-url.ts';
import { type Authority, authorityOf, ownName } from './caddyfile.ts';
import type { Values } from './settings-file.ts';

export const tlsWays = ['caddy', 'waypost', 'none'] as const;
/** The program that manages the certificates: Caddy, Waypost itself, or a proxy that setup does not manage. */
type Tls = (typeof tlsWays)[number];

export type Flags = {
  domain?: string;
  email?: string;
  contactsDomain?: string;
  passwordFile?: string;
  mysqlUrl?: string;
  redisUrl?: string;
  smtpUrl?: string;
  tls?: Tls;
  acmeDirectory?: string;
  acmeCa?: string;
  systemd: boolean;
};

export type SetupOptions = {
  domain: string;
  email: string;
  /** The same as `domain` if both services share a host. */
  contactsDomain: string;
  /** The first account's password; random by default. */
  password?: string | undefined;
  tls: Tls;
  acme?: Authority | undefined;
  /** The file from which setup copies the authority's certificate. */
  acmeCaFrom?: string | undefined;
  given: { MYSQL_URL?: string; REDIS_URL?: string; SMTP_URL?: string };
  systemd: boolean;
};

/** The copy of the authority's certificate for Waypost and Caddy, which run as other users and can read it. */
export const acmeCa = path.join(path.dirname(installation.settings), 'acme-ca.pem');
export const ownCaddyfile = path.join(installation.caddy, ownName);

/** Combines the flags with the current settings. @throws naming the invalid option */
export function readOptions(flags: Flags, previous: Values): SetupOptions {
  const domain = readDomain('--domain', flags.domain ?? previous.DEFAULT_SHORT_DOMAIN);
  const site = previous.SITE_URL && URL.canParse(previous.SITE_URL) ? new URL(previous.SITE_URL).hostname : undefined;
  const previousContacts = previous.DEFAULT_SHORT_DOMAIN === site || previous.ACME_DIRECTORY ? undefined : site;
  const tls = flags.tls ?? previousTls(previous);
  if (tls === 'waypost' && flags.contactsDomain) {
    throw new ConfigError('--contacts-domain needs a proxy: use --tls caddy, or omit it');
  }
  return {
    domain,
    contactsDomain:
      tls === 'waypost' ? domain : readDomain('--contacts-domain', flags.contactsDomain ?? previousContacts ?? domain),
    email: readEmail(flags.email ?? previous.ADMIN_EMAIL),
    password: flags.passwordFile === undefined ? undefined : readPassword(flags.passwordFile),
    tls,
    acme: readAuthority(flags, previous),
    acmeCaFrom: flags.acmeCa === undefined ? undefined : readable('--acme-ca', flags.acmeCa),
    given: {
      ...readUrl('MYSQL_URL', flags.mysqlUrl, isMysqlUrl),
      ...readUrl('REDIS_URL', flags.redisUrl, isRedisUrl),
      ...readUrl('SMTP_URL', flags.smtpUrl, ofProtocol(/^smtps?:$/)),
    },
    systemd: flags.systemd,
  };
}

function readDomain(flag: string, text: string | undefined): string {
  if (!text) throw new ConfigError(`${flag} is missing: the domain for short links, such as go.example.com`);
  const domain = asciiDomain(text);
  if (domain === undefined || /^[\d.]+$/.test(domain)) {
    throw new ConfigError(
      `${flag} ${text}: it must be only a domain, without https:// and port, such as go.example.com`,
    );
  }
  return domain;
}

function readEmail(text: string | undefined): string {
  if (!text) throw new ConfigError('--email is missing: the email that you sign in with, such as me@example.com');
  const parsed = parseAddress(text);
  if ('fault' in parsed) throw new ConfigError(`--email ${text}: it ${parsed.fault}`);
  return parsed.address;
}

function readPassword(file: string): string {
  const password = readFileSync(readable('--password-file', file), 'utf8').replace(/\r?\n$/, '');
  if (password.length < 10 || password.length > 200) {
    throw new ConfigError(`--password-file ${file}: the password must have 10 to 200 characters`);
  }
  return password;
}

function readable(flag: string, file: string): string {
  if (!existsSync(file)) throw new ConfigError(`${flag} ${file}: the file does not exist`);
  return file;
}

const ofProtocol = (protocol: RegExp) => (text: string) => URL.canParse(text) && protocol.test(new URL(text).protocol);

function readUrl(name: string, text: string | undefined, hasForm: (text: string) => boolean): Values {
  if (text === undefined) return {};
  if (!hasForm(text)) {
    const flag = `--${name.toLowerCase().replace('_', '-')}`;
    throw new ConfigError(`${flag}: the URL is invalid; the settings reference shows the format of ${name}`);
  }
  return { [name]: text };
}

/** Returns the certificate program of the current settings; Caddy at the first setup. */
function previousTls(previous: Values): Tls {
  if (previous.ACME_DIRECTORY) return 'waypost';
  const isSetUp = existsSync(path.join(installation.units, 'waypost.service'));
  return isSetUp && !existsSync(ownCaddyfile) ? 'none' : 'caddy';
}

function readAuthority(flags: Flags, previous: Values): Authority | undefined {
  const written = existsSync(ownCaddyfile) ? authorityOf(readFileSync(ownCaddyfile, 'utf8')) : undefined;
  const directory = flags.acmeDirectory ?? (previous.ACME_DIRECTORY || written);
  if (directory === undefined) {
    if (flags.acmeCa) throw new ConfigError('--acme-ca needs --acme-directory');
    return undefined;
  }
  if (!URL.canParse(directory) || !/^https:\/\/[^\s{}"`]+$/.test(directory)) {
    throw new ConfigError(`--acme-directory ${directory}: it must be an https:// URL`);
  }
  return { directory, caFile: flags.acmeCa !== undefined || existsSync(acmeCa) ? acmeCa : undefined };
}
