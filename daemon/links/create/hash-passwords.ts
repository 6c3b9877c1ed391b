/**
 * The hashing of new links' passwords. Passwords are hashed last, because a hash costs more than all other checks
 * together, and only for links that can currently be created. The creating transaction detects later changes.
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

/** Returns drafts in the same order, with an error for each link that cannot be created. @throws `unavailable` */
export async function hashPasswords(
  context: Pick<Context, 'db' | 'config'>,
  auth: Pick<Auth, 'workspaceId' | 'plan'>,
  drafts: (OpenDraft | ApiError)[],
  signal: AbortSignal,
): Promise<(Draft | ApiError)[]> {
  const hasPassword = (draft: OpenDraft | ApiError) => !isApiError(draft) && draft.password !== undefined;
  if (!drafts.some(hasPassword)) return drafts;
  const refusals = await findRefusals(context, auth, drafts);
  const creatable = drafts.filter((draft, index): draft is OpenDraft => hasPassword(draft) && !refusals[index]);
  const hashes = await hashLinkPasswords(
    auth.workspaceId,
    creatable.map(({ password }) => password as string),
    signal,
  );
  return drafts.map((draft, index) => {
    if (isApiError(draft) || draft.password === undefined) return draft;
    const { password, ...rest } = draft;
    return refusals[index] ?? { ...rest, password_hash: hashes.shift() as string };
  });
}

/**
 * Returns the reason why each link would be refused now. As in creation, the allowance comes before slug and external
 * id.
 */
async function findRefusals(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { workspaceId, plan }: Pick<Auth, 'workspaceId' | 'plan'>,
  drafts: (OpenDraft | ApiError)[],
): Promise<(ApiError | undefined)[]> {
  const limit = config.plans[plan].linksPerMonth;
  const slugs = drafts.flatMap((draft) =>
    isApiError(draft) || draft.slug === undefined ? [] : [{ workspaceId, domainId: draft.domain_id, slug: draft.slug }],
  );
  const now = new Date();
  const taken = await listTakenSlugs(db, slugs, heldSince(config, now));
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
