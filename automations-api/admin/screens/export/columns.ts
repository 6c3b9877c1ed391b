/** The columns that an export can have, under their names in the file, and the chosen columns. */
import { kept } from '../../../../shared/ui/preferences.ts';
import type { CustomField, Kinds } from '../../core/types.ts';

export type ExportColumn = Kinds['columns'][number];

export const columnsWith = (columns: readonly ExportColumn[], fields: readonly CustomField[]): ExportColumn[] => [
  ...columns,
  ...fields.map(({ slug, name }) => ({ name: `field:${slug}`, label: name, rare: false })),
];

/** Chosen columns in order; null means the default columns, including future custom fields. */
export const chosenColumns = kept<string[] | null>('export-columns', null);

export const usualOf = (all: readonly ExportColumn[]): string[] =>
  all.filter(({ rare }) => !rare).map(({ name }) => name);

/** Returns the chosen columns that still exist. */
export function chosenOf(all: readonly ExportColumn[], names: readonly string[] | null): ExportColumn[] {
  const byName = new Map(all.map((column) => [column.name, column]));
  return (names ?? usualOf(all)).flatMap((name) => byName.get(name) ?? []);
}

/** Moves an item to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, place) => place !== from);
  return [...rest.slice(0, to), list[from] as T, ...rest.slice(to)];
}
