/** The outbox of mails as answers show it. */
import type { Static } from 'typebox';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { answerWith } from '../../../host/envelope.ts';
import { count, named, text, time, timeOrNull } from '../../../host/shapes.ts';

export const Outbox = named('Outbox', {
  waiting: count('Mails that wait.'),
  failed: count('Mails that were given up.', 0),
  counted_to: count('Neither is counted further.', 10_000),
  last_sent_at: timeOrNull('When a mail was sent last.'),
  last_failure: nullable(
    named('MailFailure', {
      kind: text('What the mail is for.', 'confirmation'),
      error: text('Why it was not sent.', 'connect ECONNREFUSED'),
      attempts: count('How often it was tried.'),
      created_at: time('When it was made.'),
      next_try_at: timeOrNull('When it is tried next; null: it was given up.'),
    }),
  ),
});
export type Outbox = Static<typeof Outbox>;
export const OutboxAnswer = answerWith({ outbox: Outbox });
export const RetriedAnswer = answerWith({ retried: count('How many are tried again.') });
