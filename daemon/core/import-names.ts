/** The tables of link imports, as the import engine needs them. */
import type { ImportNames } from '../../shared/import/tables.ts';

export const linkImportNames: ImportNames = { imports: 'imports', rows: 'import_rows', changes: 'import_changes' };
