/**
 * Passwords of new links are hashed last, and only for links that will be made as things stand: a hash costs more than all
 * other checks together. What changes meanwhile, the transaction that makes the links finds out.
 */
import type { ApiError } from '../../../shared/errors.ts';
import type { Context } from '../../api/context.ts';
import { externalIdTaken, isApiError, planLimitReached } from '../../api/errors.ts';
import type { Auth } from '../../identity/auth.ts';
import { hashLinkPasswords } from '../../identity/passwords.ts';
import { listTakenExternalIds } from '../core/external-id-queries.ts';
import { heldSince, listTakenSlugs } from '../core/slug-queries.ts';
import { findAllowanceLeft } from './allowance.ts';
import type { Draft } from './create-links.ts';
import type { OpenDraft } from './draft.ts';

/** In the order given; a link that cannot be made is its error. @throws `unavailable` */
export async function hashPasswords(
  context: Context,
  auth: Auth,
  drafts: (OpenDraft | ApiError)[],
  signal: AbortSignal,
): Promise<(Draft | ApiError)[]> {
  const asks = (draft: OpenDraft | ApiError) => !isApiError(draft) && draft.password !== undefined;
  if (!drafts.some(asks)) return drafts;
  const refusals = await foresee(context, auth, drafts);
  const hopeful = drafts.filter((draft, index): draft is OpenDraft => asks(draft) && !refusals[index]);
  const hashes = await hashLinkPasswords(
    auth.workspaceId,
    hopeful.map(({ password }) => password as string),
    signal,
  );
  return drafts.map((draft, index) => {
    if (isApiError(draft) || draft.password === undefined) return draft;
    const { password, ...rest } = draft;
    return refusals[index] ?? { ...rest, password_hash: hashes.shift() as string };
  });
}

/** Why each link would be refused now: first the allowance, then slug and external id, as when links are made. */
async function foresee(
  { db, config }: Context,
  { workspaceId, plan }: Auth,
  drafts: (OpenDraft | ApiError)[],
): Promise<(ApiError | undefined)[]> {
  const limit = config.plans[plan].linksPerMonth;
  const asked = drafts.flatMap((draft) =>
    isApiError(draft) || draft.slug === undefined ? [] : [{ workspaceId, domainId: draft.domain_id, slug: draft.slug }],
  );
  const now = new Date();
  const taken = await listTakenSlugs(db, asked, heldSince(config, now));
  const takenIds = await listTakenExternalIds(
    db,
    drafts.filter((draft): draft is OpenDraft => !isApiError(draft)),
  );
  let left = await findAllowanceLeft(db, workspaceId, limit, now);
  return drafts.map((draft) => {
    if (isApiError(draft)) return undefined;
    if (left === 0) return planLimitReached(limit);
    const { domain_id: domainId, slug } = draft;
    const wanted = slug === undefined ? undefined : { workspaceId, domainId, slug };
    const fault = (wanted && taken.faultOf(wanted)) ?? (takenIds.has(draft) ? externalIdTaken() : undefined);
    if (fault) return fault;
    if (wanted) taken.add(wanted);
    takenIds.add(draft);
    left--;
    return undefined;
  });
}
