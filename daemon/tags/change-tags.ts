/** Renaming, merging and deleting a tag: every answer is by the new state from the commit on, however many links hold it. */
import { duplicateKey, inTransaction } from '../../shared/db/db.ts';
import { notFound } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { listListeners } from '../webhooks/queries.ts';
import { insertTag, lockTags, replaceTag, updateName } from './queries.ts';

/** A name that is being given to a new tag is found taken, and looked at again. */
const tries = 5;

type Renamed = {
  /** Links hold the name already. */
  merged: boolean;
  /** The tag whose links have to follow. */
  replacedId?: number;
};

/** @throws `not_found` */
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
  if (await isHeard(trx, workspaceId)) {
    // Each link that shows the new name has to be told of, so those are the links that follow.
    await replaceTag(trx, tag.id, taken?.id ?? (await insertTag(trx, workspaceId, to)));
    return { merged, replacedId: tag.id };
  }
  if (!taken) {
    await updateName(trx, tag.id, to);
    return { merged };
  }
  // The links of one have to follow: those of the smaller.
  const [stays, goes] = taken.links > tag.links ? [taken, tag] : [tag, taken];
  await replaceTag(trx, goes.id, stays.id);
  if (stays === tag) await updateName(trx, tag.id, to);
  return { merged, replacedId: goes.id };
}

/** Whether a webhook gets an event for each changed link. */
const isHeard = async (trx: Trx, workspaceId: number) =>
  (await listListeners(trx, workspaceId, 'link.updated')).length > 0;

/** Resolves to the tag whose links have to follow. @throws `not_found` */
export const deleteTagOfLinks = (db: Db, { workspaceId, actor }: Auth, name: string, now: Date): Promise<number> =>
  inTransaction(db, async (trx) => {
    const tag = (await lockTags(trx, workspaceId, [name])).get(name);
    if (!tag?.holders) throw notFound('tag');
    await recordAudit(trx, [{ workspaceId, actor, action: 'tag.delete', objectId: name }], now);
    await replaceTag(trx, tag.id, undefined);
    return tag.id;
  });
