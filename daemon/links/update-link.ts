/** Changes to a link: only the values in the body. The old and new keys are recorded in the change feed. */
import type { Selectable, Updateable } from 'kysely';
import type { Config } from '../../shared/config/config.ts';
import { duplicateKey, inTransaction } from '../../shared/db/db.ts';
import type { Context } from '../api/context.ts';
import { conflict, externalIdTaken, notFound, slugQuarantined, slugTaken } from '../api/errors.ts';
import { type RecordChange, recordAudit } from '../audit-log/record.ts';
import { recordLinkChanges } from '../change-feed/changes.ts';
import { sumKeptClicks } from '../clicks/click-limit-queries.ts';
import type { Db, LinkTable, Trx } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { hashLinkPasswords } from '../identity/passwords.ts';
import { answersOf, columnsOf, destinationsOf, type FieldColumns } from './core/fields.ts';
import type { LinkSettings } from './core/link.ts';
import { notifyOfLinks } from './core/notify-webhooks.ts';
import { checkGates } from './core/plan-gates.ts';
import { findLinkForUpdate, type LinkRow, updateLink } from './core/queries.ts';
import { settleRules } from './core/rules.ts';
import { type LinkPatch, toTagName } from './core/schema.ts';
import { type HeldSince, heldSince, isAnyHeld, listTakenSlugs, recordFreedSlugs } from './core/slug-queries.ts';
import { archiveTags, replaceTags, retitleTags } from './core/tag-queries.ts';
import { checkChangedWindow } from './core/working-time.ts';
import { checkSlug } from './create/draft.ts';
import { lockSearch, widenBlock } from './search/block-queries.ts';
import type { RequireLinkVersion } from './version.ts';

/** A change of a link. `retag` computes the new tags from the tags of the locked link. */
export type LinkChange = LinkPatch & { retag?: Retag };
type Retag = (present: string[]) => string[];
type Changes = Updateable<LinkTable> & Partial<FieldColumns>;

/**
 * @throws `validation_failed`, `unsafe_url`, `feature_not_in_plan`, `slug_taken`, `conflict`, and `not_found` if the
 * link was just deleted
 */
export async function patchLink(
  context: Pick<Context, 'config' | 'db' | 'safety'>,
  auth: Auth,
  {
    link,
    patch,
    signal,
    now,
    requireVersion = async () => {},
    record = (trx, entry) => recordAudit(trx, [entry], now),
  }: {
    link: LinkRow;
    patch: LinkChange;
    signal: AbortSignal;
    now: Date;
    requireVersion?: RequireLinkVersion;
    record?: RecordChange;
  },
): Promise<void> {
  const write = await preparePatch(context, auth, { link, patch, signal, now, requireVersion });
  const { workspaceId, actor } = auth;
  const entry = { workspaceId, actor, action: 'link.update', objectId: link.public_id } as const;
  try {
    await inTransaction(context.db, async (trx) => {
      const fields = await write(trx);
      await record(trx, { ...entry, details: { fields } }, now);
    });
  } catch (error) {
    const key = duplicateKey(error);
    if (key === 'links_domain_slug') throw slugTaken(patch.slug as string);
    if (key === 'links_external_id') throw externalIdTaken();
    throw error;
  }
}

/** The workspace of a change by a caller, or by an import on a caller's behalf. */
export type Changer = Pick<Auth, 'workspaceId' | 'plan' | 'hasWebhooks'>;

/**
 * Prepares a change before its transaction. The returned function writes it, without an entry in the audit log, and
 * resolves to the changed fields. @throws like `patchLink`, except for faults found in the transaction
 */
export async function preparePatch(
  { config, db, safety }: Pick<Context, 'config' | 'db' | 'safety'>,
  auth: Changer,
  {
    link,
    patch: given,
    signal,
    now,
    requireVersion = async () => {},
  }: { link: LinkRow; patch: LinkChange; signal: AbortSignal; now: Date; requireVersion?: RequireLinkVersion },
): Promise<(trx: Trx) => Promise<string[]>> {
  const patch = settleRules(given, answersOf(link));
  if (patch.slug !== link.slug) checkSlug(config, link.domain_id, patch.slug);
  checkChangedWindow(link, patch);
  await safety.check(destinationsOf(patch));
  const since = heldSince(config, now);
  checkGates(auth.plan, patch, link);
  const { password } = patch;
  const hash = async (text: string) => {
    await requireFreeSlug(db, link, patch.slug, since);
    const [passwordHash] = await hashLinkPasswords(auth.workspaceId, [text], signal);
    return passwordHash;
  };
  const changes = toColumns(patch, password && (await hash(password)));
  const { tags } = patch;
  const retag = patch.retag ?? (tags && (() => [...new Set(tags.map(toTagName))]));
  const changed = [...new Set(Object.keys(patch).map((name) => (name === 'retag' ? 'tags' : name)))];
  const notify = notifyOfChange(config, auth, now, changed);
  return async (trx) => {
    await patchIn(trx, auth, { linkRow: link, changes, retag, since, notify, now, requireVersion });
    return changed;
  };
}

const notifyOfChange =
  (config: LinkSettings, { workspaceId, hasWebhooks }: Changer, now: Date, changed: string[]) =>
  async (trx: Trx, id: number): Promise<void> => {
    const happening = { workspaceId, event: 'link.updated', now } as const;
    const details = () => ({ changed });
    if (hasWebhooks) await notifyOfLinks(trx, config, happening, { ids: [id], detailsOf: details });
  };

/** Restores a link's previous values, without checking them again and without an entry in the audit log. */
export const restoreLink = (
  trx: Trx,
  config: Pick<Config, 'slugQuarantineDays'> & LinkSettings,
  {
    auth,
    link,
    patch: { tags, ...patch },
    passwordHash,
    now,
  }: { auth: Changer; link: LinkRow; patch: LinkPatch; passwordHash: string | null | undefined; now: Date },
): Promise<void> => {
  const notify = notifyOfChange(config, auth, now, Object.keys(patch));
  const changes = toColumns(patch, passwordHash);
  return patchIn(trx, auth, {
    linkRow: link,
    changes,
    retag: tags && (() => tags),
    since: heldSince(config, now),
    notify,
    now,
    requireVersion: async () => {},
  });
};

async function patchIn(
  trx: Trx,
  { workspaceId }: Changer,
  {
    linkRow,
    changes,
    retag,
    since,
    notify,
    now,
    requireVersion,
  }: {
    linkRow: LinkRow;
    changes: Changes;
    retag: Retag | undefined;
    since: HeldSince;
    notify: (trx: Trx, id: number) => Promise<void>;
    now: Date;
    requireVersion: RequireLinkVersion;
  },
): Promise<void> {
  const { slug, url, title, archived } = changes;
  const searched = [slug, url, title].some((text) => text !== undefined);
  if (searched) await lockSearch(trx, workspaceId);
  const { public_id: publicId } = linkRow;
  const before = await findLinkForUpdate(trx, workspaceId, publicId);
  if (!before) throw notFound('link');
  requireSameVariants(linkRow, before, changes);
  await requireVersion(trx, before);
  const { id, domain_id: domainId, created_at: createdAt } = before;
  const updatedAt = new Date(Math.max(now.getTime(), before.updated_at.getTime()));
  await updateLink(trx, workspaceId, id, {
    ...changes,
    ...(await usesBefore(trx, before, changes, now)),
    updated_at: updatedAt,
  });
  if (slug !== undefined && slug !== before.slug) {
    if (await isAnyHeld(trx, [{ workspaceId, domainId, slug }], since)) throw slugQuarantined(slug);
    await recordFreedSlugs(trx, workspaceId, [{ domainId, slug: before.slug }], now);
  }
  if (searched) await widenBlock(trx, workspaceId, { ...before, createdAt, ...definedOnly({ slug, url, title }) });
  if (title !== undefined && title !== before.title) await retitleTags(trx, id, title);
  if (retag) await replaceTags(trx, toTagged(before, { archived, title }), retag);
  if (archived !== undefined && archived !== before.archived) {
    await archiveTags(trx, id, archived);
  }
  await notify(trx, id);
  const slugs = new Set([before.slug, slug ?? before.slug]);
  await recordLinkChanges(
    trx,
    [...slugs].map((each) => ({ domainId, slug: each })),
  );
}

/**
 * Checks that the variants have not changed since the names in the change were checked. @throws `conflict` if they
 * have
 */
function requireSameVariants(link: LinkRow, before: Selectable<LinkTable>, changes: Changes): void {
  const [rules, variants] = [changes.rules !== undefined, changes.variants !== undefined];
  const kept = rules === variants ? undefined : rules ? ('variants' as const) : ('rules' as const);
  if (kept && before[kept] !== link[kept])
    throw conflict('Its rules or variants were changed at the same time. Retry.');
}

const toTagged = (before: Selectable<LinkTable>, changed: Pick<Updateable<LinkTable>, 'archived' | 'title'>) => ({
  id: before.id,
  workspaceId: before.workspace_id,
  archived: changed.archived ?? before.archived,
  createdAt: before.created_at,
  title: changed.title === undefined ? before.title : changed.title,
  totals: { clicks: before.clicks, lastClickAt: before.last_click_at },
});

/**
 * Returns the initial uses. A link's first limit starts with its clicks in analytics. A link that had a limit before
 * continues its previous count, because analytics also include visitors sent to `expiredUrl`.
 */
async function usesBefore(
  trx: Trx,
  { id, workspace_id: workspaceId, created_at: createdAt, max_clicks: oldLimit, uses }: Selectable<LinkTable>,
  changes: Changes,
  now: Date,
): Promise<{ uses?: number }> {
  if (typeof changes.max_clicks !== 'number' || oldLimit !== null || uses > 0) return {};
  return { uses: await sumKeptClicks(trx, { workspaceId, linkId: id, createdAt }, now) };
}

/** Checks the slug early, before a password is hashed. The change itself makes the final check. @throws `slug_taken` */
async function requireFreeSlug(db: Db, link: LinkRow, slug: string | undefined, since: HeldSince): Promise<void> {
  if (slug === undefined || slug === link.slug) return;
  const wanted = { workspaceId: link.workspace_id, domainId: link.domain_id, slug };
  const fault = (await listTakenSlugs(db, [wanted], since)).faultOf(wanted);
  if (fault) throw fault;
}

/** Returns the columns of a change. */
export const toColumns = (patch: LinkPatch, passwordHash?: string | null): Changes => {
  const { slug, archived } = patch;
  return { ...columnsOf(patch), ...definedOnly({ slug, password_hash: passwordHash, archived }) };
};

const definedOnly = <T extends object>(from: T) =>
  Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined)) as {
    [name in keyof T]?: Exclude<T[name], undefined>;
  };
