/** A visitor's request as the rules see it, from a raw uWebSockets.js request or a copied one. */
import type { HttpRequest } from '../../../shared/http/route.ts';
import { contactParameter, isToken } from '../../../shared/link-clicks/token.ts';
import { addressBytes, writeTextAddress } from '../../../shared/net/address.ts';
import { pairName, pairValue } from '../../../shared/net/query-pairs.ts';
import { openingParameter } from './preview-tokens.ts';

export type Headers = { getHeader(lowerCaseName: string): string };

/** The headers of a request. Headers that both rules and clicks need are read only once. */
export class HeadersReadOnce implements Headers {
  #from: Headers = { getHeader: () => '' };
  #agent: string | undefined;
  #language: string | undefined;
  #referer: string | undefined;

  /** Starts reading another request's headers. The same object serves all requests. */
  of(headers: Headers): this {
    this.#from = headers;
    this.#agent = undefined;
    this.#language = undefined;
    this.#referer = undefined;
    return this;
  }

  getHeader(name: string): string {
    switch (name) {
      case 'user-agent':
        this.#agent ??= this.#from.getHeader(name);
        return this.#agent;
      case 'accept-language':
        this.#language ??= this.#from.getHeader(name);
        return this.#language;
      case 'referer':
        this.#referer ??= this.#from.getHeader(name);
        return this.#referer;
      default:
        return this.#from.getHeader(name);
    }
  }
}

/** The sender of a request. Its address has 4 or 16 bytes. */
export type Peer = { getRemoteAddress(): ArrayBuffer };
export type Trigger = 'link' | 'qr';

/** The chosen destination of a link. The numbers, at most 7, are stored with clicks: never change one. */
export const Choice = {
  url: 0,
  expired: 1,
  ios: 2,
  android: 3,
  country: 4,
  notStarted: 5,
  rule: 6,
  variant: 7,
} as const;
export type Choice = (typeof Choice)[keyof typeof Choice];

/** Returns whether the visitor gets the link's destination rather than a substitute. */
export const isOwnDestination = (choice: Choice) => choice !== Choice.expired && choice !== Choice.notStarted;

/**
 * Returns whether the headers mark a request as a prefetch, in current or older browsers. Safari's page preview
 * counts too.
 */
export const isPrefetch = (headers: Headers) =>
  headers.getHeader('sec-purpose').startsWith('prefetch') ||
  headers.getHeader('purpose') === 'prefetch' ||
  headers.getHeader('x-moz') === 'prefetch' ||
  headers.getHeader('x-purpose') === 'preview';

export type Visit = {
  /** The method as the client sent it, usually in upper case. */
  method: string;
  /** The query without the question mark; can be empty. */
  query: string;
  headers: Headers;
  peer: Peer;
};

export const visitOf = ({ method, query, headers, ip }: HttpRequest): Visit => ({
  method,
  query,
  headers: { getHeader: (name) => headers[name] ?? '' },
  peer: peerOf(ip),
});

/** Returns a peer from an address as text. */
export const peerOf = (ip: string): Peer => ({
  getRemoteAddress() {
    const bytes = Buffer.from(new ArrayBuffer(addressBytes));
    writeTextAddress(bytes, 0, ip);
    return bytes.buffer as ArrayBuffer;
  },
});

/**
 * The parts of a visitor's query. `contact`: the token of a contact. `opening`: the token of an owner who opens the
 * link. Both can be empty, and are not verified yet.
 */
type SplitQuery = { trigger: Trigger; contact: string; opening: string; passedOn: string[] };

/**
 * Returns the trigger, the tokens and the query to pass on: the visitor's, byte for byte, without `qr` and the token
 * of an opening. If the link takes contacts, the query is also without their token.
 */
export function splitQuery(query: string, takesContacts = false): SplitQuery {
  let trigger: Trigger = 'link';
  let contact: string | undefined;
  let opening = '';
  const passedOn: string[] = [];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const name = pairName(pair);
    if (name === 'qr') trigger = 'qr';
    else if (name === openingParameter) opening = pairValue(pair);
    else if (takesContacts && name === contactParameter) contact ??= pairValue(pair);
    else passedOn.push(pair.replace(/[^\x21-\x7e]/g, (part) => encodeURIComponent(part.toWellFormed())));
  }
  return { trigger, contact: contact !== undefined && isToken(contact) ? contact : '', opening, passedOn };
}

/** The name of a variant in UTF-8, in `bytes` from `start` to `end`. Valid until the next choice or change of the map. */
export type VariantName = { bytes: Uint8Array; start: number; end: number };
export const noVariant: Readonly<VariantName> = { bytes: new Uint8Array(0), start: 0, end: 0 };
/** Returns the name as text; empty for none. */
export const variantText = ({ bytes, start, end }: Readonly<VariantName>) =>
  Buffer.from(bytes.subarray(start, end)).toString();

/**
 * A function that records a GET that is redirected. A prefetch is not a click, and is recorded only if it has a
 * contact's token. `countsAsUse`: true if the click counts towards the click limit. `query` is the visitor's.
 * `variant`: the name of the variant that answers, at most 40 characters. `own`: the visit is from the workspace's own
 * networks. Arguments are not kept.
 */
export type RecordClick = (
  linkId: number,
  headers: Headers,
  peer: Peer,
  trigger: Trigger,
  choice: Choice,
  countsAsUse?: boolean,
  query?: string,
  contact?: string,
  variant?: Readonly<VariantName>,
  own?: boolean,
) => void;
