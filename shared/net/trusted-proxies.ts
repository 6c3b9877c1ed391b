/**
 * The check of IP addresses against TRUSTED_PROXIES. It runs on every redirect, so it only compares words.
 */
import { i32At, u8At } from '../elements.ts';
import { addressBytes, isMapped, writeTextAddress } from './address.ts';

type Network = { words: Int32Array; masks: Int32Array };

/** Creates a test of the 16 bytes at a position. @throws if a network is not an IP address or CIDR */
export function createTrustedProxies(cidrs: string[]): (bytes: Buffer, at: number) => boolean {
  const networks = cidrs.map(parseCidr);
  return (bytes, at) => {
    const first = word(bytes, at);
    const second = word(bytes, at + 4);
    const third = word(bytes, at + 8);
    const fourth = word(bytes, at + 12);
    for (const { words, masks } of networks) {
      if (
        // The last word is compared first, because IPv4 addresses differ only there.
        ((fourth ^ i32At(words, 3)) & i32At(masks, 3)) === 0 &&
        ((first ^ i32At(words, 0)) & i32At(masks, 0)) === 0 &&
        ((second ^ i32At(words, 1)) & i32At(masks, 1)) === 0 &&
        ((third ^ i32At(words, 2)) & i32At(masks, 2)) === 0
      )
        return true;
    }
    return false;
  };
}

const word = (bytes: Buffer, at: number) =>
  (u8At(bytes, at) << 24) | (u8At(bytes, at + 1) << 16) | (u8At(bytes, at + 2) << 8) | u8At(bytes, at + 3);

function parseCidr(cidr: string): Network {
  const [, text = '', given] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(cidr) ?? [];
  const address = Buffer.alloc(addressBytes);
  const isAddress = writeTextAddress(address, 0, text);
  // An IPv4 network has 96 additional bits from the mapping, unless it is written as IPv6.
  const mapped = isMapped(address, 0) && !text.includes(':') ? 96 : 0;
  const bits = given === undefined ? 128 : Number(given) + mapped;
  if (!isAddress || !Number.isInteger(bits) || bits < mapped || bits > 128) {
    throw new Error(`TRUSTED_PROXIES: ${cidr} is not an address or CIDR`);
  }
  return {
    words: Int32Array.from({ length: 4 }, (_, n) => word(address, 4 * n)),
    masks: Int32Array.from({ length: 4 }, (_, n) => maskOf(bits - 32 * n)),
  };
}

/** Returns a word whose first `bits` are set. */
const maskOf = (bits: number) => (bits <= 0 ? 0 : bits >= 32 ? -1 : ~(2 ** (32 - bits) - 1));
