/**
 * Makes the link that has an external id, or changes it, whichever it takes: sent again it changes nothing, and of several
 * at once one makes the link.
 */
import { isDeepStrictEqual } from 'node:util';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Context } from '../api/context.ts';
import { externalIdTaken, invalid, isApiError, notFound } from '../api/errors.ts';
import type { Auth } from '../identity/auth.ts';
import { findLink, type LinkRow } from './core/queries.ts';
import { type ExternalLinkInput, type LinkPatch, toTagName } from './core/schema.ts';
import { createOne } from './create/create-one.ts';
import type { CreateDrafts } from './create/creator.ts';
import { findDomainByName } from './find-domain.ts';
import { patchLink, toColumns } from './update-link.ts';
import { linkVersionAsked } from './version.ts';

/** How often another request may be quicker to make or delete the link. */
const tries = 5;

/** @throws why it cannot be made or changed so */
export async function putLink(
  context: Context,
  create: CreateDrafts,
  auth: Auth,
  externalId: string,
  body: ExternalLinkInput,
  request: Pick<HttpRequest, 'signal' | 'headers'>,
): Promise<{ status: 200 | 201; row: LinkRow }> {
  const find = () => findLink(context.db, auth.workspaceId, { externalId });
  for (let attempt = 1; ; attempt++) {
    const link = await find();
    if (!link && request.headers['if-match'] !== undefined) throw notFound('link');
    try {
      if (!link) {
        const row = await createOne(context, create, auth, { ...body, externalId }, request.signal, async () => {});
        return { status: 201, row };
      }
      await change(context, auth, link, body, request);
      const row = await find();
      if (row) return { status: 200, row };
    } catch (error) {
      const isOutdated = isOvertaken(error) || (mayBeItself(error) && (await find())?.slug !== link?.slug);
      if (!isOutdated || attempt === tries) throw error;
    }
    if (attempt === tries) throw externalIdTaken();
  }
}

/** Someone made the link after it was looked for, or deleted it. */
const isOvertaken = (error: unknown) =>
  isApiError(error) &&
  (error.code === 'not_found' ||
    (error.code === 'conflict' && isDeepStrictEqual(error.details, externalIdTaken().details)));

/** What has the slug, or was the last that the plan allows, may be the link itself, made or renamed after it was looked for. */
const mayBeItself = (error: unknown) =>
  isApiError(error) && (error.code === 'slug_taken' || error.code === 'plan_limit_reached');

async function change(
  context: Context,
  auth: Auth,
  link: LinkRow,
  { domain, ...body }: ExternalLinkInput,
  request: Pick<HttpRequest, 'signal' | 'headers'>,
): Promise<void> {
  if (domain && (await findDomainByName(context, auth.workspaceId, domain)) !== link.domain_id) {
    throw invalid({ field: 'domain', message: 'cannot be changed' });
  }
  const patch = toPatch(body);
  if (isSo(link, patch)) return;
  const requireVersion = linkVersionAsked(context.config, auth, link, request);
  await patchLink(context, auth, link, patch, request.signal, new Date(), requireVersion);
  context.announceChanges();
}

/** What a link always has cannot be cleared: there null is the same as leaving it out. */
function toPatch({ slug, tags, redirectType, ...rest }: Omit<ExternalLinkInput, 'domain'>): LinkPatch {
  return {
    ...rest,
    ...(slug ? { slug } : {}),
    ...(tags ? { tags } : {}),
    ...(redirectType ? { redirectType } : {}),
  };
}

/** Whether a link is as a change would make it. A password is never known to be the same. */
function isSo(link: LinkRow, { password, tags, ...patch }: LinkPatch): boolean {
  if (password || (password === null && link.password_hash !== null)) return false;
  if (tags && !isDeepStrictEqual([...new Set(tags.map(toTagName))], link.tags)) return false;
  return Object.entries(toColumns(patch)).every(([column, value]) =>
    isDeepStrictEqual(value, link[column as keyof LinkRow]),
  );
}
