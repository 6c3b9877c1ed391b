/** Fields and groups by the order in which forms show them, and other orders made of it. Pure. */
import type { CustomField, FieldGroup } from '../../core/types.ts';

/** For the fields of no group; it has no row. */
export const noGroup = '0';

/** `group` is undefined for the fields that are in none. */
export type Section = { group: FieldGroup | undefined; fields: CustomField[] };

/** The fields are in order. Those in no group come first; where there are groups and none of those, they are left out. */
export function sectionsOf(fields: readonly CustomField[], groups: readonly FieldGroup[]): Section[] {
  const alone = fields.filter(({ group_id: id }) => id === noGroup || !groups.some(({ ID }) => ID === id));
  const sections = groups.map((group) => ({ group, fields: fields.filter(({ group_id: id }) => id === group.ID) }));
  return alone.length > 0 || groups.length === 0 ? [{ group: undefined, fields: alone }, ...sections] : sections;
}

/** Undefined where it has no place to go to. */
export function moved<T>(all: readonly T[], from: number, by: -1 | 1): T[] | undefined {
  const [one, other] = [all[from], all[from + by]];
  if (one === undefined || other === undefined) return undefined;
  return all.map((item, index) => (index === from ? other : index === from + by ? one : item));
}

/** All fields, those of one section in another order. */
export const inOrder = (sections: readonly Section[], changed: Section, order: readonly CustomField[]): CustomField[] =>
  sections
    .flatMap((section) => (section === changed ? order : section.fields))
    .map((field, index) => ({ ...field, position: index + 1 }));
