/** Queries for submissions. */

import type { Insertable } from 'kysely';
import { countRows, listIds } from '../../../../shared/db/results.ts';
import type { PageWindow } from '../../../host/core/route.ts';
import type { Db, FormsTables, Outcome, SubmissionRow, Trx } from './tables.ts';

export type NewSubmission = Omit<Insertable<FormsTables['forms_submissions']>, 'id' | 'contact_id'>;
export type SubmissionWithConsent = SubmissionRow & { consent_text: string | null; consent_hash: Buffer | null };

/** @throws a duplicate-key error on `submissions_nonce` if the page was sent before */
export const insertSubmission = (db: Db, submission: NewSubmission) =>
  db.insertInto('forms_submissions').values(submission).execute();

/** Finds the submission that used a page. */
export const findByNonce = (db: Db, nonce: Buffer) =>
  db.selectFrom('forms_submissions').select(['email_key', 'input']).where('nonce', '=', nonce).executeTakeFirst();

export const findSubmission = (db: Db, id: number): Promise<SubmissionRow | undefined> =>
  db.selectFrom('forms_submissions').selectAll().where('id', '=', id).executeTakeFirst();

export const lockSubmission = (trx: Trx, id: number): Promise<SubmissionRow | undefined> =>
  trx.selectFrom('forms_submissions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Lists the ids of submissions that a job must handle. */
export const listDue = (db: Db, now: Date, limit: number): Promise<number[]> =>
  listIds(
    db
      .selectFrom('forms_submissions')
      .select('id')
      .where('outcome', '=', 'new')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(limit),
  );

export type Settled = Partial<Pick<SubmissionRow, 'outcome' | 'contact_id' | 'due_at' | 'mailed_at' | 'confirmed_at'>>;

export const updateSubmission = (db: Db, id: number, changes: Settled) =>
  db.updateTable('forms_submissions').set(changes).where('id', '=', id).execute();

/**
 * Checks whether an email address got `times` emails since the given time. Locks the rows of these emails, so that two
 * jobs cannot both send the last allowed one.
 */
export async function hasMailed(
  trx: Trx,
  emailKey: string,
  { times, since }: { times: number; since: Date },
): Promise<boolean> {
  const rows = await trx
    .selectFrom('forms_submissions')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('mailed_at', '>', since)
    .limit(times)
    .forUpdate()
    .execute();
  return rows.length === times;
}

const withConsent = (db: Db) =>
  db
    .selectFrom('forms_submissions')
    .leftJoin('forms_consents', 'forms_consents.id', 'forms_submissions.consent_id')
    .selectAll('forms_submissions')
    .select(['forms_consents.text as consent_text', 'forms_consents.hash as consent_hash']);

type Which = { formId: number; outcome: Outcome | undefined };

const valuesOf = ({ formId, outcome }: Which) => ({ form_id: formId, ...(outcome && { outcome }) });

/** Lists a form's submissions, newest first. */
export const listSubmissions = (db: Db, which: Which, { limit, offset }: PageWindow) =>
  withConsent(db)
    .where((e) => e.and(valuesOf(which)))
    .orderBy('forms_submissions.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const countSubmissions = (db: Db, which: Which): Promise<number> =>
  countRows(db.selectFrom('forms_submissions').where((e) => e.and(valuesOf(which))));

/** Lists the submissions of a contact, and those with its email address that have no contact yet, oldest first. */
export const listOfContact = (db: Db, { id, email_key }: { id: number; email_key: string }) =>
  withConsent(db)
    .where((e) => e.or([e('contact_id', '=', id), e.and({ contact_id: 0, email_key })]))
    .orderBy('forms_submissions.id')
    .execute();

export const moveToContact = (trx: Trx, fromId: number, toId: number) =>
  trx.updateTable('forms_submissions').set({ contact_id: toId }).where('contact_id', '=', fromId).execute();

export const deleteOfContacts = (trx: Trx, contactIds: number[]) =>
  trx.deleteFrom('forms_submissions').where('contact_id', 'in', contactIds).execute();

/** Deletes the submissions with these email addresses that have no contact yet. */
export const deleteOfAddresses = (trx: Trx, emailKeys: readonly string[]) =>
  trx.deleteFrom('forms_submissions').where('email_key', 'in', emailKeys).where('contact_id', '=', 0).execute();

/** Deletes submissions with this outcome that are older than a time. Returns the number deleted. */
export async function deleteBefore(db: Db, outcome: Outcome, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('forms_submissions')
    .where('outcome', '=', outcome)
    .where('created_at', '<', before)
    .limit(limit)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
