/**
 * Contacts from Waypost's own export, in CSV or JSON Lines. Everything is imported except ids and modification times.
 */
import type { Format, Mapping, Row } from '../../../../../shared/import/format.ts';
import { withoutFormulaMark } from '../../../../../shared/import/formula-mark.ts';
import { toText } from '../../../../../shared/import/values.ts';
import { columnNames } from '../../core/contact-columns.ts';
import { hasFieldPrefix, slugOfKey } from '../../fields/core/keys.ts';
import type { ContactItem } from '../core/item.ts';
import { consentTarget } from './core/consent-columns.ts';
import type { FieldChoice } from './core/contact-format.ts';
import { type ContactTarget, finish, newDraft, putValue } from './core/fields.ts';
import { isNewField, newField } from './core/new-fields.ts';

const own = new Set<string>([...columnNames, 'status_name', 'tag_names', 'list_names', 'creation_date']);
const siteColumns = new Set(['id', 'wpid', 'uid', 'tags', 'lists', 'last_modified']);
const signs = ['f_name', 'l_name', 'status_name', 'tag_names', 'list_names', 'contact_no', 'creation_date'];

/** Columns that are read in the same way as in other formats. */
const sharedTargets: Readonly<Record<string, ContactTarget>> = {
  ...{ email: 'email', status: 'status', status_name: 'status', creation_date: 'created_at' },
  ...{ opt_out: 'opt_out', opt_in: 'opt_in', bounced: 'bounced' },
};

const isTarget = (name: string) =>
  own.has(name) || Object.hasOwn(sharedTargets, name) || hasFieldPrefix(name) || isNewField(name);

/** Returns a column's target. A custom field is found by its slug, or created with the slug as its name. */
function target(name: string, { slugOf, createsFields }: FieldChoice): string | null {
  if (!hasFieldPrefix(name)) return isTarget(name) ? name : (consentTarget(name) ?? null);
  const slug = slugOfKey(name);
  if (slugOf(slug) !== undefined) return name;
  return createsFields ? newField(slug) : null;
}

export const openWaypost = (fields: FieldChoice): Format<ContactItem> => ({
  name: 'waypost',
  recognise({ headers }) {
    const found = headers.filter((name) => signs.includes(name) || hasFieldPrefix(name)).length;
    const others = headers.filter((name) => !isTarget(name) && !siteColumns.has(name)).length;
    return headers.includes('email') && found >= 2 && others === 0 ? 100 : 0;
  },
  propose: ({ headers }) => Object.fromEntries(headers.map((name) => [name, target(name, fields)])),
  read(row, mapping) {
    const isCsv = isOfCsv(row);
    const draft = newDraft();
    const given: Record<string, unknown> = {};
    for (const [column, value] of Object.entries(row.columns)) {
      const into = mapping[column] === undefined ? column : mapping[column];
      if (!into || !isTarget(into)) continue;
      const cell = isCsv && typeof value === 'string' ? withoutFormulaMark(value) : value;
      const target = sharedTargets[into];
      if (target === undefined) given[into] = cell;
      else if (toText(cell) !== '') putValue(target, cell, draft);
    }
    return { item: { ...valuesOf(given), ...finish(draft) }, notes: [...draft.notes, ...leftOut(row, mapping)] };
  },
});

const leftOut = ({ columns }: Row, mapping: Mapping) =>
  Object.entries(columns).flatMap(([name, value]) =>
    mapping[name] === null && !siteColumns.has(name) && toText(value) !== ''
      ? [`The column “${name}” is left out.`]
      : [],
  );

/** Checks whether a row is from CSV, where all values are text. */
const isOfCsv = ({ columns }: Row) => Object.values(columns).every((value) => typeof value === 'string');

function valuesOf(given: Record<string, unknown>): Partial<ContactItem> {
  const columns = Object.entries(given).filter(([name, value]) => own.has(name) && value !== null);
  const fields = Object.entries(given).filter(([name, value]) => !own.has(name) && value !== null && value !== '');
  return { ...Object.fromEntries(columns), ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}) };
}
