/**
 * Links to the local billing page, in MySQL. Each link is for one workspace and one member, and works for one change.
 */

import type { OfferedPlan, PlanName } from '../../../shared/config/config.ts';
import { changedRows, changesRows } from '../../../shared/db/results.ts';
import type { Actor } from '../../../shared/people/actor.ts';
import { hashSecret, randomToken } from '../../../shared/secrets/secrets.ts';
import type { Db, Trx } from '../../core/tables.ts';
import type { Auth } from '../../identity/auth.ts';
import type { Interval, PlanChoice } from '../core/billing.ts';

/** Inserts a link. Returns its token, which is stored only as a hash. */
export async function insertPageLink(
  db: Db,
  auth: Auth,
  choice: PlanChoice | undefined,
  expiresAt: Date,
): Promise<string> {
  const token = randomToken();
  const { workspaceId, userId, actor } = auth;
  await db
    .insertInto('billing_page_links')
    .values({
      hash: hashSecret(token),
      workspace_id: workspaceId,
      user_id: userId,
      key_public_id: actor.type === 'api_key' ? actor.keyPublicId : null,
      plan: choice?.plan ?? null,
      billing_interval: choice?.interval ?? null,
      expires_at: expiresAt,
    })
    .execute();
  return token;
}

export type PageLink = {
  workspaceId: number;
  workspaceName: string;
  /** The workspace's current plan. */
  plan: PlanName;
  chosenPlan: OfferedPlan | null;
  chosenInterval: Interval | null;
  actor: Actor;
  /** Whether the link's creator can still change the plan. */
  isAllowed: boolean;
};

/** Finds the link for a token. Returns `undefined` if the token is unknown, used or expired. */
export async function findPageLink(db: Db, token: string, now: Date): Promise<PageLink | undefined> {
  const row = await db
    .selectFrom('billing_page_links as pages')
    .innerJoin('workspaces', 'workspaces.id', 'pages.workspace_id')
    .leftJoin('members', (join) =>
      join
        .onRef('members.workspace_id', '=', 'pages.workspace_id')
        .onRef('members.user_id', '=', 'pages.user_id')
        .on('members.role', '=', 'admin'),
    )
    .leftJoin('api_keys', (join) =>
      join
        .onRef('api_keys.public_id', '=', 'pages.key_public_id')
        .on('api_keys.role', '=', 'admin')
        .on((e) => e.or([e('api_keys.expires_at', 'is', null), e('api_keys.expires_at', '>', now)])),
    )
    .where('pages.hash', '=', hashSecret(token))
    .where('pages.expires_at', '>', now)
    .select([
      'workspaces.id as workspaceId',
      'workspaces.name as workspaceName',
      'workspaces.plan',
      'workspaces.suspended_at as suspendedAt',
      'pages.plan as chosenPlan',
      'pages.billing_interval as chosenInterval',
      'pages.user_id as userId',
      'pages.key_public_id as keyPublicId',
      'members.id as memberId',
      'api_keys.id as keyId',
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { suspendedAt, userId, keyPublicId, memberId, keyId, ...link } = row;
  const isMember = memberId !== null && (keyPublicId === null || keyId !== null);
  return {
    ...link,
    actor: keyPublicId === null ? { type: 'session', userId } : { type: 'api_key', userId, keyPublicId },
    isAllowed: suspendedAt === null && isMember && link.plan !== 'unlimited',
  };
}

/** Deletes a link. Returns `false` if another request already deleted it. */
export const deletePageLink = (trx: Trx, token: string): Promise<boolean> =>
  changesRows(trx.deleteFrom('billing_page_links').where('hash', '=', hashSecret(token)));

/** Deletes up to `limit` links that expired before `time`. Returns the number deleted. */
export const deletePageLinksBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('billing_page_links').where('expires_at', '<', time).limit(limit));
