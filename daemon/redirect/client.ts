/** The visitor's IP address and country, taken from headers only if a trusted proxy sent them. */
import type { Config } from '../../shared/config/config.ts';
import { u16At } from '../../shared/elements.ts';
import { addressBytes, copyAddress, isMapped, readAddress, writePeerAddress } from '../../shared/net/address.ts';
import { createAddressReader, createForwardedReader } from '../../shared/net/forwarded-address.ts';
import { createTrustedProxies } from '../../shared/net/trusted-proxies.ts';
import { countryCode } from '../clicks/core/dimensions.ts';
import type { Headers, Peer } from './core/visit.ts';
import { countryKey } from './map/slug-map.ts';

export type Clients = {
  /** True if a visit can come through a proxy, so that all lines of its headers count. */
  readonly behindProxy: boolean;
  /**
   * Records a new connection. Call it for each one. While all connections are from trusted proxies, `locate` need not
   * read the peer's IP address.
   */
  connected(peer: Peer): void;
  /**
   * Writes the visitor's IP address as 16 bytes. This is the peer's address or, behind trusted proxies, the address in
   * `X-Forwarded-For`, read from the right. `headers` has all lines of a header, joined by commas. Returns the code of
   * the country that a proxy sent, or 0.
   */
  locate(into: Buffer, at: number, peer: Peer, headers: Headers): number;
  /** Works like `locate`, and speeds up the next call for the same visit. `into` has 16 bytes. */
  locateFirst(into: Buffer, peer: Peer, headers: Headers): number;
  /** Returns the visitor's address as text. `peer` is text, and returned unchanged if it is not an address. */
  address(peer: string, headers: Headers): string;
  /** Returns two upper-case letters, or undefined if the country is unknown. */
  country(peer: Peer, headers: Headers): string | undefined;
  /** Returns the code of the country of an address from `locate`, or 0 if it is unknown. IPv4 addresses are cached. */
  countryAt(bytes: Buffer, at: number): number;
};

/** @throws if an entry of TRUSTED_PROXIES is not an address or CIDR */
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
  const countryAt = rememberCountries(lookUp);
  const last: { address: Buffer; peer?: Peer; headers?: Headers; sent: number } = {
    address: Buffer.alloc(addressBytes),
    sent: 0,
  };
  let connections: 'unseen' | 'all trusted' | 'mixed' = 'unseen';

  function connected(peer: Peer): void {
    if (connections === 'mixed') return;
    writePeerAddress(own, 0, peer.getRemoteAddress());
    // `mixed` is final: the end of a connection is not reported, and its requests can be answered later.
    connections = isTrusted(own, 0) ? 'all trusted' : 'mixed';
  }

  /**
   * Writes the visitor's IP address. Returns the code of the country that a proxy sent, or 0. Avoids
   * `getRemoteAddress`, which calls the kernel and allocates memory each time.
   */
  function find(into: Buffer, at: number, peer: Peer, headers: Headers): number {
    const forwardedFor = behindProxy ? headers.getHeader('x-forwarded-for') : '';
    if (connections !== 'all trusted' || !writeForwarded(into, at, forwardedFor)) {
      writePeerAddress(into, at, peer.getRemoteAddress());
      if (!behindProxy || !isTrusted(into, at)) return 0;
      writeForwarded(into, at, forwardedFor);
    }
    return countryName === '' ? 0 : sentCountry(headers.getHeader(countryName));
  }

  function locate(into: Buffer, at: number, peer: Peer, headers: Headers): number {
    if (peer !== last.peer || headers !== last.headers) return find(into, at, peer, headers);
    copyAddress(into, at, last.address);
    return last.sent;
  }

  function locateFirst(into: Buffer, peer: Peer, headers: Headers): number {
    last.sent = locate(into, 0, peer, headers);
    copyAddress(last.address, 0, into);
    last.peer = peer;
    last.headers = headers;
    return last.sent;
  }

  return {
    behindProxy,
    connected,
    locate,
    locateFirst,
    countryAt,
    address: (peer, headers) => addressOf(peer, headers.getHeader('x-forwarded-for')),
    country(peer, headers) {
      const sent = locateFirst(own, peer, headers);
      return sent === 0 ? lookUp(readAddress(own, 0)) : String.fromCharCode(sent >> 8, sent & 255);
    },
  };
}

const unknownCountry = countryKey('XX');

/**
 * Parses the country header. Ignores a header sent twice, whose values are joined, because one of them can come from
 * the visitor.
 */
function sentCountry(header: string): number {
  if (header.length !== 2) return 0;
  const first = upperLetter(header.charCodeAt(0));
  const second = upperLetter(header.charCodeAt(1));
  const code = (first << 8) | second;
  return first === 0 || second === 0 || code === unknownCountry ? 0 : code;
}

/** Returns a letter in upper case, or 0 if it is not a letter. */
function upperLetter(code: number): number {
  const lower = code | 32;
  return lower >= 97 && lower <= 122 ? lower - 32 : 0;
}

/** Number of IPv4 addresses whose country is cached; a power of two. */
const rememberedCountries = 1 << 16;

/**
 * Caches countries. The returned function takes an address's 16 bytes and returns the country's code, or 0 if
 * unknown.
 */
function rememberCountries(country: (address: string) => string | undefined): (bytes: Buffer, at: number) => number {
  const addresses = new Uint32Array(rememberedCountries);
  const countries = new Uint16Array(rememberedCountries);
  return (bytes, at) => {
    if (!isMapped(bytes, at)) return countryCode(country(readAddress(bytes, at)));
    const address = bytes.readUInt32BE(at + 12);
    const slot = Math.imul(address, 0x9e3779b1) >>> 16;
    if (addresses[slot] !== address) {
      addresses[slot] = address;
      countries[slot] = countryCode(country(readAddress(bytes, at)));
    }
    return u16At(countries, slot);
  };
}
