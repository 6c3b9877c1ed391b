/**
 * The words by which other systems say whether somebody wants mails, as statuses of ours. A word that nobody knows never means
 * that mails are wanted.
 */
import type { StatusName } from '../../../contacts/core/statuses.ts';

const words: Readonly<Record<StatusName, string>> = {
  subscribed: 'subscribed active confirmed verified optedin optin doubleoptin singleoptin',
  unverified:
    'unverified pending unconfirmed nonsubscribed notsubscribed neversubscribed transactional notoptedin none new optinpending',
  unsubscribed: 'unsubscribed optedout optout blocklisted blacklisted disabled inactive suppressed removed archived',
  bounced: 'bounced cleaned hardbounced hardbounce invalid undeliverable',
  soft_bounced: 'softbounced softbounce',
  complaint: 'complaint complained spam spammed spamcomplaint abuse',
};

const known: ReadonlyMap<string, StatusName> = new Map(
  Object.entries(words).flatMap(([status, ways]) =>
    ways.split(' ').map((word): [string, StatusName] => [word, status as StatusName]),
  ),
);

/** Undefined for a word that is not known. */
export const statusOf = (word: string): StatusName | undefined => known.get(word.toLowerCase().replace(/[^a-z]/g, ''));
