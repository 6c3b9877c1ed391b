/** A contact as it was and as it is to be: what the parts of a save hand to each other. */
import type { ValueChange } from '../fields/value-queries.ts';
import type { Term } from '../terms/core/queries.ts';
import type { ContactRow, NewContactRow } from './core/queries.ts';

export type ContactState<Row = ContactRow> = { row: Row; terms: ReadonlySet<number> };

/** `before` is locked; without it the contact is new. `values` of fields are written over those there are. */
export type ContactSave = {
  before?: ContactState | undefined;
  after: ContactState<NewContactRow>;
  values: Omit<ValueChange, 'contact_id'>[];
  /** No rule starts from this change. */
  stopsAutomation?: boolean;
};

/** Terms by id: all that a save adds or takes away are in it. */
export type TermMap = ReadonlyMap<number, Term>;
