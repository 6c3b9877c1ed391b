/**
 * The peer of connections through a UNIX socket, which have no IP address. They get an address from a range that no
 * sender on any network uses (RFC 6666), so that it can be trusted like a proxy's address.
 */
import { addressBytes, writeTextAddress } from './address.ts';

export const socketAddress = '100::1';

const bytes = Buffer.from(new ArrayBuffer(addressBytes));
writeTextAddress(bytes, 0, socketAddress);
const [address, text] = [bytes.buffer as ArrayBuffer, new TextEncoder().encode(socketAddress).buffer as ArrayBuffer];

export const socketPeer = { getRemoteAddress: () => address, getRemoteAddressAsText: () => text };
