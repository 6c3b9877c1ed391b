/** Queries for templates. */

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { contains } from '../../../../shared/db/like.ts';
import { countRows, insertedId } from '../../../../shared/db/results.ts';
import type { PageWindow } from '../../../host/core/route.ts';
import type { Db, TemplateTable, Trx } from '../core/tables.ts';

export type TemplateRow = Selectable<TemplateTable>;

const named = (db: Db, search: string) =>
  db
    .selectFrom('letters_templates')
    .$if(search !== '', (templates) => templates.where('name', 'like', contains(search)));

/** Lists templates, newest first. */
export const listTemplates = (db: Db, { limit, offset }: PageWindow, search = ''): Promise<TemplateRow[]> =>
  named(db, search).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();

export const countTemplates = (db: Db, search = ''): Promise<number> => countRows(named(db, search));

export const findTemplate = (db: Db, id: number): Promise<TemplateRow | undefined> =>
  db.selectFrom('letters_templates').selectAll().where('id', '=', id).executeTakeFirst();

export const listTemplatesById = (db: Db, ids: number[]): Promise<TemplateRow[]> =>
  db.selectFrom('letters_templates').selectAll().where('id', 'in', ids).execute();

export const lockTemplate = (trx: Trx, id: number): Promise<TemplateRow | undefined> =>
  trx.selectFrom('letters_templates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Finds a template and prevents its deletion until the transaction ends. */
export const keepTemplate = (trx: Trx, id: number): Promise<Pick<TemplateRow, 'id' | 'name'> | undefined> =>
  trx
    .selectFrom('letters_templates')
    .select(['id', 'name'])
    .where('id', '=', id)
    .modifyEnd(sql`LOCK IN SHARE MODE`)
    .executeTakeFirst();

export const insertTemplate = (trx: Trx, template: Insertable<TemplateTable>): Promise<number> =>
  insertedId(trx.insertInto('letters_templates').values(template));

export const updateTemplate = (trx: Trx, id: number, changes: Updateable<TemplateTable>) =>
  trx.updateTable('letters_templates').set(changes).where('id', '=', id).execute();

/** Deletes a template. The records of its letters are kept with their contacts. */
export async function deleteTemplate(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('letters_templates').where('id', '=', id).execute();
}
