/** Routes that find a link by something other than its id. */
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { invalid, notFound } from '../api/errors.ts';
import type { Auth } from '../identity/auth.ts';
import { slugPath } from '../redirect/slug-path.ts';
import { exampleExternalId } from './core/fields.ts';
import { findLink, type LinkReference } from './core/queries.ts';
import * as schema from './core/schema.ts';
import type { CreateDrafts } from './create/creator.ts';
import { findDomainByName } from './find-domain.ts';
import { putLink } from './put-link.ts';
import { parseShortUrl } from './short-url.ts';
import { answerLink } from './version.ts';

export const lookupRoutes = (context: Context, create: CreateDrafts): DescribedRoute[] => [
  lookUp(context),
  putExternal(context, create),
];

const group = 'Links';

const lookUp = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/links/lookup',
    id: 'lookUpLink',
    summary: 'Find a link by its short URL, its slug or its externalId',
    description: 'Takes `shortUrl`, `slug` with an optional `domain`, or `externalId`. Also finds archived links.',
    group,
    role: 'viewer',
    query: schema.LookupQuery,
    queryExample: { externalId: exampleExternalId },
    answers: { 200: { description: 'The link.', schema: schema.Link } },
    errors: ['not_found'],
    versioned: true,
    async handle({ auth, query }) {
      requireOneName(query);
      const name = await nameOf(context, auth, query);
      const row = name && (await findLink(context.db, auth.workspaceId, name));
      if (!row) throw notFound('link');
      return answerLink(200, context.config, auth, row);
    },
  });

/** @throws `validation_failed` */
function requireOneName({ shortUrl, domain, slug, externalId }: schema.LookupQuery): void {
  if (domain !== undefined && slug === undefined) throw invalid({ field: 'slug', message: 'is required with domain' });
  const [first, second] = Object.entries({ shortUrl, slug, externalId }).flatMap(([field, value]) =>
    value === undefined ? [] : [field],
  );
  if (!first) throw invalid({ field: 'shortUrl', message: 'or slug or externalId is required' });
  if (second) throw invalid({ field: second, message: `cannot be given together with ${first}` });
}

/** Returns undefined if no such link can exist. */
async function nameOf(
  context: Context,
  { workspaceId }: Auth,
  { shortUrl, domain, slug, externalId }: schema.LookupQuery,
): Promise<LinkReference | undefined> {
  if (externalId !== undefined) return { externalId };
  if (shortUrl !== undefined) return parseShortUrl(shortUrl, context.findDomain);
  const domainId = domain === undefined ? 0 : await findDomainByName(context, workspaceId, domain);
  const known = slugPath.exec(`/${slug}`)?.[1];
  return known === undefined || domainId === undefined ? undefined : { domainId, slug: known };
}

/** @throws `validation_failed` */
function requireExternalId(text = ''): string {
  const { length } = [...text];
  if (length < 1 || length > 255) throw invalid({ field: 'externalId', message: 'must have 1 to 255 characters' });
  return text;
}

const putExternal = (context: Context, create: CreateDrafts) =>
  endpoint(context, {
    method: 'PUT',
    path: '/links/external/{externalId}',
    id: 'putLink',
    summary: 'Create or change the link with an externalId',
    description:
      'Creates the link if no link of the workspace has this externalId; otherwise changes the given fields, and nothing ' +
      'else. `null` clears an optional field. You can repeat it and send it from several places at once: only creating ' +
      'the link uses the allowance, and a request that changes nothing writes nothing. A link keeps its domain.',
    group,
    role: 'member',
    params: {
      externalId: {
        description: 'Your own id of the link, percent-encoded: 1 to 255 characters.',
        example: exampleExternalId,
      },
    },
    body: schema.ExternalLinkInput,
    answers: {
      200: { description: 'The link, changed or unchanged.', schema: schema.Link },
      201: { description: 'The new link.', schema: schema.Link },
    },
    errors: ['unsafe_url', 'feature_not_in_plan', 'plan_limit_reached', 'slug_taken', 'conflict', 'not_found'],
    versioned: true,
    async handle({ auth, request, body }) {
      const externalId = requireExternalId(request.params.externalId);
      const { status, row } = await putLink(context, create, auth, { externalId, body, request });
      return answerLink(status, context.config, auth, row);
    },
  });
