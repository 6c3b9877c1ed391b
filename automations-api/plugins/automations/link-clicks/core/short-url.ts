/** Normalization of short URLs. Pure. */
import { domainToASCII } from 'node:url';

/** Returns the URL without scheme, query and trailing slash, with its host in DNS form. */
export function placeOf(url: string): string {
  const [, host = '', path = ''] = /^(?:https?:\/\/)?([^/?#]*)([^?#]*)/i.exec(url) ?? [];
  const [name = '', ...port] = host.toLowerCase().split(':');
  return [domainToASCII(name) || name, ...port].join(':') + path.replace(/\/$/, '');
}
