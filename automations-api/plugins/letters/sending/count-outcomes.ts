/**
 * The counting of bounces, clicks and unsubscribing for the contact's last letter. It follows the events after their
 * commit, so a process that ends at that moment can miss one.
 */
import { inTransaction } from '../../../../shared/db/db.ts';
import type { HeardEvent, PluginApi } from '../../../host/plugin.ts';
import type { LettersTables } from '../core/tables.ts';
import { countOutcome, type Outcome } from './queries.ts';

/** The time in which an event is attributed to the last letter. */
const attributedMs = 30 * 86_400_000;

/** Codes of statuses: bounced, soft bounced and complaint. */
const bounceStatuses = ['2', '4', '5'];
const unsubscribed = '3';

export function countOutcomes({ hooks, db }: PluginApi<LettersTables>): void {
  const count = async ({ contactId, at }: HeardEvent, outcome: Outcome | undefined) => {
    if (!outcome) return;
    await inTransaction(db, (trx) => countOutcome(trx, contactId, outcome, new Date(at.getTime() - attributedMs)));
  };
  hooks.addAction('automations_link_clicked', (event) => count(event, 'clicked'));
  hooks.addAction('automations_contact_status_changed', (event) => count(event, outcomeOf(event)));
}

function outcomeOf({ data, by }: HeardEvent): Outcome | undefined {
  const status = String(data.status);
  if (bounceStatuses.includes(status)) return 'bounced';
  return status === unsubscribed && by.type === 'contact' ? 'unsubscribed' : undefined;
}
