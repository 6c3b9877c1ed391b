/** URLs of this service itself: short domains, where links could redirect in a loop, and the API. */
import type { Config } from '../../shared/config/config.ts';
import { trimEndOf } from '../../shared/trim.ts';
import type { Hosts } from '../redirect/map/hosts.ts';
import { canonicalHost } from './core/canonical.ts';

const onThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Returns a function that tests whether a URL points to this service. A short domain matches on any port, except on
 * localhost, where other ports belong to other services. On BASE_URL's host only URLs below BASE_URL match, because
 * that host can serve another site too.
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
