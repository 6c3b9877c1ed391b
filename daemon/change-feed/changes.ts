/**
 * Writes the change feed: what every process must read again. Rows say only *which* link, domain, workspace or user
 * changed, so that reading one twice is harmless. `shared/change-feed/` reads it.
 */
import { insertRows, serverNow } from '../../shared/db/insert-rows.ts';
import type { AccessChange } from '../../shared/people/access-changes.ts';
import type { Trx } from '../core/tables.ts';

export { type AccessChange, recordAccessChanges } from '../../shared/people/access-changes.ts';

/** A key of the slug map; domain 0 is the default short domain. */
export type SlugKey = { domainId: number; slug: string };

type ServingChange =
  | ({ kind: 'link' } & SlugKey)
  /** The domain itself was verified, failed, was removed, or shows something else besides its links. */
  | { kind: 'domain'; domainId: number };

export type Change = ServingChange | { kind: 'access'; access: AccessChange };

/** A row of `link_changes`; its `kind` says which other columns are used. */
export type ChangeRow = {
  kind: 'link' | 'domain' | 'workspace' | 'user';
  domain_id: number;
  slug: string;
  subject_id: number | null;
};

const about = (kind: ChangeRow['kind'], rest: Partial<ChangeRow>): ChangeRow => ({
  kind,
  domain_id: 0,
  slug: '',
  subject_id: null,
  ...rest,
});

const toRow = (change: ServingChange): ChangeRow =>
  change.kind === 'link'
    ? about('link', { domain_id: change.domainId, slug: change.slug })
    : about('domain', { domain_id: change.domainId });

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
 * Adds changes to the feed, at the server's time. Call it last in the transaction: readers look for a missed id only
 * for a limited time (FEED_GAP_SECONDS).
 */
const recordChanges = (trx: Trx, changes: ServingChange[]) =>
  insertRows(trx, 'link_changes', ['kind', 'domain_id', 'slug', 'changed_at'], {
    rows: changes.map((change) => ({ ...toRow(change), changed_at: serverNow })),
  });

/** Tells every process to read some links again. Call it last in the transaction. */
export const recordLinkChanges = (trx: Trx, keys: SlugKey[]) =>
  recordChanges(
    trx,
    keys.map(({ domainId, slug }) => ({ kind: 'link', domainId, slug })),
  );

/** Tells every process to read again whether a domain serves, and what it shows. Call it last in the transaction. */
export const recordDomainChange = (trx: Trx, domainId: number) => recordChanges(trx, [{ kind: 'domain', domainId }]);

/** The domains among some changes, each once. */
export const domainsIn = (changes: Change[]): number[] => [
  ...new Set(changes.flatMap((change) => (change.kind === 'domain' ? [change.domainId] : []))),
];

/** The links among some changes, each once. */
export const linksIn = (changes: Change[]): SlugKey[] => [
  ...new Map(
    changes.flatMap((change) => (change.kind === 'link' ? [[`${change.domainId}/${change.slug}`, change]] : [])),
  ).values(),
];
