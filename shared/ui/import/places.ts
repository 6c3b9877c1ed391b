/** The parts of the import screen that differ between services. */
import type { ComponentChildren } from 'preact';
import type { Option } from '../field.tsx';
import type { Choices, ImportRecord } from './record.ts';

/** The possible targets of a file's items, and the list of the imported ones, from the service. */
export type Places = {
  /** The domains of links; undefined while they are loading, or if there are none. */
  domains?: readonly Option[] | undefined;
  /** Returns the kinds of fields that a column can become; the first one is the default. */
  newFields?: (column: string, record: ImportRecord) => Option[];
  /** Returns the controls for the service's own choices. `set`: undefined while they are read-only. */
  choices?: (choices: Choices, set: ((changes: Partial<Choices>) => void) | undefined) => ComponentChildren;
  /** Returns the URL of the list of an import's objects. */
  listOf?: (record: ImportRecord) => string | undefined;
};
