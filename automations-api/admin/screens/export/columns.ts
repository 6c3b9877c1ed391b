/** The columns an export can have, by their names in the file, and which of them somebody chose. Pure but for what is kept. */
import { kept } from '../../../../shared/ui/preferences.ts';
import type { CustomField } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.export;

export type ExportColumn = { name: string; label: string };

const standard = Object.keys(words.columns);

/** What is for programs alone is left out until somebody wants it. */
const rare = ['id', 'wpid', 'uid', 'timezone', 'type', 'points', 'tags', 'lists', 'status'];
const usual = standard.filter((name) => !rare.includes(name));

const nameOfField = ({ slug }: CustomField) => `field:${slug}`;

export const columnsWith = (fields: readonly CustomField[]): ExportColumn[] => [
  ...standard.map((name) => ({ name, label: words.columns[name] ?? name })),
  ...fields.map((field) => ({ name: nameOfField(field), label: field.name })),
];

/** In their order; null: the usual ones, also with fields that are yet to come. */
export const chosenColumns = kept<string[] | null>('export-columns', null);

export const usualOf = (all: readonly ExportColumn[]): string[] => [
  ...usual,
  ...all.map(({ name }) => name).filter((name) => !standard.includes(name)),
];

/** Those that are still there. */
export function chosenOf(all: readonly ExportColumn[], names: readonly string[] | null): ExportColumn[] {
  const byName = new Map(all.map((column) => [column.name, column]));
  return (names ?? usualOf(all)).flatMap((name) => byName.get(name) ?? []);
}

/** With the one at a place moved up or down. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, place) => place !== from);
  return [...rest.slice(0, to), list[from] as T, ...rest.slice(to)];
}
