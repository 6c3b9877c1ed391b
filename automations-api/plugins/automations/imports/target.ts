/** Contacts as the target of an import. */

import type { Transaction } from 'kysely';
import { withTables } from '../../../../shared/db/with-tables.ts';
import type { Mapping } from '../../../../shared/import/format.ts';
import type { ImportRow, ImportTables } from '../../../../shared/import/tables.ts';
import type { Earlier, Outcome, Target } from '../../../../shared/import/target.ts';
import type { Caller } from '../../../host/core/route.ts';
import type { Context } from '../context/context.ts';
import type { AutomationsTables, Trx } from '../core/tables.ts';
import { keyOfEmail } from '../core/text.ts';
import type { ContactItem } from './core/item.ts';
import { fromText } from './dry-run-state.ts';
import type { ImportOptions, OnTaken } from './options.ts';
import { undoContacts } from './undo-contacts.ts';
import { type Writing, writeContacts } from './write-contacts.ts';

/** With the tables of the engine under the names it knows. */
export type Tables = AutomationsTables & ImportTables;
const known = (trx: Trx): Transaction<Tables> => withTables(trx);

/** Takes a transaction back that only foresees. */
class Foreseen extends Error {
  override name = 'Foreseen';
}

export function openTarget(context: Context, row: ImportRow): Target<ContactItem, Tables> {
  const writing: Writing = {
    ...(JSON.parse(row.options) as ImportOptions),
    onTaken: row.on_taken as OnTaken,
    by: JSON.parse(row.actor) as Caller,
    mapping: JSON.parse(row.mapping ?? '{}') as Mapping,
  };
  return {
    keysOf: ({ email }) => [keyOfEmail(email)],
    write: (items, finish) => writeContacts(context, items, writing, (trx, outcomes) => finish(known(trx), outcomes)),
    foresee: (items, earlier) => foresee(context, items, earlier, writing),
    undo: (changes, finish) =>
      undoContacts(context, JSON.parse(row.undo_actor ?? row.actor) as Caller, changes, (trx, undone) =>
        finish(known(trx), undone),
      ),
    end: async () => {},
  };
}

/** Does everything that the rows ask for and rolls it back, so that a dry run reports what the import would do. */
async function foresee(
  context: Context,
  items: ContactItem[],
  earlier: readonly (Earlier | undefined)[],
  writing: Writing,
): Promise<Outcome[]> {
  let outcomes: Outcome[] = [];
  const remembered = earlier.flatMap((one) => (one?.remembered ? [fromText(one.remembered)] : []));
  try {
    await writeContacts(context, items, { ...writing, remembered }, async (_, found) => {
      outcomes = found;
      throw new Foreseen();
    });
  } catch (error) {
    if (!(error instanceof Foreseen)) throw error;
  }
  return outcomes.map(({ change: _, ...outcome }) => outcome);
}
