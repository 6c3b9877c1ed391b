/** Answer schemas of the email outbox. */
import type { Static } from 'typebox';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { answerWith } from '../../../host/envelope.ts';
import { count, named, text, time, timeOrNull } from '../../../host/shapes.ts';

export const Outbox = named('Outbox', {
  waiting: count('Queued emails.'),
  failed: count('Failed emails.', 0),
  counted_to: count('Limit of both counts.', 10_000),
  last_sent_at: timeOrNull('Time of the last email.'),
  last_failure: nullable(
    named('MailFailure', {
      kind: text('Kind of email.', 'confirmation'),
      error: text('Why it was not sent.', 'connect ECONNREFUSED'),
      attempts: count('Number of attempts.'),
      created_at: time('Creation time.'),
      next_try_at: timeOrNull('Next retry; null: it failed.'),
    }),
  ),
});
export type Outbox = Static<typeof Outbox>;
export const OutboxAnswer = answerWith({ outbox: Outbox });
export const RetriedAnswer = answerWith({ retried: count('Number of emails to retry.') });
