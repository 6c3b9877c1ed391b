/** The visitor's address and country, taken from headers only if a trusted proxy sent them. */

import type { Config } from '../../shared/config/config.ts';
import { addressBytes, readAddress, writePeerAddress } from '../../shared/net/address.ts';
import { createAddressReader, createForwardedReader } from '../../shared/net/forwarded-address.ts';
import { createTrustedProxies } from '../../shared/net/trusted-proxies.ts';
import type { Headers, Peer } from './core/visit.ts';
import { countryKey } from './map/slug-map.ts';

export type Clients = {
  /** Whether a proxy may have sent a visit, so that all lines of its headers count. */
  readonly behindProxy: boolean;
  /** To be told of each new connection: while all came from trusted proxies, `locate` need not ask from where a visit came. */
  connected(peer: Peer): void;
  /**
   * Writes the visitor's 16 bytes: the peer's and, behind trusted proxies, those of `X-Forwarded-For` read from the right.
   * `headers` has all lines of a header, joined by commas. Returns the country a proxy told, as its two letters' number,
   * or 0.
   */
  locate(into: Buffer, at: number, peer: Peer, headers: Headers): number;
  /** The visitor's address as text, of a peer's text; a peer without an address comes back as it is. */
  address(peer: string, headers: Headers): string;
  /** Two upper-case letters, or undefined when nobody knows. */
  country(peer: Peer, headers: Headers): string | undefined;
};

/** @throws when TRUSTED_PROXIES holds something that is not an address or CIDR. */
export function createClients(
  { trustedProxies, countryHeader }: Pick<Config, 'trustedProxies' | 'countryHeader'>,
  lookUp: (address: string) => string | undefined,
): Clients {
  const isTrusted = createTrustedProxies(trustedProxies);
  const behindProxy = trustedProxies.length > 0;
  const countryName = countryHeader.toLowerCase();
  const own = Buffer.alloc(addressBytes);
  const writeForwarded = createForwardedReader(isTrusted);
  const addressOf = createAddressReader(trustedProxies);
  let connections: 'unseen' | 'all trusted' | 'mixed' = 'unseen';

  function connected(peer: Peer): void {
    if (connections === 'mixed') return;
    writePeerAddress(own, 0, peer.getRemoteAddress());
    // For good: its end is not told, and its requests may be answered after it.
    connections = isTrusted(own, 0) ? 'all trusted' : 'mixed';
  }

  /** The library asks the kernel for a peer's address each time, and the collector tracks each answer. */
  function locate(into: Buffer, at: number, peer: Peer, headers: Headers): number {
    const forwardedFor = behindProxy ? headers.getHeader('x-forwarded-for') : '';
    if (connections !== 'all trusted' || !writeForwarded(into, at, forwardedFor)) {
      writePeerAddress(into, at, peer.getRemoteAddress());
      if (!behindProxy || !isTrusted(into, at)) return 0;
      writeForwarded(into, at, forwardedFor);
    }
    return countryName === '' ? 0 : toldCountry(headers.getHeader(countryName));
  }

  return {
    behindProxy,
    connected,
    locate,
    address: (peer, headers) => addressOf(peer, headers.getHeader('x-forwarded-for')),
    country(peer, headers) {
      const told = locate(own, 0, peer, headers);
      return told === 0 ? lookUp(readAddress(own, 0)) : String.fromCharCode(told >> 8, told & 255);
    },
  };
}

const unknownCountry = countryKey('XX');

/** A header on two lines, joined here, is ignored: a visitor's own stands beside the proxy's. */
function toldCountry(named: string): number {
  if (named.length !== 2) return 0;
  const first = upperLetter(named.charCodeAt(0));
  const second = upperLetter(named.charCodeAt(1));
  const told = (first << 8) | second;
  return first === 0 || second === 0 || told === unknownCountry ? 0 : told;
}

/** 0 for what is no letter. */
function upperLetter(code: number): number {
  const lower = code | 32;
  return lower >= 97 && lower <= 122 ? lower - 32 : 0;
}
