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

/** Returns the version, which does not depend on counts and scan results. */
export const versionOf = (row: Omit<LinkRow, 'hostname'>): string =>
  etagOf([row.slug, row.tags, row.password_hash, row.archived, answersOf(row)]);

/** Returns an answer with one link. */
export const answerLink = (
  status: 200 | 201,
  config: LinkSettings,
  { workspacePublicId }: Pick<Auth, 'workspacePublicId'>,
  row: LinkRow,
): HttpAnswer => json(status, toLink(config, workspacePublicId, row), { ETag: versionOf(row) });

/** Checks the locked row of a link. @throws `conflict` */
export type RequireLinkVersion = (trx: Trx, locked: StoredLink) => Promise<void>;

export function requiredLinkVersion(
  config: LinkSettings,
  { workspaceId, workspacePublicId }: Auth,
  { public_id: objectId, hostname }: LinkRow,
  request: Pick<HttpRequest, 'headers'>,
): RequireLinkVersion {
  const requireVersion = requestedVersion(request, { workspaceId, action: 'link.update', objectId });
  return (trx, locked) =>
    requireVersion(trx, async () => {
      const tags = (await listTagsOfLinks(trx, [locked.id])).get(locked.id) ?? [];
      const row = { ...locked, hostname, tags };
      return { etag: versionOf(row), show: () => toLink(config, workspacePublicId, row) };
    });
}
