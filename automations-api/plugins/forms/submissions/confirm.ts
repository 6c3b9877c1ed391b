/** Confirmations: the emailed link, and what happens to a contact when its owner confirms a submission. */
import { ApiError } from '../../../../shared/errors.ts';
import type { WrittenMail } from '../../../../shared/mail/transport.ts';
import { inTime } from '../../../../shared/pages/language.ts';
import { fill } from '../../../../shared/pages/texts.ts';
import type { Contact, ContactChanges, ContactInput } from '../../../host/plugin.ts';
import { brandOf } from '../core/brand.ts';
import type { Context } from '../core/context.ts';
import { countAnswer } from '../core/queries.ts';
import { findSubmission, lockSubmission, updateSubmission } from '../core/submission-queries.ts';
import type { SubmissionRow } from '../core/tables.ts';
import { confirmDays, newConfirmation, readConfirmation } from '../core/tokens.ts';
import { texts } from '../text/texts.ts';

export const mailKind = 'form';
export const submitted = 'form.submitted';

/** Writes the email, unless the submission was deleted or confirmed by then. */
export async function writeMail(context: Context, submissionId: number): Promise<WrittenMail | undefined> {
  const { db, hash, config } = context;
  const submission = await findSubmission(db, submissionId);
  if (submission?.outcome !== 'waiting') return undefined;
  const { email_key, language, form_name: form } = submission;
  const expiresAt = new Date(Date.now() + confirmDays * 86_400_000);
  const url = `${config.siteUrl}/forms/confirm?token=${newConfirmation(hash, submissionId, email_key, expiresAt)}`;
  const { name: sender } = await brandOf(context);
  const { mail, mailSubject } = texts[language];
  const text = fill(mail, { form, sender, url, when: inTime(language, confirmDays, 'day') });
  return { subject: mailSubject, text: `${text}\n` };
}

/** Finds the submission of an emailed token. */
export async function findConfirmation(
  { db, hash }: Context,
  token: string,
): Promise<SubmissionRow | 'unknown' | 'expired'> {
  const read = readConfirmation(hash, token);
  const submission = read && (await findSubmission(db, read.submissionId));
  if (!submission || !read.isOf(submission.email_key)) return 'unknown';
  if (submission.outcome !== 'waiting' && submission.outcome !== 'confirmed') return 'unknown';
  return submission.outcome === 'waiting' && read.expiresAt < new Date() ? 'expired' : submission;
}

/** Applies a submission to its contact. Resolves to false if it was deleted in the meantime. */
export const confirm = ({ contacts }: Context, submissionId: number): Promise<boolean> =>
  contacts.change(async (changes, trx) => {
    const submission = await lockSubmission(trx, submissionId);
    if (!submission) return false;
    if (submission.outcome !== 'waiting') return submission.outcome === 'confirmed';
    const contactId = await apply(changes, submission);
    await updateSubmission(trx, submissionId, {
      outcome: 'confirmed',
      contact_id: contactId,
      confirmed_at: new Date(),
    });
    await countAnswer(trx, submission.form_id, 'confirmed');
    tell(changes, submission, contactId);
    return true;
  });

export const tell = (changes: ContactChanges, { form_id: id, form_name: name }: SubmissionRow, contactId: number) =>
  changes.tell(submitted, contactId, { form: { id, name } });

/** A confirmed address is subscribed. A bounce stays, since it concerns the mailbox. */
const subscribes = ({ status }: Contact) => status === 'unverified' || status === 'unsubscribed';

/**
 * Completes the contact with the confirmed email address, or adds it: its owner requested it. A merge can have moved the
 * submission to a contact with another address, whose status then stays.
 */
async function apply(changes: ContactChanges, submission: SubmissionRow): Promise<number> {
  const { email, contact_id, input } = submission;
  const values = JSON.parse(input) as ContactInput;
  const owner = await changes.find({ email });
  const contact = owner ?? (contact_id === 0 ? undefined : await changes.find({ id: contact_id }));
  if (!contact) return (await changes.add({ ...values, ...newContact(email), status: 'subscribed' })).id;
  await changes.complete({ ...values, email: contact.email });
  if (owner && subscribes(owner)) await changes.update(owner.id, { status: 'subscribed' });
  return contact.id;
}

/** The values of a new contact. The owner of an erased address can ask to be added again. */
export const newContact = (email: string) => ({ email, source: 'form', after_erasure: true });

export const isErased = (error: unknown): boolean =>
  error instanceof ApiError && (error.details as { isErased?: boolean } | undefined)?.isErased === true;
