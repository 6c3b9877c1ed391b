/** Routes for a domain's settings. */
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint, type Lookup } from '../api/endpoint.ts';
import type { Auth } from '../identity/auth.ts';
import { requestedVersion } from '../versions/require-version.ts';
import { answerDomain } from './domain.ts';
import { type DomainRow, requireDomain } from './queries.ts';
import { Domain, DomainAppsInput, DomainPatch } from './schema.ts';
import { patchDomain, replaceApps } from './settings.ts';

const group = 'Domains';
const params = { id: "The domain's id." };
const changed = { 200: { description: 'The changed domain.', schema: Domain } };

export const domainSettingRoutes = (context: Context): DescribedRoute[] => [patchOne(context), putApps(context)];

const findOne =
  ({ db }: Context) =>
  ({ auth, request }: Lookup<'id'>) =>
    requireDomain(db, auth.workspaceId, request.params.id);

const versionFor = ({ workspaceId }: Auth, { publicId: objectId }: DomainRow, request: HttpRequest) =>
  requestedVersion(request, { workspaceId, objectId, action: 'domain.update' });

const patchOne = (context: Context) =>
  endpoint(context, {
    method: 'PATCH',
    path: '/domains/{id}',
    id: 'updateDomain',
    summary: "Change a domain's root URL, fallback URL and brand",
    description:
      'Only the given fields change; `null` clears one, and `brand` is replaced as a whole. `rootUrl` is the ' +
      "destination of the domain's root, with the visitor's query; `notFoundUrl` is the destination of URLs without a link. The brand is on " +
      "every page that the domain's visitors see. Destinations are checked like links' destinations.",
    group,
    role: 'admin',
    params,
    body: DomainPatch,
    answers: changed,
    errors: ['unsafe_url'],
    versioned: true,
    find: findOne(context),
    handle: async ({ auth, request, found, body }) =>
      answerDomain(
        await patchDomain(context, auth, found, { patch: body, requireVersion: versionFor(auth, found, request) }),
      ),
  });

const putApps = (context: Context) =>
  endpoint(context, {
    method: 'PUT',
    path: '/domains/{id}/apps',
    id: 'putDomainApps',
    summary: "Set the apps that can open a domain's links",
    description:
      'Replaces both lists; a missing one becomes empty. While the domain works, iOS and Android find them at ' +
      '`/.well-known/apple-app-site-association` and `/.well-known/assetlinks.json`. A link opened in an app counts ' +
      'no click.',
    group,
    role: 'admin',
    params,
    body: DomainAppsInput,
    bodyExample: { ios: ['ABCDE12345.com.example.app'] },
    answers: changed,
    versioned: true,
    find: findOne(context),
    handle: async ({ auth, request, found, body }) =>
      answerDomain(
        await replaceApps(context, auth, found, {
          apps: body,
          requireVersion: versionFor(auth, found, request),
        }),
      ),
  });
