/** Fields and their groups. A new order is shown at once and then saved. */
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { toastError } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { listFields, refreshFields } from '../../core/fields.ts';
import type { CustomField, FieldGroup } from '../../core/types.ts';

type FieldsAndGroups = { fields: CustomField[]; groups: FieldGroup[] };

export type FieldList = Loaded<FieldsAndGroups> & {
  /** Reloads the list after a change. */
  changed: () => void;
  putInOrder: (order: Partial<FieldsAndGroups>) => void;
};

const load = async (signal: AbortSignal): Promise<FieldsAndGroups> => {
  const [fields, { field_groups: groups }] = await Promise.all([
    listFields({ counts: 1 }, signal),
    api.get<{ field_groups: FieldGroup[] }>('/field-groups', {}, signal),
  ]);
  return { fields, groups };
};

export function useFieldList(): FieldList {
  const loaded = useLoad(load, []);
  const changed = () => {
    loaded.reload();
    void refreshFields();
  };
  return {
    ...loaded,
    changed,
    putInOrder(order) {
      loaded.set((before) => ({ ...before, ...order }));
      const ids = Object.entries(order).map(([what, all]) => [what, all.map(({ ID }) => Number(ID))]);
      api.post('/fields/order', Object.fromEntries(ids)).then(refreshFields, (error: Error) => {
        toastError(error);
        loaded.reload();
      });
    },
  };
}
