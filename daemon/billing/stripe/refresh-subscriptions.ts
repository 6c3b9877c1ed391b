/**
 * The refresh of subscriptions whose period ended without an event. So plans match payments even if an event is lost
 * or the webhook is misconfigured.
 */
import { lastOf } from '../../../shared/elements.ts';
import { listOverdue } from '../core/queries.ts';
import { type Reconciler, reconcile } from './reconcile.ts';

/** Time from a period's end until the renewal counts as overdue. Stripe renews a subscription within about an hour. */
const lateMs = 2 * 3_600_000;
const atOnce = 100;

export async function refreshSubscriptions(reconciler: Reconciler, now: Date): Promise<void> {
  for (let after = 0; ; ) {
    const workspaceIds = await listOverdue(reconciler.db, new Date(now.getTime() - lateMs), after, atOnce);
    for (const workspaceId of workspaceIds) {
      await reconcile(reconciler, workspaceId).catch((err) =>
        reconciler.log.warn({ err, workspaceId }, 'a subscription could not be read from Stripe'),
      );
    }
    if (workspaceIds.length < atOnce) return;
    after = lastOf(workspaceIds);
  }
}
