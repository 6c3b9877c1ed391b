/** The names of the tables for link imports. */
import type { ImportNames } from '../../shared/import/tables.ts';

export const linkImportNames: ImportNames = { imports: 'imports', rows: 'import_rows', changes: 'import_changes' };
