/** A contact before and after a change. */
import type { ValueChange } from '../fields/value-queries.ts';
import type { Term } from '../terms/core/queries.ts';
import type { ContactRow, NewContactRow } from './core/queries.ts';

export type ContactState<Row = ContactRow> = { row: Row; terms: ReadonlySet<number> };

/** A contact to save. `before` is locked; without it the contact is new. `values` replace stored field values. */
export type ContactSave = {
  before?: ContactState | undefined;
  after: ContactState<NewContactRow>;
  values: Omit<ValueChange, 'contact_id'>[];
  /** True if the change starts no rules. */
  stopsAutomation?: boolean;
};

/** Terms, keyed by id. Includes all terms that a save adds or removes. */
export type TermMap = ReadonlyMap<number, Term>;
