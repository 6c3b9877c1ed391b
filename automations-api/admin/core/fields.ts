/** The custom fields, shared by all screens and loaded when first needed. */

import { date } from '../../../shared/ui/format.ts';
import type { Params } from '../../../shared/ui/service.ts';
import { api } from './api.ts';
import { remember } from './shared-data.ts';
import type { CustomField } from './types.ts';

/** Lists the fields in the order of forms. */
export const listFields = async (query: Params = {}, signal?: AbortSignal): Promise<CustomField[]> => {
  const { fields } = await api.get<{ fields: { [id: string]: CustomField } }>(
    '/fields',
    { ...query, details: 1 },
    signal,
  );
  return Object.values(fields).sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
};

const known = remember(() => listFields());

/** Returns the custom fields; undefined while they are loading. */
export const useFields = (): CustomField[] | undefined => known.use();

/** Reloads the fields after this user changed them. */
export const refreshFields = (): Promise<void> => known.refresh();

/** Type names, indexed by the API's type code. */
const types = ['text', 'number', 'textarea', 'select', 'radio', 'checkbox', 'date'] as const;
export type FieldTypeName = (typeof types)[number];

export const typeOf = ({ type }: Pick<CustomField, 'type'>): FieldTypeName => types[Number(type) - 1] ?? 'text';

/** Returns a field's options. `meta` is an empty array if the field has neither options nor a placeholder. */
export const optionsOf = ({ meta }: Pick<CustomField, 'meta'>): string[] =>
  Array.isArray(meta) ? [] : (meta.options ?? []);
export const placeholderOf = ({ meta }: Pick<CustomField, 'meta'>): string =>
  Array.isArray(meta) ? '' : (meta.placeholder ?? '');

export type FieldValue = string | string[] | null | undefined;

/** Formats a value as one line. */
export function fieldText(field: Pick<CustomField, 'type'>, value: FieldValue): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return value.join(', ');
  return typeOf(field) === 'date' ? date(`${value}T00:00:00Z`, 'UTC') : value;
}
