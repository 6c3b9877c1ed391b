/**
 * One GET for the scanner. The host is resolved once, every address it has is checked, and the connection goes to those
 * addresses and no other, so that a name cannot mean another machine by the time it is connected to. No redirect is
 * followed, no cookie kept, and neither the body sent nor what it unpacks to is read beyond a limit.
 */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { canonicalHost } from '../canonical.ts';

export type RequestRules = {
  resolve: (host: string) => Promise<string[]>;
  isAllowed: (address: string) => boolean;
};

export type Page = { status: number; location: string | undefined; html: string };

export type Refusal = 'private_address' | 'port' | 'too_large';

/** Why a request was not made or not read to its end. */
export class RequestRefused extends Error {
  override name = 'RequestRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

const bodyLimit = 512 * 1_024;
const headerLimit = 16 * 1_024;

/** @throws RequestRefused, and what connecting and reading throw. */
export async function getPage(url: URL, { resolve, isAllowed }: RequestRules, signal: AbortSignal): Promise<Page> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (port < 1_024 && port !== 80 && port !== 443) throw new RequestRefused('port');
  const host = canonicalHost(url.hostname).replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await orAbort(resolve(host), signal) : [host];
  if (addresses.length === 0) throw new Error(`${host} has no address`);
  if (!addresses.every(isAllowed)) throw new RequestRefused('private_address');
  const response = await send(url, addresses, signal);
  try {
    const { statusCode: status = 0, headers } = response;
    const isHtml = status === 200 && /^text\/html|^application\/xhtml/i.test(headers['content-type'] ?? '');
    return { status, location: headers.location, html: isHtml ? await readBody(response) : '' };
  } finally {
    response.destroy();
  }
}

const send = (url: URL, addresses: string[], signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      agent: false,
      signal,
      lookup: pinnedTo(addresses),
      maxHeaderSize: headerLimit,
      headers: {
        'User-Agent': 'Mozilla/5.0 (compatible; WaypostSafety/1.0)',
        Accept: 'text/html,*/*;q=0.5',
        'Accept-Encoding': 'gzip, deflate, br',
      },
    });
    request.on('error', reject);
    request.on('response', resolve);
    request.end();
  });

const pinnedTo =
  (addresses: string[]): LookupFunction =>
  (_, options, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (options.all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };

const unpackers = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

async function readBody(response: IncomingMessage): Promise<string> {
  const unpack = unpackers[response.headers['content-encoding']?.toLowerCase() as keyof typeof unpackers];
  let sent = 0;
  response.on('data', (chunk: Buffer) => {
    sent += chunk.length;
    if (sent > bodyLimit) response.destroy(new RequestRefused('too_large'));
  });
  const unpacked = unpack ? response.pipe(unpack()) : response;
  // A pipe passes neither the end of a broken connection nor its error on.
  if (unpacked !== response) response.on('error', (error) => unpacked.destroy(error));
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyLimit) throw new RequestRefused('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('latin1');
}

const orAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);
