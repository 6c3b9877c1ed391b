/** Pure functions for hostnames: the rules for custom domains, stored as lower-case punycode and shown in Unicode. */
import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import type { Config } from '../../shared/config/config.ts';

/** The hosts of Waypost itself. */
export type OwnHosts = ReadonlySet<string>;

export const hostOf = (domain: string) => domain.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

/** Returns the host of links without a custom domain, to which custom domains must point. */
export const defaultHost = ({ defaultShortDomain }: Pick<Config, 'defaultShortDomain'>) => hostOf(defaultShortDomain);

export const ownHosts = (config: Pick<Config, 'defaultShortDomain' | 'baseUrl' | 'siteUrl'>): OwnHosts =>
  new Set([defaultHost(config), ...[config.baseUrl, config.siteUrl].map((url) => new URL(url).hostname)]);

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Letters of any script, digits, hyphens and dots, but no other part of a URL. */
const asWritten = /^[\p{L}\p{M}\p{N}\p{So}\p{Join_Control}.\u3002-]+$/u;
const longest = 253;

export type Parsed = { hostname: string } | { fault: string };

/** Returns the stored form of a typed hostname, or its fault. */
export function parseHostname(text: string, own: OwnHosts): Parsed {
  if (text.includes('*')) return { fault: 'must be one name, not a wildcard' };
  if (/:\d*$/.test(text) && !/^\[|:.*:/.test(text)) return { fault: 'must be without a port' };
  if (isAddress(text)) return { fault: 'must be a name, not an IP address' };
  if (!asWritten.test(text)) return { fault: 'must be a hostname such as go.example.com' };
  const hostname = domainToASCII(text).replace(/\.$/, '');
  if (isAddress(hostname)) return { fault: 'must be a name, not an IP address' };
  if (hostname.length > longest) return { fault: `must have at most ${longest} characters, even as punycode` };
  if (hostname === '' || !hostname.split('.').every((part) => label.test(part))) {
    return { fault: 'must be a hostname such as go.example.com' };
  }
  if (own.has(hostname)) return { fault: 'is a domain of this service itself' };
  if (parse(hostname, options).domain === null) return { fault: 'is a public suffix; use a domain below it' };
  return { hostname };
}

const options = { allowPrivateDomains: true };

const isAddress = (text: string) => parse(text.replace(/^(\[.*\]):\d*$/, '$1'), options).isIp === true;

/** Returns whether a hostname is the apex of a zone, where DNS allows no CNAME. */
export const isApex = (hostname: string) => parse(hostname, options).domain === hostname;

export const unicodeOf = (hostname: string) => domainToUnicode(hostname) || hostname;

/** Returns Waypost's own hosts for which a public certificate authority can issue certificates. */
export const certificateHosts = (config: Pick<Config, 'defaultShortDomain' | 'baseUrl'>): string[] =>
  [...new Set([defaultHost(config), new URL(config.baseUrl).hostname])].filter(
    (host) => 'hostname' in parseHostname(host, new Set()),
  );
