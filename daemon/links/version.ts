/** A link's version, computed from its editable values, and the version that a request requires. */
import { type HttpAnswer, json } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { etagOf } from '../../shared/http/versions.ts';
import type { Trx } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { requestedVersion } from '../versions/require-version.ts';
import { answersOf } from './core/fields.ts';
import { type LinkSettings, toLink } from './core/link.ts';
import type { LinkRow, StoredLink } from './core/queries.ts';
import { listTagsOfLinks } from './core/tag-queries.ts';

/** Returns the version, which does not depend on counts or scan results. */
export const versionOf = (row: Omit<LinkRow, 'hostname'>): string =>
  etagOf([row.slug, row.tags, row.password_hash, row.archived, answersOf(row)]);

/** Returns an answer with one link. */
export const answerLink = (
  status: 200 | 201,
  config: LinkSettings,
  auth: Pick<Auth, 'workspacePublicId' | 'role' | 'creator'>,
  row: LinkRow,
): HttpAnswer => json(status, toLink(config, auth.workspacePublicId, row, auth), { ETag: versionOf(row) });

/** A function that checks the locked row of a link. @throws `conflict` */
export type RequireLinkVersion = (trx: Trx, locked: StoredLink) => Promise<void>;

export function requiredLinkVersion(
  config: LinkSettings,
  auth: Auth,
  { public_id: objectId, hostname, creator_name }: LinkRow,
  request: Pick<HttpRequest, 'headers'>,
): RequireLinkVersion {
  const requireVersion = requestedVersion(request, { workspaceId: auth.workspaceId, action: 'link.update', objectId });
  return (trx, locked) =>
    requireVersion(trx, async () => {
      const tags = (await listTagsOfLinks(trx, [locked.id])).get(locked.id) ?? [];
      const row = { ...locked, hostname, tags, creator_name };
      return { etag: versionOf(row), show: () => toLink(config, auth.workspacePublicId, row, auth) };
    });
}
