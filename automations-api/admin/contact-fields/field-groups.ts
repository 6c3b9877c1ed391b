/** The custom fields by group, as the contact form shows them. */
import { useLoad } from '../../../shared/ui/load.ts';
import { api } from '../core/api.ts';
import { useFields } from '../core/fields.ts';
import type { CustomField, FieldGroup } from '../core/types.ts';
import { text } from '../text/text.ts';

export type FieldsOfGroup = { name: string; members: CustomField[] };

/** Loads the groups. If that fails, all fields are shown together. */
const listGroups = (signal: AbortSignal): Promise<FieldGroup[]> =>
  api.get<{ field_groups: FieldGroup[] }>('/field-groups', {}, signal).then(
    ({ field_groups }) => field_groups,
    () => [],
  );

/** Returns the fields by group, starting with the fields without a group; undefined while loading. */
export function useFieldGroups(): FieldsOfGroup[] | undefined {
  const fields = useFields();
  const { data: groups } = useLoad(listGroups, []);
  if (!fields || !groups) return undefined;
  const isKnown = ({ group_id }: CustomField) => groups.some(({ ID }) => ID === group_id);
  return [
    { name: text.contact.moreFields, members: fields.filter((field) => !isKnown(field)) },
    ...groups.map(({ ID, name }) => ({ name, members: fields.filter(({ group_id }) => group_id === ID) })),
  ].filter(({ members }) => members.length > 0);
}
