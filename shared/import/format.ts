/**
 * The forms in which other systems hand out what they hold. A format says whether a file is its own, proposes which column
 * becomes which field of ours, and reads a row into an item. Pure: it opens no file and asks no store.
 */

/** A row as the file has it: a CSV record by its header, or a JSON value as it was parsed. */
export type Row = {
  /** From 1; a header is not counted. */
  number: number;
  columns: Readonly<Record<string, unknown>>;
  /** The file that holds it, where several came in one ZIP. */
  fileName?: string;
  /** Why the row could not be read, a sentence; its columns are what could be. */
  fault?: string;
};

/** The start of a file, by which its format is found. */
export type Sample = {
  kind: 'csv' | 'json' | 'sql';
  /** The names of the columns, in their order; of JSON the names of the first records. */
  headers: readonly string[];
  /** The first records. */
  records: readonly Readonly<Record<string, unknown>>[];
  /** The file's name as it was given; some systems tell by it what the file holds. */
  fileName: string;
};

/** By the name of a column the field of ours that it becomes; null leaves it out. */
export type Mapping = Readonly<Record<string, string | null>>;

type Read<Item> = {
  item: Item;
  /**
   * Parts of the row that could not be carried over, one sentence each. The same reason has the same words, so that they can be
   * counted.
   */
  notes: readonly string[];
};

export type Format<Item> = {
  /** Format name in requests: `dub`, `mailchimp`. */
  name: string;
  /** Score from 0 (not this format) to 100 (certainly this format). */
  recognise: (sample: Sample) => number;
  /** Proposes a mapping. */
  propose: (sample: Sample) => Mapping;
  /** @throws RowFault if the row cannot be imported */
  read: (row: Row, mapping: Mapping) => Read<Item>;
};

/** A row that cannot be carried over; the message is a sentence for the person who imports. */
export class RowFault extends Error {
  override name = 'RowFault';
}
