/**
 * The criterion on the import that created or changed contacts. The record of these contacts is deleted with the
 * import.
 */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { listImportedIds } from '../../imports/core/trace-queries.ts';
import { amongIds, criterionKind } from './criterion.ts';

export const importCriterion = criterionKind({
  name: 'import',
  label: 'Import',
  args: {
    import: Type.Optional(
      Type.Integer({ description: 'Created or changed by this import, by its id, until the import is deleted.' }),
    ),
  },
  read({ import: id }) {
    if (id === undefined) return undefined;
    return (db) => [
      {
        sql: sql`((SELECT 1 FROM ${sql.table('automations_import_changes')} i FORCE INDEX (import_changes_object)
          WHERE i.import_id = ${id} AND i.object_id = CONVERT(c.id USING ascii) LIMIT 1) IS NOT NULL)`,
        inIndex: amongIds(() => listImportedIds(db, id)),
      },
    ];
  },
});
