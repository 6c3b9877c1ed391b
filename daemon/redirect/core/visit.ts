/** A visitor's request as the rules see it: a raw uWebSockets.js pair and a copied request both give one. */

import type { HttpRequest } from '../../../shared/http/route.ts';
import { contactParameter, isToken } from '../../../shared/link-clicks/token.ts';
import { addressBytes, writeTextAddress } from '../../../shared/net/address.ts';
import { pairName, pairValue } from '../../../shared/net/query-pairs.ts';
import { openingParameter } from './preview-tokens.ts';

export type Headers = { getHeader(lowerCaseName: string): string };
/** Its address is 4 bytes or 16. */
export type Peer = { getRemoteAddress(): ArrayBuffer };
export type Trigger = 'link' | 'qr';

/** Which of a link's destinations a visitor is sent to. The numbers are stored with clicks: never change one; at most 7. */
export const Choice = { url: 0, expired: 1, ios: 2, android: 3, country: 4, notStarted: 5 } as const;
export type Choice = (typeof Choice)[keyof typeof Choice];

/** True if the visitor gets the link's destination rather than a substitute. */
export const isOwnDestination = (choice: Choice) => choice !== Choice.expired && choice !== Choice.notStarted;

/** True for the headers of current and older browsers; Safari's preview before opening counts too. */
export const isPrefetch = (headers: Headers) =>
  headers.getHeader('sec-purpose').startsWith('prefetch') ||
  headers.getHeader('purpose') === 'prefetch' ||
  headers.getHeader('x-moz') === 'prefetch' ||
  headers.getHeader('x-purpose') === 'preview';

export type Visit = {
  /** In upper case, unless the client sent it otherwise. */
  method: string;
  /** Without the question mark; empty when there is none. */
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

/** The peer whose address was copied as text. */
export const peerOf = (ip: string): Peer => ({
  getRemoteAddress() {
    const bytes = Buffer.from(new ArrayBuffer(addressBytes));
    writeTextAddress(bytes, 0, ip);
    return bytes.buffer as ArrayBuffer;
  },
});

/**
 * `contact`: the token of the contact who came; `opening`: that of somebody who opens their own link. Either is empty where there
 * is none, and nothing of them is proved yet.
 */
type SplitQuery = { trigger: Trigger; contact: string; opening: string; passedOn: string[] };

/**
 * Whether the visit came by a QR code, and the query to pass on: the visitor's, byte for byte, without `qr` and the token of an
 * opening. Where links take contacts, it is without the parameter of their tokens, too.
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

/**
 * Notes a GET that ends in a redirect; a prefetch is no click, and noted only where it carries a contact's token. `countsAsUse`:
 * towards the limit of the link's clicks. `query` is the visitor's. Returns at once and keeps nothing of its arguments.
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
) => void;
