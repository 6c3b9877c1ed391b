/** The undo of a link import: it deletes created links and restores changed links, unless they have changed since. */
import type { Transaction } from 'kysely';
import { duplicateKey, inTransaction } from '../../shared/db/db.ts';
import type { Change, Undone } from '../../shared/import/target.ts';
import type { Tables, Trx } from '../core/tables.ts';
import { answersOf } from '../links/core/fields.ts';
import { notifyOfLinks } from '../links/core/notify-webhooks.ts';
import { deleteLinks, type LinkRow, listLinksByIds, type StoredLink } from '../links/core/queries.ts';
import type { LinkPatch } from '../links/core/schema.ts';
import { listTagsOfLinks } from '../links/core/tag-queries.ts';
import { restoreLink } from '../links/update-link.ts';
import { type RequireLinkVersion, versionOf } from '../links/version.ts';
import type { ImportContext } from './import-context.ts';
import { lockLinkIds } from './link-queries.ts';
import type { Acting } from './permission-queries.ts';

/** Previous values of the changed fields. */
type OldValues = { patch: LinkPatch; passwordHash?: string | null };

export type Capture = () => string;

/** Captures the fields that a change is about to overwrite, from the locked row. */
export function captureOld(patch: LinkPatch): { capture: Capture; keep: RequireLinkVersion } {
  let previous: OldValues | undefined;
  const keep = async (trx: Trx, locked: StoredLink) => {
    const before: Record<string, unknown> = { ...answersOf(locked), archived: locked.archived };
    if (patch.tags) before.tags = (await listTagsOfLinks(trx, [locked.id])).get(locked.id) ?? [];
    const names = Object.keys(patch).filter((name) => name !== 'password');
    previous = {
      patch: Object.fromEntries(names.map((name) => [name, before[name]])) as LinkPatch,
      ...(patch.password === undefined ? {} : { passwordHash: locked.password_hash }),
    };
  };
  return { capture: () => JSON.stringify(previous), keep };
}

export async function undoLinks(
  context: ImportContext,
  who: Acting,
  changes: Change[],
  finish: (trx: Transaction<Tables>, undone: Undone[]) => Promise<void>,
): Promise<void> {
  const { db } = context;
  const now = new Date();
  await inTransaction(db, async (trx) => {
    const ids = await lockLinkIds(
      trx,
      who.workspaceId,
      changes.map(({ objectId }) => objectId),
    );
    const rows = await listLinksByIds(trx, who.workspaceId, ids);
    const byId = new Map(rows.map((row) => [row.public_id, row]));
    const undone: Undone[] = [];
    const created: LinkRow[] = [];
    for (const { objectId, previous, version } of changes) {
      const row = byId.get(objectId);
      if (!row)
        undone.push(previous === null ? 'deleted' : { why: 'The link was deleted after the import.', cells: {} });
      else if (versionOf(row) !== version)
        undone.push({ why: 'The link was changed after the import.', cells: cellsOf(row) });
      else if (previous === null) {
        created.push(row);
        undone.push('deleted');
      } else undone.push(await restore(trx, context, who, { row, previous: JSON.parse(previous) as OldValues, now }));
    }
    await deleteCreated(trx, context, who, { links: created, now });
    await finish(trx, undone);
  });
  context.announceChanges();
}

/** Restores a link, unless another link now has its previous external id. */
async function restore(
  trx: Trx,
  { config }: ImportContext,
  who: Acting,
  { row, previous: { patch, passwordHash }, now }: { row: LinkRow; previous: OldValues; now: Date },
): Promise<Undone> {
  try {
    await restoreLink(trx, config, { auth: who, link: row, patch, passwordHash, now });
    return 'restored';
  } catch (error) {
    if (duplicateKey(error) === 'links_external_id')
      return { why: 'Another link now has the external ID.', cells: cellsOf(row) };
    throw error;
  }
}

const cellsOf = ({ hostname, slug, url }: LinkRow) => ({ domain: hostname ?? '', slug, url });

/** Deletes links. The undo itself is in the audit log. */
async function deleteCreated(
  trx: Trx,
  { config }: ImportContext,
  who: Acting,
  { links, now }: { links: LinkRow[]; now: Date },
): Promise<void> {
  if (links.length === 0) return;
  const { workspaceId, hasWebhooks } = who;
  const ids = links.map(({ id }) => id);
  if (hasWebhooks) await notifyOfLinks(trx, config, { workspaceId, event: 'link.deleted', now }, { ids });
  const keys = links.map(({ id, domain_id: domainId, slug }) => ({ id, domainId, slug }));
  await deleteLinks(trx, workspaceId, keys, now);
}
