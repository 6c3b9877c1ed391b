/** The choices that come with a file to import. */
import type { Forms } from './cells/forms.ts';
import type { SourceName } from './sources/sources.ts';

/** For contacts that exist already; `fill` writes only what is empty. */
export type OnTaken = 'change' | 'fill' | 'skip';

export type ImportOptions = {
  /** The plugin from whose tables its contacts are read. */
  from?: SourceName;
  /** The status of contacts whose rows name none. */
  status?: string;
  /** Somebody who opted out, or whose address bounced, becomes subscribed where the file says so. */
  resubscribe?: boolean;
  /** Columns that nothing here is for become custom fields. */
  create_fields?: boolean;
  /** A row fails if one of its cells cannot be read; otherwise the cell is left out. */
  refuse_faulty_cells?: boolean;
  /** How the columns of the file write days and numbers; found when it is read. */
  forms?: Forms;
};
