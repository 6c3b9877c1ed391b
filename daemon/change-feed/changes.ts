/**
 * Entries of the change feed, which lists what every process must read again. A row only names the link, domain,
 * workspace or user that changed, so reading it twice is harmless. `shared/change-feed/` reads the feed.
 */
import { insertRows, serverNow } from '../../shared/db/insert-rows.ts';
import type { AccessChange } from '../../shared/people/access-changes.ts';
import type { Trx } from '../core/tables.ts';

export { type AccessChange, recordAccessChanges } from '../../shared/people/access-changes.ts';

/** A key of the slug map; domain 0 is the default short domain. */
export type SlugKey = { domainId: number; slug: string };

/** Returns the key as a text, such as `7/spring`, for a map or a set. */
export const textOfKey = ({ domainId, slug }: SlugKey) => `${domainId}/${slug}`;

type ServingChange =
  | ({ kind: 'link' } & SlugKey)
  /** The domain was verified, failed verification or was removed, or its settings changed. */
  | { kind: 'domain'; domainId: number };

export type Change = ServingChange | { kind: 'access'; access: AccessChange };

/** A row of `link_changes`. Its `kind` determines which other columns are used. */
export type ChangeRow = {
  kind: 'link' | 'domain' | 'workspace' | 'user';
  domain_id: number;
  slug: string;
  subject_id: number | null;
};

const rowOf = (kind: ChangeRow['kind'], rest: Partial<ChangeRow>): ChangeRow => ({
  kind,
  domain_id: 0,
  slug: '',
  subject_id: null,
  ...rest,
});

const toRow = (change: ServingChange): ChangeRow =>
  change.kind === 'link'
    ? rowOf('link', { domain_id: change.domainId, slug: change.slug })
    : rowOf('domain', { domain_id: change.domainId });

export function toChange({ kind, domain_id: domainId, slug, subject_id: subjectId }: ChangeRow): Change {
  switch (kind) {
    case 'link':
      return { kind, domainId, slug };
    case 'domain':
      return { kind, domainId };
    case 'user':
      return { kind: 'access', access: { userId: subjectId ?? 0 } };
    case 'workspace':
      return { kind: 'access', access: { workspaceId: subjectId ?? 0 } };
  }
}

/**
 * Adds changes to the feed with MySQL's time. Call it last in the transaction, because readers wait only
 * FEED_GAP_SECONDS for a missing id.
 */
const recordChanges = (trx: Trx, changes: ServingChange[]) =>
  insertRows(trx, 'link_changes', ['kind', 'domain_id', 'slug', 'changed_at'], {
    rows: changes.map((change) => ({ ...toRow(change), changed_at: serverNow })),
  });

/** Makes every process read these links again. Call it last in the transaction. */
export const recordLinkChanges = (trx: Trx, keys: SlugKey[]) =>
  recordChanges(
    trx,
    keys.map(({ domainId, slug }) => ({ kind: 'link', domainId, slug })),
  );

/** Makes every process read a domain's state and settings again. Call it last in the transaction. */
export const recordDomainChange = (trx: Trx, domainId: number) => recordChanges(trx, [{ kind: 'domain', domainId }]);

/** Returns the changed domains, without duplicates. */
export const domainsIn = (changes: Change[]): number[] => [
  ...new Set(changes.flatMap((change) => (change.kind === 'domain' ? [change.domainId] : []))),
];

/** Returns the changed links, without duplicates. */
export const linksIn = (changes: Change[]): SlugKey[] => [
  ...new Map(changes.flatMap((change) => (change.kind === 'link' ? [[textOfKey(change), change]] : []))).values(),
];
