/** Validation of an action: its tags, lists and fields must exist, and its values must be valid. */
import { inTransaction } from '../../../../../shared/db/db.ts';
import { unprocessable } from '../../core/errors.ts';
import type { Db } from '../../core/tables.ts';
import { parseFieldValue } from '../../fields/core/values.ts';
import { findTerms } from '../../terms/core/membership-queries.ts';
import { loadKnown, pickTerms } from '../resolve.ts';
import { type ContactAction, termsOf } from './schema.ts';

/** Checks an action. @throws unprocessable_entity */
export async function checkAction(db: Db, action: ContactAction): Promise<void> {
  if ('tags' in action || 'lists' in action) {
    const { ids, type } = termsOf(action);
    pickTerms(ids, type, new Map((await findTerms(db, ids)).map((term) => [term.id, term])));
  }
  if ('field' in action) await checkValues(db, action.field);
}

async function checkValues(db: Db, fields: Record<string, unknown>): Promise<void> {
  const known = await inTransaction(db, (trx) => loadKnown(trx, [{ columns: {}, fields }], []));
  const fitting = Object.entries(fields).flatMap(([key, value]) => {
    const field = known.field(key);
    return field ? [parseFieldValue(field, value)] : [];
  });
  if (fitting.length === 0) throw unprocessable('None of these fields exists and can be edited.');
}
