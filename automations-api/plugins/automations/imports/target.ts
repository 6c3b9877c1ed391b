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
import { readItem } from './plan-contact.ts';
import { undoContacts } from './undo-contacts.ts';
import { type Writing, writeContacts } from './write-contacts.ts';

/** The plugin's tables, and the import engine's tables under the names that the engine uses. */
export type Tables = AutomationsTables & ImportTables;
const forEngine = (trx: Trx): Transaction<Tables> => withTables(trx);

/** Thrown to roll back a dry run. */
class DryRun extends Error {
  override name = 'DryRun';
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
    plan: async (items) => {
      const reads = items.map((item) => readItem(item, writing));
      return (finish) => writeContacts(context, reads, writing, (trx, outcomes) => finish(forEngine(trx), outcomes));
    },
    foresee: (items, earlier) => tryItems(context, items, earlier, writing),
    undo: (changes, finish) =>
      undoContacts(context, JSON.parse(row.undo_actor ?? row.actor) as Caller, changes, (trx, undone) =>
        finish(forEngine(trx), undone),
      ),
    end: async () => {},
  };
}

/** Writes the rows and rolls them back, so that a dry run reports the import's outcomes. */
async function tryItems(
  context: Context,
  items: ContactItem[],
  earlier: readonly (Earlier | undefined)[],
  writing: Writing,
): Promise<Outcome[]> {
  let outcomes: Outcome[] = [];
  const remembered = earlier.flatMap((one) => (one?.remembered ? [fromText(one.remembered)] : []));
  const reads = items.map((item) => readItem(item, writing));
  try {
    await writeContacts(context, reads, { ...writing, remembered }, async (_, found) => {
      outcomes = found;
      throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return outcomes.map(({ change: _, ...outcome }) => outcome);
}
