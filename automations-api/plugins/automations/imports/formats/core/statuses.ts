/** Other systems' words for statuses. An unknown word means no status. Pure. */
import { bareName } from '../../../../../../shared/import/columns.ts';
import { nameOfStatus, Status, type StatusName } from '../../../contacts/core/statuses.ts';
import { stricter } from '../../core/consent.ts';

const words: Readonly<Record<StatusName, string>> = {
  subscribed: 'subscribed active confirmed verified optedin optin doubleoptin singleoptin',
  unverified:
    'unverified pending unconfirmed nonsubscribed notsubscribed neversubscribed noconsent transactional notoptedin none new optinpending pendingconfirmation',
  unsubscribed:
    'unsubscribed unsubscribe unsub unsubbed optedout optout blocklisted blacklisted blocked disabled inactive suppressed removed archived deleted stopped declined denied revoked refused withdrawn no false donotemail donotcontact donotmail dnc abgemeldet ausgetragen gesperrt desabonne desinscrit',
  bounced: 'bounced bounce cleaned hardbounced hardbounce invalid undeliverable',
  soft_bounced: 'softbounced softbounce',
  complaint: 'complaint complained spam spammed spamcomplaint spamreport junk abuse',
};

const known: ReadonlyMap<string, StatusName> = new Map(
  Object.entries(words).flatMap(([status, ways]) =>
    ways.split(' ').map((word): [string, StatusName] => [word, status as StatusName]),
  ),
);

/** Words that reverse the meaning of the words beside them. */
const negations = new Set(['not', 'never', 'no', 'non', 'nicht', 'kein', 'isn', 'wasn', 'false', '0']);

/** Returns the status of a word, phrase or API number. Returns undefined if it is unknown. */
export function statusOf(given: string): StatusName | undefined {
  const digit = Object.values(Status).find((code) => String(code) === given.trim());
  if (digit !== undefined) return nameOfStatus(digit) as StatusName;
  return known.get(bareName(given)) ?? ofParts(given) ?? ofPhrase(given);
}

/** Reads a status whose parts are all known, such as `Subscribed (single opt-in)`. */
function ofParts(given: string): StatusName | undefined {
  const parts = given.split(/[(),;:/|]/).filter((part) => bareName(part) !== '');
  const statuses = parts.flatMap((part) => known.get(bareName(part)) ?? []);
  return parts.length > 0 && parts.length === statuses.length ? statuses.reduce(stricter) : undefined;
}

/**
 * Reads a phrase such as `Unsubscribed by admin` or `reported as spam`. A single known word is enough for a refusal,
 * but never for consent.
 */
function ofPhrase(given: string): StatusName | undefined {
  const plain = given.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '');
  const single = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (single.some((word) => negations.has(word))) return undefined;
  const pairs = single.map((word, place) => word + (single[place + 1] ?? ''));
  const refusals = [...single, ...pairs].flatMap((word): StatusName[] => {
    const status = known.get(word);
    return status === undefined || status === 'subscribed' ? [] : [status];
  });
  return refusals.length > 0 ? refusals.reduce(stricter) : undefined;
}
