/** The order of fields and groups in forms, and changes to it. Pure. */
import type { CustomField, FieldGroup } from '../../core/types.ts';

/** The group id of fields without a group. */
export const noGroup = '0';

/** A group and its fields. `group` is undefined for fields without a group. */
export type Section = { group: FieldGroup | undefined; fields: CustomField[] };

/** Returns the sections of sorted `fields`. The section without a group comes first, if it has fields. */
export function sectionsOf(fields: readonly CustomField[], groups: readonly FieldGroup[]): Section[] {
  const alone = fields.filter(({ group_id: id }) => id === noGroup || !groups.some(({ ID }) => ID === id));
  const sections = groups.map((group) => ({ group, fields: fields.filter(({ group_id: id }) => id === group.ID) }));
  return alone.length > 0 ? [{ group: undefined, fields: alone }, ...sections] : sections;
}

/** Moves an item up or down. Returns undefined if it cannot move in that direction. */
export function moved<T>(all: readonly T[], from: number, by: -1 | 1): T[] | undefined {
  const [one, other] = [all[from], all[from + by]];
  if (one === undefined || other === undefined) return undefined;
  return all.map((item, index) => (index === from ? other : index === from + by ? one : item));
}

/** Returns all fields, with one section reordered. */
export const inOrder = (sections: readonly Section[], changed: Section, order: readonly CustomField[]): CustomField[] =>
  sections
    .flatMap((section) => (section === changed ? order : section.fields))
    .map((field, index) => ({ ...field, position: index + 1 }));
