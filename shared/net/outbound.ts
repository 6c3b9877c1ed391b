/**
 * The HTTP client for URLs from users. A host name is resolved once, all its IP addresses are checked, and the
 * connection uses only these, so that the name cannot point to another machine later. The client follows no redirects,
 * keeps no cookies, and limits both the received and the unpacked body.
 */
import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { trimEndOf } from '../trim.ts';
import { isPublicAddress } from './public-address.ts';

export type OutboundRules = {
  /** Resolves a name to all its IP addresses; default: the machine's resolver. */
  resolve?: (host: string) => Promise<string[]>;
  /** Returns whether connections to an IP address are allowed; default: only to public addresses. */
  isAllowed?: (address: string) => boolean;
  /** Refuses ports below 1024, except 80 and 443. */
  webPortsOnly?: boolean;
};

export type OutboundRequest = {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Ends the request at any stage. */
  signal: AbortSignal;
};

export type Refusal = 'private_address' | 'port' | 'too_large';

const inWords: Record<Refusal, string> = {
  private_address: 'the IP address is not public',
  port: 'the port is not a web port',
  too_large: 'the response is too large',
};

/** An error for a request that was not sent, or whose response was not read to its end. */
export class OutboundRefused extends Error {
  override name = 'OutboundRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(inWords[refusal]);
    this.refusal = refusal;
  }
}

const unconnected = new WeakSet<object>();

function markUnconnected(error: Error): Error {
  unconnected.add(error);
  return error;
}

/** Returns whether a request failed before its connection was open. */
export const isUnconnected = (error: unknown): boolean => unconnected.has(error as object);

const headerLimit = 16 * 1_024;

/** Resolves a name to all its IP addresses, by the machine's resolver. */
export const resolveHost = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Sends a request and resolves to the response. Its body must then be read or destroyed. @throws OutboundRefused, and
 * errors of resolving and connecting
 */
export async function sendOutbound(
  url: URL,
  request: OutboundRequest,
  rules: OutboundRules = {},
): Promise<IncomingMessage> {
  const { resolve = resolveHost, isAllowed = isPublicAddress, webPortsOnly = false } = rules;
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (webPortsOnly && port < 1_024 && port !== 80 && port !== 443) throw new OutboundRefused('port');
  const host = trimEndOf(url.hostname.replace(/^\[|\]$/g, ''), '.');
  const addresses = isIP(host) === 0 ? await orAbort(resolve(host), request.signal) : [host];
  if (addresses.length === 0) throw markUnconnected(new Error(`${host} has no IP address`));
  if (!addresses.every(isAllowed)) throw new OutboundRefused('private_address');
  return connect(url, addresses, request);
}

const connect = (
  url: URL,
  addresses: string[],
  { method, headers, body, signal }: OutboundRequest,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false,
      signal,
      lookup: pinnedTo(addresses),
      maxHeaderSize: headerLimit,
    });
    let isConnected = false;
    request.on('socket', (socket) => socket.once('connect', () => (isConnected = true)));
    request.on('error', (error) => {
      reject(isConnected ? error : markUnconnected(error));
    });
    request.on('response', resolve);
    request.end(body);
  });

const pinnedTo =
  (addresses: string[]): LookupFunction =>
  (_, options, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (options.all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };

const orAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);

const unpackers = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** The encodings that `readOutbound` unpacks, for `Accept-Encoding`. */
export const acceptedEncodings = 'gzip, deflate, br';

/** Reads the unpacked body. @throws OutboundRefused if it has more than `limit` bytes, packed or unpacked */
export async function readOutbound(response: IncomingMessage, limit: number): Promise<Buffer> {
  const unpack = unpackers[response.headers['content-encoding']?.toLowerCase() as keyof typeof unpackers];
  let sent = 0;
  response.on('data', (chunk: Buffer) => {
    sent += chunk.length;
    if (sent > limit) response.destroy(new OutboundRefused('too_large'));
  });
  const unpacked = unpack ? response.pipe(unpack()) : response;
  // A pipe does not forward the end or the error of a broken connection.
  if (unpacked !== response) response.on('error', (error) => unpacked.destroy(error));
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw new OutboundRefused('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
