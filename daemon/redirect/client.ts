/** Who visits: the client's address and country, believed from headers only when a trusted proxy sent them. */
import { BlockList, isIP } from 'node:net';
import type { Config } from '../../shared/config.ts';
import type { Headers } from './visit.ts';

export type Clients = {
  /** Whether a proxy may have sent a visit, so that all lines of its headers count. */
  readonly behindProxy: boolean;
  /**
   * The visitor's address, from the peer's and, behind trusted proxies, `X-Forwarded-For` read from the right. `headers`
   * has all lines of a header, joined by commas.
   */
  address(peer: string, headers: Headers): string;
  /** Two upper-case letters, or undefined when nobody knows. */
  country(peer: string, headers: Headers): string | undefined;
};

/** @throws when TRUSTED_PROXIES holds something that is not an address or CIDR. */
export function createClients(
  { trustedProxies, countryHeader }: Pick<Config, 'trustedProxies' | 'countryHeader'>,
  lookUp: (address: string) => string | undefined,
): Clients {
  const trusted = parseCidrs(trustedProxies);
  const behindProxy = trustedProxies.length > 0;
  const isTrusted = (address: string) =>
    behindProxy && isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const countryName = countryHeader.toLowerCase();
  /** Proxies are few and send much; to look one up costs more than the rest of a redirect. */
  const peers = new Map<string, { plain: string; trusted: boolean }>();

  function peerOf(text: string): { plain: string; trusted: boolean } {
    const known = peers.get(text);
    if (known) return known;
    const plain = plainAddress(text);
    const peer = { plain, trusted: isTrusted(plain) };
    if (peer.trusted && peers.size < 1_000) peers.set(text, peer);
    return peer;
  }

  function address(peer: string, headers: Headers): string {
    const { plain, trusted } = peerOf(peer);
    let address = plain;
    if (!trusted) return address;
    const hops = headers.getHeader('x-forwarded-for').split(',');
    for (let hop = hops.pop(); hop !== undefined; hop = hops.pop()) {
      const named = plainAddress(hop.trim());
      if (isIP(named) === 0) break;
      address = named;
      if (hops.length > 0 && !isTrusted(address)) break;
    }
    return address;
  }

  return {
    behindProxy,
    address,
    country(peer, headers) {
      if (countryName !== '' && peerOf(peer).trusted) {
        // On two lines it is nobody's word: a visitor's own stands beside the proxy's.
        const named = headers.getHeader(countryName).toUpperCase();
        if (/^[A-Z]{2}$/.test(named) && named !== 'XX') return named;
      }
      return lookUp(address(peer, headers));
    },
  };
}

/** IPv4-mapped IPv6 and bracketed or full spellings as the plain address; other text comes back as it is. */
export function plainAddress(given: string): string {
  const text = given.replace(/^\[(.*)\](:\d+)?$/, '$1');
  const mapped = /^(?:0{0,4}:){0,5}(?::|0{0,4}:)?ffff:(.+)$/i.exec(text)?.[1];
  if (mapped === undefined) return text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (mapped.includes('.')) return mapped;
  const [high = 0, low = 0] = mapped.split(':').map((part) => Number.parseInt(part, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function parseCidrs(cidrs: string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/');
    const family = isIP(address);
    const most = family === 6 ? 128 : 32;
    if (family === 0 || (bits !== undefined && !(Number(bits) >= 0 && Number(bits) <= most))) {
      throw new Error(`TRUSTED_PROXIES: ${cidr} is not an address or CIDR`);
    }
    list.addSubnet(address, Number(bits ?? most), family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
