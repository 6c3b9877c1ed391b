/** Contacts as the target of an import. */
import type { Transaction } from 'kysely';
import type { ImportRow, ImportTables } from '../../../../shared/import/tables.ts';
import type { Outcome, Target } from '../../../../shared/import/target.ts';
import type { Caller } from '../../../host/core/route.ts';
import type { Context } from '../context/context.ts';
import type { AutomationsTables, Trx } from '../core/tables.ts';
import { keyOfEmail } from '../core/text.ts';
import type { ContactItem } from './core/item.ts';
import { withFields } from './make-fields.ts';
import type { ImportOptions, OnTaken } from './options.ts';
import { undoContacts } from './undo-contacts.ts';
import { type Writing, writeContacts } from './write-contacts.ts';

/** With the tables of the engine under the names it knows. */
export type Tables = AutomationsTables & ImportTables;
const known = (trx: Trx) => trx as unknown as Transaction<Tables>;

/** Takes a transaction back that only foresees. */
class Foreseen extends Error {
  override name = 'Foreseen';
}

export function openTarget(context: Context, row: ImportRow): Target<ContactItem, Tables> {
  const by = JSON.parse(row.actor) as Caller;
  const writing: Writing = { ...(JSON.parse(row.options) as ImportOptions), onTaken: row.on_taken as OnTaken, by };
  return {
    keysOf: ({ email }) => [keyOfEmail(email)],
    async write(items, finish) {
      const ready = await withFields(context.db, items, true);
      await writeContacts(context, ready, writing, (trx, outcomes) => finish(known(trx), outcomes));
    },
    foresee: (items, taken) => foresee(context, items, taken, writing),
    undo: (changes, finish) =>
      undoContacts(context, JSON.parse(row.undo_actor ?? row.actor) as Caller, changes, (trx, undone) =>
        finish(known(trx), undone),
      ),
    end: async () => {},
  };
}

/** Does what the rows ask for and takes all of it back, so that what a dry run says is what would become of them. */
async function foresee(context: Context, items: ContactItem[], taken: boolean[], writing: Writing): Promise<Outcome[]> {
  let outcomes: Outcome[] = [];
  const ready = await withFields(context.db, items, false);
  try {
    await writeContacts(context, ready, writing, async (_, found) => {
      outcomes = found;
      throw new Foreseen();
    });
  } catch (error) {
    if (!(error instanceof Foreseen)) throw error;
  }
  return outcomes.map(({ change: _, ...outcome }, place): Outcome => {
    if (outcome.fate !== 'created') return outcome;
    if (!taken[place]) return { ...outcome, isNew: true };
    const why = 'An earlier row has the same email.';
    return writing.onTaken === 'skip' ? { fate: 'skipped', why } : { fate: 'changed', why };
  });
}
