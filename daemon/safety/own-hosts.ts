/** Whether a URL leads back to this service: to a short domain, where links could run in a ring, or to the API itself. */
import type { Config } from '../../shared/config/config.ts';
import { trimEndOf } from '../../shared/trim.ts';
import type { Hosts } from '../redirect/map/hosts.ts';
import { canonicalHost } from './core/canonical.ts';

const onThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * A short domain counts on any port, unless it is this machine, where other ports are other services. Of BASE_URL's host
 * only what lies below that address: the company's site may be on the same host.
 */
export function createOwnHosts(config: Pick<Config, 'baseUrl' | 'defaultShortDomain'>, hosts: Hosts) {
  const base = new URL(config.baseUrl);
  const ownPort = portOf(new URL(`http://${config.defaultShortDomain}`));
  return (url: URL): boolean => {
    const host = canonicalHost(url.hostname);
    if (hosts.find(host) >= 0) return !onThisMachine.test(host) || portOf(url) === ownPort;
    if (host !== canonicalHost(base.hostname) || portOf(url) !== portOf(base)) return false;
    return `${url.pathname}/`.startsWith(`${trimEndOf(base.pathname, '/')}/`);
  };
}

const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80');
