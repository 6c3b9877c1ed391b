/** The options of an import. */
import type { Forms } from './cells/forms.ts';
import type { NewFieldType } from './formats/core/new-fields.ts';
import type { SourceName } from './sources/sources.ts';

/** The treatment of existing contacts. `fill` writes only empty values. */
export type OnTaken = 'change' | 'fill' | 'skip';

export type ImportOptions = {
  /** The other plugin whose tables are read instead of a file. */
  from?: SourceName;
  /** True if new contacts keep the ids of the other plugin. */
  keep_ids?: boolean;
  /** The status for rows that state none. */
  status?: string;
  /** True if contacts that opted out or bounced become subscribed when the file contains this status. */
  resubscribe?: boolean;
  /** True if columns without a target become custom fields. */
  create_fields?: boolean;
  /** True if a row fails when one of its cells cannot be read. By default, only the cell is left out. */
  refuse_faulty_cells?: boolean;
  /** Names of tags and lists for all rows. */
  tag_names?: string[];
  list_names?: string[];
  /** The date and number formats of the columns, detected while the file is read. */
  forms?: Forms;
  /** The types that fit all cells of a column, other than text. */
  types?: Readonly<Record<string, NewFieldType>>;
};
