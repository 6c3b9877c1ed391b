/**
 * The job after a submission: it adds an unverified contact, which has only an email address, and queues the email that
 * asks for the confirmation. Everything happens in one transaction with the submission's outcome, so it happens once.
 */
import { ApiError } from '../../../../shared/errors.ts';
import type { ContactChanges, ContactInput } from '../../../host/plugin.ts';
import { startSiteJobs } from '../../../host/site-jobs.ts';
import type { Context } from '../core/context.ts';
import { definitionOf } from '../core/definition.ts';
import { countAnswer, lockForm } from '../core/queries.ts';
import { listDue, listMailedTimes, lockSubmission, updateSubmission } from '../core/submission-queries.ts';
import type { SubmissionRow, Trx } from '../core/tables.ts';
import { isErased, mailKind, newContact, tell } from './confirm.ts';

const queuedAtOnce = 50;
const mostMailsADay = 3;
const dayMs = 86_400_000;
const retryMs = 60_000;

export function startSettling(context: Context): void {
  const { db, log, watch } = context;
  startSiteJobs<{ id: number }>(context, {
    name: 'form-submissions',
    atOnce: 2,
    lookEveryMs: 500,
    news: watch(
      'submissions',
      `EXISTS (SELECT 1 FROM {prefix}forms_submissions WHERE outcome = 'new' AND due_at <= UTC_TIMESTAMP(3))`,
    ),
    look: async () =>
      (await listDue(db, new Date(), queuedAtOnce)).map((id) => ({ id: `submission-${id}`, data: { id } })),
    work: ({ id }) => settle(context, id),
    onFailed: (err, submission) => log.warn({ err, submission }, 'a submission could not be handled; retrying'),
  });
}

/** Handles a submission, once. */
async function settle(context: Context, id: number): Promise<void> {
  try {
    // An erased address gets no contact before its owner has confirmed.
    await settleOnce(context, id, true).catch((error) => {
      if (!isErased(error)) throw error;
      return settleOnce(context, id, false);
    });
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'unprocessable_entity';
    const changes = isRefused ? ({ outcome: 'refused' } as const) : { due_at: new Date(Date.now() + retryMs) };
    await updateSubmission(context.db as Trx, id, changes);
    if (!isRefused) throw error;
  }
}

const settleOnce = ({ contacts, mails }: Context, id: number, addsContact: boolean): Promise<void> =>
  contacts.change(async (changes, trx) => {
    const submission = await lockSubmission(trx, id);
    if (submission?.outcome !== 'new') return;
    const form = await lockForm(trx, submission.form_id);
    const settled = (values: Parameters<typeof updateSubmission>[2]) => updateSubmission(trx, id, values);
    if (!form) return void (await settled({ outcome: 'refused' }));
    await countAnswer(trx, form.id, 'posts');
    const { email, email_key } = submission;
    const known = await changes.find({ email });
    if (!known && addsContact && !definitionOf(form).double_opt_in) {
      const contactId = await addSubscribed(changes, submission);
      await settled({ outcome: 'added', contact_id: contactId, confirmed_at: new Date() });
      await countAnswer(trx, form.id, 'confirmed');
      return tell(changes, submission, contactId);
    }
    if (known && isUnreachable(known.status)) {
      return void (await settled({ outcome: 'refused', contact_id: known.id }));
    }
    const mailed = await listMailedTimes(trx, email_key, new Date(Date.now() - dayMs));
    if (mailed.length >= mostMailsADay) {
      return void (await settled({ outcome: 'limited', contact_id: known?.id ?? 0 }));
    }
    const contactId = known?.id ?? (addsContact ? (await changes.add({ email, source: 'form' })).id : 0);
    const about = contactId === 0 ? {} : { contactId };
    await mails.queueKind(trx, { to: email, kind: mailKind, data: { submission: id }, ...about });
    await settled({ outcome: 'waiting', contact_id: contactId, mailed_at: new Date() });
  });

/** Emails to these addresses bounce, or are reported as spam. */
const isUnreachable = (status: string) => status === 'bounced' || status === 'complaint';

const addSubscribed = async (changes: ContactChanges, { email, input }: SubmissionRow): Promise<number> => {
  const values = JSON.parse(input) as ContactInput;
  return (await changes.add({ ...values, ...newContact(email), after_erasure: false, status: 'subscribed' })).id;
};
