/** The sender of a request that came through trusted proxies, found by reading `X-Forwarded-For` from the right. */
import { addressBytes, readAddress, writeForwardedAddress, writeTextAddress } from './address.ts';
import { createTrustedProxies } from './trusted-proxies.ts';

type IsTrusted = ReturnType<typeof createTrustedProxies>;

/**
 * Creates a function that writes the 16 bytes of a list's last hop that is not a proxy. An invalid address ends the
 * reading. The function returns false if it writes nothing.
 */
export function createForwardedReader(isTrusted: IsTrusted): (into: Buffer, at: number, list: string) => boolean {
  const hop = Buffer.alloc(addressBytes);

  function writeHop(list: string, from: number, to: number): boolean {
    let start = from;
    let end = to;
    while (start < end && isBlank(list.charCodeAt(start))) start++;
    while (end > start && isBlank(list.charCodeAt(end - 1))) end--;
    return writeForwardedAddress(hop, 0, list, start, end);
  }

  return (into, at, list) => {
    let isWritten = false;
    for (let end = list.length; end >= 0; ) {
      const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1);
      if (!writeHop(list, comma + 1, end)) break;
      into.set(hop, at);
      isWritten = true;
      if (!isTrusted(hop, 0)) break;
      end = comma;
    }
    return isWritten;
  };
}

const isBlank = (code: number) => code === 32 || code === 9;

/**
 * Creates a function that returns the sender's IP address as text, from the peer and all lines of `X-Forwarded-For`, joined
 * by commas. A peer without an IP address is returned unchanged. @throws if TRUSTED_PROXIES has an invalid address or CIDR
 */
export function createAddressReader(trustedProxies: string[]): (peer: string, forwardedFor: string) => string {
  const isTrusted = createTrustedProxies(trustedProxies);
  const writeForwarded = createForwardedReader(isTrusted);
  const own = Buffer.alloc(addressBytes);
  return (peer, forwardedFor) => {
    if (!writeTextAddress(own, 0, peer)) return peer;
    if (trustedProxies.length > 0 && isTrusted(own, 0)) writeForwarded(own, 0, forwardedFor);
    return readAddress(own, 0);
  };
}
