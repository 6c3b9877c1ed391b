/** Queries for forms and their consent texts. */

import { createHash } from 'node:crypto';
import { type Insertable, sql, type Updateable } from 'kysely';
import { contains } from '../../../../shared/db/like.ts';
import { countRows, insertedId } from '../../../../shared/db/results.ts';
import type { PageWindow } from '../../../host/core/route.ts';
import type { Db, FormRow, FormsTables, Trx } from './tables.ts';

/** A form with the current version of its consent text; null if it has none. */
export type FormWithConsent = FormRow & { consent_text: string | null; consent_hash: Buffer | null };

const named = (db: Db, search = '') =>
  db.selectFrom('forms_forms').$if(search !== '', (forms) => forms.where('forms_forms.name', 'like', contains(search)));

const withConsent = (db: Db, search?: string) =>
  named(db, search)
    .leftJoin('forms_consents', 'forms_consents.id', 'forms_forms.consent_id')
    .selectAll('forms_forms')
    .select(['forms_consents.text as consent_text', 'forms_consents.hash as consent_hash']);

/** Lists forms, newest first. */
export const listForms = (db: Db, { limit, offset }: PageWindow, search?: string): Promise<FormWithConsent[]> =>
  withConsent(db, search).orderBy('forms_forms.id', 'desc').limit(limit).offset(offset).execute();

export const listAllForms = (db: Db): Promise<FormRow[]> => db.selectFrom('forms_forms').selectAll().execute();

export const countForms = (db: Db, search?: string): Promise<number> => countRows(named(db, search));

export const findForm = (db: Db, id: number): Promise<FormWithConsent | undefined> =>
  withConsent(db).where('forms_forms.id', '=', id).executeTakeFirst();

export const findFormBySlug = (db: Db, slug: string): Promise<FormWithConsent | undefined> =>
  withConsent(db).where('forms_forms.slug', '=', slug).executeTakeFirst();

export const lockForm = (trx: Trx, id: number): Promise<FormRow | undefined> =>
  trx.selectFrom('forms_forms').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Prevents a form's deletion until the transaction ends. Returns undefined if there is no such form. */
export const keepForm = (trx: Trx, id: number): Promise<{ id: number } | undefined> =>
  trx.selectFrom('forms_forms').select('id').where('id', '=', id).modifyEnd(sql`LOCK IN SHARE MODE`).executeTakeFirst();

/** @throws a duplicate-key error on `forms_slug` */
export const insertForm = (trx: Trx, form: Insertable<FormsTables['forms_forms']>): Promise<number> =>
  insertedId(trx.insertInto('forms_forms').values(form));

/** @throws a duplicate-key error on `forms_slug` */
export const updateForm = (trx: Trx, id: number, changes: Updateable<FormsTables['forms_forms']>) =>
  trx.updateTable('forms_forms').set(changes).where('id', '=', id).execute();

/** Increments one of a form's counts. */
export const countAnswer = (trx: Trx, id: number, column: 'posts' | 'confirmed') =>
  trx
    .updateTable('forms_forms')
    .set({ [column]: sql`${sql.ref(column)} + 1` })
    .where('id', '=', id)
    .execute();

/**
 * Deletes a form and its unconfirmed submissions. Other submissions are kept, because they show what a contact agreed
 * to.
 */
export async function deleteForm(trx: Trx, id: number): Promise<void> {
  await trx
    .deleteFrom('forms_submissions')
    .where('form_id', '=', id)
    .where('outcome', 'not in', ['confirmed', 'added'])
    .execute();
  await trx.deleteFrom('forms_forms').where('id', '=', id).execute();
}

/** Returns the id of a consent text's version. Inserts it if it is new; 0 for an empty text. */
export async function saveConsent(trx: Trx, text: string, now: Date): Promise<number> {
  if (text === '') return 0;
  const hash = createHash('sha256').update(text).digest();
  await trx.insertInto('forms_consents').ignore().values({ hash, text, created_at: now }).execute();
  // A locking read also sees a row that another transaction has just inserted.
  const { id } = await trx
    .selectFrom('forms_consents')
    .select('id')
    .where('hash', '=', hash)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return id;
}
