/** Networks of IP addresses, written as an address or as CIDR. Tests only compare 32-bit numbers. */
import { i32At, u8At } from '../elements.ts';
import { addressBytes, isMapped, writeTextAddress } from './address.ts';

/** The 16 bytes of a network's first address, and the number of its fixed bits; for IPv4, 96 more than written. */
export type Network = { address: Buffer; bits: number };

/** Parses an address or CIDR. Returns undefined if it is neither. */
export function parseNetwork(cidr: string): Network | undefined {
  const [, text = '', given] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(cidr) ?? [];
  const address = Buffer.alloc(addressBytes);
  const isAddress = writeTextAddress(address, 0, text);
  // An IPv4 network has 96 additional bits from the mapping, unless it is written as IPv6.
  const mapped = isMapped(address, 0) && !text.includes(':') ? 96 : 0;
  const bits = given === undefined ? 128 : Number(given) + mapped;
  return isAddress && bits >= mapped && bits <= 128 ? { address, bits } : undefined;
}

/** Returns whether an address is in a network of `bits` fixed bits, whose first address is at `at` in `network`. */
export function isInNetwork(address: Buffer, network: Buffer, at: number, bits: number): boolean {
  const whole = bits >> 3;
  for (let n = 0; n < whole; n++) if (address[n] !== network[at + n]) return false;
  const rest = bits & 7;
  return rest === 0 || (u8At(address, whole) ^ u8At(network, at + whole)) >> (8 - rest) === 0;
}

/** Creates a test of the 16 bytes at a position. */
export function createNetworkTest(networks: Network[]): (bytes: Buffer, at: number) => boolean {
  const compiled = networks.map(({ address, bits }) => ({
    words: Int32Array.from({ length: 4 }, (_, n) => word(address, 4 * n)),
    masks: Int32Array.from({ length: 4 }, (_, n) => maskOf(bits - 32 * n)),
  }));
  return (bytes, at) => {
    const first = word(bytes, at);
    const second = word(bytes, at + 4);
    const third = word(bytes, at + 8);
    const fourth = word(bytes, at + 12);
    for (const { words, masks } of compiled) {
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

/** Returns a 32-bit number whose first `bits` bits are set. */
const maskOf = (bits: number) => (bits <= 0 ? 0 : bits >= 32 ? -1 : ~(2 ** (32 - bits) - 1));
