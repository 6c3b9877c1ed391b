/** Pure functions that convert rows to their form in the operators' API. */

import { shortUrlOf } from '../../../shared/link-clicks/short-url.ts';
import type { WithUser } from '../../../shared/people/user-queries.ts';
import { domainOf, type LinkSettings } from '../../links/core/link.ts';
import type { ReviewRow } from '../core/review-queries.ts';
import type { SafetyLinkRow, SafetyWorkspaceRow } from './queries.ts';

const iso = (time: Date | null) => time?.toISOString() ?? null;

type LinkName = { hostname: string | null; slug: string };

const shortUrlIn = (config: LinkSettings, row: LinkName) => shortUrlOf(config, domainOf(config, row), row.slug);

export const toReview = (config: LinkSettings, row: ReviewRow) => {
  const { id, linkId, workspaceId, url, banned, source, reason, field, detail, times, status, answer, createdAt } = row;
  const { workspaceName, clicks } = row;
  const facts = { linkId, workspaceId, workspaceName, shortUrl: shortUrlIn(config, row), url, banned, clicks };
  const found = { source, reason, field, detail, times, status, answer };
  const linkCreatedAt = row.linkCreatedAt.toISOString();
  return { id: String(id), ...facts, linkCreatedAt, ...found, createdAt: createdAt.toISOString() };
};

export const toSafetyLink = (config: LinkSettings, row: SafetyLinkRow) => {
  const { linkId, workspaceId, url, title, archived, createdAt } = row;
  const facts = { linkId, workspaceId, shortUrl: shortUrlIn(config, row), url, title, archived };
  return { ...facts, createdAt: createdAt.toISOString(), ban: toBan(row) };
};

const toBan = ({ banned, source, reason, field, detail, words, bannedAt }: SafetyLinkRow) =>
  banned ? { source, reason, field, detail, words, since: iso(bannedAt) } : null;

type Usage = { links: number; clicks: number };

export const toSafetyWorkspace = (row: WithUser<SafetyWorkspaceRow>, usage: Usage = { links: 0, clicks: 0 }) => ({
  id: row.publicId,
  name: row.name,
  owner: row.user?.email ?? null,
  plan: row.plan,
  usage,
  createdAt: row.createdAt.toISOString(),
  bans: row.bans ?? 0,
  flaggedAt: iso(row.flaggedAt),
  suspendedAt: iso(row.suspendedAt),
});
