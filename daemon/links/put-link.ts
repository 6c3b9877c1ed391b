/**
 * The creation or change of the link with an external id. A repeated request changes nothing. If several requests
 * arrive at once, only one of them creates the link.
 */
import { isDeepStrictEqual } from 'node:util';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Context } from '../api/context.ts';
import { externalIdTaken, invalid, isApiError, notFound } from '../api/errors.ts';
import type { Auth } from '../identity/auth.ts';
import { answersOf } from './core/fields.ts';
import { findLink, type LinkRow } from './core/queries.ts';
import { settleRules } from './core/rules.ts';
import { type ExternalLinkInput, type LinkPatch, toTagName } from './core/schema.ts';
import { createOne } from './create/create-one.ts';
import type { CreateDrafts } from './create/creator.ts';
import { findDomainByName } from './find-domain.ts';
import { patchLink, toColumns } from './update-link.ts';
import { requiredLinkVersion } from './version.ts';

/** Maximum number of attempts while other requests create or delete the link. */
const tries = 5;

/** @throws the reason if the link cannot be created or changed */
export async function putLink(
  context: Context,
  create: CreateDrafts,
  auth: Auth,
  {
    externalId,
    body,
    request,
  }: { externalId: string; body: ExternalLinkInput; request: Pick<HttpRequest, 'signal' | 'headers'> },
): Promise<{ status: 200 | 201; row: LinkRow }> {
  const find = () => findLink(context.db, auth.workspaceId, { externalId });
  for (let attempt = 1; ; attempt++) {
    const link = await find();
    if (!link && request.headers['if-match'] !== undefined) throw notFound('link');
    try {
      if (!link) {
        const row = await createOne(context, create, auth, {
          input: { ...body, externalId },
          signal: request.signal,
          keep: async () => {},
        });
        return { status: 201, row };
      }
      await change(context, auth, link, { body, request });
      const row = await find();
      if (row) return { status: 200, row };
    } catch (error) {
      const isOutdated = isOvertaken(error) || (canBeItself(error) && (await find())?.slug !== link?.slug);
      if (!isOutdated || attempt === tries) throw error;
    }
    if (attempt === tries) throw externalIdTaken();
  }
}

/** Returns whether another request created or deleted the link after the lookup. */
const isOvertaken = (error: unknown) =>
  isApiError(error) &&
  (error.code === 'not_found' ||
    (error.code === 'conflict' && isDeepStrictEqual(error.details, externalIdTaken().details)));

/**
 * Returns whether the link itself, created or renamed after the lookup, may have taken the slug or the rest of the
 * allowance.
 */
const canBeItself = (error: unknown) =>
  isApiError(error) && (error.code === 'slug_taken' || error.code === 'plan_limit_reached');

async function change(
  context: Context,
  auth: Auth,
  link: LinkRow,
  { body: { domain, ...body }, request }: { body: ExternalLinkInput; request: Pick<HttpRequest, 'signal' | 'headers'> },
): Promise<void> {
  if (domain && (await findDomainByName(context, auth.workspaceId, domain)) !== link.domain_id) {
    throw invalid({ field: 'domain', message: 'cannot be changed' });
  }
  const patch = settleRules(toPatch(body), answersOf(link));
  if (matches(link, patch)) return;
  const requireVersion = requiredLinkVersion(context.config, auth, link, request);
  await patchLink(context, auth, { link, patch, signal: request.signal, now: new Date(), requireVersion });
  context.announceChanges();
}

/** Converts a body to a change. Required values cannot be cleared, so for them `null` changes nothing. */
export function toPatch({ slug, tags, redirectType, ...rest }: Omit<ExternalLinkInput, 'domain'>): LinkPatch {
  return {
    ...rest,
    ...(slug ? { slug } : {}),
    ...(tags ? { tags } : {}),
    ...(redirectType ? { redirectType } : {}),
  };
}

/** Returns whether a link already has the values of a change. A password never counts as equal. */
export function matches(link: LinkRow, { password, tags, ...patch }: LinkPatch): boolean {
  if (password || (password === null && link.password_hash !== null)) return false;
  if (tags && !isDeepStrictEqual([...new Set(tags.map(toTagName))], link.tags)) return false;
  return Object.entries(toColumns(patch)).every(([column, value]) =>
    isDeepStrictEqual(value, link[column as keyof LinkRow]),
  );
}
