/**
 * Changes and deletions of many links in one request. Each link has its own result, and a failure does not affect
 * others.
 */
import { inTransaction } from '../../shared/db/db.ts';
import { mayBeId } from '../../shared/db/public-ids.ts';
import { type ApiError, unavailable } from '../../shared/errors.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Context } from '../api/context.ts';
import { conflict, errorBody, invalid, notFound, toApiError } from '../api/errors.ts';
import { joinEntries, partOf } from '../audit-log/join-entries.ts';
import { manyEntries, oneEntry, recordAudit } from '../audit-log/record.ts';
import type { Auth } from '../identity/auth.ts';
import { answersOf, destinationsOf } from './core/fields.ts';
import { notifyOfLinks } from './core/notify-webhooks.ts';
import { deleteLinks, type LinkRow, lockLinksByPublicIds, requireLink, type StoredLink } from './core/queries.ts';
import { type LinkBefore, LinkPatch, type ManyIds, type ManyPatch, type ManyResult, toTagName } from './core/schema.ts';
import { type LinkChange, patchLink } from './update-link.ts';

/** Maximum number of links changed at the same time. Each change takes a connection. */
const lanes = 4;
/** Time within which changes can start. Later ones are refused. */
const startWithinMs = 20_000;
const { maxItems: tagsALink } = LinkPatch.properties.tags as unknown as { maxItems: number };

/**
 * Returns results in the order of the ids. @throws `unavailable` if no link could be changed because a store is down
 */
export async function patchMany(
  context: Context,
  auth: Auth,
  { ids, actionId, ...change }: ManyPatch,
  request: HttpRequest,
): Promise<ManyResult> {
  context.safety.prepare([destinationsOf(change.set ?? {})]);
  const record = oneEntry(partOf(actionId));
  const befores: LinkBefore[] = [];
  const patchOne = async (id: string, index: number) => {
    if (!mayBeId(id)) throw notFound('link');
    const link = await requireLink(context.db, auth.workspaceId, id);
    const before: LinkBefore = {};
    befores[index] = before;
    const patch = changeOf(link, change, before);
    if (Object.keys(patch).length === 0) return;
    const requireVersion = async (_: unknown, locked: StoredLink) => {
      if (change.mergeUtm && locked.utm !== link.utm)
        throw conflict('Its UTM parameters were changed at the same time. Retry.');
      Object.assign(before, previousValues(locked, patch));
    };
    await patchLink(context, auth, { link, patch, signal: request.signal, now: new Date(), requireVersion, record });
  };
  const faults = await faultsOfEach(context, ids, request, patchOne);
  await joinEntries(context, auth, 'link.update', actionId);
  return toResult(ids, faults, befores);
}

/** Returns the change of one link. Its previous tags are added to `before` when the change is written. */
function changeOf(
  link: LinkRow,
  { set, mergeUtm, addTags = [], removeTags = [] }: Omit<ManyPatch, 'ids' | 'actionId'>,
  before: LinkBefore,
): LinkChange {
  const patch: LinkChange = { ...set };
  if (mergeUtm) {
    const present = set?.utm === undefined ? answersOf(link).utm : set.utm;
    patch.utm = Object.fromEntries(Object.entries({ ...present, ...mergeUtm }).filter(([, value]) => value !== ''));
  }
  if (set?.tags || addTags.length + removeTags.length > 0) {
    const retag = retagWith(set?.tags, addTags, removeTags);
    patch.retag = (present) => {
      before.tags = present;
      return retag(present);
    };
  }
  return patch;
}

/** Returns a link's values of the changed fields, except its tags and its password. */
const previousValues = (link: StoredLink, patch: LinkChange): LinkBefore =>
  Object.fromEntries(Object.entries({ ...answersOf(link), archived: link.archived }).filter(([name]) => name in patch));

/** Returns the fault of each link, undefined for successes. */
async function faultsOfEach(
  { log }: Context,
  ids: string[],
  { id: requestId }: HttpRequest,
  work: (id: string, index: number) => Promise<void>,
): Promise<(ApiError | undefined)[]> {
  const until = Date.now() + startWithinMs;
  const faults: (ApiError | undefined)[] = [];
  const faultOf = async (id: string, index: number) => {
    if (Date.now() > until) return unavailable('The previous links took too long. Send this one again.');
    try {
      await work(id, index);
    } catch (error) {
      const fault = toApiError(error, requestId);
      if (fault.code === 'internal_error')
        log.error({ err: error, requestId }, 'one of many links could not be changed');
      return fault;
    }
    return undefined;
  };
  const queue = [...ids.entries()].values();
  const lane = async (untilDone = false) => {
    for (const [index, id] of queue) {
      faults[index] = await faultOf(id, index);
      if (untilDone && !faults[index]) return;
    }
  };
  // The other changes extend the audit entry of the first.
  await lane(true);
  await Promise.all(Array.from({ length: lanes }, () => lane()));
  if (faults.every((fault) => fault?.code === 'unavailable')) throw faults[0];
  return faults;
}

/** Returns a function that adds and then removes tags. */
const retagWith = (set: string[] | undefined, add: string[], remove: string[]) => (present: string[]) => {
  const removed = new Set(remove.map(toTagName));
  const kept = [...(set?.map(toTagName) ?? present), ...add.map(toTagName)];
  const tags = [...new Set(kept)].filter((tag) => !removed.has(tag));
  if (tags.length > tagsALink) {
    const message = `must not give this link more than ${tagsALink} tags; it would have ${tags.length}`;
    throw invalid({ field: 'addTags', message });
  }
  return tags;
};

/** Deletes all existing links in one transaction. */
export async function deleteMany(context: Context, auth: Auth, { ids, actionId }: ManyIds): Promise<ManyResult> {
  const { db, config } = context;
  const { workspaceId, actor, hasWebhooks } = auth;
  const now = new Date();
  const deleted = await inTransaction(db, async (trx) => {
    const links = await lockLinksByPublicIds(trx, workspaceId, ids.filter(mayBeId));
    if (links.length === 0) return new Set<string>();
    const linkIds = links.map(({ id }) => id);
    if (hasWebhooks) await notifyOfLinks(trx, config, { workspaceId, event: 'link.deleted', now }, { ids: linkIds });
    const publicIds = links.map(({ publicId }) => publicId);
    await recordAudit(
      trx,
      manyEntries({ workspaceId, actor, action: 'link.delete', details: partOf(actionId) }, publicIds),
      now,
    );
    await deleteLinks(trx, workspaceId, links, now);
    return new Set(links.map(({ publicId }) => publicId));
  });
  await joinEntries(context, auth, 'link.delete', actionId);
  // If an id is repeated, only its first occurrence counts as found.
  return toResult(
    ids,
    ids.map((id) => (deleted.delete(id) ? undefined : notFound('link'))),
  );
}

const toResult = (ids: string[], faults: (ApiError | undefined)[], befores: LinkBefore[] = []): ManyResult => ({
  results: ids.map((id, index) => {
    const [fault, before] = [faults[index], befores[index]];
    return fault ? { index, id, ok: false, ...errorBody(fault) } : { index, id, ok: true, ...(before && { before }) };
  }),
});
