/** Operators' decisions on reviews. Each review can be decided only once. */
import { inTransaction } from '../../shared/db/db.ts';
import { operator } from '../../shared/people/actor.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { LinkSettings } from '../links/core/link.ts';
import { type By, recordAct } from './core/actions.ts';
import { type LockedLink, lockLinks } from './core/ban-queries.ts';
import { endAppeals, setBanned } from './core/bans.ts';
import { findReviewForUpdate, settleReviews } from './core/review-queries.ts';

export type Decision = 'banned' | 'cleared';

type Decided = { linkId: string; banned: boolean };

/**
 * Decides a review. A ban counts as the operator's and closes all the link's reviews; clearing leaves the link
 * unchanged. In an appeal, banning keeps the ban and clearing lifts it. Returns `'decided'` if the review is already
 * decided, and `undefined` if it does not exist.
 */
export const decideReview = (
  db: Db,
  config: LinkSettings,
  id: number,
  { decision, by, now }: { decision: Decision; by: By; now: Date },
): Promise<Decided | 'decided' | undefined> =>
  inTransaction(db, async (trx) => {
    const review = await findReviewForUpdate(trx, id);
    const [link] = review ? await lockLinks(trx, [review.linkId]) : [];
    if (!review || !link) return undefined;
    if (review.status !== 'open') return 'decided';
    const objectId = link.public_id;
    const entry = { workspaceId: review.workspaceId, actor: operator, objectId, details: { reason: review.reason } };
    const isBan = decision === 'banned';
    await recordAudit(trx, [{ ...entry, action: isBan ? 'safety.ban' : 'safety.clear' }], now);
    await recordAct(trx, by, isBan ? 'review.ban' : 'review.clear', { objectId, now });
    const isAppeal = review.source === 'owner';
    if (isBan) await ban(trx, config, link, { isAppeal, by, now });
    else if (isAppeal)
      await setBanned(trx, config, objectId, {
        operatorBan: { banned: false, words: by.reason },
        actor: operator,
        now,
      });
    else await settleReviews(trx, { id }, decision, { answer: by.reason, now });
    return { linkId: objectId, banned: isBan || (link.banned && !isAppeal) };
  });

async function ban(
  trx: Trx,
  config: LinkSettings,
  link: LockedLink,
  { isAppeal, by, now }: { isAppeal: boolean; by: By; now: Date },
) {
  await endAppeals(trx, config, link, { status: 'banned', answer: by.reason, now });
  await settleReviews(trx, { linkId: link.id }, 'banned', { answer: by.reason, now });
  if (isAppeal) return;
  await setBanned(trx, config, link.public_id, {
    operatorBan: { banned: true, words: by.reason },
    actor: operator,
    now,
  });
}
