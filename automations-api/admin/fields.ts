/** The custom fields there are, known to all screens: loaded when the first one asks. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from './api.ts';
import type { CustomField } from './types.ts';

const known = signal<CustomField[] | undefined>(undefined);

async function refreshFields(): Promise<void> {
  const { fields } = await api.get<{ fields: { [id: string]: CustomField } }>('/fields');
  known.value = Object.values(fields);
}

/** Undefined while they are looked up. */
export function useFields(): CustomField[] | undefined {
  useEffect(() => {
    if (known.value === undefined) refreshFields().catch(() => {});
  }, []);
  return known.value;
}

/** By the codes of the API. */
const types = ['text', 'number', 'textarea', 'select', 'radio', 'checkbox', 'date'] as const;
export type FieldTypeName = (typeof types)[number];

export const typeOf = ({ type }: Pick<CustomField, 'type'>): FieldTypeName => types[Number(type) - 1] ?? 'text';

/** `meta` is an empty list where a field has neither. */
export const optionsOf = ({ meta }: Pick<CustomField, 'meta'>): string[] =>
  Array.isArray(meta) ? [] : (meta.options ?? []);
export const placeholderOf = ({ meta }: Pick<CustomField, 'meta'>): string =>
  Array.isArray(meta) ? '' : (meta.placeholder ?? '');
