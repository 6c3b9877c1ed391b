/** Conversion of imports to answers. */
import { undoableUntil } from '../../../../shared/import/actions.ts';
import type { Mapping } from '../../../../shared/import/format.ts';
import { fromJson, notesOf, reasonsOf, undoOf } from '../../../../shared/import/shown-parts.ts';
import type { ImportRow } from '../../../../shared/import/tables.ts';
import type { Caller } from '../../../host/core/route.ts';
import { columnLabels } from '../core/contact-columns.ts';
import { sqlDate } from '../core/dates.ts';
import { prefixedSlug } from '../fields/core/keys.ts';
import type { FieldRow } from '../fields/core/values.ts';
import type { ContactImport } from './answers.ts';
import type { ConsentTarget } from './formats/core/consent-columns.ts';
import { readNewField } from './formats/core/new-fields.ts';
import type { ImportOptions } from './options.ts';

const date = (at: Date | null) => at && sqlDate(at);

export function toImport(row: ImportRow, fields: readonly FieldRow[]): ContactImport {
  const { type, id, name } = JSON.parse(row.actor) as Caller;
  const {
    status: default_status = null,
    resubscribe = false,
    create_fields = false,
    refuse_faulty_cells = false,
    tag_names = [],
    list_names = [],
    types = {},
  } = JSON.parse(row.options) as ImportOptions;
  const mapping = fromJson<Mapping>(row.mapping, {});
  return {
    ID: row.id,
    status: row.status,
    format: row.format,
    file_name: row.file_name,
    file_form: fromJson(row.file_form, null),
    ...{ dry_run: row.dry_run, on_taken: row.on_taken, default_status },
    ...{ resubscribe, create_fields, refuse_faulty_cells, tag_names, list_names },
    columns: fromJson<string[]>(row.columns_found, []),
    mapping,
    new_field_types: types,
    fields: [...fieldsOf(row.format, fields), ...newFields(mapping)],
    preview: fromJson<ContactImport['preview']>(row.preview, []),
    ...{ total: row.total, position: row.position },
    ...{ created: row.created, changed: row.changed, skipped: row.skipped, failed: row.failed },
    notes: notesOf(row),
    reasons: reasonsOf(row),
    error: row.error,
    undo: undoOf(row),
    undoable_until: date(undoableUntil(row)),
    by: { type, id, name },
    created_at: sqlDate(row.created_at),
    started_at: date(row.started_at),
    ended_at: date(row.ended_at),
  };
}

const { status, ...labels } = columnLabels;
const consent = {
  opt_out: 'Opt-out (yes or a time refuses emails)',
  opt_in: 'Consent (no refuses emails)',
  bounced: 'Bounced (yes or a time)',
} satisfies Record<ConsentTarget, string>;
const targetsOfOthers = {
  ...{ ...labels, name: 'Full name', created_at: 'Added', status: 'Status', tags: 'Tags', lists: 'Lists' },
  ...consent,
};
const targetsOfWaypost = {
  ...{ ...labels, creation_date: 'Added', status_name: 'Status', tag_names: 'Tags', list_names: 'Lists' },
  ...consent,
};

const fieldsOf = (format: string | null, fields: readonly FieldRow[]) => [
  ...Object.entries(format === 'waypost' ? targetsOfWaypost : targetsOfOthers).map(([name, label]) => ({
    name,
    label,
  })),
  ...fields.map(({ slug, name }) => ({ name: prefixedSlug(slug), label: name })),
];

/** Lists the fields that the mapping creates. */
const newFields = (mapping: Mapping) =>
  [...new Set(Object.values(mapping))].flatMap((target) => {
    const field = target === null ? undefined : readNewField(target);
    return target && field ? [{ name: target, label: `${field.name} (new field)` }] : [];
  });
