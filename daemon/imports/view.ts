/** The form of an import in answers. */
import { undoableUntil } from '../../shared/import/actions.ts';
import { fromJson, notesOf, reasonsOf, undoOf } from '../../shared/import/shown-parts.ts';
import type { ImportRow } from '../../shared/import/tables.ts';
import { tallyOf } from '../../shared/import/tallies.ts';
import { labelOf } from './core/labels.ts';
import { linkColumns } from './formats/core/fields.ts';
import { waypostFields } from './formats/waypost.ts';
import type { ImportOptions } from './import-context.ts';
import type { Import } from './schema.ts';

/** Returns an import as in answers. `left`: the remaining allowance of the month; null for unlimited. */
export function toImport(row: ImportRow, left: number | null): Import {
  const { domains = {} }: ImportOptions = JSON.parse(row.options);
  return {
    id: row.public_id,
    status: row.status,
    format: row.format,
    fileName: row.file_name,
    fileForm: fromJson(row.file_form, null),
    dryRun: row.dry_run,
    onTaken: row.on_taken as Import['onTaken'],
    columns: fromJson(row.columns_found, []),
    mapping: fromJson(row.mapping, {}),
    domains,
    unknownHosts: tallyOf(row, 'host').map(({ text: host, rows }) => ({ host, rows })),
    fields: fieldsOf(row.format),
    preview: fromJson(row.preview, []),
    ...{ total: row.total, position: row.position },
    ...{ created: row.created, changed: row.changed, skipped: row.skipped, failed: row.failed },
    notes: notesOf(row),
    reasons: reasonsOf(row),
    allowance: row.dry_run ? { left, needed: row.needed } : null,
    error: row.error,
    undo: undoOf(row),
    undoableUntil: undoableUntil(row)?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    actor: JSON.parse(row.actor).type,
  };
}

const fieldsOf = (format: string | null) =>
  (format === 'waypost' ? waypostFields : linkColumns).map((name) => ({ name, label: labelOf(name) }));
