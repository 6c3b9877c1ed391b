/**
 * Export formats of other systems. A format recognises its files, proposes a mapping from columns to Waypost's fields, and
 * reads a row into an item. Pure: it opens no file and queries no store.
 */

/** A row of a file: a CSV record keyed by the column names, or a parsed JSON value. */
export type Row = {
  /** The row number from 1, without the header. */
  number: number;
  columns: Readonly<Record<string, unknown>>;
  /** The file's name, if a ZIP contains several files. */
  fileName?: string;
  /** A sentence about a row that could not be read completely. */
  fault?: string;
};

/** The start of a file, from which its format is recognised. */
export type Sample = {
  kind: 'csv' | 'json' | 'sql';
  /** The column names in order; for JSON the names in the first records. */
  headers: readonly string[];
  /** The first records. */
  records: readonly Readonly<Record<string, unknown>>[];
  /** The file's original name, which for some systems indicates the content. */
  fileName: string;
};

/** Waypost's fields, keyed by column name; null leaves a column out. */
export type Mapping = Readonly<Record<string, string | null>>;

type Read<Item> = {
  item: Item;
  /**
   * A sentence for each part of the row that could not be imported. Equal reasons have equal texts, so that they can be
   * counted.
   */
  notes: readonly string[];
};

export type Format<Item> = {
  /** Format name in requests: `dub`, `mailchimp`. */
  name: string;
  /** Returns a score from 0 (not this format) to 100 (certainly this format). */
  recognise: (sample: Sample) => number;
  /** Proposes a mapping. */
  propose: (sample: Sample) => Mapping;
  /** @throws RowFault if the row cannot be imported */
  read: (row: Row, mapping: Mapping) => Read<Item>;
};

/** An error for a row that cannot be imported, with a sentence for the user. */
export class RowFault extends Error {
  override name = 'RowFault';
}
