/**
 * The form of MYSQL_URL: one or several hosts, `mysql://user:password@db1:3306,db2/database`, and TLS with `ssl-ca`.
 * Errors never show the URL, which contains a password.
 */
import { isIP } from 'node:net';
import type { PoolOptions, TypeCastField } from 'mysql2';
import { ConfigError } from '../errors.ts';
import { readCa } from './ca-file.ts';
import { escapes, isEscaped } from './escapes.ts';

export const mysqlForm = `\`mysql://user:password@host:port/database\`, with commas between several hosts, and ${escapes}`;

const parts = /^(mysql:\/\/(?:[^/?#]*@)?)([^/?#@]*)([/?#].*)?$/i;

/** Splits a URL into one per host, in order. @throws ConfigError if the URL has another form */
export function hostUrls(mysqlUrl: string): [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = parts.exec(mysqlUrl) ?? [];
  const urls = hosts.split(',').map((host) => before + host.trim() + after);
  const isUrl = (url: string) => URL.canParse(url) && new URL(url).hostname !== '';
  if (before === '' || !isEscaped(mysqlUrl) || !urls.every(isUrl)) {
    throw new ConfigError(`MYSQL_URL: must be ${mysqlForm}`);
  }
  return urls as [string, ...string[]];
}

export function isMysqlUrl(text: string): boolean {
  try {
    return new URL(hostUrls(text)[0]).pathname.length > 1;
  } catch {
    return false;
  }
}

/** Returns the URL with another database; '' keeps the current one. */
export function withDatabase(mysqlUrl: string, database: string): string {
  if (database === '') return mysqlUrl;
  const [, before = '', hosts = '', after = ''] = parts.exec(mysqlUrl) ?? [];
  return `${before}${hosts}/${encodeURIComponent(database)}${after.replace(/^\/[^?#]*/, '')}`;
}

export const databaseOf = (mysqlUrl: string): string =>
  decodeURIComponent(new URL(hostUrls(mysqlUrl)[0]).pathname.slice(1));

/** Time limit for a connection to one of several hosts, in ms. */
export const connectMs = 3_000;

/** Returns the connection options for one host. Times are UTC; TINYINT(1) is boolean. @throws ConfigError for TLS */
export function hostOptions(hostUrl: string): PoolOptions {
  const url = new URL(hostUrl);
  const ssl = tlsOptions(url);
  return {
    uri: url.href,
    ...(ssl ? { ssl } : {}),
    timezone: 'Z',
    charset: 'utf8mb4_unicode_ci',
    supportBigNumbers: true,
    connectTimeout: connectMs,
    enableKeepAlive: true,
    keepAliveInitialDelay: 10_000,
    typeCast(field: TypeCastField, next: () => unknown) {
      if (field.type === 'TINY' && field.length === 1) return toBoolean(field.string());
      return field.type === 'DATE' ? toDay(field.string()) : next();
    },
  };
}

/** Reads and removes the TLS parameters, which mysql2 does not know. */
function tlsOptions({ searchParams: parameters, hostname }: URL): PoolOptions['ssl'] | undefined {
  const [file, mode] = ['ssl-ca', 'ssl-mode'].map((name) => {
    const value = parameters.get(name);
    parameters.delete(name);
    return value;
  });
  if (!file && !mode) return undefined;
  if (mode && mode !== 'VERIFY_IDENTITY' && mode !== 'VERIFY_CA') {
    throw new ConfigError('MYSQL_URL: ssl-mode must be VERIFY_IDENTITY or VERIFY_CA');
  }
  // mysql2 would compare the certificate of an IP address with the name `localhost`.
  if (mode !== 'VERIFY_CA' && isIP(hostname.replace(/^\[(.*)\]$/, '$1'))) {
    throw new ConfigError('MYSQL_URL: with ssl-ca, hosts must be names; for IP addresses add ssl-mode=VERIFY_CA');
  }
  const ca = file ? { ca: readCa('MYSQL_URL', file) } : {};
  return { ...ca, rejectUnauthorized: true, verifyIdentity: mode !== 'VERIFY_CA' };
}

/** Parses a date, because the driver reads the years 1 to 99 as 1901 to 1999. */
const toDay = (value: string | null) => (value === null ? null : new Date(`${value}T00:00:00Z`));

const toBoolean = (value: string | null) => (value === null ? null : value === '1');
