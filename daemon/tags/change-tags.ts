/**
 * Renaming, merging and deletion of tags. After the commit all answers show the new state, even if many links have
 * the tag.
 */
import { duplicateKey, inTransaction } from '../../shared/db/db.ts';
import { notFound } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { listSubscribers } from '../webhooks/queries.ts';
import { endShare, insertTag, lockTags, moveShare, replaceTag, updateName } from './queries.ts';

/** Maximum number of attempts if another transaction creates a tag with the new name at the same time. */
const tries = 5;

type Renamed = {
  /** True if links already had a tag with the new name. */
  merged: boolean;
  /** The tag whose links must still be moved. */
  replacedId?: number;
};

/** Renames a tag, or merges it into an existing tag with the new name. @throws `not_found` */
export async function renameTag(
  db: Db,
  auth: Auth,
  from: string,
  { to, now }: { to: string; now: Date },
): Promise<Renamed> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, (trx) => renameIn(trx, auth, from, { to, now }));
    } catch (error) {
      if (duplicateKey(error) !== 'tags_workspace_name' || attempt === tries) throw error;
    }
  }
}

async function renameIn(
  trx: Trx,
  { workspaceId, actor }: Auth,
  from: string,
  { to, now }: { to: string; now: Date },
): Promise<Renamed> {
  const tags = await lockTags(trx, workspaceId, [from, to]);
  const tag = tags.get(from);
  if (!tag?.holders) throw notFound('tag');
  if (from === to) return { merged: false };
  const taken = tags.get(to);
  const merged = taken !== undefined && taken.holders > 0;
  const entry = { workspaceId, actor, objectId: from, details: { name: to } };
  await recordAudit(trx, [{ ...entry, action: merged ? 'tag.merge' : 'tag.rename' }], now);
  if (merged) await endShare(trx, workspaceId, from);
  else await moveShare(trx, workspaceId, from, to);
  if (await hasListener(trx, workspaceId)) {
    // Webhooks get an event for each renamed link, so exactly these links are moved.
    await replaceTag(trx, tag.id, taken?.id ?? (await insertTag(trx, workspaceId, to)));
    return { merged, replacedId: tag.id };
  }
  if (!taken) {
    await updateName(trx, tag.id, to);
    return { merged };
  }
  // Replaces the tag with fewer links, so that fewer links are moved.
  const [kept, replaced] = taken.links > tag.links ? [taken, tag] : [tag, taken];
  await replaceTag(trx, replaced.id, kept.id);
  if (kept === tag) await updateName(trx, tag.id, to);
  return { merged, replacedId: replaced.id };
}

/** Returns whether a webhook gets an event for each changed link. */
const hasListener = async (trx: Trx, workspaceId: number) =>
  (await listSubscribers(trx, workspaceId, 'link.updated')).length > 0;

/** Deletes a tag. Resolves to the id of the tag, which must still be removed from its links. @throws `not_found` */
export const deleteTagOfLinks = (db: Db, { workspaceId, actor }: Auth, name: string, now: Date): Promise<number> =>
  inTransaction(db, async (trx) => {
    const tag = (await lockTags(trx, workspaceId, [name])).get(name);
    if (!tag?.holders) throw notFound('tag');
    await recordAudit(trx, [{ workspaceId, actor, action: 'tag.delete', objectId: name }], now);
    await endShare(trx, workspaceId, name);
    await replaceTag(trx, tag.id, undefined);
    return tag.id;
  });
