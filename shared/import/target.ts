/** The part of the import engine that each service supplies: it writes items to its own tables. */
import type { Transaction } from 'kysely';
import type { Fate, ImportTables } from './tables.ts';

/** A record of one change, so that it can be undone. */
export type Change = {
  objectId: string;
  /** JSON of the previous state; null if the object did not exist. */
  previous: string | null;
  /** The object's version after the row; if the version is still the same, the object has not changed since. */
  version: string;
};

export type Outcome = {
  fate: Fate;
  /** A sentence about why the row was not imported. */
  why?: string;
  /** Set if the row created or changed something; never in a dry run. */
  change?: Change;
  /** True if the row needs a new item, even if a limit refuses it. */
  isNew?: boolean;
  /** Dry run only: the row's host if it is not a domain of this workspace. */
  host?: string;
  /** Parts of the row that could not be written, in addition to the format's notes. */
  notes?: readonly string[];
  /** Dry run only: the state of the item after the row, for later rows with the same key. */
  remembered?: string;
};

/** The state that an earlier row with the same key would leave, in a dry run. */
export type Earlier = { remembered: string | null };

/** The function that stores the outcomes of a batch in the transaction that writes it. */
export type Finish<Tables extends ImportTables> = (trx: Transaction<Tables>, outcomes: Outcome[]) => Promise<void>;

/**
 * Writes a planned batch, and calls `finish` last in its transaction, even if nothing is written. Calls it again if the transaction
 * is repeated.
 */
export type Write<Tables extends ImportTables> = (finish: Finish<Tables>) => Promise<void>;

/** The reason why an undo leaves an object unchanged, as a sentence, and the cells that identify the object. */
export type Kept = { why: string; cells: Readonly<Record<string, unknown>> };
export type Undone = 'deleted' | 'restored' | Kept;

export type Target<Item, Tables extends ImportTables> = {
  /** Lists the keys that only one item can have: of two items with the same key, the second finds it taken. */
  keysOf: (item: Item) => string[];
  /**
   * Plans the writing of a batch in which no two items share a key. The previous batch can be written in the meantime, unless it
   * has one of the keys.
   */
  plan: (items: Item[]) => Promise<Write<Tables>>;
  /**
   * Predicts the outcomes of a batch. `earlier`: for items with the key of an earlier row. `needed`: the number of
   * new items that earlier rows need.
   */
  foresee: (items: Item[], earlier: (Earlier | undefined)[], needed: number) => Promise<Outcome[]>;
  /** Undoes changes in the given order, and calls `finish` last in its transaction. */
  undo: (changes: Change[], finish: (trx: Transaction<Tables>, undone: Undone[]) => Promise<void>) => Promise<void>;
  /** Called after the last batch. */
  end: () => Promise<void>;
};

/** An error that ends the import, with a sentence for the user. */
export class ImportFault extends Error {
  override name = 'ImportFault';
}
