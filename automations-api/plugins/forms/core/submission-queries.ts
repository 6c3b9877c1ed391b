/** Queries for submissions. */
import type { Insertable } from 'kysely';
import type { PageWindow } from '../../../host/core/route.ts';
import type { Db, FormsTables, Outcome, SubmissionRow, Trx } from './tables.ts';

export type NewSubmission = Omit<Insertable<FormsTables['forms_submissions']>, 'id' | 'contact_id'>;
export type SubmissionWithConsent = SubmissionRow & { consent_text: string | null; consent_hash: Buffer | null };

/** @throws a duplicate-key error on `submissions_nonce` if the page was sent before */
export const insertSubmission = (trx: Trx, submission: NewSubmission) =>
  trx.insertInto('forms_submissions').values(submission).execute();

/** Finds the email key of the submission that used a page. */
export const findByNonce = (db: Db, nonce: Buffer) =>
  db.selectFrom('forms_submissions').select(['form_id', 'email_key']).where('nonce', '=', nonce).executeTakeFirst();

export const findSubmission = (db: Db, id: number): Promise<SubmissionRow | undefined> =>
  db.selectFrom('forms_submissions').selectAll().where('id', '=', id).executeTakeFirst();

export const lockSubmission = (trx: Trx, id: number): Promise<SubmissionRow | undefined> =>
  trx.selectFrom('forms_submissions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Lists the ids of submissions that a job must handle. */
export async function listDue(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('forms_submissions')
    .select('id')
    .where('outcome', '=', 'new')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export type Settled = Partial<Pick<SubmissionRow, 'outcome' | 'contact_id' | 'due_at' | 'mailed_at' | 'confirmed_at'>>;

export const updateSubmission = (trx: Trx, id: number, changes: Settled) =>
  trx.updateTable('forms_submissions').set(changes).where('id', '=', id).execute();

/** Counts the emails to an address since a time. Locks their rows, so that two jobs do not both send the last one. */
export async function listMailedTimes(trx: Trx, emailKey: string, since: Date): Promise<Date[]> {
  const rows = await trx
    .selectFrom('forms_submissions')
    .select('mailed_at')
    .where('email_key', '=', emailKey)
    .where('mailed_at', '>', since)
    .orderBy('mailed_at', 'desc')
    .forUpdate()
    .execute();
  return rows.flatMap(({ mailed_at }) => mailed_at ?? []);
}

const withConsent = (db: Db) =>
  db
    .selectFrom('forms_submissions')
    .leftJoin('forms_consents', 'forms_consents.id', 'forms_submissions.consent_id')
    .selectAll('forms_submissions')
    .select(['forms_consents.text as consent_text', 'forms_consents.hash as consent_hash']);

type OfForm = { formId: number; outcome: Outcome | undefined };

/** Lists a form's submissions, newest first. */
export const listSubmissions = (db: Db, { formId, outcome }: OfForm, { limit, offset }: PageWindow) =>
  withConsent(db)
    .where('form_id', '=', formId)
    .$if(outcome !== undefined, (rows) => rows.where('outcome', '=', outcome as Outcome))
    .orderBy('forms_submissions.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countSubmissions(db: Db, { formId, outcome }: OfForm): Promise<number> {
  const { n } = await db
    .selectFrom('forms_submissions')
    .select((e) => e.fn.countAll().as('n'))
    .where('form_id', '=', formId)
    .$if(outcome !== undefined, (rows) => rows.where('outcome', '=', outcome as Outcome))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Lists the submissions of a contact or with its email address, oldest first. */
export const listOfContact = (db: Db, { id, email_key }: { id: number; email_key: string }) =>
  withConsent(db)
    .where((e) => e.or([e('contact_id', '=', id), e('email_key', '=', email_key)]))
    .orderBy('forms_submissions.id')
    .execute();

export const moveToContact = (trx: Trx, fromId: number, toId: number) =>
  trx.updateTable('forms_submissions').set({ contact_id: toId }).where('contact_id', '=', fromId).execute();

/** Deletes the submissions of contacts, and those with their email addresses. */
export async function deleteOfContacts(trx: Trx, contactIds: number[]): Promise<void> {
  const rows = await trx
    .selectFrom('forms_submissions')
    .select('email_key')
    .distinct()
    .where('contact_id', 'in', contactIds)
    .execute();
  await trx.deleteFrom('forms_submissions').where('contact_id', 'in', contactIds).execute();
  const keys = rows.map(({ email_key }) => email_key);
  if (keys.length === 0) return;
  await trx.deleteFrom('forms_submissions').where('email_key', 'in', keys).where('contact_id', '=', 0).execute();
}

/** Deletes submissions with this outcome that are older than a time; returns their number. */
export async function deleteBefore(db: Db, outcome: Outcome, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('forms_submissions')
    .where('outcome', '=', outcome)
    .where('created_at', '<', before)
    .limit(limit)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
