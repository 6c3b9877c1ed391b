/** Confirmations: the emailed link, and the changes to a contact when its owner confirms a submission. */
import type { WrittenMail } from '../../../../shared/mail/transport.ts';
import { inTime } from '../../../../shared/pages/language.ts';
import { fill } from '../../../../shared/pages/texts.ts';
import type { ContactChanges, ContactInput } from '../../../host/plugin.ts';
import type { Context } from '../core/context.ts';
import { countAnswer } from '../core/queries.ts';
import { findSubmission, lockSubmission, updateSubmission } from '../core/submission-queries.ts';
import type { SubmissionRow } from '../core/tables.ts';
import { confirmDays, dayMs, newConfirmation, readExpiry, submissionIn } from '../core/tokens.ts';
import { texts } from '../text/texts.ts';

export const mailKind = 'form';
export const submitted = 'form.submitted';

/** Writes the email, unless the submission was deleted or confirmed in the meantime. */
export async function writeMail(context: Context, submissionId: number): Promise<WrittenMail | undefined> {
  const { db, hash, config, contacts } = context;
  const submission = await findSubmission(db, submissionId);
  if (submission?.outcome !== 'waiting') return undefined;
  const { email_key, language, form_name: form } = submission;
  const token = newConfirmation(hash, submissionId, email_key, new Date(Date.now() + confirmDays * dayMs));
  const { sender } = await contacts.emailParts();
  const words = texts[language];
  const parts = [
    words.mailGreetingUnnamed,
    fill(words.mailRequest, { form, sender }),
    `${config.siteUrl}/forms/confirm?token=${token}`,
    fill(words.mailNote, { when: inTime(language, confirmDays, 'day') }),
  ];
  return { subject: words.mailSubject, text: `${parts.join('\n\n')}\n` };
}

/** Finds the submission of an emailed token; undefined if there is none to confirm. */
export async function findConfirmation(
  { db, hash }: Context,
  token: string,
): Promise<{ submission: SubmissionRow; isExpired: boolean } | undefined> {
  const submission = await findSubmission(db, submissionIn(token));
  const expiresAt = submission && readExpiry(hash, token, submission.email_key);
  if (!expiresAt || !['waiting', 'confirmed'].includes(submission.outcome)) return undefined;
  return { submission, isExpired: submission.outcome === 'waiting' && expiresAt < new Date() };
}

/** Applies a submission to its contact. Resolves to false if the submission was deleted in the meantime. */
export const confirm = ({ contacts }: Context, submissionId: number): Promise<boolean> =>
  contacts.change(async (changes, trx) => {
    const submission = await lockSubmission(trx, submissionId);
    if (submission?.outcome !== 'waiting') return submission?.outcome === 'confirmed';
    const contactId = await apply(changes, submission);
    await updateSubmission(trx, submissionId, {
      outcome: 'confirmed',
      contact_id: contactId,
      confirmed_at: new Date(),
    });
    await countAnswer(trx, submission.form_id, 'confirmed');
    recordSubmitted(changes, submission, contactId);
    return true;
  });

export const recordSubmitted = (
  changes: ContactChanges,
  { form_id: id, form_name: name }: SubmissionRow,
  contactId: number,
) => changes.emit(submitted, contactId, { form: { id, name } });

/**
 * Completes the contact with the confirmed email address and subscribes it, or adds it: its owner requested it, even if
 * the address was erased. A bounce is kept, because it concerns the mailbox. A contact that had this address earlier,
 * or was merged, stays as it is, because its current address is not confirmed.
 */
async function apply(changes: ContactChanges, { email, input }: SubmissionRow): Promise<number> {
  const values = { ...(JSON.parse(input) as ContactInput), email };
  const known = await changes.find({ email });
  if (!known) return (await changes.add({ ...values, ...subscribed, after_erasure: true })).id;
  await changes.complete(values);
  if (['unverified', 'unsubscribed'].includes(known.status)) await changes.update(known.id, { status: 'subscribed' });
  return known.id;
}

/** The values of a contact that a form adds without another confirmation. */
export const subscribed = { source: 'form', status: 'subscribed' };
