/** Short URLs as people write them. Pure. */
import { domainToASCII } from 'node:url';

/** Without its scheme, its query and a slash at its end; its host as DNS has it. */
export function placeOf(url: string): string {
  const [, host = '', path = ''] = /^(?:https?:\/\/)?([^/?#]*)([^?#]*)/i.exec(url) ?? [];
  const [name = '', ...port] = host.toLowerCase().split(':');
  return [domainToASCII(name) || name, ...port].join(':') + path.replace(/\/$/, '');
}
