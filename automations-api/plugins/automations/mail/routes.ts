/** Routes for the state of the email outbox, and for retrying failed emails. */
import Type from 'typebox';
import { siteOnly } from '../../../host/core/permission.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context/context.ts';
import { sqlDate } from '../core/dates.ts';
import { OutboxAnswer, RetriedAnswer } from './answers.ts';
import { mostCounted, readOutbox, retryFailedMails } from './outbox-queries.ts';

export const mailRoutes = (context: Context): RestRoute[] => [showRoute(context), retryRoute(context)];

const showRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/mails/outbox',
    description: `Number of queued and failed emails, each counted up to ${mostCounted}, and the last failure.`,
    permission: siteOnly,
    answer: OutboxAnswer,
    async callback() {
      const { waiting, failed, lastSentAt, failure } = await readOutbox(db);
      return success({
        outbox: {
          waiting,
          failed,
          counted_to: mostCounted,
          last_sent_at: lastSentAt && sqlDate(lastSentAt),
          last_failure: failure ? toFailure(failure) : null,
        },
      });
    },
  });

type Failure = NonNullable<Awaited<ReturnType<typeof readOutbox>>['failure']>;

const toFailure = ({ kind, status, attempts, last_error, due_at, created_at }: Failure) => ({
  kind,
  error: last_error ?? '',
  attempts,
  created_at: sqlDate(created_at),
  next_try_at: status === 'waiting' ? sqlDate(due_at) : null,
});

const retryRoute = ({ db }: Context) =>
  route({
    methods: ['POST'],
    path: '/mails/retry',
    description: 'Retries failed emails, except emails that are no longer needed.',
    permission: siteOnly,
    args: Type.Object({}),
    answer: RetriedAnswer,
    async callback({ caller }) {
      const retried = await retryFailedMails(db, new Date());
      await writeAudit(db, caller, 'mails.retried', { subject: 'outbox', data: { count: retried } });
      return success({ retried });
    },
  });
