/**
 * The peer of connections through a UNIX socket, which have no IP address. They get one from the range that is never a sender's on
 * any network (RFC 6666), so that it can be trusted like a proxy's.
 */
import { addressBytes, writeTextAddress } from './address.ts';

export const socketAddress = '100::1';

const bytes = Buffer.from(new ArrayBuffer(addressBytes));
writeTextAddress(bytes, 0, socketAddress);
const [address, text] = [bytes.buffer as ArrayBuffer, new TextEncoder().encode(socketAddress).buffer as ArrayBuffer];

export const socketPeer = { getRemoteAddress: () => address, getRemoteAddressAsText: () => text };
