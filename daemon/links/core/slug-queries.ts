/**
 * Availability of slugs. A slug that a workspace freed on the default domain stays reserved for the workspace for
 * SLUG_QUARANTINE_DAYS. So a printed code cannot redirect to a stranger's page. On custom domains, whose ownership is
 * verified, nothing is reserved.
 */

import { sql } from 'kysely';
import type { Config } from '../../../shared/config/config.ts';
import { changedRows } from '../../../shared/db/results.ts';
import type { ApiError } from '../../../shared/errors.ts';
import { slugQuarantined, slugTaken } from '../../api/errors.ts';
import { type SlugKey, textOfKey } from '../../change-feed/changes.ts';
import type { Db, Trx } from '../../core/tables.ts';

export type WantedSlug = SlugKey & { workspaceId: number };

/** Slugs freed after this time are reserved for their previous workspace. Undefined: no slugs are reserved. */
export type HeldSince = Date | undefined;

export const heldSince = ({ slugQuarantineDays }: Pick<Config, 'slugQuarantineDays'>, now: Date): HeldSince =>
  slugQuarantineDays === 0 ? undefined : new Date(now.getTime() - slugQuarantineDays * 86_400_000);

export type TakenSlugs = {
  /** Returns the reason why a slug is not available, or undefined if the slug is available. */
  faultOf(wanted: WantedSlug): ApiError | undefined;
  /** Marks the slug as taken. */
  add(key: SlugKey): void;
};

const onDefaultDomain = <K extends SlugKey>(keys: K[]) => keys.filter(({ domainId }) => domainId === 0);

/** Lists the wanted slugs that are used on their domains or reserved, in one query. */
export async function listTakenSlugs(db: Db, wanted: WantedSlug[], since: HeldSince): Promise<TakenSlugs> {
  const rows = wanted.length === 0 ? [] : await listRows(db, wanted, since);
  const holders = new Map(rows.flatMap(({ slug, holder }) => (holder === 0 ? [] : [[slug, holder]])));
  const used = new Set(rows.filter(({ holder }) => holder === 0).map(textOfKey));
  return {
    faultOf({ workspaceId, ...key }) {
      if (used.has(textOfKey(key))) return slugTaken(key.slug);
      const holder = key.domainId === 0 ? holders.get(key.slug) : undefined;
      return holder === undefined || holder === workspaceId ? undefined : slugQuarantined(key.slug);
    },
    add: (key) => void used.add(textOfKey(key)),
  };
}

/** A slug that is not available. `holder`: the workspace that reserves the slug, or 0 if a link uses it. */
type TakenRow = { domainId: number; slug: string; holder: number };

/**
 * Zero, cast to the type of ids. In a union of an id and a plain number, the column would be a decimal, which the
 * driver returns as text.
 */
const zero = sql<number>`CAST(0 AS UNSIGNED)`;

function listRows(db: Db, wanted: WantedSlug[], since: HeldSince): Promise<TakenRow[]> {
  const used = db
    .selectFrom('links')
    .select(['domain_id as domainId', 'slug', zero.as('holder')])
    .where((e) =>
      e(
        e.refTuple('domain_id', 'slug'),
        'in',
        wanted.map(({ domainId, slug }) => e.tuple(domainId, slug)),
      ),
    );
  const holdable = onDefaultDomain(wanted);
  if (!since || holdable.length === 0) return used.execute();
  const held = db
    .selectFrom('freed_slugs')
    .select([zero.as('domainId'), 'slug', 'workspace_id as holder'])
    .where('slug', 'in', slugsOf(holdable))
    .where('freed_at', '>', since);
  return used.unionAll(held).execute();
}

const slugsOf = (keys: SlugKey[]) => keys.map(({ slug }) => slug);

/** Lists the links with these slugs on the default domain. */
export const listLinksAt = (db: Db, slugs: string[]) =>
  db
    .selectFrom('links')
    .select(['public_id as id', 'slug'])
    .where('domain_id', '=', 0)
    .where('slug', 'in', slugs)
    .execute();

/**
 * Returns whether another workspace reserves one of the slugs that this transaction has just written. After the
 * write, no other transaction can take or free them, so the answer is final. A check before writing could miss a
 * deletion.
 */
export async function isAnyHeld(trx: Trx, written: WantedSlug[], since: HeldSince): Promise<boolean> {
  const holdable = onDefaultDomain(written);
  if (!since || holdable.length === 0) return false;
  const rows = await trx
    .selectFrom('freed_slugs')
    .select(['slug', 'workspace_id as holder'])
    .where('slug', 'in', slugsOf(holdable))
    .where('freed_at', '>', since)
    .execute();
  const holders = new Map(rows.map(({ slug, holder }) => [slug, holder]));
  return holdable.some(({ slug, workspaceId }) => (holders.get(slug) ?? workspaceId) !== workspaceId);
}

/**
 * Returns the check of `isAnyHeld` as an expression for rows of `links` that this transaction has just written: 1 or 0.
 */
export const isHeldByAnother = (since: HeldSince) =>
  since === undefined
    ? sql<number>`0`
    : sql<number>`
        links.domain_id = 0 AND EXISTS (
          SELECT 1 FROM freed_slugs f
          WHERE f.slug = links.slug AND f.workspace_id <> links.workspace_id AND f.freed_at > ${since}
        )`;

/** Records the previous workspace of slugs, in the transaction that frees them. */
export async function recordFreedSlugs(trx: Trx, workspaceId: number, keys: SlugKey[], now: Date): Promise<void> {
  const slugs = slugsOf(onDefaultDomain(keys)).sort();
  if (slugs.length === 0) return;
  const owner = { workspace_id: workspaceId, freed_at: now };
  await trx
    .insertInto('freed_slugs')
    .values(slugs.map((slug) => ({ slug, ...owner })))
    .onDuplicateKeyUpdate(owner)
    .execute();
}

/** Deletes up to `limit` records of slugs freed before `time`. Returns their number. */
export const deleteFreedSlugsBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('freed_slugs').where('freed_at', '<=', time).limit(limit));
