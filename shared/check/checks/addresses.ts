/** Checks of the public host names: they resolve, and their servers have valid certificates. */
import { lookup } from 'node:dns/promises';
import { isLocalUrl } from '../../config/local-url.ts';
import { openLookups } from '../../net/lookups.ts';
import { checkCertificate } from '../../net/served-certificate.ts';
import { type Finding, failed, need, ok, type Subject, unknown, warning } from '../core/finding.ts';
import { queriedOnce } from '../core/query-once.ts';
import { listFailedOrders, listTroubledDomains } from './links-queries.ts';

type Place = { host: string; setting: string; port: number; isTls: boolean };

/** Lists each host once. Local hosts need neither DNS nor a certificate, and a demo sends no requests. */
function placesOf({ config }: Subject): Place[] {
  if (config.demo || isLocalUrl(config.baseUrl)) return [];
  const { protocol } = new URL(config.baseUrl);
  const places = Object.entries({
    DEFAULT_SHORT_DOMAIN: `${protocol}//${config.defaultShortDomain}`,
    BASE_URL: config.baseUrl,
    SITE_URL: config.siteUrl,
  })
    .filter(([, address]) => !isLocalUrl(address))
    .map(([setting, address]): [string, Place] => {
      const { hostname, port, protocol } = new URL(address);
      const isTls = protocol === 'https:';
      return [hostname, { host: hostname, setting, port: Number(port) || (isTls ? 443 : 80), isTls }];
    });
  return [...new Map(places.reverse()).values()].reverse();
}

const dnsWithinMs = 3_000;
const soonDays = 14;
const dayMs = 86_400_000;

const addressesOf = queriedOnce(async ({ config }, host): Promise<string[] | undefined> => {
  const found = await openLookups(config.dnsResolvers, dnsWithinMs).addresses(host);
  if (found && found.length > 0) return found;
  // A name can be local, for example in a hosts file.
  return lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => found,
  );
});

export async function checkDns(subject: Subject): Promise<Finding[]> {
  return Promise.all(
    placesOf(subject).map(async ({ host, setting }) => {
      const addresses = await addressesOf(subject, host);
      if (addresses === undefined)
        return unknown(`DNS did not answer for ${host}`, 'check DNS_RESOLVERS, or /etc/resolv.conf');
      if (addresses.length > 0) return ok(`${host} points to ${addresses.slice(0, 4).join(', ')}`);
      return failed(
        `${host} of ${setting} has no IP address`,
        `create an A record for ${host} with the IP address of this server`,
      );
    }),
  );
}

export async function checkCertificates(subject: Subject): Promise<Finding[]> {
  const places = placesOf(subject).filter(({ isTls }) => isTls);
  return (await Promise.all(places.map((place) => certificateOf(subject, place)))).flat();
}

/**
 * Checks the certificate of a host. Returns no finding for a name that does not resolve, because another check
 * reports it.
 */
async function certificateOf(subject: Subject, { host, port }: Place): Promise<Finding | Finding[]> {
  const renew = subject.config.acmeDirectory
    ? 'port 80 of the host must reach LINKS_PORT; read LOCAL_DIR/logs/links-worker.log'
    : 'check the proxy that serves TLS, for example with `journalctl -u caddy`';
  const addresses = (await addressesOf(subject, host)) ?? [];
  if (addresses.length === 0) return [];
  const { acmeCaFile: caFile } = subject.config;
  const state = await checkCertificate(host, addresses, { port, allowPrivate: true, withinMs: 3_000, caFile });
  if (!state) return warning(`nothing answers at ${host}:${port} from here`, renew);
  const { certificateError, certificateExpiresAt: expiresAt } = state;
  if (certificateError !== null) return failed(`${host}: ${certificateError}`, renew);
  return termOf(host, expiresAt, subject.now, renew);
}

/** Evaluates a certificate by its remaining days. `renew` is the remedy if it expires soon. */
export function termOf(host: string, expiresAt: Date | null, now: Date, renew: string): Finding {
  const days = Math.floor(((expiresAt?.getTime() ?? 0) - now.getTime()) / dayMs);
  const left = `the certificate of ${host} is valid for ${days} days`;
  return days < soonDays ? warning(left, renew) : ok(left);
}

const mostNamed = 5;

/** Reports the results of Waypost's own checks of custom domains, and of its certificate orders. */
export async function checkDomains(subject: Subject): Promise<Finding | Finding[]> {
  const db = need(subject.links, 'MySQL');
  const soon = new Date(subject.now.getTime() + soonDays * dayMs);
  const [domains, orders] = await Promise.all([
    listTroubledDomains(db, soon),
    subject.config.acmeDirectory ? listFailedOrders(db, soon) : [],
  ]);
  const until = (expiresAt: Date | null) => `its certificate expires on ${expiresAt?.toISOString().slice(0, 10)}`;
  const faults = new Map([
    ...orders.map(({ hostname, error, expiresAt }) => [hostname, error ?? until(expiresAt)] as const),
    ...domains.map(
      ({ hostname, status, error, expiresAt }) =>
        [
          hostname,
          status === 'misconfigured' ? 'its DNS records point elsewhere' : (error ?? until(expiresAt)),
        ] as const,
    ),
  ]);
  if (faults.size === 0) return ok('custom domains point here, and their certificates are renewed');
  const named = [...faults].slice(0, mostNamed).map(([host, why]) => `${host}: ${why}`);
  const more = faults.size > mostNamed ? `, and ${faults.size - mostNamed} more` : '';
  return warning(
    named.join('; ') + more,
    '`waypost links domain list` shows them; their records are in the dashboard, Domains',
  );
}
