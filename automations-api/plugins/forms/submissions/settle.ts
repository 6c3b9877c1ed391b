/**
 * The job after a submission: it adds an unverified contact with only an email address, and queues the confirmation
 * email. One transaction stores both and the submission's outcome, so each happens once.
 */
import { ApiError } from '../../../../shared/errors.ts';
import type { ContactInput } from '../../../host/plugin.ts';
import { startSiteJobs } from '../../../host/site-jobs.ts';
import type { Context } from '../core/context.ts';
import { definitionOf } from '../core/definition.ts';
import { countAnswer, lockForm } from '../core/queries.ts';
import { hasMailed, listDue, lockSubmission, type Settled, updateSubmission } from '../core/submission-queries.ts';
import { dayMs } from '../core/tokens.ts';
import { mailKind, recordSubmitted, subscribed } from './confirm.ts';

const queuedAtOnce = 50;
const mostMailsADay = 3;
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
    // An erased email address becomes a contact only after its owner has confirmed.
    await settleOnce(context, id, true).catch((error) => {
      if (!isErased(error)) throw error;
      return settleOnce(context, id, false);
    });
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'unprocessable_entity';
    const dueAt = new Date(Date.now() + retryMs);
    await updateSubmission(context.db, id, isRefused ? { outcome: 'refused' } : { due_at: dueAt });
    if (!isRefused) throw error;
  }
}

const isErased = (error: unknown): boolean =>
  error instanceof ApiError && (error.details as { isErased?: boolean } | undefined)?.isErased === true;

const settleOnce = ({ contacts }: Context, id: number, addsContact: boolean): Promise<void> =>
  contacts.change(async (changes, trx) => {
    const submission = await lockSubmission(trx, id);
    if (submission?.outcome !== 'new') return;
    const { email, email_key, form_id, input } = submission;
    const settled = (values: Settled) => updateSubmission(trx, id, values);
    // One submission of a form at a time: several would lock the gaps in which the others insert.
    const form = await lockForm(trx, form_id);
    if (!form) return void (await settled({ outcome: 'refused' }));
    const known = await changes.find({ email });
    if (!known && addsContact && !definitionOf(form).double_opt_in) {
      const added = await changes.add({ ...(JSON.parse(input) as ContactInput), email, ...subscribed });
      await settled({ outcome: 'added', contact_id: added.id, confirmed_at: new Date() });
      await countAnswer(trx, form_id, 'confirmed');
      recordSubmitted(changes, submission, added.id);
    } else if (known && isUnreachable(known.status)) {
      await settled({ outcome: 'refused', contact_id: known.id });
    } else if (await hasMailed(trx, email_key, { times: mostMailsADay, since: new Date(Date.now() - dayMs) })) {
      await settled({ outcome: 'limited', contact_id: known?.id ?? 0 });
    } else {
      const contact = known ?? (addsContact ? await changes.add({ email, source: 'form' }) : undefined);
      await changes.mail({
        kind: mailKind,
        to: email,
        data: { submission: id },
        ...(contact && { contact: contact.id }),
      });
      await settled({ outcome: 'waiting', contact_id: contact?.id ?? 0, mailed_at: new Date() });
    }
    await countAnswer(trx, form_id, 'posts');
  });

/** Returns whether emails to a contact bounce or are reported as spam. */
const isUnreachable = (status: string) => status === 'bounced' || status === 'complaint';
